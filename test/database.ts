import { randomBytes } from 'node:crypto';
import { afterAll, inject } from 'vitest';
import { type Connection, databaseOn, type OpenDb, openDb } from '#platform/db/db.server.ts';

export interface FreshDatabase extends OpenDb {
  connection: Connection;
}

/**
 * A migrated, otherwise empty database for this test file, dropped at its end. Call it at the top of the file:
 * `const { db } = await freshDatabase();`
 */
export const freshDatabase = (): Promise<FreshDatabase> => ownDatabase(inject('testServer').template);

/** A database of this test file without any table. */
export const emptyDatabase = (): Promise<FreshDatabase> => ownDatabase('template0');

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
