import {
  hasEmbeddedDatabase,
  reachDatabase,
  type ReachedDatabase,
  reachStoppedDatabase,
} from '#platform/postgres/connect-database.server.ts';
import type { Env } from '#platform/process/env.server.ts';
import { openLog } from '#platform/process/log.server.ts';
import { StartFault } from '#platform/process/start-fault.server.ts';

/** The database of the running shop, or of one that is started for the duration of the command. Throws `StartFault` if there is none. */
export async function reachShop(env: Env): Promise<ReachedDatabase> {
  if (env.databaseUrl === undefined && !hasEmbeddedDatabase(env.dataDir))
    throw new StartFault(`There is no shop in ${env.dataDir} yet. Set DATA_DIR to the folder of the shop.`);
  return reachDatabase(env, openLog('warn'));
}

/** The same for a shop that must not be running, where the database is embedded; creates one. Throws `StartFault` if it is running. */
export const reachStoppedShop = (env: Env): Promise<ReachedDatabase> => reachStoppedDatabase(env, openLog('warn'));
