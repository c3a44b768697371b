import type { Connection } from '#platform/db/db.server.ts';
import { directConnection } from '#platform/postgres/connect-database.server.ts';
import { connectOrStart, startEmbedded } from '#platform/postgres/embedded-postgres.server.ts';
import type { Env } from '#platform/process/env.server.ts';

/** How a command reaches the shop's database, which it must not migrate. */
export interface ShopConnection {
  connection: Connection;
  stop(): Promise<void>;
}

/** The database of the running shop, or of one that is started for the duration of the command. */
export const reachShop = (env: Env): Promise<ShopConnection> =>
  env.databaseUrl === undefined ? connectOrStart({ dataDir: env.dataDir }) : external(env);

/** The same, but no shop may run on the embedded database. Throws `StartFault` if one does. */
export const reachStoppedShop = (env: Env): Promise<ShopConnection> =>
  env.databaseUrl === undefined ? startEmbedded({ dataDir: env.dataDir }) : external(env);

const external = async (env: Env): Promise<ShopConnection> => ({
  connection: directConnection(env),
  stop: async () => {},
});
