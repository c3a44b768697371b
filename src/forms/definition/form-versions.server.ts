import { type InferResult, sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db.server.ts';
import { conflict, notFound } from '#lib/api/problem.ts';
import { type FormDefinition, withAllProperties } from './definition.ts';
import { sentences } from './sentences.ts';
import { cacheOf } from './definition-cache.server.ts';

/** One version of a form. The definition is cached and shared, so it must not be changed. */
export interface StoredForm {
  form: FormDefinition;
  version: number;
}

/**
 * Selects the columns that identify a version in the cache, without its large definition. `writtenBy` is the transaction that
 * wrote the version: after a database backup is restored, the same number may belong to another version.
 */
const versions = (db: Db | Tx) =>
  db
    .selectFrom('forms as f')
    .innerJoin('form_versions as v', 'v.form_id', 'f.id')
    .select(['f.id', 'v.version', 'f.closed_at as closedAt', sql<string>`v.xmin::text`.as('writtenBy')]);

type VersionRow = InferResult<ReturnType<typeof versions>>[number];

async function definitionOf(db: Db | Tx, { id, version, writtenBy }: VersionRow): Promise<FormDefinition> {
  const cache = db.isTransaction ? undefined : cacheOf(db);
  const key = `${id} ${version} ${writtenBy}`;
  const cached = cache?.get(key);
  if (cached) return cached;
  const row = await db
    .selectFrom('form_versions')
    .select('definition')
    .where('form_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  if (!row) throw notFound(sentences.noForm);
  const form = withAllProperties(row.definition as unknown as FormDefinition); // only the importer writes definitions
  cache?.set(key, form);
  return form;
}

/** The current version of a form; a closed form accepts no submissions. Throws 404 if the form is unknown or archived. */
export async function readForm(
  db: Db | Tx,
  by: { id: string } | { url: string },
): Promise<StoredForm & { isClosed: boolean }> {
  const row = await versions(db)
    .whereRef('v.version', '=', 'f.current_version')
    .where('f.archived_at', 'is', null)
    .where((eb) =>
      'id' in by ? eb('f.id', '=', by.id) : eb(eb.fn<string>('lower', ['f.url']), '=', by.url.toLowerCase()),
    )
    .executeTakeFirst();
  if (!row) throw notFound(sentences.noForm);
  return { version: row.version, isClosed: row.closedAt !== null, form: await definitionOf(db, row) };
}

/**
 * The version to fill in: the newest, or `version` if the page was opened before the form was replaced. Throws 404 if the
 * form is unknown or archived, 409 if it is closed.
 */
export async function readToFill(db: Db, id: string, version: number | undefined): Promise<StoredForm> {
  const { isClosed, ...newest } = await readForm(db, { id });
  if (isClosed) throw conflict(sentences.closed);
  return version === undefined || version === newest.version ? newest : readVersion(db, id, version);
}

/** Any version of a form, archived or not. Throws 404 if the version is unknown. */
export async function readVersion(db: Db | Tx, id: string, version: number): Promise<StoredForm> {
  const row = await versions(db).where('f.id', '=', id).where('v.version', '=', version).executeTakeFirst();
  if (!row) throw notFound(sentences.noForm);
  return { version, form: await definitionOf(db, row) };
}
