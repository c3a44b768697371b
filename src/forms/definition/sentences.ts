/** Messages for users (specification of the site, section 8). */
export const sentences = {
  notFetched: 'Unable to get the form details.',
  notSaved: 'Unable to submit the form.',
  mailFailed: 'Sorry, there was an error saving your form submission.',
  earlierArrived:
    'Your earlier submission has arrived. To send your changes as another submission, press Submit again.',
  closed: 'This form is closed. It does not accept submissions at the moment.',
  noForm: 'This form does not exist.',
  noSubmission: 'This submission does not exist.',
  fileGone: 'This file is no longer available. Please add it again.',
  otherBody: 'This Idempotency-Key was used for another submission.',
};
