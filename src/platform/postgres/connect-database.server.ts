import type { Logger } from 'pino';
import { type Connection, connectionOf, type OpenDb, openDb } from '../db/db.server.ts';
import { systemClock } from '../process/clock.server.ts';
import type { ArchiveOptions } from './archive/archive-wal.server.ts';
import { connectOrStart } from './embedded-postgres.server.ts';
import type { Env } from '../process/env.server.ts';
import { refusePooler } from '../nodes/refuse-pooler.server.ts';
import { startNode } from '../nodes/start-node.server.ts';

export interface Connected extends OpenDb {
  connection: Connection;
}

/**
 * Opens and migrates the database for a command. Uses the running server's database, or starts one for the duration of the
 * command. Goes past a pooler, if there is one. Throws `StartFault`.
 */
export async function connectDatabase(env: Env, log: Logger): Promise<Connected> {
  const embedded =
    env.databaseUrl === undefined
      ? await connectOrStart({ dataDir: env.dataDir, archive: archiveOf(env, log) })
      : undefined;
  const connection = embedded?.connection ?? directConnection(env);
  if (!embedded) await refusePooler(connection, directVariable(env));
  const open = openDb(connection, log);
  const node = await startNode({ database: open, direct: connection, log, role: 'command' });
  return {
    ...open,
    connection,
    close: async () => {
      await node.leave();
      await open.close();
      await embedded?.stop();
    },
  };
}

/** The connection to the PostgreSQL server itself, for what needs a session of its own. */
export const directConnection = (env: Pick<Env, 'databaseUrl' | 'databaseDirectUrl'>): Connection =>
  connectionOf(env.databaseDirectUrl ?? env.databaseUrl ?? '');

/** The variable that names it. */
export const directVariable = (env: Pick<Env, 'databaseDirectUrl'>): string =>
  env.databaseDirectUrl === undefined ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL';

/** How the embedded database is archived, by the environment. */
export const archiveOf = ({ walArchive }: Pick<Env, 'walArchive'>, log: Logger): ArchiveOptions | undefined =>
  walArchive ? { clock: systemClock, log } : undefined;
