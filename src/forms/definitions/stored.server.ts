import type { Db, Tx } from '#infra/db.server.ts';
import { conflict, notFound } from '#lib/problem.ts';
import { type FormDefinition, withAllProperties } from '../definition.ts';
import { sentences } from '../sentences.ts';
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

async function definitionOf(db: Db | Tx, id: string, version: number): Promise<FormDefinition> {
  const cache = db.isTransaction ? undefined : cacheOf(db);
  const key = `${id} ${version}`;
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
  const row = await db
    .selectFrom('forms')
    .select(['id', 'current_version as version', 'closed_at as closedAt'])
    .where('archived_at', 'is', null)
    .where((eb) => ('id' in by ? eb('id', '=', by.id) : eb(eb.fn<string>('lower', ['url']), '=', by.url.toLowerCase())))
    .executeTakeFirst();
  if (!row) throw notFound(sentences.noForm);
  return { version: row.version, isClosed: row.closedAt !== null, form: await definitionOf(db, row.id, row.version) };
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
export const readVersion = async (db: Db | Tx, id: string, version: number): Promise<StoredForm> => ({
  version,
  form: await definitionOf(db, id, version),
});
