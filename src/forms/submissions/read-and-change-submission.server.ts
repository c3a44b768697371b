import { type Actor, requireOwnerOrAccess } from '#platform/access/actor.server.ts';
import { type Db, inTransaction, type Tx } from '#platform/db/db.server.ts';
import { notFound, requireVersion } from '#lib/api/problem.ts';
import { readSettings } from '#company/settings.server.ts';
import type { FieldResponse } from '../answers/form-answers.ts';
import type { Submission } from '../contract.ts';
import { defaultToastMessage, fieldsOf } from '../definition/definition.ts';
import { readVersion } from '../definition/form-versions.server.ts';
import { toShownForm } from '../definition/render-text-blocks.server.ts';
import { sentences } from '../definition/sentences.ts';
import { fileIdsIn } from '../files/store-answer-files.server.ts';
import { claimFiles } from '../files/claim-files.server.ts';
import { orDiscardFiles, removeFilesNotNamed } from '../files/remove-files.server.ts';
import { inboxColumns } from './inbox-columns.server.ts';
import { onUpdated } from './notify.server.ts';
import { asJson, checkAnswers, type SavedSubmission, type SubmissionsDeps } from './submit-form.server.ts';

/** A stored submission with its form version. Throws 404 and 403 (contract, section 4). */
async function readRow(db: Db | Tx, id: string, actor: Actor, isLocked = false) {
  const row = await db
    .selectFrom('form_submissions')
    .selectAll()
    .where('id', '=', id)
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!row) throw notFound(sentences.noSubmission);
  requireOwnerOrAccess(actor, row.user_id ?? '', 'ManageForms');
  return {
    ...(await readVersion(db, row.form_id, row.form_version)),
    formId: row.form_id,
    userId: row.user_id,
    responses: new Map(Object.entries(row.responses as Record<string, string>)), // `asJson` writes it
    submissionVersion: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** A submission for its page; only for its owner and holders of ManageForms. Throws 404 and 403. */
export async function readOwnSubmission(
  { db }: Pick<SubmissionsDeps, 'db'>,
  id: string,
  actor: Actor,
): Promise<Submission> {
  const stored = await readRow(db, id, actor);
  return {
    submissionId: id,
    formId: stored.formId,
    form: toShownForm(stored.form, stored.version),
    responses: fieldsOf(stored.form).flatMap(({ id: field }) => {
      const response = stored.responses.get(field);
      return response === undefined ? [] : [{ id: field, response }];
    }),
    createdDate: stored.createdAt.toISOString(),
    updatedDate: stored.updatedAt.toISOString(),
    version: stored.submissionVersion,
  };
}

interface UpdateRequest {
  responses: readonly FieldResponse[];
  /** The version on which the change is based; 409 if it is not the newest. */
  version: number | undefined;
  actor: Actor;
}

/**
 * Changes a submission under the rules of its form version and removes files that it no longer names. Throws 400, 403, 404 or
 * 409.
 */
export async function changeSubmission(
  deps: SubmissionsDeps,
  id: string,
  { responses, version, actor }: UpdateRequest,
): Promise<SavedSubmission> {
  const before = await readRow(deps.db, id, actor);
  requireVersion(version, before.submissionVersion); // first, or else files removed by another change would be reported as faults
  const { form, version: formVersion, formId, userId, responses: stored, createdAt } = before;
  const settings = await readSettings(deps);
  const checked = await checkAnswers(deps, { form, formId, responses, actor }, createdAt, stored);
  const { values, fileIds, newFileIds } = checked;
  const work = inTransaction(deps.db, async (tx) => {
    const newest = await readRow(tx, id, actor, true);
    requireVersion(version, newest.submissionVersion);
    const at = deps.clock.now();
    await claimFiles(tx, { submissionId: id, formId, fileIds, actor }, at);
    await removeFilesNotNamed(tx, deps.jobs, { submissionId: id, named: fileIdsIn(form, values) });
    await tx
      .updateTable('form_submissions')
      .set({
        responses: asJson(values),
        ...(await inboxColumns(tx, form, values, userId)),
        version: newest.submissionVersion + 1,
        updated_at: at,
      })
      .where('id', '=', id)
      .execute();
    await onUpdated({ ...deps, settings }, tx, { submissionId: id, form, version: formVersion, values });
    return { submissionId: id, toastMessage: form.toastMessage ?? defaultToastMessage };
  });
  return orDiscardFiles(deps, newFileIds, work);
}
