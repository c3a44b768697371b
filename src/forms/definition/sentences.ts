/** Messages for users (specification of the site, section 8). */
export const sentences = {
  notFetched: 'Unable to get the form details.',
  notSaved: 'Unable to submit the form.',
  mailFailed: 'Sorry, there was an error saving your form submission.',
  earlierArrived:
    'What you sent before has arrived. You have changed it since: press Submit again to send it as another submission.',
  closed: 'This form is closed. It takes no more answers for now.',
  noForm: 'This form does not exist.',
  noSubmission: 'This submission does not exist.',
  fileGone: 'This file is not here any more. Please add it again.',
  otherBody: 'This Idempotency-Key was used for another submission.',
};
