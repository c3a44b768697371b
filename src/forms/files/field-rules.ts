import { fileFault, type UploadRules, uploadSentences } from '#lib/uploads.ts';
import { uploadRulesOf } from '../answers/field-faults.ts';
import type { FormField } from '../definition/definition.ts';
import { takesFiles, typeOf } from '../definition/field-types.ts';

/** Pixels: the pad is 500 x 200, at up to three device pixels per CSS pixel. */
export const signatureLimits = { width: 1500, height: 600 };

/** 4 MB is ample for a drawn PNG of that many pixels. */
const signatureRules: UploadRules = { minSize: 0, maxSize: 4 * 1024 * 1024, maxFiles: 1, types: ['.png'] };

export const isSignature = (field: FormField): boolean => typeOf(field).control === 'signature';

/** Upload rules of a field; undefined if it takes no files. */
export function fileRulesOf(field: FormField): UploadRules | undefined {
  if (isSignature(field)) return signatureRules;
  return takesFiles(field) ? uploadRulesOf(field) : undefined;
}

/** The fault of a file by name, type and size. Empty files are invalid, even if the form's limits allow them. */
export const fieldFileFault = (
  { name, contentType, size }: { name: string; contentType: string; size: number },
  rules: UploadRules,
): string | undefined => (size === 0 ? uploadSentences.small : fileFault({ name, type: contentType, size }, rules));
