/** Shown when a form is sent with invalid fields (specification of the site, section 5). */
export const fieldsMissing = 'You have one or more fields missing, please correct these and submit again.';

/** Heads the faults of a form of staff, or of a trade account. */
export const checkFields = 'Check these fields and try again.';

/** The server's only message for an internal error: no stack, SQL or path. */
export const internalError = 'Something went wrong on our side. Please try again.';

/** Sent with a 503: the database or the file store is unavailable for the moment (contract, section 8). */
export const tryAgainInAMoment = 'Please try again in a moment.';

/** Sent with a 503 for every change in maintenance mode. */
export const changesPaused =
  'We are doing maintenance, so nothing can be changed just now. Please try again in a few minutes.';

/** Sent with a 401 if the caller has no valid set-up link. */
export const setupLinkNeeded =
  'The link for setting up this site is missing or not valid, or the site has been set up already.';

/** Sent with a 503 for every change while nobody has set up the site. */
export const siteBeingSetUp = 'This site is being set up. It will open soon.';

/** Shown for a range whose last day is before its first. */
export const endBeforeStart = 'The end date must not be before the start date.';

/** The sentence for a change based on an older version (contract, section 2). */
export const changedBySomeoneElse = 'Someone else has changed this in the meantime.';
