import { type Connection, connectionOf } from '#platform/db/db.server.ts';
import { connectOrStart, startEmbedded } from '#platform/postgres/embedded-postgres.server.ts';
import type { Env } from '#platform/process/env.server.ts';

/** How a command reaches the shop's database, which it must not migrate. */
export interface ShopConnection {
  connection: Connection;
  stop(): Promise<void>;
}

/** The database of the running shop, or of one that is started for the duration of the command. */
export const reachShop = ({ databaseUrl, dataDir }: Env): Promise<ShopConnection> =>
  databaseUrl === undefined ? connectOrStart({ dataDir }) : external(databaseUrl);

/** The same, but no shop may run on the embedded database. Throws `StartFault` if one does. */
export const reachStoppedShop = ({ databaseUrl, dataDir }: Env): Promise<ShopConnection> =>
  databaseUrl === undefined ? startEmbedded({ dataDir }) : external(databaseUrl);

const external = async (databaseUrl: string): Promise<ShopConnection> => ({
  connection: connectionOf(databaseUrl),
  stop: async () => {},
});
