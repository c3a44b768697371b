/** Sentences for the people of an account. */
export const ownSentences = {
  load: 'Unable to load the invoices.',
  pay: 'Unable to pay these invoices.',
  allSites: 'Only people who are responsible for all sites of the account see its statements.',
  choose: 'Choose an invoice.',
  changed:
    'One of these invoices has been paid, credited or cancelled in the meantime. Load the page again to see what is open.',
  underWay: 'Somebody at your company is paying one of these invoices at this moment. Try again in a minute.',
  otherBody: 'This key was already used for another payment.',
  noResponse: 'We could not confirm your payment yet. You will not be charged twice.',
  furtherStep: 'Your bank asks you to confirm this payment.',
} as const;
