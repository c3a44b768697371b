/** Told where a form is sent with faults in it (specification of the site, section 5). */
export const fieldsMissing = 'You have one or more fields missing, please correct these and submit again.';

/** What the server says of a fault of its own, and nothing more: no stack, SQL or path. */
export const ourFault = 'Something went wrong on our side. Please try again.';

/** Told with a 503: the database or the file store was lost or is away, and will be back (contract, section 8). */
export const tryAgainInAMoment = 'Please try again in a moment.';

/** Where a first and a last day are turned round. */
export const endBeforeStart = 'The end date must not be before the start date.';

/** The sentence for a change that brings an older version (contract, section 2). */
export const changedMeanwhile = 'Someone else has changed this in the meantime.';
