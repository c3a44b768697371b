/**
 * The urls of forms that the site leads its visitors to: search engines may know them. All others are for those who are
 * given their address.
 */
export const publicForms: readonly string[] = ['application-form', 'customer-feedback', 'free-quote'];
