/** Sentences for the people of an account. */
export const ownSentences = {
  load: 'Unable to load the invoices.',
  pay: 'Unable to pay these invoices.',
  allSites: 'Only people who are responsible for all sites of the account see its statements.',
  choose: 'Choose an invoice.',
  changed:
    'One of these invoices has been paid, credited or cancelled in the meantime. Load the page again to see what is open.',
  underWay:
    'A payment of one of these invoices is under way. It is decided within 30 minutes; what is open then can be paid.',
  paidBefore: 'Your earlier payment went through. Load the page again to see what is still open.',
  otherBody: 'This key was already used for another payment.',
  noResponse: 'We could not confirm your payment yet. You will not be charged twice.',
  furtherStep: 'Your bank asks you to confirm this payment.',
} as const;
