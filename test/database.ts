import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, inject } from 'vitest';
import { type Connection, type OpenDb, openDb } from '#platform/db/db.server.ts';
import { migrate } from '#platform/db/migrate.server.ts';
import { databaseOn } from './global-setup.ts';

export interface FreshDatabase extends OpenDb {
  connection: Connection;
}

/**
 * A migrated, otherwise empty database for this test file, dropped at its end. Call it at the top of the file:
 * `const { db } = await freshDatabase();`
 */
export const freshDatabase = (): Promise<FreshDatabase> => ownDatabase(inject('testServer').template);

/** The same in the state before a migration, `0033`, so that tests can add rows for it to convert. */
export async function databaseBefore(number: string): Promise<OpenDb & { bringUpToDate: () => Promise<unknown> }> {
  const opened = await ownDatabase('template0');
  const all = join(import.meta.dirname, '../migrations');
  const folder = await mkdtemp(join(tmpdir(), 'spruce-earlier-'));
  try {
    for (const file of await readdir(all))
      if (file < number)
        await writeFile(join(folder, file), `export * from '${pathToFileURL(join(all, file)).href}';\n`);
    await migrate(opened.db, folder);
  } finally {
    await rm(folder, { recursive: true });
  }
  return { ...opened, bringUpToDate: () => migrate(opened.db) };
}

async function ownDatabase(template: string): Promise<FreshDatabase> {
  const { connection: server } = inject('testServer');
  const name = `spruce_test_${randomBytes(6).toString('hex')}`;
  await onServer(server, `create database ${name} template ${template}`);
  const connection = databaseOn(server, name);
  const opened = openDb(connection, { error() {} }); // its connections are closed when it is dropped
  afterAll(async () => {
    await opened.close();
    await onServer(server, `drop database ${name} with (force)`);
  });
  return { ...opened, connection };
}

async function onServer(server: Connection, statement: string): Promise<void> {
  const { pool, close } = openDb({ ...server, max: 1 }, console);
  try {
    await pool.query(statement);
  } finally {
    await close();
  }
}
