import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { StartFault } from '../process/start-fault.server.ts';

const migrationsFolder = join(import.meta.dirname, '../../../migrations');

/**
 * Brings the database up to date with `migrations/NNNN-name.ts`, each exporting `up(db)`, in the order of their numbers
 * and all in one transaction. Several processes may start at once: a database lock admits one at a time.
 * Returns the names of the migrations applied; rethrows the error of a migration, in which case nothing has changed.
 */
export async function migrate<T>(db: Kysely<T>, folder = migrationsFolder): Promise<string[]> {
  await adoptFirstRelease(db);
  const migrator = new Migrator({ db, provider: { getMigrations: () => readMigrations(folder) } });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error !== undefined)
    throw asMigrationError(error, results.find((result) => result.status === 'Error')?.migrationName);
  return results.map((result) => result.migrationName);
}

/** The last of the first release's 50 migrations. */
const lastOfFirstRelease = '0076-newest-unsent-mails';
/** The ten migrations that replaced those 50 and make the same schema. */
const squashed = [
  '0001-foundation',
  '0002-accounts',
  '0003-addresses',
  '0004-catalogue',
  '0005-catalogue-lists',
  '0006-stock-and-purchasing',
  '0007-orders',
  '0008-refunds',
  '0009-sales-figures',
  '0010-forms-and-enquiries',
];

/** Records the squashed migrations as applied in a database of the first release. Refuses a database that is older still. */
export async function adoptFirstRelease<T>(db: Kysely<T>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows: existing } = await sql`select from pg_tables where tablename = 'kysely_migration'`.execute(tx);
    if (existing.length === 0) return;
    await sql`lock table kysely_migration`.execute(tx);
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(tx);
    const names = new Set(rows.map(({ name }) => name));
    if (!names.has('0002-catalogue')) return; // it has the squashed migrations
    if (!names.has(lastOfFirstRelease))
      throw new StartFault(
        'The database was made by a version of Spruce before its first release. Start the first release once, then this version.',
      );
    await sql`delete from kysely_migration`.execute(tx);
    await sql`insert into kysely_migration (name, timestamp) select name, now()::text from unnest(${squashed}::text[]) name`.execute(
      tx,
    );
  });
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

/** The migrations that this program has, by name. */
export async function readMigrations(folder = migrationsFolder): Promise<Record<string, Migration>> {
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
