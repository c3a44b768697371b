import { call } from '#lib/api/api.ts';
import { Problem } from '#lib/api/problem.ts';
import type { Upload } from '#ui/upload/uploads.ts';
import { isPending } from '../answers/uploads.ts';
import type { removeFormFile } from '../files/contract.ts';
import { sendFile } from '../files/send-file.ts';
import type { FieldProps } from './field-props.ts';

interface UploadOptions extends Pick<FieldProps, 'formId' | 'formVersion' | 'onFiles'> {
  fieldId: string;
  /** What stops each upload, by its id. */
  aborts?: Map<string, AbortController>;
}

/** So many at once: more would only wait for each other. */
const concurrentUploads = 2;

const notSent = 'The file could not be sent.';

/**
 * Sends the files of a field that nobody is sending yet; call it again for what was added since, or once the line is back. It
 * never rejects: what fails is told by the upload, and what failed for want of a line waits in it.
 */
export async function sendPending(sending: UploadOptions): Promise<void> {
  let taken: Upload[] = [];
  sending.onFiles((uploads) => {
    taken = uploads.filter(isPending);
    return uploads.map((upload) => (taken.includes(upload) ? { ...upload, progress: 0 } : upload));
  });
  const queue = [...taken];
  const lane = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) await sendOne(sending, next);
  };
  await Promise.all(Array.from({ length: concurrentUploads }, lane));
}

async function sendOne(
  { formId, formVersion, fieldId, onFiles, aborts }: UploadOptions,
  { id, file }: Upload,
): Promise<void> {
  if (!file) return;
  const abort = new AbortController();
  const change = (changed: Partial<Upload>): void =>
    onFiles((uploads) => {
      if (!uploads.some((upload) => upload.id === id)) abort.abort(); // removed meanwhile
      return uploads.map((upload) => (upload.id === id ? { ...upload, ...changed } : upload));
    });
  let shown = 0;
  const onProgress = (part: number): void => {
    // Whole percents are enough to see, and all has arrived only once the server says so.
    const percent = Math.min(Math.floor(part * 100), 99);
    if (percent > shown) change({ progress: (shown = percent) / 100 });
  };
  aborts?.set(id, abort);
  change({});
  if (abort.signal.aborted) return;
  try {
    const { data, id: sentId } = await sendFile({
      formId,
      formVersion,
      fieldId,
      file,
      onProgress,
      signal: abort.signal,
    });
    change({ path: data, sentId, progress: undefined });
    if (abort.signal.aborted) void removeSentFile(formId, { sentId });
  } catch (error) {
    if (!abort.signal.aborted) change({ progress: undefined, ...failureOf(error) });
  } finally {
    aborts?.delete(id);
  }
}

/** What the server refuses it refuses again; everything else may go better the next time. */
function failureOf(error: unknown): Partial<Upload> {
  const { status, message } = error instanceof Problem ? error : new Problem(0, notSent);
  if (status === 0 && !navigator.onLine) return {};
  if (status === 429) return { fault: message, canRetry: true };
  const isRefused = status >= 400 && status < 500 && status !== 408;
  return isRefused ? { fault: message } : { fault: notSent, canRetry: true };
}

/** Takes back a file that was sent and removed again. Where that fails, the server's sweep does it. */
export async function removeSentFile(formId: string, { sentId }: Pick<Upload, 'sentId'>): Promise<void> {
  if (sentId === undefined) return;
  const params = { formId, fileId: sentId };
  const route = 'DELETE /v1/form-builder/{formId}/files/{fileId}';
  await call<typeof removeFormFile>(route, { params }).catch(() => undefined);
}
