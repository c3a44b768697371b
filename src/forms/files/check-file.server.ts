import { stat } from 'node:fs/promises';
import { readImageSize, requireUndamaged } from '#platform/storage/check-picture.server.ts';
import { Problem } from '#lib/api/problem.ts';
import { fileFault, type UploadRules, uploadSentences } from '#lib/uploads.ts';
import { uploadRulesOf } from '../answers/field-faults.ts';
import { type FormField, labelOf } from '../definition/definition.ts';
import { takesFiles, typeOf } from '../definition/field-types.ts';
import { contentTypeOf, typeOfName } from './content-type.server.ts';
import { tidyName } from './file-name.ts';
import type { CheckedFile } from './stored-files.server.ts';

/** Limit in pixels: the pad is 500 x 200, at up to three device pixels per CSS pixel. */
const signatureLimits = { width: 1500, height: 600 };

/** 4 MB is enough for a drawn PNG with that many pixels. */
const signatureRules: UploadRules = { minSize: 0, maxSize: 4 * 1024 * 1024, maxFiles: 1, types: ['.png'] };

export const isSignature = (field: FormField): boolean => typeOf(field).control === 'signature';

/** Upload rules of a field; undefined if it takes no files. */
export function fileRulesOf(field: FormField): UploadRules | undefined {
  if (isSignature(field)) return signatureRules;
  return takesFiles(field) ? uploadRulesOf(field) : undefined;
}

/** The fault in a file's name, type or size. Empty files are invalid, even if the form's limits allow them. */
export const fieldFileFault = (
  { name, contentType, size }: { name: string; contentType: string; size: number },
  rules: UploadRules,
): string | undefined => (size === 0 ? uploadSentences.small : fileFault({ name, type: contentType, size }, rules));

const statuses: Record<string, number> = { [uploadSentences.type]: 415, [uploadSentences.large]: 413 };

/** Throws `Problem` 400, 413 or 415 if the field does not accept a file of this name and size. */
function requireAccepted(field: FormField, known: { name: string; size: number }): void {
  const rules = fileRulesOf(field);
  const contentType = typeOfName(known.name);
  const fault = rules && contentType ? fieldFileFault({ ...known, contentType }, rules) : uploadSentences.type;
  if (fault !== undefined) throw new Problem(statuses[fault] ?? 400, fault);
}

/** Throws `Problem` 415 if the field does not accept a file of this name. Called before the content arrives. */
export const requireAcceptedName = (field: FormField, given: string): void =>
  requireAccepted(field, { name: tidyName(given), size: Math.max(fileRulesOf(field)?.minSize ?? 0, 1) });

/** Checks name, size and content of a local file. Throws `Problem` 400, 413 or 415. */
export async function checkFile(field: FormField, sent: { path: string; name: string }): Promise<CheckedFile> {
  const file = { path: sent.path, name: tidyName(sent.name), size: (await stat(sent.path)).size };
  requireAccepted(field, file);
  const contentType = await contentTypeOf(file);
  if (isSignature(field)) await requireSignature(field, file.path);
  return { ...file, contentType };
}

/** Checks the size of a signature and decodes the whole image, because PDFs show it. */
async function requireSignature(field: FormField, path: string): Promise<void> {
  const { width, height } = await readImageSize(path);
  if (width > signatureLimits.width || height > signatureLimits.height)
    throw new Problem(400, `Invalid ${labelOf(field)}.`);
  await requireUndamaged(path);
}
