import { type ReplyOf, urlOf } from '#lib/api/endpoint.ts';
import { send } from '#lib/api/send.ts';
import type { sendFormFile } from './contract.ts';

interface Sending {
  formId: string;
  fieldId: string;
  /** The version that is filled in. */
  formVersion?: number;
  file: File;
  /** How much is on its way, from 0 to 1. */
  onProgress: (part: number) => void;
  signal: AbortSignal;
}

/**
 * Sends a file of a form's field ahead of its submission. Answers the file as an answer names it, with the id by which
 * `removeFormFile` takes it back. Rejects with `Problem`, of status 0 where it was given up or never arrived.
 */
export async function sendFile({
  formId,
  fieldId,
  formVersion,
  file,
  onProgress,
  signal,
}: Sending): Promise<ReplyOf<typeof sendFormFile>> {
  const url = urlOf('/v1/form-builder/{formId}/files', { params: { formId }, query: { fieldId, formVersion } });
  const body = new FormData(); // the browser streams it, and names the boundary in the content type by itself
  body.append('file', file, file.name);
  const answer = await send(url, { headers: {}, body, onProgress, signal });
  return answer as ReplyOf<typeof sendFormFile>; // the server encoded it with the same shape
}
