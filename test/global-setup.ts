import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { type Connection, connectionOf, databaseOn, openDb } from '#platform/db/db.server.ts';
import { startEmbedded } from '#platform/postgres/embedded-postgres.server.ts';
import { migrate } from '#platform/db/migrate.server.ts';
import { makeJobs } from '#platform/jobs/jobs.server.ts';
import { systemClock } from '#platform/process/clock.server.ts';
import { openLog } from '#platform/process/log.server.ts';
import { seed } from './seed-value.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The server on which tests create their databases, and the migrated database that they copy. */
    testServer: { connection: Connection; template: string };
  }
}

const template = `spruce_template_${process.pid}`;

/** Starts one server for the whole run, embedded in a temporary folder, or uses the one that TEST_DATABASE_URL names. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  console.info(`Property tests begin with the seed ${seed} (SPRUCE_SEED sets another).`);
  const configured = process.env['TEST_DATABASE_URL'];
  const server = configured ? { connection: connectionOf(configured), stop: async () => {} } : await ownServer();
  const maintenance = openDb({ ...server.connection, max: 1 }, console);
  await maintenance.pool.query(`create database ${template}`);
  const { db, pool, close } = openDb(databaseOn(server.connection, template), console);
  await migrate(db);
  const jobs = makeJobs({ pool, clock: systemClock, log: openLog('warn'), supervises: false });
  await jobs.install(); // the queue's tables, which every copy would make again
  await jobs.stop();
  await close(); // a database with connections can't be copied
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
