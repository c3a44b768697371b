import { type ReplyOf, urlOf } from '#lib/api/endpoint.ts';
import { send } from '#lib/api/send.ts';
import type { sendFormFile } from './contract.ts';

interface SendFileOptions {
  formId: string;
  fieldId: string;
  /** The version that is filled in. */
  formVersion?: number;
  file: File;
  /** Fraction sent, from 0 to 1. */
  onProgress: (part: number) => void;
  signal: AbortSignal;
}

/**
 * Uploads a field's file before the form is submitted. Returns it as answers name it, with the id for `removeFormFile`.
 * Rejects with `Problem`; status 0 means that it was aborted or the network failed.
 */
export async function sendFile({
  formId,
  fieldId,
  formVersion,
  file,
  onProgress,
  signal,
}: SendFileOptions): Promise<ReplyOf<typeof sendFormFile>> {
  const url = urlOf('/v1/form-builder/{formId}/files', { params: { formId }, query: { fieldId, formVersion } });
  const body = new FormData(); // the browser streams it and sets the content type with the boundary
  body.append('file', file, file.name);
  const answer = await send(url, { headers: {}, body, onProgress, signal });
  return answer as ReplyOf<typeof sendFormFile>; // the server encoded it with the same shape
}
