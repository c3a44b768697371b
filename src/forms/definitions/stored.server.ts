import type { Db, Tx } from '#infra/db.server.ts';
import { notFound } from '#lib/problem.ts';
import { type FormDefinition, withAllProperties } from '../definition.ts';
import { sentences } from '../sentences.ts';

/** One version of a form. */
export interface StoredForm {
  form: FormDefinition;
  version: number;
}

const versions = (db: Db | Tx) =>
  db
    .selectFrom('form_versions as v')
    .innerJoin('forms as f', 'f.id', 'v.form_id')
    .select(['v.version', 'v.definition']);

type Row = Awaited<ReturnType<ReturnType<typeof versions>['executeTakeFirst']>>;

function storedOf(row: Row): StoredForm {
  if (!row) throw notFound(sentences.noForm);
  return { version: row.version, form: withAllProperties(row.definition as unknown as FormDefinition) }; // only the importer writes it
}

/** The form that is filled in now. 404 for one that is unknown or archived. */
export const readForm = async (db: Db | Tx, by: { id: string } | { url: string }): Promise<StoredForm> =>
  storedOf(
    await versions(db)
      .whereRef('v.version', '=', 'f.current_version')
      .where('f.archived_at', 'is', null)
      .where((eb) =>
        'id' in by ? eb('f.id', '=', by.id) : eb(eb.fn<string>('lower', ['f.url']), '=', by.url.toLowerCase()),
      )
      .executeTakeFirst(),
  );

/** The version that somebody fills in who opened the form before it was replaced. 404 as above. */
export const readOpenVersion = async (db: Db | Tx, id: string, version: number): Promise<StoredForm> =>
  storedOf(
    await versions(db)
      .where('f.id', '=', id)
      .where('v.version', '=', version)
      .where('f.archived_at', 'is', null)
      .executeTakeFirst(),
  );

/** Any version, of archived forms too: what a submission was made with. */
export const readVersion = async (db: Db | Tx, id: string, version: number): Promise<StoredForm> =>
  storedOf(await versions(db).where('f.id', '=', id).where('v.version', '=', version).executeTakeFirst());
