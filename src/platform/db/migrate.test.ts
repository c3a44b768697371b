import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { freshDatabase } from '../../../test/database.ts';
import { openDb } from './db.server.ts';
import { migrate } from './migrate.server.ts';

const { db, connection } = await freshDatabase();
const root = mkdtempSync(join(tmpdir(), 'spruce-migrations-'));
afterAll(() => rmSync(root, { recursive: true }));

let folder = root;
const createOne = `await db.schema.createTable('one').addColumn('id', 'integer').execute();`;
const rename = (from: string) => `await db.schema.alterTable('${from}').renameTo('two').execute();`;
const write = (name: string, body: string) =>
  writeFileSync(join(folder, name), `export async function up(db) { ${body} }\n`);

beforeEach(async () => {
  folder = mkdtempSync(join(root, 'set-'));
  await sql`drop table if exists kysely_migration, kysely_migration_lock, one, two`.execute(db);
});

const exists = async (table: string) =>
  (await sql<{ found: boolean }>`select to_regclass(${table}) is not null as found`.execute(db)).rows[0]?.found;

test('migrations run once, in the order of their numbers', async () => {
  write('0002-two.ts', rename('one'));
  write('0001-one.ts', createOne);
  expect(await migrate(db, folder)).toEqual(['0001-one', '0002-two']);
  expect(await migrate(db, folder)).toEqual([]);
  expect(await exists('two')).toBe(true);
});

test('a failing migration leaves the database unchanged', async () => {
  write('0001-one.ts', createOne);
  write('0002-two.ts', rename('absent'));
  await expect(migrate(db, folder)).rejects.toThrow('Migration 0002-two failed: relation "absent" does not exist');
  expect(await exists('one')).toBe(false);
});

test('two processes that start at once migrate once', async () => {
  write('0001-one.ts', `await new Promise((done) => setTimeout(done, 200)); ${createOne}`);
  const other = openDb(connection, console);
  const applied = await Promise.all([migrate(db, folder), migrate(other.db, folder)]);
  await other.close();
  expect(applied.flat()).toEqual(['0001-one']);
});

test('a database of a newer version is refused', async () => {
  write('0001-one.ts', createOne);
  await migrate(db, folder);
  rmSync(join(folder, '0001-one.ts'));
  await expect(migrate(db, folder)).rejects.toThrow('The database was made by a newer version of Spruce');
});

test('file names and numbers are validated', async () => {
  write('0001-one.ts', '');
  cpSync(join(folder, '0001-one.ts'), join(folder, '0001-uno.ts'));
  await expect(migrate(db, folder)).rejects.toThrow('Two migrations have the number 0001.');
  rmSync(join(folder, '0001-uno.ts'));
  write('One.ts', '');
  await expect(migrate(db, folder)).rejects.toThrow('One.ts is not named like 0001-foundation.ts.');
});
