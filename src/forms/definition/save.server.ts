import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { audit } from '#platform/db/audit.server.ts';
import type { Db, Tx } from '#platform/db/db.server.ts';
import type { ActionContext } from '#company/service.server.ts';
import { type FormDefinition, withAllProperties } from './definition.ts';

/** What an import did, by the forms' urls. */
export interface Imported {
  added: string[];
  replaced: string[];
  archived: string[];
}

export interface Saving {
  at: Date;
  /** Null for what the system does by itself, such as the demo's forms. */
  context: ActionContext | null;
}

/** A form as it is filled in now. */
export interface OpenForm {
  id: string;
  url: string;
  version: number;
  formName: string;
}

/** Held while forms are imported, so that two imports follow one another. */
const importLock = 7_031_001;

/**
 * Stores checked forms: one with a url that is there becomes its new version, unless it says the same; others are added.
 * All ids are those of the files, but a form that is replaced keeps its own. `reset` archives what is not among `forms`.
 */
export async function saveForms(
  tx: Tx,
  { forms, method, ...saving }: Saving & { forms: readonly FormDefinition[]; method: 'replace' | 'reset' },
): Promise<Imported> {
  const open = await lockForms(tx);
  const imported: Imported = { added: [], replaced: [], archived: [] };
  for (const form of forms) {
    const before = open.get(form.url);
    open.delete(form.url);
    const isChanged = before === undefined || !isSame(await readDefinition(tx, before), form);
    if (isChanged) await saveForm(tx, { before: before ?? (await readArchived(tx, form.id)), form }, saving);
    if (isChanged) imported[before ? 'replaced' : 'added'].push(form.url);
  }
  if (method === 'reset')
    for (const form of open.values()) {
      await archiveForm(tx, form, saving);
      imported.archived.push(form.url);
    }
  return imported;
}

/** The forms that are open, by their urls, which no other import changes until the transaction ends. */
export async function lockForms(tx: Tx): Promise<Map<string, OpenForm>> {
  await sql`select pg_advisory_xact_lock(${importLock})`.execute(tx);
  const rows = await tx
    .selectFrom('forms as f')
    .innerJoin('form_versions as v', (join) =>
      join.onRef('v.form_id', '=', 'f.id').onRef('v.version', '=', 'f.current_version'),
    )
    .select(['f.id', 'f.url', 'f.current_version as version', 'v.form_name as formName'])
    .where('f.archived_at', 'is', null)
    .orderBy('f.url')
    .execute();
  return new Map(rows.map((row) => [row.url, row]));
}

/** What an open form says now. */
export async function readDefinition(db: Db | Tx, { id, version }: OpenForm): Promise<FormDefinition> {
  const { definition } = await db
    .selectFrom('form_versions')
    .select('definition')
    .where('form_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  return withAllProperties(definition as unknown as FormDefinition); // only this file writes it
}

/** Whether a form would say the same as the stored one; its own id it keeps in any case. */
export const isSame = (stored: FormDefinition, form: FormDefinition): boolean =>
  isDeepStrictEqual(stored, { ...form, id: stored.id });

/** An archived form with this id: importing it again opens it. */
export const readArchived = (tx: Tx, id: string): Promise<{ id: string; version: number } | undefined> =>
  tx
    .selectFrom('forms')
    .select(['id', 'current_version as version'])
    .where('id', '=', id)
    .where('archived_at', 'is not', null)
    .executeTakeFirst();

interface Saved {
  /** Whose next version it is, under its id; none for a new form. */
  before: { id: string; version: number } | undefined;
  form: FormDefinition;
}

/** Stores a form as a new version, or as a new form. */
export const saveForm = (tx: Tx, { before, form }: Saved, saving: Saving): Promise<void> =>
  before ? replaceForm(tx, { before, form: { ...form, id: before.id } }, saving) : addForm(tx, form, saving);

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
  { before, form }: { before: { version: number }; form: FormDefinition },
  saving: Saving,
): Promise<void> {
  const version = before.version + 1;
  await addVersion(tx, { form, version }, saving);
  await tx
    .updateTable('forms')
    .set({ url: form.url, current_version: version, updated_at: saving.at, archived_at: null })
    .where('id', '=', form.id)
    .execute();
  const told = { before: { version: before.version }, after: { version } };
  await note(tx, { id: form.id, action: 'update', ...told }, saving);
}

/** Nobody fills it in any more; what was submitted stays. */
export async function archiveForm(tx: Tx, { id, url }: Pick<OpenForm, 'id' | 'url'>, saving: Saving): Promise<void> {
  await tx.updateTable('forms').set({ archived_at: saving.at, updated_at: saving.at }).where('id', '=', id).execute();
  await note(tx, { id, action: 'archive', before: { url } }, saving);
}

async function addVersion(
  tx: Tx,
  { form, version }: { form: FormDefinition; version: number },
  { at, context }: Saving,
) {
  await tx
    .insertInto('form_versions')
    .values({
      form_id: form.id,
      version,
      form_name: form.formName,
      definition: JSON.stringify(form),
      created_at: at,
      created_by: context?.actor.id ?? null,
    })
    .execute();
}

export const note = (
  tx: Tx,
  { id, ...change }: { id: string; action: string; before?: object; after?: object },
  { at, context }: Saving,
): Promise<void> =>
  audit(tx, {
    actor: context?.actor ?? null,
    entity: 'form',
    entityId: id,
    ...change,
    at,
    ...(context && { requestId: context.requestId }),
  });
