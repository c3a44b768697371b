import { uploadSentences } from '#lib/uploads.ts';

/* Separate from the contract, so that the page need not load the contract's shapes. */

/** Messages for administrators (specification of the shop, section 5, and additions). */
export const importSentences = {
  required: 'This is field is required.',
  oneFile: 'Please send exactly one file.',
  type: uploadSentences.type,
  large: uploadSentences.large,
  method: 'Must be reset or replace.',
  reset:
    'Reset archives every form that is not in the file: nobody can fill it in any more. Submissions are never deleted.',
  notFetched: 'Unable to load the forms.',
  notImported: 'Unable to import the forms.',
} as const;
