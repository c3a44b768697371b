import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { type Connection, connectionOf, type OpenDb, openDb } from '../db/db.server.ts';
import { refusePooler } from '../nodes/refuse-pooler.server.ts';
import { startNode } from '../nodes/start-node.server.ts';
import { systemClock } from '../process/clock.server.ts';
import type { Env } from '../process/env.server.ts';
import { StartFault } from '../process/start-fault.server.ts';
import { connectOrStart, type EmbeddedOptions, startEmbedded } from './embedded-postgres.server.ts';

export interface Connected extends OpenDb {
  connection: Connection;
}

/**
 * Opens the database for a command, and creates it if there is none. Uses the running server's database, or starts one for the duration
 * of the command. Bypasses a pooler, if there is one. Throws `StartFault`, also for a database that must be migrated: the start of
 * the program does that, after a backup.
 */
export async function connectDatabase(env: Env, log: Logger): Promise<Connected> {
  const { connection, stop } = await reachDatabase(env, log);
  const open = openDb(connection, log);
  const close = async () => {
    await open.close();
    await stop();
  };
  try {
    const migration = { beforeChange: refuseMigration, leavesContracts: true };
    const node = await startNode({ database: open, direct: connection, log, role: 'command', migration });
    return {
      ...open,
      connection,
      close: async () => {
        await node.leave();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function refuseMigration(): Promise<never> {
  throw new StartFault(
    'The database is of a former version of Spruce. Start this version once: it backs the shop up and migrates it. Then run the command again.',
  );
}

/** How a command reaches the shop's database. */
export interface ReachedDatabase {
  connection: Connection;
  stop(): Promise<void>;
}

/** Reaches the database without migrating it: that of the running shop, or one that is started for the duration of the command. */
export const reachDatabase = (env: Env, log: Logger): Promise<ReachedDatabase> =>
  env.databaseUrl === undefined ? connectOrStart(embeddedOptions(env, log)) : reachServer(env);

/** Like `reachDatabase`, but throws `StartFault` if a shop is running on the embedded database. */
export const reachStoppedDatabase = (env: Env, log: Logger): Promise<ReachedDatabase> =>
  env.databaseUrl === undefined ? startEmbedded(embeddedOptions(env, log)) : reachServer(env);

async function reachServer(env: Env): Promise<ReachedDatabase> {
  const connection = directConnection(env);
  await refusePooler(connection, directVariable(env));
  return { connection, stop: async () => {} };
}

/** The connection to the PostgreSQL server itself, for what needs a session of its own. */
export const directConnection = (env: Pick<Env, 'databaseUrl' | 'databaseDirectUrl'>): Connection =>
  connectionOf(env.databaseDirectUrl ?? env.databaseUrl ?? '');

/** The name of the variable that `directConnection` uses. */
export const directVariable = (env: Pick<Env, 'databaseDirectUrl'>): string =>
  env.databaseDirectUrl === undefined ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL';

/** The options with which every start of the embedded database is made: a start without the archive would end the archive's line. */
export const embeddedOptions = ({ dataDir, walArchive }: Pick<Env, 'dataDir' | 'walArchive'>, log: Logger) =>
  ({ dataDir, archive: walArchive ? { clock: systemClock, log } : undefined }) satisfies EmbeddedOptions;

/** Whether an embedded database has been created in a data folder. */
export const hasEmbeddedDatabase = (dataDir: string): boolean => existsSync(join(dataDir, 'postgres', 'PG_VERSION'));
