import { fileFault, type UploadRules, uploadSentences } from '#lib/uploads.ts';
import { uploadRulesOf } from '../answers/field-faults.ts';
import type { FormField } from '../definition/definition.ts';
import { typeOf } from '../definition/field-types.ts';

/** The pad is 500 x 200, on a screen of up to three points to each of its pixels. */
export const signatureLimits = { width: 1500, height: 600 };

/** A PNG of that many pixels is hardly larger, however it was drawn. */
const signatureRules: UploadRules = { minSize: 0, maxSize: 4 * 1024 * 1024, maxFiles: 1, types: ['.png'] };

export const isSignature = ({ formFieldType }: FormField): boolean => typeOf(formFieldType).control === 'signature';

/** What a field keeps files of; undefined where it keeps none. */
export function keptBy(field: FormField): UploadRules | undefined {
  const { control } = typeOf(field.formFieldType);
  if (control === 'signature') return signatureRules;
  return control === 'files' || control === 'images' ? uploadRulesOf(field) : undefined;
}

interface Known {
  name: string;
  contentType: string;
  /** Bytes. */
  size: number;
}

/** Why a field can't keep a file that is known. Nothing has no content to look at, whatever its form allows. */
export function keptFault({ name, contentType, size }: Known, rules: UploadRules): string | undefined {
  return size === 0 ? uploadSentences.small : fileFault({ name, type: contentType, size }, rules);
}
