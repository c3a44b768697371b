/** Sentences for somebody who may not do what they ask for in a trade account. */
export const accessSentences = {
  noSite: 'You cannot order for this site.',
  noAccount: 'You are not one of the people of this account.',
  notPermitted: 'Your role in this account does not allow this.',
} as const;
