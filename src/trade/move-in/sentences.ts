/* What people read about the lines of a former supplier; without the contract's shapes, so that pages may import it. */

export const mostFormerLines = 500;
/** Bytes of an uploaded file. */
export const largestFormerFile = 1024 * 1024;
/** Characters of pasted text. */
export const longestPasted = 200_000;
/** Matches from this score on are taken over without being confirmed by hand. */
export const sureScore = 90;
/** Matches from this score on can be confirmed all at once. */
export const likelyScore = 85;
/** How much better than the second a match must be, to be taken over unconfirmed or with others at once. */
export const clearLead = 4;

export const formerSentences = {
  noLines: 'Paste some lines, or choose a file.',
  tooMany: `At most ${mostFormerLines} lines at a time. Split the file into parts.`,
  tooLarge: 'The file is larger than 1 MB.',
  pastedTooLong: 'At most 200,000 characters at a time. Choose a file with fewer columns, or paste it in parts.',
  blankLine: 'The line has neither a code nor a description.',
  quantity: 'The quantity must be a whole number from 1 to 999.',
  price: 'The unit price must be an amount such as 12.50.',
  itemGone: 'The shop does not sell this item.',
  othersMeanwhile: 'Other lines were brought in meanwhile, so these stay away.',
  match: 'Unable to match the lines.',
  list: 'Unable to make the order list.',
  quote: 'Unable to ask for the quote.',
} as const;
