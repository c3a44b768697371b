import { type Db, inTransaction, type Tx } from '#platform/db/db.server.ts';
import { conflict, notFound } from '#lib/api/problem.ts';
import { sentences } from './sentences.ts';
import { archiveForm, lockForms, note, type Saving } from './save.server.ts';

export type FormStep = 'close' | 'open' | 'archive' | 'restore';

/**
 * Closes, opens, archives or restores one form, and writes it to the audit log; a step that was done already changes nothing.
 * 404 for an unknown form; 409 to close or open an archived one, or to restore one whose url another form has by now.
 */
export const changeState = (
  db: Db,
  { formId, step }: { formId: string; step: FormStep },
  saving: Saving,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const taken = await lockForms(tx); // imports change the same
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
      return write(tx, form, { step, saving, set: { archived_at: null } });
    }
    if (form.archivedAt !== null) throw conflict('This form is archived. Restore it first.');
    if ((form.closedAt !== null) === (step === 'close')) return;
    await write(tx, form, { step, saving, set: { closed_at: step === 'close' ? saving.at : null } });
  });

interface Written {
  step: FormStep;
  saving: Saving;
  set: { archived_at: null } | { closed_at: Date | null };
}

async function write(tx: Tx, { id, url }: { id: string; url: string }, { step, saving, set }: Written): Promise<void> {
  await tx
    .updateTable('forms')
    .set({ ...set, updated_at: saving.at })
    .where('id', '=', id)
    .execute();
  await note(tx, { id, action: step, after: { url } }, saving);
}
