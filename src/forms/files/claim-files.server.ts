import { sql } from 'kysely';
import type { Actor } from '#platform/access/actor.server.ts';
import type { Tx } from '#platform/db/db.server.ts';
import { badInput } from '#lib/api/problem.ts';
import { sentences } from '../definition/sentences.ts';

/** The ids of the files that a submission names in one field. */
export interface FieldFileIds {
  fieldId: string;
  ids: readonly string[];
}

interface ClaimRequest {
  submissionId: string;
  formId: string;
  fileIds: readonly FieldFileIds[];
  actor: Actor | null;
}

/**
 * Assigns files to a submission. The submission may name its own files, and unclaimed files that a guest or the same user uploaded
 * for the same form and field. Throws `Problem` 400 with a fault for each field that names other files. Rows are locked in id
 * order, so that two submissions with the same files do not deadlock.
 */
export async function claimFiles(
  tx: Tx,
  { submissionId, formId, fileIds: named, actor }: ClaimRequest,
  at: Date,
): Promise<void> {
  const ids = named.flatMap((field) => field.ids);
  if (ids.length === 0) return;
  const rows = await tx
    .selectFrom('form_files')
    .select(['id', 'field_id', 'submission_id', 'user_id'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('form_id', '=', formId)
    .orderBy('id')
    .forUpdate()
    .execute();
  const mayClaim = (row: (typeof rows)[number]) =>
    row.submission_id === submissionId ||
    (row.submission_id === null && (row.user_id === null || row.user_id === actor?.id));
  const claimable = new Map(rows.filter(mayClaim).map((row) => [row.id, row.field_id]));
  const invalid = named.filter(({ fieldId, ids: of }) => of.some((id) => claimable.get(id) !== fieldId));
  if (invalid.length > 0)
    throw badInput(...invalid.map(({ fieldId: path }) => ({ path, message: sentences.fileGone })));
  await tx
    .updateTable('form_files')
    .set({ submission_id: submissionId, claimed_at: at, sent_from: null })
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('submission_id', 'is', null)
    .execute();
}
