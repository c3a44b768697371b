import { stat } from 'node:fs/promises';
import { readImageSize, requireUndamaged } from '#platform/storage/images.server.ts';
import { Problem } from '#lib/api/problem.ts';
import { uploadSentences } from '#lib/uploads.ts';
import { type FormField, labelOf } from '../definition/definition.ts';
import { contentTypeOf, typeOfName } from './content.server.ts';
import { isSignature, fileRulesOf, fieldFileFault, signatureLimits } from './field-rules.ts';
import { tidyName } from './file-name.ts';
import type { CheckedFile } from './stored-files.server.ts';

const statuses: Record<string, number> = { [uploadSentences.type]: 415, [uploadSentences.large]: 413 };

/** Throws `Problem` 400, 413 or 415 if the field does not accept a file of this name and size. */
function demandAccepted(field: FormField, known: { name: string; size: number }): void {
  const rules = fileRulesOf(field);
  const contentType = typeOfName(known.name);
  const fault = rules && contentType ? fieldFileFault({ ...known, contentType }, rules) : uploadSentences.type;
  if (fault !== undefined) throw new Problem(statuses[fault] ?? 400, fault);
}

/** Throws `Problem` 415 if the field does not accept a file of this name; for use before its content arrives. */
export const demandName = (field: FormField, given: string): void =>
  demandAccepted(field, { name: tidyName(given), size: Math.max(fileRulesOf(field)?.minSize ?? 0, 1) });

/** Checks name, size and content of a local file. Throws `Problem` 400, 413 or 415. */
export async function checkFile(field: FormField, sent: { path: string; name: string }): Promise<CheckedFile> {
  const file = { path: sent.path, name: tidyName(sent.name), size: (await stat(sent.path)).size };
  demandAccepted(field, file);
  const contentType = await contentTypeOf(file);
  if (isSignature(field)) await demandSignature(field, file.path);
  return { ...file, contentType };
}

/** Decodes the whole image as well, because PDFs show it. */
async function demandSignature(field: FormField, path: string): Promise<void> {
  const { width, height } = await readImageSize(path);
  if (width > signatureLimits.width || height > signatureLimits.height)
    throw new Problem(400, `Invalid ${labelOf(field)}.`);
  await requireUndamaged(path);
}
