/** What people of a trade account read when something is not possible. */
export const accountSentences = {
  siteNotFound: 'This site no longer exists.',
  noSite: 'You cannot order for this site.',
  noAccount: 'You are not one of the people of this account.',
  notPermitted: 'Your role in this account does not allow this.',
  phoneMissing: 'Add a phone number to the site or to your profile first: the driver needs one.',
  onHold: 'The account is on hold: you can order by card, but not on account. Please contact us.',
  closed: 'The account is closed, so nothing can be ordered for its sites.',
} as const;
