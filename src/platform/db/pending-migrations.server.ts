import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Db } from './db.server.ts';

const folder = join(import.meta.dirname, '../../../migrations');

export interface SchemaState {
  /** The last migration that was applied. */
  last: string | undefined;
  /** Migrations of this program that have not been applied. */
  pending: string[];
}

/** Compares the migrations of this program with those of the database. */
export async function readSchemaState(db: Db): Promise<SchemaState> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  const applied = new Set(rows.map(({ name }) => name));
  const files = (await readdir(folder)).flatMap((file) => /^(\d{4}-[a-z0-9-]+)\.ts$/.exec(file)?.[1] ?? []).sort();
  return { last: rows.at(-1)?.name, pending: files.filter((name) => !applied.has(name)) };
}
