import { type Db, inTransaction } from '#platform/db/db.server.ts';
import { conflict, notFound } from '#lib/api/problem.ts';
import { sentences } from './sentences.ts';
import { archiveForm, lockForms, auditForm, type SaveContext } from './save-forms.server.ts';

export type FormAction = 'close' | 'open' | 'archive' | 'restore';

/**
 * Closes, opens, archives or restores one form and records it in the audit log; does nothing if the form is already in that
 * state. Throws 404 for an unknown form, and 409 when closing or opening an archived form or restoring a form whose url is
 * taken.
 */
export const changeState = (
  db: Db,
  { formId, action }: { formId: string; action: FormAction },
  saving: SaveContext,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const taken = await lockForms(tx); // no import may change forms at the same time
    const form = await tx
      .selectFrom('forms')
      .select(['id', 'url', 'archived_at as archivedAt', 'closed_at as closedAt'])
      .where('id', '=', formId)
      .executeTakeFirst();
    if (!form) throw notFound(sentences.noForm);
    const { id, url } = form;
    const [isArchived, isClosed] = [form.archivedAt !== null, form.closedAt !== null];
    if (action === 'archive') return isArchived ? undefined : archiveForm(tx, form, saving);
    if (action === 'restore' && !isArchived) return;
    if (action === 'restore' && taken.has(url))
      throw conflict(`Another form has the address /forms/${url}/. Archive that one first.`);
    if (action !== 'restore' && isArchived) throw conflict('This form is archived. Restore it first.');
    if (action !== 'restore' && isClosed === (action === 'close')) return;
    const change = action === 'restore' ? { archived_at: null } : { closed_at: action === 'close' ? saving.at : null };
    await tx
      .updateTable('forms')
      .set({ ...change, updated_at: saving.at })
      .where('id', '=', id)
      .execute();
    await auditForm(tx, { id, action, after: { url } }, saving);
  });
