import type { Logger } from 'pino';
import { type Connection, connectionOf, type OpenDb, openDb } from '../db/db.server.ts';
import { systemClock } from '../process/clock.server.ts';
import type { ArchiveOptions } from './archive/archive-wal.server.ts';
import { connectOrStart } from './embedded-postgres.server.ts';
import type { Env } from '../process/env.server.ts';
import { migrate } from '../db/migrate.server.ts';

export interface Connected extends OpenDb {
  connection: Connection;
}

/**
 * Opens and migrates the database for a command. Uses the running server's database, or starts one for the duration of the
 * command. Throws `StartFault`.
 */
export async function connectDatabase(env: Env, log: Logger): Promise<Connected> {
  const embedded =
    env.databaseUrl === undefined
      ? await connectOrStart({ dataDir: env.dataDir, archive: archiveOf(env, log) })
      : undefined;
  const connection = embedded?.connection ?? connectionOf(env.databaseUrl ?? '');
  const open = openDb(connection, log);
  await migrate(open.db);
  return {
    ...open,
    connection,
    close: async () => {
      await open.close();
      await embedded?.stop();
    },
  };
}

/** How the embedded database is archived, by the environment. */
export const archiveOf = ({ walArchive }: Pick<Env, 'walArchive'>, log: Logger): ArchiveOptions | undefined =>
  walArchive ? { clock: systemClock, log } : undefined;
