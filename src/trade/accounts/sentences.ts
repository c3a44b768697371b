/** What people of a trade account read when something is not possible. */
export const accountSentences = {
  siteNotFound: 'This site no longer exists.',
  noSite: 'You cannot order for this site.',
  noAccount: 'You are not one of the people of this account.',
  notPermitted: 'Your role in this account does not allow this.',
  phoneMissing: 'Add a phone number to the site or to your profile first: the driver needs one.',
  poRequired: 'A purchase order number is required.',
  poPattern: (pattern: string) => `The purchase order number must look like ${pattern}.`,
} as const;
