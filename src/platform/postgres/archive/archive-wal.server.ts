import { mkdirSync } from 'node:fs';
import type { Logger } from 'pino';
import { startRounds } from '../../process/periodic-rounds.server.ts';
import type { Clock } from '../../process/clock.server.ts';
import { clearDrafts } from './archive-line.server.ts';
import { type Archiving, type Pace, usualPace } from './archive-place.server.ts';
import { writeFailure } from './archive-state.server.ts';
import { baseCopies } from './base-copies.server.ts';
import { reportFailures } from './report-failures.server.ts';
import { walArchiver } from './wal-archiver.server.ts';

export interface ArchiveOptions {
  clock: Clock;
  log: Pick<Logger, 'info' | 'error'>;
  pace?: Partial<Pace>;
}

/** The server's settings: they make it keep WAL until that is archived, but never so much that the disk fills. */
export const archiveSettings = ({ pace }: ArchiveOptions): Record<string, string> => ({
  wal_level: 'replica',
  wal_keep_size: '128MB', // for after a crash of the server, which loses the slot
  max_slot_wal_keep_size: `${pace?.keptWalMb ?? usualPace.keptWalMb}MB`,
});

/**
 * Archives the WAL of the running database and makes a base copy every night, until `stop`. A failure never affects the database:
 * when WAL can't be archived in time, the line ends, and another begins with a new base copy as soon as archiving works again.
 */
export function archiveWal(
  place: Pick<Archiving, 'folder' | 'archive' | 'connection'>,
  { clock, log, pace }: ArchiveOptions,
): { stop(): Promise<void> } {
  const { archive } = place;
  const report = reportFailures(archive, log);
  const archiving: Archiving = { ...place, pace: { ...usualPace, ...pace }, report };
  const wal = walArchiver(archiving);
  const copies = baseCopies(archiving, clock);
  let isPrepared = false;

  const prepare = async (): Promise<void> => {
    mkdirSync(archive, { recursive: true, mode: 0o700 });
    await clearDrafts(archive);
    await writeFailure(archive, undefined);
    isPrepared = true;
  };

  const round = async (): Promise<void> => {
    if (!isPrepared) await prepare();
    await wal.archive();
    const session = wal.session();
    if (session) copies.startIfDue(() => session.position());
  };

  const rounds = startRounds(round, {
    everyMs: archiving.pace.roundMs,
    failed: (error) => log.error({ err: error }, 'the WAL archive failed'),
  });
  return {
    async stop() {
      await copies.stop();
      await rounds.stop();
      if (archiving.line) await wal.archive({ withPart: true });
      await wal.end();
    },
  };
}
