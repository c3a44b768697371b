import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { StartFault } from '../process/start-fault.server.ts';

const migrationsFolder = join(import.meta.dirname, '../../../migrations');

/**
 * Brings the database up to date with `migrations/NNNN-name.ts`, each exporting `up(db)`, in the order of their numbers
 * and all in one transaction. A database lock admits one process at a time, so that two may start at once.
 * Returns the names of the migrations applied; rethrows the error of a migration, in which case nothing has changed.
 */
export async function migrate<T>(db: Kysely<T>, folder = migrationsFolder): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => readMigrations(folder) } });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error !== undefined)
    throw asMigrationError(error, results.find((result) => result.status === 'Error')?.migrationName);
  return results.map((result) => result.migrationName);
}

function asMigrationError(error: unknown, name: string | undefined): Error {
  const reason = error instanceof Error ? error.message : String(error);
  if (/previously executed migration .* is missing/.test(reason)) {
    return new StartFault(`The database was made by a newer version of Spruce (${reason}). Start that version.`, {
      cause: error,
    });
  }
  return new Error(name === undefined ? reason : `Migration ${name} failed: ${reason}`, { cause: error });
}

async function readMigrations(folder: string): Promise<Record<string, Migration>> {
  const migrations: Record<string, Migration> = {};
  const numbers = new Set<string>();
  for (const file of (await readdir(folder)).sort()) {
    const [, name, number] = /^((\d{4})-[a-z0-9-]+)\.ts$/.exec(file) ?? [];
    if (name === undefined || number === undefined) throw new Error(`${file} is not named like 0001-foundation.ts.`);
    if (numbers.has(number)) throw new Error(`Two migrations have the number ${number}.`);
    numbers.add(number);
    migrations[name] = (await import(pathToFileURL(join(folder, file)).href)) as Migration; // a missing `up` throws in Migrator
  }
  return migrations;
}
