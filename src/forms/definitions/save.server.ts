import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { audit } from '#infra/audit.server.ts';
import type { Tx } from '#infra/db.server.ts';
import type { Doer } from '#settings/service.server.ts';
import type { FormDefinition } from '../definition.ts';

/** What an import did, by the forms' urls. */
export interface Imported {
  added: string[];
  replaced: string[];
  archived: string[];
}

interface Saving {
  forms: readonly FormDefinition[];
  /** `reset` archives what is not among `forms`. */
  method: 'replace' | 'reset';
  at: Date;
  /** Null for what the system does by itself, such as the demo's forms. */
  doer: Doer | null;
}

interface Open {
  id: string;
  url: string;
  version: number;
  definition: FormDefinition;
}

/** Held while forms are imported, so that two imports follow one another. */
const importLock = 7_031_001;

/**
 * Stores checked forms: one with a url that is there becomes its new version, unless it says the same; others are added.
 * All ids are those of the files, but a form that is replaced keeps its own.
 */
export async function saveForms(tx: Tx, saving: Saving): Promise<Imported> {
  await sql`select pg_advisory_xact_lock(${importLock})`.execute(tx);
  const open = new Map((await openForms(tx)).map((form) => [form.url.toLowerCase(), form]));
  const imported: Imported = { added: [], replaced: [], archived: [] };
  for (const form of saving.forms) {
    const before = open.get(form.url.toLowerCase());
    open.delete(form.url.toLowerCase());
    if (!before) {
      await addForm(tx, form, saving);
      imported.added.push(form.url);
    } else if (await replaceForm(tx, { before, form: { ...form, id: before.id } }, saving))
      imported.replaced.push(form.url);
  }
  if (saving.method === 'reset')
    for (const form of open.values()) {
      await archiveForm(tx, form, saving);
      imported.archived.push(form.url);
    }
  return imported;
}

async function openForms(tx: Tx): Promise<Open[]> {
  const rows = await tx
    .selectFrom('forms as f')
    .innerJoin('form_versions as v', (join) =>
      join.onRef('v.form_id', '=', 'f.id').onRef('v.version', '=', 'f.current_version'),
    )
    .select(['f.id', 'f.url', 'f.current_version as version', 'v.definition'])
    .where('f.archived_at', 'is', null)
    .execute();
  return rows.map((row) => ({ ...row, definition: row.definition as unknown as FormDefinition })); // only this file writes it
}

async function addForm(tx: Tx, form: FormDefinition, saving: Saving): Promise<void> {
  const { at } = saving;
  await tx
    .insertInto('forms')
    .values({ id: form.id, url: form.url, current_version: 1, created_at: at, updated_at: at })
    .execute();
  await addVersion(tx, { form, version: 1 }, saving);
  await note(tx, { id: form.id, action: 'create', after: { formName: form.formName, url: form.url } }, saving);
}

async function replaceForm(
  tx: Tx,
  { before, form }: { before: Open; form: FormDefinition },
  saving: Saving,
): Promise<boolean> {
  if (isDeepStrictEqual(before.definition, form)) return false;
  const version = before.version + 1;
  await addVersion(tx, { form, version }, saving);
  await tx
    .updateTable('forms')
    .set({ url: form.url, current_version: version, updated_at: saving.at })
    .where('id', '=', form.id)
    .execute();
  const told = { before: { version: before.version }, after: { version } };
  await note(tx, { id: form.id, action: 'update', ...told }, saving);
  return true;
}

async function archiveForm(tx: Tx, { id, url }: Open, saving: Saving): Promise<void> {
  await tx.updateTable('forms').set({ archived_at: saving.at, updated_at: saving.at }).where('id', '=', id).execute();
  await note(tx, { id, action: 'archive', before: { url } }, saving);
}

async function addVersion(tx: Tx, { form, version }: { form: FormDefinition; version: number }, { at, doer }: Saving) {
  await tx
    .insertInto('form_versions')
    .values({
      form_id: form.id,
      version,
      form_name: form.formName,
      definition: JSON.stringify(form),
      created_at: at,
      created_by: doer?.actor.id ?? null,
    })
    .execute();
}

const note = (
  tx: Tx,
  { id, ...change }: { id: string; action: string; before?: object; after?: object },
  { at, doer }: Saving,
): Promise<void> =>
  audit(tx, {
    actor: doer?.actor ?? null,
    entity: 'form',
    entityId: id,
    ...change,
    at,
    ...(doer && { requestId: doer.requestId }),
  });
