import { call } from '#lib/api/api.ts';
import { type ReplyOf, urlOf } from '#lib/api/endpoint.ts';
import { Problem } from '#lib/api/problem.ts';
import { uploadWithProgress } from '#lib/api/upload.ts';
import type { Upload } from '#ui/upload/uploads.ts';
import { isPending } from '../answers/uploads.ts';
import type { removeFormFile, sendFormFile } from '../files/contract.ts';
import type { FieldProps } from './field-props.ts';

interface UploadOptions extends Pick<FieldProps, 'formId' | 'formVersion' | 'onFiles'> {
  fieldId: string;
  /** Abort controllers by upload id. */
  aborts?: Map<string, AbortController>;
}

/** More uploads at once would not be faster, because they share the bandwidth. */
const concurrentUploads = 2;

const notSent = 'The file could not be uploaded.';

/**
 * Uploads the pending files of a field. Call it after files are added and when the connection returns. Never rejects: a failed
 * upload shows its fault, and without a connection files stay pending.
 */
export async function sendPending(sending: UploadOptions): Promise<void> {
  let pending: Upload[] = [];
  sending.onFiles((uploads) => {
    pending = uploads.filter(isPending);
    return uploads.map((upload) => (pending.includes(upload) ? { ...upload, progress: 0 } : upload));
  });
  const queue = [...pending];
  const worker = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) await sendOne(sending, next);
  };
  await Promise.all(Array.from({ length: concurrentUploads }, worker));
}

async function sendOne(
  { formId, formVersion, fieldId, onFiles, aborts }: UploadOptions,
  { id, file }: Upload,
): Promise<void> {
  if (!file) return;
  const abort = new AbortController();
  const change = (changed: Partial<Upload>): void =>
    onFiles((uploads) => {
      if (!uploads.some((upload) => upload.id === id)) abort.abort(); // removed in the meantime
      return uploads.map((upload) => (upload.id === id ? { ...upload, ...changed } : upload));
    });
  let shown = 0;
  const onProgress = (part: number): void => {
    // Whole percentages are enough, and 100 % is reached only with the server's response.
    const percent = Math.min(Math.floor(part * 100), 99);
    if (percent > shown) change({ progress: (shown = percent) / 100 });
  };
  aborts?.set(id, abort);
  change({});
  if (abort.signal.aborted) return;
  try {
    const { signal } = abort;
    const url = urlOf('/v1/form-builder/{formId}/files', { params: { formId }, query: { fieldId, formVersion } });
    const body = new FormData(); // the browser streams the form data and sets the content type with the boundary
    body.append('file', file, file.name);
    const reply = await uploadWithProgress(url, { headers: {}, body, onProgress, signal });
    const { data, id: sentId } = reply as ReplyOf<typeof sendFormFile>; // the server encoded the reply with the same shape
    change({ path: data, sentId, progress: undefined });
    if (abort.signal.aborted) void removeSentFile(formId, { sentId });
  } catch (error) {
    if (!abort.signal.aborted) change({ progress: undefined, ...failureOf(error) });
  } finally {
    aborts?.delete(id);
  }
}

/** A file that the server refused is not uploaded again; after other failures, the upload may be retried. */
function failureOf(error: unknown): Partial<Upload> {
  const { status, message } = error instanceof Problem ? error : new Problem(0, notSent);
  if (status === 0 && !navigator.onLine) return {};
  if (status === 429) return { fault: message, canRetry: true };
  const isRefused = status >= 400 && status < 500 && status !== 408;
  return isRefused ? { fault: message } : { fault: notSent, canRetry: true };
}

/** Deletes an uploaded file that was removed from its field. If that fails, the server's sweep deletes it. */
export async function removeSentFile(formId: string, { sentId }: Pick<Upload, 'sentId'>): Promise<void> {
  if (sentId === undefined) return;
  const params = { formId, fileId: sentId };
  const route = 'DELETE /v1/form-builder/{formId}/files/{fileId}';
  await call<typeof removeFormFile>(route, { params }).catch(() => undefined);
}
