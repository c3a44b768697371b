import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { lastOf } from '#lib/day.ts';
import { dayMs } from '#lib/durations.ts';
import type { Clock } from '../../process/clock.server.ts';
import { openLine, prune } from './archive-line.server.ts';
import type { Archiving } from './archive-place.server.ts';
import type { Position } from './archive-session.server.ts';
import { makeBaseCopy } from './base-copy.server.ts';
import type { CurrentLine } from './continue-line.server.ts';
import { reasonOf } from './report-failures.server.ts';
import { type Lsn, segmentOf } from './wal-segment.server.ts';

const copyTime = { time: '03:30' } as const;
/** Base copies are kept so that every archived moment of the last day can be restored, even if lines have ended meanwhile. */
const restorableMs = dayMs;

export interface BaseCopies {
  /** Starts a copy if one is due: every night, and whenever a line begins. Returns at once. */
  startIfDue(position: () => Promise<Position>): void;
  /** Ends a copy that is being made. */
  stop(): Promise<void>;
}

/** Makes the base copies of the lines. */
export function baseCopies(archiving: Archiving, clock: Clock): BaseCopies {
  const { archive, pace, report } = archiving;
  const stopping = new AbortController();
  const { signal } = stopping;
  let copying: Promise<void> | undefined;
  let notBefore = performance.now() + pace.firstCopyMs;

  const isDue = (): boolean => {
    if (copying || performance.now() < notBefore) return false;
    const copiedAt = archiving.line?.copiedAt;
    return copiedAt === undefined || copiedAt < lastOf(copyTime, clock.now());
  };

  const begin = async ({ systemId, timeline, flushed }: Position): Promise<CurrentLine> => {
    const line = await openLine(archive, { systemId, timeline, at: clock.now() });
    return { ...line, next: segmentOf(flushed) };
  };

  const waitFor = async (line: CurrentLine, lsn: Lsn): Promise<void> => {
    while (line.next <= segmentOf(lsn - 1)) {
      if (archiving.line !== line) throw new Error('WAL was lost while the database was copied');
      await sleep(pace.roundMs / 4, undefined, { signal });
    }
  };

  const copy = async (line: CurrentLine): Promise<void> => {
    const { reserveBytes } = pace;
    const startedAt = clock.now();
    await makeBaseCopy({ ...archiving, line, clock, reserveBytes, signal, archived: (lsn) => waitFor(line, lsn) });
    line.copiedAt = startedAt;
    await prune(archive, { since: new Date(clock.now().getTime() - restorableMs), current: line });
  };

  const run = async (position: () => Promise<Position>): Promise<void> => {
    notBefore = performance.now() + pace.retryCopyMs;
    const begun = archiving.line ? undefined : await begin(await position());
    try {
      archiving.line ??= begun;
      if (archiving.line) await copy(archiving.line);
      notBefore = 0;
      await report('The base copy', undefined);
    } catch (error) {
      if (begun && archiving.line === begun) archiving.line = undefined;
      if (begun) await rm(begun.folder, { recursive: true, force: true });
      throw error;
    }
  };

  const failed = async (error: unknown): Promise<void> => {
    if (!signal.aborted) await report('The base copy', reasonOf(error));
  };

  return {
    startIfDue(position) {
      if (isDue())
        copying = run(position)
          .catch(failed)
          .finally(() => (copying = undefined));
    },
    async stop() {
      stopping.abort();
      await copying;
    },
  };
}
