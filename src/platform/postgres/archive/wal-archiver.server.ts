import pg from 'pg';
import { isConnectionLost } from '../../db/lost-connection.server.ts';
import { closeLine, prune, writeProgress } from './archive-line.server.ts';
import type { Archiving } from './archive-place.server.ts';
import { type ArchiveSession, openSession } from './archive-session.server.ts';
import { type CurrentLine, lineToContinue } from './continue-line.server.ts';
import { reasonOf } from './report-failures.server.ts';
import { archivePart, archiveSegment, NoSpace, WalGap } from './wal-files.server.ts';
import { type Lsn, segmentBytes, segmentOf } from './wal-segment.server.ts';

export interface WalArchiver {
  /** Archives the WAL that the line lacks; with `withPart`, also the beginning of the segment that is being written. Reports failures. */
  archive(options?: { withPart?: boolean }): Promise<void>;
  /** The connection; undefined while the database is away. */
  session(): ArchiveSession | undefined;
  end(): Promise<void>;
}

/** Archives the WAL of the current line. */
export function walArchiver(archiving: Archiving): WalArchiver {
  const { folder, archive, connection, pace, report } = archiving;
  let session: ArchiveSession | undefined;
  let partDue = 0;

  const connected = async (): Promise<ArchiveSession> => {
    if (session?.isOpen()) return session;
    session = await openSession(connection);
    archiving.line ??= lineToContinue(archive, folder, await session.position());
    return session;
  };

  /** Archives all complete segments, and with `until` the beginning of the current one. */
  const extend = async (line: CurrentLine, { flushed, until }: { flushed: Lsn; until: Date | undefined }) => {
    const source = { folder, line, reserveBytes: pace.reserveBytes };
    for (; line.next < segmentOf(flushed); line.next++) {
      await archiveSegment({ ...source, segment: line.next });
      await session?.release((line.next + 1) * segmentBytes);
    }
    if (!until) return;
    if (flushed % segmentBytes > 0) await archivePart({ ...source, segment: line.next }, flushed % segmentBytes);
    await writeProgress(line, { until, lsn: flushed });
    partDue = performance.now() + pace.partMs;
  };

  const archiveNow = async (withPart: boolean): Promise<void> => {
    const { position, beat, release } = await connected();
    const { line } = archiving;
    if (!line) return release((await position()).flushed);
    const until = withPart || performance.now() >= partDue ? await beat() : undefined;
    const { flushed } = await position();
    await extend(line, { flushed, until });
    await report('The WAL archive', undefined);
  };

  const failed = async (error: unknown): Promise<void> => {
    if (isConnectionLost(error) || error instanceof pg.DatabaseError) {
      await session?.end().catch(() => {});
      session = undefined; // a new session has a new slot
    }
    if (isConnectionLost(error)) return; // while the database is away, no WAL is written
    await report('The WAL archive', reasonOf(error));
    const { line } = archiving;
    if (error instanceof NoSpace) await prune(archive, { since: undefined, current: line });
    if (!(error instanceof WalGap) || !line) return;
    archiving.line = undefined;
    closeLine(line);
  };

  return {
    archive: ({ withPart = false } = {}) => archiveNow(withPart).catch(failed),
    session: () => (session?.isOpen() ? session : undefined),
    end: async () => session?.end().catch(() => {}),
  };
}
