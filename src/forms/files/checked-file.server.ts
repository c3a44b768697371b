import { stat } from 'node:fs/promises';
import { demandReadable, demandWhole } from '#platform/storage/images.server.ts';
import { Problem } from '#lib/api/problem.ts';
import { uploadSentences } from '#lib/uploads.ts';
import { type FormField, labelOf } from '../definition/definition.ts';
import { contentTypeOf, typeOfName } from './content.server.ts';
import { isSignature, keptBy, keptFault, signatureLimits } from './field-rules.ts';
import { tidyName } from './file-name.ts';
import type { CheckedFile } from './stored-files.server.ts';

const statuses: Record<string, number> = { [uploadSentences.type]: 415, [uploadSentences.large]: 413 };

/** Refuses a file that its field can't keep, by what is known of it. Throws `Problem` 400, 413 or 415. */
function demandKept(field: FormField, known: { name: string; size: number }): void {
  const rules = keptBy(field);
  const contentType = typeOfName(known.name);
  const fault = rules && contentType ? keptFault({ ...known, contentType }, rules) : uploadSentences.type;
  if (fault !== undefined) throw new Problem(statuses[fault] ?? 400, fault);
}

/** The same before its content has come. */
export const demandName = (field: FormField, given: string): void =>
  demandKept(field, { name: tidyName(given), size: Math.max(keptBy(field)?.minSize ?? 0, 1) });

/** A file of this machine as its field keeps it, looked at by name, size and content. Throws `Problem` 400, 413 or 415. */
export async function checkFile(field: FormField, sent: { path: string; name: string }): Promise<CheckedFile> {
  const file = { path: sent.path, name: tidyName(sent.name), size: (await stat(sent.path)).size };
  demandKept(field, file);
  const contentType = await contentTypeOf(file);
  if (isSignature(field)) await demandSignature(field, file.path);
  return { ...file, contentType };
}

/** Whole as well, because papers show it. */
async function demandSignature(field: FormField, path: string): Promise<void> {
  const { width, height } = await demandReadable(path);
  if (width > signatureLimits.width || height > signatureLimits.height)
    throw new Problem(400, `Invalid ${labelOf(field)}.`);
  await demandWhole(path);
}
