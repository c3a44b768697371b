/**
 * The urls of forms that the site leads its visitors to: search engines may know them. All others are for those who are
 * given their address.
 */
export const publicForms: readonly string[] = ['application-form', 'customer-feedback', 'free-quote'];

/** All that pages of the site lead to. Where the company has no such form, people write to it instead. */
export const linkedForms: readonly string[] = [...publicForms, 'incident-report'];
export const insteadOfForms = '/contact-us/#write';
