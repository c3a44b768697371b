/** What people of a trade account read when something is not possible. */
export const accountSentences = {
  noSite: 'You cannot order for this site.',
  noAccount: 'You are not one of the people of this account.',
  notPermitted: 'Your role in this account does not allow this.',
  poRequired: 'A purchase order number is required.',
  poPattern: 'This is not a purchase order number of your company.',
} as const;
