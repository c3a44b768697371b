import type { Logger } from 'pino';
import { type Connection, connectionOf, type OpenDb, openDb } from '../db/db.server.ts';
import { connectOrStart } from './embedded-postgres.server.ts';
import type { Env } from '../process/env.server.ts';
import { migrate } from '../db/migrate.server.ts';

export interface Connected extends OpenDb {
  connection: Connection;
}

/**
 * The database for a command: the server's own while it runs, else started for as long as the command takes. Migrated.
 * Throws `StartFault`.
 */
export async function connectDatabase(env: Env, log: Logger): Promise<Connected> {
  const embedded = env.databaseUrl === undefined ? await connectOrStart({ dataDir: env.dataDir }) : undefined;
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
