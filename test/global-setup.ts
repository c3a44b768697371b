import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { type Connection, connectionOf, openDb } from '#platform/db/db.server.ts';
import { startEmbedded } from '#platform/postgres/embedded-postgres.server.ts';
import { migrate } from '#platform/db/migrate.server.ts';
import { seed } from './seed-value.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The server that tests make their databases on, and the migrated database that they are copies of. */
    testServer: { connection: Connection; template: string };
  }
}

const template = `spruce_template_${process.pid}`;

/** One server for the whole run: an embedded one in a temporary folder, or the one that TEST_DATABASE_URL names. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  console.info(`Property tests begin with the seed ${seed} (SPRUCE_SEED sets another).`);
  const given = process.env['TEST_DATABASE_URL'];
  const server = given ? { connection: connectionOf(given), stop: async () => {} } : await ownServer();
  const maintenance = openDb({ ...server.connection, max: 1 }, console);
  await maintenance.pool.query(`create database ${template}`);
  const { db, close } = openDb(databaseOn(server.connection, template), console);
  await migrate(db);
  await close(); // a database in use can't be copied
  project.provide('testServer', { connection: server.connection, template });
  return async () => {
    await maintenance.pool.query(`drop database ${template} with (force)`);
    await maintenance.close();
    await server.stop();
  };
}

async function ownServer(): Promise<{ connection: Connection; stop: () => Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'spruce-test-'));
  const { connection, stop } = await startEmbedded({ dataDir, durable: false });
  const stopAndClear = async () => {
    await stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { connection, stop: stopAndClear };
}

/** The same server, another database. */
export function databaseOn({ connectionString, ...rest }: Connection, database: string): Connection {
  if (connectionString === undefined) return { ...rest, database };
  const url = new URL(connectionString);
  url.pathname = `/${database}`;
  return { ...rest, connectionString: url.href };
}
