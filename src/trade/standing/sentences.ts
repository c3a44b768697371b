/** What people read about standing orders; without the contract's shapes, so that pages may import it. */
export const standingSentences = {
  notFound: 'This standing order does not exist.',
  listGone: 'This list does not exist.',
  listTaken: 'This list has a standing order already.',
  noItems: 'Order at least one item.',
  tooManyItems: 'A standing order can have at most 100 items.',
  quantity: 'The quantity must be a whole number from 1 to 999.',
  itemGone: 'This item does not exist.',
  itemTwice: 'The item is there twice.',
  firstDay: 'The first day must be after today, and within a year.',
  notOneOfItsDays: 'This is not one of the days of the standing order.',
  nothingLeft: 'None of the items of this order can be sold at the moment.',
  ordered: 'This order has been placed already.',
  waits: 'This order waits for approval.',
  declined: 'This order was not approved.',
  withdrawn: 'The request for approval was withdrawn, so this order was not placed.',
  ended: 'This standing order has ended.',
  paused: 'This standing order is paused. Resume it first.',
  skipped: 'This order was skipped.',
  missed: 'The next order of this standing order is due already.',
  nothing: 'None of its items can be sold at the moment.',
  leftOut: (reasons: readonly string[]) => `Left out: ${reasons.join(' ')}`,
  totalChanged: (seen: string, now: string) =>
    `The order costs ${now} now, instead of ${seen}. Look at it again before you confirm it.`,
  ordererLeft: (name: string) =>
    `${name} no longer orders for this site. Change and save the standing order to take it over.`,
  listArchived: 'Its order list was archived. Restore the list, then change and save the standing order; or end it.',
  linkInvalid: 'This link is no longer valid. Sign in to see the standing order.',
  load: 'Unable to load the standing orders.',
  save: 'Unable to save the standing order.',
} as const;

export const mostItems = 100;
