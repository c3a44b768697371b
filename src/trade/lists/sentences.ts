/** What people read about order lists; without the contract's shapes, so that pages may import it. */
export const listSentences = {
  notFound: 'This list does not exist.',
  nameTaken: 'This site already has a list with this name.',
  tooManyLists: 'A site can have at most 50 lists.',
  tooManyItems: 'A list can have at most 300 items.',
  tooManyLines: 'At most 300 lines at a time.',
  itemGone: 'This item does not exist.',
  itemTwice: 'The item is in the list twice.',
  par: 'The par level must be a whole number from 1 to 999.',
  carton: 'A carton must have 1 to 999 units.',
  noLines: 'Paste some lines, or choose a file.',
  noCode: 'No item has this code.',
  ambiguous: 'This can mean several items.',
  notSold: 'No longer sold.',
  listOrders: 'Unable to load the lists.',
  save: 'Unable to save the list.',
  check: 'Unable to look up the codes.',
  notYourSite: 'The site of this link is archived, or you do not order for it.',
  cart: 'Unable to add the items to the cart.',
  cartFull: 'A cart can have at most 100 lines. Order the items in two parts.',
} as const;

export const mostLists = 50;
export const mostItems = 300;
/** Bytes of an uploaded file. */
export const largestFile = 1024 * 1024;
