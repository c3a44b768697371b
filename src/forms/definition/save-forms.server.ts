import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { audit } from '#platform/db/audit.server.ts';
import type { Db, Tx } from '#platform/db/db.server.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { type FormDefinition, withAllProperties } from './definition.ts';

export interface SaveContext {
  at: Date;
  /** Null for changes made by the system, such as loading the demo's forms. */
  context: ActionContext | null;
}

/** A form that is not archived, with its current version. */
export interface CurrentForm {
  id: string;
  url: string;
  version: number;
  formName: string;
}

/** Advisory lock for imports, which run one at a time. */
const importLock = 7_031_001;

/**
 * Stores validated forms. A form whose url exists becomes a new version of the stored form, unless nothing changed; other
 * forms are added. Added forms have the ids given in `forms`; a new version keeps the stored form's id.
 */
export async function saveForms(
  tx: Tx,
  { forms, ...saving }: SaveContext & { forms: readonly FormDefinition[] },
): Promise<void> {
  const current = await lockForms(tx);
  for (const form of forms) {
    const before = current.get(form.url);
    if (before && isSame(await readDefinition(tx, before), form)) continue;
    await saveForm(tx, before ?? (await findArchived(tx, form.id)), form, saving);
  }
}

/** Returns the forms that are not archived, by url, and locks them against other imports until the transaction ends. */
export async function lockForms(tx: Tx): Promise<Map<string, CurrentForm>> {
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

/** The definition of a form's current version. */
export async function readDefinition(db: Db | Tx, { id, version }: CurrentForm): Promise<FormDefinition> {
  const { definition } = await db
    .selectFrom('form_versions')
    .select('definition')
    .where('form_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  return withAllProperties(definition as unknown as FormDefinition); // only this file writes definitions
}

/** Whether a form equals the stored one, apart from its id. */
export const isSame = (stored: FormDefinition, form: FormDefinition): boolean =>
  isDeepStrictEqual(stored, { ...form, id: stored.id });

/** The archived form with this id, if any: importing it again restores it. */
export const findArchived = (tx: Tx, id: string): Promise<{ id: string; version: number } | undefined> =>
  tx
    .selectFrom('forms')
    .select(['id', 'current_version as version'])
    .where('id', '=', id)
    .where('archived_at', 'is not', null)
    .executeTakeFirst();

/** Stores a form as a new version of `before`, which keeps its id, or as a new form. */
export async function saveForm(
  tx: Tx,
  before: { id: string; version: number } | undefined,
  imported: FormDefinition,
  saving: SaveContext,
): Promise<void> {
  const { at, context } = saving;
  const form = { ...imported, id: before?.id ?? imported.id };
  const version = (before?.version ?? 0) + 1;
  const row = { url: form.url, current_version: version, updated_at: at };
  const definition = JSON.stringify(form);
  const created = { created_at: at, created_by: context?.actor.id ?? null };
  if (!before)
    await tx
      .insertInto('forms')
      .values({ ...row, id: form.id, created_at: at })
      .execute();
  await tx
    .insertInto('form_versions')
    .values({ form_id: form.id, version, form_name: form.formName, definition, ...created })
    .execute();
  if (before)
    await tx
      .updateTable('forms')
      .set({ ...row, archived_at: null })
      .where('id', '=', form.id)
      .execute();
  const change = before
    ? { action: 'update', before: { version: before.version }, after: { version } }
    : { action: 'create', after: { formName: form.formName, url: form.url } };
  await auditForm(tx, { id: form.id, ...change }, saving);
}

/** Archives a form: it can no longer be filled in, but its submissions stay. */
export async function archiveForm(
  tx: Tx,
  { id, url }: Pick<CurrentForm, 'id' | 'url'>,
  saving: SaveContext,
): Promise<void> {
  await tx.updateTable('forms').set({ archived_at: saving.at, updated_at: saving.at }).where('id', '=', id).execute();
  await auditForm(tx, { id, action: 'archive', before: { url } }, saving);
}

export const auditForm = (
  tx: Tx,
  { id, ...change }: { id: string; action: string; before?: object; after?: object },
  { at, context }: SaveContext,
): Promise<void> =>
  audit(tx, {
    actor: context?.actor ?? null,
    entity: 'form',
    entityId: id,
    ...change,
    at,
    ...(context && { requestId: context.requestId }),
  });
