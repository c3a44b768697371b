import { type Db, inTransaction, type Tx } from '#platform/db/db.server.ts';
import { conflict, notFound } from '#lib/api/problem.ts';
import { sentences } from './sentences.ts';
import { archiveForm, lockForms, auditForm, type SaveContext } from './save.server.ts';

export type FormStep = 'close' | 'open' | 'archive' | 'restore';

/**
 * Closes, opens, archives or restores one form and records it in the audit log; does nothing if the form is in that state
 * already. Throws 404 for an unknown form; 409 to close or open an archived one, or to restore one whose url is taken.
 */
export const changeState = (
  db: Db,
  { formId, step }: { formId: string; step: FormStep },
  saving: SaveContext,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const taken = await lockForms(tx); // imports change forms too
    const form = await tx
      .selectFrom('forms')
      .select(['id', 'url', 'archived_at as archivedAt', 'closed_at as closedAt'])
      .where('id', '=', formId)
      .executeTakeFirst();
    if (!form) throw notFound(sentences.noForm);
    if (step === 'archive') {
      if (form.archivedAt === null) await archiveForm(tx, form, saving);
      return;
    }
    if (step === 'restore') {
      if (form.archivedAt === null) return;
      if (taken.has(form.url))
        throw conflict(`Another form has the address /forms/${form.url}/. Archive that one first.`);
      return updateState(tx, form, { step, saving, set: { archived_at: null } });
    }
    if (form.archivedAt !== null) throw conflict('This form is archived. Restore it first.');
    if ((form.closedAt !== null) === (step === 'close')) return;
    await updateState(tx, form, { step, saving, set: { closed_at: step === 'close' ? saving.at : null } });
  });

interface StateChange {
  step: FormStep;
  saving: SaveContext;
  set: { archived_at: null } | { closed_at: Date | null };
}

async function updateState(
  tx: Tx,
  { id, url }: { id: string; url: string },
  { step, saving, set }: StateChange,
): Promise<void> {
  await tx
    .updateTable('forms')
    .set({ ...set, updated_at: saving.at })
    .where('id', '=', id)
    .execute();
  await auditForm(tx, { id, action: step, after: { url } }, saving);
}
