/** Told where a form is sent with faults in it (specification of the site, section 5). */
export const fieldsMissing = 'You have one or more fields missing, please correct these and submit again.';

/** The sentence for a change that brings an older version (contract, section 2). */
export const changedMeanwhile = 'Someone else has changed this in the meantime.';
