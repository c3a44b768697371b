import type { Db } from './db.server.ts';
import { readMigrations } from './migration-files.server.ts';
import { recordedMigrations } from './migration-record.server.ts';

export interface SchemaState {
  /** The last migration that was applied. */
  last: string | undefined;
  /** Migrations of this program that have not been applied. */
  pending: string[];
}

/** Compares the migrations of this program with those of the database. */
export async function readSchemaState(db: Db): Promise<SchemaState> {
  const applied = (await recordedMigrations(db)).filter(({ isFinished }) => isFinished).map(({ name }) => name);
  const pending = (await readMigrations()).map(({ name }) => name).filter((name) => !applied.includes(name));
  return { last: applied.at(-1), pending };
}
