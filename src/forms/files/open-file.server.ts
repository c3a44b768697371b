import { type Actor, requireOwnerOrAccess } from '#platform/access/actor.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { notFound } from '#lib/api/problem.ts';
import { sentences } from './contract.ts';

/**
 * Finds a stored file; `open` returns undefined if the store does not have it. The submission's owner and holders of
 * ManageForms may read it; before submission, only its uploader may. Throws `Problem` 404, or 403 for administrators without
 * that claim (contract, section 4).
 */
export async function openFile({ db, files }: Pick<Deps, 'db' | 'files'>, id: string, actor: Actor) {
  const row = await db
    .selectFrom('form_files as f')
    .leftJoin('form_submissions as s', 's.id', 'f.submission_id')
    .select([
      'f.name',
      'f.content_type',
      'f.file_key',
      'f.submission_id',
      'f.user_id as uploader',
      's.user_id as owner',
    ])
    .where('f.id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound(sentences.noFile);
  if (row.submission_id !== null) requireOwnerOrAccess(actor, row.owner ?? '', 'ManageForms');
  else if (row.uploader !== actor.id) throw notFound(sentences.noFile);
  return { name: row.name, contentType: row.content_type, open: () => files.stream(row.file_key) };
}
