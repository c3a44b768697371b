import type { Fault } from '#lib/api/problem.ts';
import { isRefused, type Upload } from '#ui/upload/uploads.ts';
import { isPending, uploadsOf, withUploads } from '#forms/answers/uploads.ts';
import { fieldsOf } from '#forms/definition/definition.ts';
import { takesFiles } from '#forms/definition/field-types.ts';
import { sendPending, removeSentFile } from '#forms/fields/upload-files.ts';
import type { Answer } from '#forms/rules/answer-values.ts';
import { sentences } from '#forms/definition/sentences.ts';
import type { FormStore } from '../store/form-store.ts';

/** Ids of visible file fields. */
const fieldsIn = (store: FormStore): string[] =>
  fieldsOf(store.form)
    .filter((field) => takesFiles(field) && store.field(field.id).isVisible)
    .map(({ id }) => id);

const uploadsIn = (store: FormStore): Upload[] => fieldsIn(store).flatMap((id) => uploadsOf(store.field(id).answer));

/** Changes the current files of a field. */
export const changeFiles = (store: FormStore, key: string, change: (uploads: readonly Upload[]) => Upload[]): void =>
  store.change(key, (answer) => change(uploadsOf(answer)));

/** Result of uploading waiting files; `refused` are those that the server rejected. */
export type ReadyFiles =
  | { kind: 'ready' | 'failedUploads' | 'noResponse' }
  | { kind: 'refusedFiles'; refused: Upload[] };

/** Uploads waiting files, waits for running uploads, and returns whether all files have arrived. */
export async function uploadWaiting(store: FormStore): Promise<ReadyFiles> {
  const { id: formId, version: formVersion } = store.form;
  const known = new Set(uploadsIn(store).flatMap((upload) => (isRefused(upload) ? upload.id : [])));
  const sent = fieldsIn(store).map((fieldId) =>
    sendPending({ formId, formVersion, fieldId, onFiles: (change) => changeFiles(store, fieldId, change) }),
  );
  await Promise.all(sent);
  await uploadsEnded(store);
  const refused = uploadsIn(store).filter((upload) => isRefused(upload) && !known.has(upload.id));
  if (refused.length > 0) return { kind: 'refusedFiles', refused }; // the user must first see that these files are left out
  const missing = uploadsIn(store).filter((upload) => upload.path === undefined && !isRefused(upload));
  if (missing.length === 0) return { kind: 'ready' };
  return { kind: missing.every(isPending) ? 'noResponse' : 'failedUploads' };
}

/**
 * Marks files for another upload if the server has deleted them and this browser still has them: until a form is submitted,
 * the server stores its files for a day, while browsers store them longer. Returns whether there are any.
 */
export function markForReupload(store: FormStore, faults: readonly Fault[]): boolean {
  let hasMarked = false;
  const withoutPath = (upload: Upload): Upload => {
    if (!upload.file || upload.path === undefined) return upload;
    const { path: _path, sentId: _sentId, ...here } = upload;
    hasMarked = true;
    void removeSentFile(store.form.id, upload); // in case the server still has it
    return here;
  };
  const gone = new Set(faults.flatMap(({ path, message }) => (message === sentences.fileGone ? path : [])));
  for (const key of fieldsIn(store)) if (gone.has(key)) changeFiles(store, key, (uploads) => uploads.map(withoutPath));
  return hasMarked;
}

function uploadsEnded(store: FormStore): Promise<void> {
  return new Promise((resolve) => {
    const check = (): void => {
      if (uploadsIn(store).some(({ progress, fault }) => progress !== undefined && fault === undefined)) return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = store.subscribeAll(check);
    check();
  });
}

/** An answer restored from a draft, without running uploads and rejected files. */
export const restoredAnswer = (answer: Answer): Answer =>
  withUploads(answer, (uploads) =>
    uploads.filter((upload) => !isRefused(upload)).map(({ progress: _progress, ...upload }) => upload),
  );
