import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db.server.ts';
import { conflict, notFound } from '#lib/api/problem.ts';
import { type FormDefinition, withAllProperties } from './definition.ts';
import { sentences } from './sentences.ts';
import { cacheOf } from './definition-cache.server.ts';

/** One version of a form. Its definition is shared with other readers: never change it. */
export interface StoredForm {
  form: FormDefinition;
  version: number;
}

/** A form that can be seen; a closed one takes no answers. */
export interface OpenedForm extends StoredForm {
  isClosed: boolean;
}

interface VersionRow {
  id: string;
  version: number;
  /** The transaction that wrote it: a restored or emptied database may have another version of the same number. */
  writtenBy: string;
}

/** What is needed to find a version in memory; its definition is large, and stays where it is. */
const versions = (db: Db | Tx) =>
  db
    .selectFrom('forms as f')
    .innerJoin('form_versions as v', 'v.form_id', 'f.id')
    .select(['f.id', 'v.version', 'f.closed_at as closedAt', sql<string>`v.xmin::text`.as('writtenBy')]);

async function definitionOf(db: Db | Tx, { id, version, writtenBy }: VersionRow): Promise<FormDefinition> {
  const cache = db.isTransaction ? undefined : cacheOf(db);
  const key = `${id} ${version} ${writtenBy}`;
  const kept = cache?.get(key);
  if (kept) return kept;
  const row = await db
    .selectFrom('form_versions')
    .select('definition')
    .where('form_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  if (!row) throw notFound(sentences.noForm);
  const form = withAllProperties(row.definition as unknown as FormDefinition); // only the importer writes it
  cache?.keep(key, form);
  return form;
}

/** The form that is there now. 404 for one that is unknown or archived. */
export async function readForm(db: Db | Tx, by: { id: string } | { url: string }): Promise<OpenedForm> {
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
 * The version that somebody fills in: the newest, or the one that was opened before it was replaced. 404 as above, 409 where the
 * form is closed.
 */
export async function readToFill(db: Db, id: string, version: number | undefined): Promise<StoredForm> {
  const { isClosed, ...newest } = await readForm(db, { id });
  if (isClosed) throw conflict(sentences.closed);
  return version === undefined || version === newest.version ? newest : readVersion(db, id, version);
}

/** Any version, of archived forms too: what a submission was made with. */
export async function readVersion(db: Db | Tx, id: string, version: number): Promise<StoredForm> {
  const row = await versions(db).where('f.id', '=', id).where('v.version', '=', version).executeTakeFirst();
  if (!row) throw notFound(sentences.noForm);
  return { version, form: await definitionOf(db, row) };
}
