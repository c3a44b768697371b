import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { addDays, dayOf, instantAt } from '#lib/day.ts';
import { startRounds } from '../../jobs/periodic-rounds.server.ts';
import { isConnectionLost } from '../../db/lost-connection.server.ts';
import type { Clock } from '../../process/clock.server.ts';
import { clearDrafts, closeLine, openLine, prune, writeProgress } from './archive-line.server.ts';
import { type ArchiveSession, openSession, type Position } from './archive-session.server.ts';
import { writeFailure } from './archive-state.server.ts';
import { makeBaseCopy } from './base-copy.server.ts';
import { type CurrentLine, lineToContinue } from './continue-line.server.ts';
import { archivePart, archiveSegment, NoSpace, WalGap } from './wal-files.server.ts';
import { type Lsn, segmentBytes, segmentOf } from './wal-segment.server.ts';

/** What tests make shorter, or smaller. */
export interface Pace {
  /** How often complete segments are archived. */
  roundMs: number;
  /** How often the segment that is being written is archived too: what a copy of the archive may lack. */
  partMs: number;
  /** When the first base copy is made after a start, and how long a failed one waits for the next attempt. */
  firstCopyMs: number;
  retryCopyMs: number;
  /** Bytes of the disk that the archive leaves free. */
  reserveBytes: number;
}

const usualPace: Pace = {
  roundMs: 5_000,
  partMs: 60_000,
  firstCopyMs: 60_000,
  retryCopyMs: 600_000,
  reserveBytes: 1024 ** 3,
};
const copyTime = '03:30';
const keptCopies = 2;

export interface ArchiveOptions {
  clock: Clock;
  log: Pick<Logger, 'info' | 'error'>;
  pace?: Partial<Pace>;
}

interface Place {
  /** The database's data folder. */
  folder: string;
  archive: string;
  connection: pg.ClientConfig;
}

/**
 * Archives the WAL of the running database and makes a base copy every night, until `stop`. A failure never reaches the database:
 * when WAL can't be archived in time, the line ends, and another begins with a new base copy as soon as archiving works again.
 */
export function archiveWal(place: Place, { clock, log, pace: changes }: ArchiveOptions): { stop(): Promise<void> } {
  const { folder, archive, connection } = place;
  const pace = { ...usualPace, ...changes };
  const copying = new AbortController();
  let session: ArchiveSession | undefined;
  let line: CurrentLine | undefined;
  let copy: Promise<void> | undefined;
  const failures: { 'The WAL archive'?: string | undefined; 'The base copy'?: string | undefined } = {};
  let isPrepared = false;
  let partDue = 0;
  let copyAllowed = performance.now() + pace.firstCopyMs;

  mkdirSync(archive, { recursive: true, mode: 0o700 });

  /** Logs and records what fails, or that it works again; once for each change. */
  const report = async (what: keyof typeof failures, reason: string | undefined): Promise<void> => {
    if (failures[what] === reason) return;
    failures[what] = reason;
    if (reason === undefined) log.info(`${what} works again.`);
    else log.error(`${what} fails: ${reason}. The shop goes on without it.`);
    const failing = Object.entries(failures).flatMap(([name, why]) =>
      why === undefined ? [] : [`${name} fails: ${why}.`],
    );
    await writeFailure(archive, failing.join(' ') || undefined);
  };

  const prepare = async (): Promise<void> => {
    await clearDrafts(archive);
    await writeFailure(archive, undefined);
    isPrepared = true;
  };

  const connect = async (): Promise<ArchiveSession> => {
    const opened: ArchiveSession = await openSession(connection, () => {
      if (session === opened) session = undefined;
    });
    const position = await opened.position();
    line ??= lineToContinue(archive, folder, position);
    return opened;
  };

  /** Archives all complete segments, and the beginning of the current one if `withPart`. */
  const archiveUntil = async (to: CurrentLine, { flushed, until }: { flushed: Lsn; until?: Date }): Promise<void> => {
    const source = { folder, line: to, reserveBytes: pace.reserveBytes };
    for (; to.next < segmentOf(flushed); to.next++) {
      await archiveSegment({ ...source, segment: to.next });
      await session?.release((to.next + 1) * segmentBytes);
    }
    if (!until) return;
    if (flushed % segmentBytes > 0) await archivePart({ ...source, segment: to.next }, flushed % segmentBytes);
    await writeProgress(to, { until, lsn: flushed });
  };

  const archiveOnce = async ({ withPart }: { withPart: boolean }): Promise<void> => {
    session ??= await connect();
    if (!line) return session.release((await session.position()).flushed);
    const until = withPart ? await session.beat() : undefined;
    const { flushed } = await session.position();
    await archiveUntil(line, { flushed, ...(until && { until }) });
    if (withPart) partDue = performance.now() + pace.partMs;
    await report('The WAL archive', undefined);
  };

  const isCopyDue = (): boolean => {
    if (copy || performance.now() < copyAllowed) return false;
    if (!line?.copiedAt) return true;
    const today = instantAt(dayOf(clock.now()), copyTime);
    const due = today <= clock.now() ? today : instantAt(addDays(dayOf(clock.now()), -1), copyTime);
    return line.copiedAt < due;
  };

  const endLine = (): void => {
    const ended = line;
    line = undefined;
    if (ended) closeLine(ended);
  };

  const round = async (): Promise<void> => {
    try {
      if (!isPrepared) await prepare();
      await archiveOnce({ withPart: performance.now() >= partDue });
    } catch (error) {
      await archiveFailed(error);
    }
    if (session && isCopyDue()) copy = copyBase(session).finally(() => (copy = undefined));
  };

  const archiveFailed = async (error: unknown): Promise<void> => {
    await session?.end().catch(() => {});
    session = undefined; // a new one has a new slot
    if (isConnectionLost(error)) return; // while the database is away, nothing is written
    await report('The WAL archive', reasonOf(error));
    if (error instanceof WalGap) endLine();
    if (error instanceof NoSpace) await prune(archive, { copies: 1, current: line });
  };

  const begin = async (position: Position): Promise<CurrentLine> => {
    const { systemId, timeline } = position;
    const opened = await openLine(archive, { systemId, timeline, at: clock.now() });
    return { ...opened, next: segmentOf(position.flushed) };
  };

  const copyBase = async (through: ArchiveSession): Promise<void> => {
    copyAllowed = performance.now() + pace.retryCopyMs;
    let begun: CurrentLine | undefined;
    try {
      const at = clock.now();
      if (!line) line = begun = await begin(await through.position());
      const to = line;
      const archived = async (lsn: Lsn): Promise<void> => {
        while (to.next < segmentOf(lsn - 1) + 1) {
          if (line !== to) throw new Error('WAL was lost while the database was copied');
          await sleep(pace.roundMs / 4, undefined, { signal: copying.signal });
        }
      };
      const { signal } = copying;
      await makeBaseCopy({ ...place, line: to, clock, reserveBytes: pace.reserveBytes, signal, archived });
      to.copiedAt = at;
      await prune(archive, { copies: keptCopies, current: line });
      await report('The base copy', undefined);
    } catch (error) {
      if (begun && line === begun) line = undefined;
      if (begun) await rm(begun.folder, { recursive: true, force: true });
      if (!copying.signal.aborted) await report('The base copy', reasonOf(error));
    }
  };

  const rounds = startRounds(round, { everyMs: pace.roundMs, failed: (error) => log.error(error) });
  return {
    async stop() {
      copying.abort();
      await rounds.stop();
      await copy;
      if (session && line) await archiveOnce({ withPart: true }).catch(archiveFailed);
      await session?.end().catch(() => {});
    },
  };
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
