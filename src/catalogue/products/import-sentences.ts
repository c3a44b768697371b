/* Apart from the contract, whose shapes the pages around an import need not load. */

/** Bytes of a file that is sent by the page; larger ones are imported by the command. */
export const largestFile = 64 * 1024 * 1024;

/** Rows of such a file; beyond, the server would need more memory than a small one has. */
export const mostFileRows = 200_000;

export const importSentences = {
  choose: 'Please choose a CSV or Excel file.',
  tooLarge: 'The file is too large: at most 64 MB.',
  tooManyRows: 'The file has more than 200,000 rows. Please send it in parts, or use the import command.',
  cutOff: 'The file did not arrive whole. Please send it again.',
  running: 'Another import is running. Please try again when it has finished.',
  notFound: 'This import is not there any more. Please send the file again.',
  over: 'This import has finished already.',
  notReady: 'This import can not be started: its check has not passed.',
  notAllowed: 'You are not allowed to import products any more. Nothing has been changed.',
  stopped: 'The server stopped during the import. Nothing has been changed.',
  failed: 'The import failed. Nothing has been changed.',
  cancel: 'Unable to cancel the import.',
  send: 'Unable to import the products.',
} as const;

export const cancelledBy = (name: string, when: string): string =>
  `Cancelled by ${name} on ${when}. Nothing has been changed.`;
