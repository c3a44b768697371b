import { CompiledQuery, type Kysely, sql } from 'kysely';
import type { ClientBase } from 'pg';
import { StartFault } from '../process/start-fault.server.ts';
import type { MigrationFile, Phase } from './migration-files.server.ts';

/** A row of `schema_migrations`. */
export interface RecordedMigration {
  name: string;
  phase: Phase;
  /** False while its batches, or its statements outside a transaction, are under way. */
  isFinished: boolean;
}

/** The migrations that a database has; none if it is new, or of an earlier release whose record has not been copied yet. */
export async function recordedMigrations<T>(db: Kysely<T>): Promise<RecordedMigration[]> {
  if (!(await tableExists(db, 'schema_migrations'))) return [];
  const { rows } = await sql<RecordedMigration>`
    select name, phase, finished_at is not null as "isFinished" from schema_migrations order by name`.execute(db);
  return rows;
}

/** Creates the record, and copies into it that of releases that used Kysely's migrator. Call it under the migration lock. */
export async function createRecord<T>(db: Kysely<T>): Promise<void> {
  if (await tableExists(db, 'schema_migrations')) return;
  await db.transaction().execute(async (tx) => {
    await sql`
      create table schema_migrations (
        name text primary key,
        phase text not null check (phase in ('expand', 'contract')),
        started_at timestamptz not null,
        finished_at timestamptz,
        by_version text not null,
        ms integer,
        sha256 text
      )`.execute(tx);
    if (!(await tableExists(tx, 'kysely_migration'))) return;
    await adoptFirstRelease(tx);
    await sql`
      insert into schema_migrations (name, phase, started_at, finished_at, by_version)
      select name, 'expand', timestamp::timestamptz, timestamp::timestamptz, '0.1.0' from kysely_migration
      on conflict do nothing`.execute(tx);
  });
}

/** Whether a table or index exists, in the schema `public` unless `name` begins with another schema. */
export async function tableExists<T>(db: Kysely<T> | ClientBase, name: string): Promise<boolean> {
  const text = 'select to_regclass($1) is not null as exists';
  const values = [name.includes('.') ? name : `public.${name}`];
  const { rows } =
    'query' in db
      ? await db.query<{ exists: boolean }>(text, values)
      : await db.executeQuery<{ exists: boolean }>(CompiledQuery.raw(text, values));
  return rows[0]?.exists === true;
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
async function adoptFirstRelease<T>(tx: Kysely<T>): Promise<void> {
  await sql`lock table kysely_migration`.execute(tx);
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(tx);
  const names = new Set(rows.map(({ name }) => name));
  if (!names.has('0002-catalogue')) return; // it already has the squashed migrations
  if (!names.has(lastOfFirstRelease))
    throw new StartFault(
      'The database was made by a version of Spruce before its first release. Start the first release once, then this version.',
    );
  await sql`delete from kysely_migration`.execute(tx);
  await sql`insert into kysely_migration (name, timestamp) select name, now()::text from unnest(${squashed}::text[]) name`.execute(
    tx,
  );
}

/**
 * Throws `StartFault` if a migration that this program does not know has removed something from the database. On a schema that a newer
 * version has expanded but not contracted, this program can run.
 */
export function refuseContracted(recorded: readonly RecordedMigration[], files: readonly MigrationFile[]): void {
  const name = unknownContract(recorded, files);
  if (name !== undefined)
    throw new StartFault(
      `The database was made by a newer version of Spruce (its migration ${name} is missing here). Start that version.`,
    );
}

/** A contract migration that this program does not know, if the database has or is getting one. */
export const unknownContract = (
  recorded: readonly RecordedMigration[],
  files: readonly Pick<MigrationFile, 'name'>[],
): string | undefined =>
  recorded.find(({ name, phase }) => phase === 'contract' && !files.some((file) => file.name === name))?.name;
