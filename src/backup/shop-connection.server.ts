import {
  hasEmbeddedDatabase,
  reachDatabase,
  type ReachedDatabase,
  reachStoppedDatabase,
} from '#platform/postgres/connect-database.server.ts';
import { type Env, readEnv } from '#platform/process/env.server.ts';
import { openLog } from '#platform/process/log.server.ts';
import { StartFault } from '#platform/process/start-fault.server.ts';

/** The environment of an existing shop. Throws `StartFault` if there is none, without creating anything, because the folder may be mistyped. */
export function envOfShop(): Env {
  const { databaseUrl, dataDir } = readEnv(process.env, { makesSecret: false });
  if (databaseUrl === undefined && !hasEmbeddedDatabase(dataDir))
    throw new StartFault(`There is no shop in ${dataDir} yet. Set DATA_DIR to the folder of the shop.`);
  return readEnv(process.env);
}

/** The database of the running shop, or an embedded one that is started for the duration of the command. */
export const reachShop = (env: Env): Promise<ReachedDatabase> => reachDatabase(env, openLog('warn'));

/**
 * The same for a shop that must not be running if its database is embedded: then creates a missing database, and throws `StartFault` if the
 * shop is running.
 */
export const reachStoppedShop = (env: Env): Promise<ReachedDatabase> => reachStoppedDatabase(env, openLog('warn'));
