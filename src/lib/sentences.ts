/** Told where a form is sent with faults in it (specification of the site, section 5). */
export const fieldsMissing = 'You have one or more fields missing, please correct these and submit again.';
