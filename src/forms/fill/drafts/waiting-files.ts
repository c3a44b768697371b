import type { Fault } from '#lib/api/problem.ts';
import { isRefused, type Upload } from '#ui/upload/uploads.ts';
import { isPending, uploadsOf, withUploads } from '#forms/answers/uploads.ts';
import { fieldsOf } from '#forms/definition/definition.ts';
import { typeOf } from '#forms/definition/field-types.ts';
import { sendPending, takeBack } from '#forms/fields/sending.ts';
import type { Answer } from '#forms/rules/values.ts';
import { sentences } from '#forms/definition/sentences.ts';
import type { FormStore } from '../store/form-store.ts';

/** The fields of files that show. */
const fieldsIn = (store: FormStore): string[] =>
  fieldsOf(store.form)
    .filter(({ formFieldType, id }) => isOfFiles(formFieldType) && store.field(id).isVisible)
    .map(({ id }) => id);

const isOfFiles = (formFieldType: number): boolean => ['files', 'images'].includes(typeOf(formFieldType).control);

const uploadsIn = (store: FormStore): Upload[] => fieldsIn(store).flatMap((id) => uploadsOf(store.field(id).answer));

/** Changes the files of a field, whatever happened to them meanwhile. */
export const changeFiles = (store: FormStore, key: string, change: (uploads: readonly Upload[]) => Upload[]): void =>
  store.change(key, (answer) => change(uploadsOf(answer)));

/** What came of sending the files that waited; `refused` are those that the server did not take. */
export type ReadyFiles = { kind: 'ready' | 'faultyFiles' | 'noAnswer' } | { kind: 'refusedFiles'; refused: Upload[] };

/** Sends what still waits, and waits for what is on its way; answers whether all files have arrived. */
export async function readyFiles(store: FormStore): Promise<ReadyFiles> {
  const { id: formId, version: formVersion } = store.form;
  const known = new Set(uploadsIn(store).flatMap((upload) => (isRefused(upload) ? upload.id : [])));
  const sent = fieldsIn(store).map((fieldId) =>
    sendPending({ formId, formVersion, fieldId, onFiles: (change) => changeFiles(store, fieldId, change) }),
  );
  await Promise.all(sent);
  await untilQuiet(store);
  const refused = uploadsIn(store).filter((upload) => isRefused(upload) && !known.has(upload.id));
  if (refused.length > 0) return { kind: 'refusedFiles', refused }; // nobody has seen yet that they are left out
  const missing = uploadsIn(store).filter((upload) => upload.path === undefined && !isRefused(upload));
  if (missing.length === 0) return { kind: 'ready' };
  return { kind: missing.every(isPending) ? 'noAnswer' : 'faultyFiles' };
}

/**
 * Has files sent again that the server has no more, where they are still here: it keeps those of a form that was begun for a day, a
 * browser for longer. Answers whether there are any.
 */
export function sendAgain(store: FormStore, faults: readonly Fault[]): boolean {
  let areAny = false;
  const withoutPath = (upload: Upload): Upload => {
    if (!upload.file || upload.path === undefined) return upload;
    const { path: _path, sentId: _sentId, ...here } = upload;
    areAny = true;
    void takeBack(store.form.id, upload); // of those that are not gone
    return here;
  };
  const gone = new Set(faults.flatMap(({ path, message }) => (message === sentences.fileGone ? path : [])));
  for (const key of fieldsIn(store)) if (gone.has(key)) changeFiles(store, key, (uploads) => uploads.map(withoutPath));
  return areAny;
}

/** Until no file is on its way any more. */
function untilQuiet(store: FormStore): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (uploadsIn(store).some(({ progress, fault }) => progress !== undefined && fault === undefined)) return;
      end();
      resolve();
    };
    const end = store.subscribeAll(look);
    look();
  });
}

/** An answer as a draft brings it back: nothing of it is on its way, and what was refused stays away. */
export const keptAnswer = (answer: Answer): Answer =>
  withUploads(answer, (uploads) =>
    uploads.filter((upload) => !isRefused(upload)).map(({ progress: _progress, ...upload }) => upload),
  );
