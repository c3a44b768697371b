/* These sentences have their own file, so that pages that show an import need not load the contract's schemas. */

/** The largest file that can be uploaded, in bytes; the import command accepts larger ones. */
export const largestFile = 64 * 1024 * 1024;

/** How many rows an uploaded file may have; the import command accepts more. */
export const mostFileRows = 200_000;

export const importSentences = {
  choose: 'Please choose a CSV or Excel file.',
  tooLarge: 'The file is too large: at most 64 MB.',
  tooManyRows: 'The file has more than 200,000 rows. Please upload it in parts, or use the import command.',
  cutOff: 'The upload was incomplete. Please upload the file again.',
  running: 'Another import is running. Please try again when it has finished.',
  notFound: 'This import no longer exists. Please upload the file again.',
  over: 'This import has already finished.',
  notReady: 'This import cannot be started, because the check of its file has not passed.',
  notAllowed: 'You are no longer allowed to import products. Nothing has been changed.',
  stopped: 'The server stopped during the import. Nothing has been changed.',
  failed: 'The import failed. Nothing has been changed.',
  cancel: 'Unable to cancel the import.',
  send: 'Unable to import the products.',
} as const;

export const cancelledBy = (name: string, when: string): string =>
  `Cancelled by ${name} on ${when}. Nothing has been changed.`;
