/** Urls of forms that search engines may index. All other forms are only for people who are given the address. */
export const publicForms: readonly string[] = ['application-form', 'customer-feedback', 'free-quote', 'trade-account'];

/** The form by which companies apply for a trade account; its submissions become applications. */
export const applicationForm = 'trade-account';

/** Urls of forms that the site links to. If such a form does not exist, visitors are sent to the contact page. */
export const linkedForms: readonly string[] = [...publicForms, 'incident-report'];
export const contactPath = '/contact-us/#write';
