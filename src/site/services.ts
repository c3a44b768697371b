/** The kinds of buildings that the company cleans, with the paths of their pages. */
export interface Service {
  name: string;
  path: string;
}

export const services: readonly Service[] = [
  { name: 'Covid Cleaning', path: '/covid-cleaning' },
  { name: 'Retail Cleaning', path: '/retail-cleaning' },
  { name: 'Aged Care', path: '/aged-care' },
  { name: 'Education Cleaning', path: '/education-cleaning' },
  { name: 'Government Cleaning', path: '/government-cleaning' },
  { name: 'Healthcare Cleaning', path: '/healthcare-cleaning' },
  { name: 'Sports Cleaning', path: '/sports-cleaning' },
  { name: 'Hospitality Cleaning', path: '/hospitality-cleaning' },
];

/** The overview of all services. */
export const servicesPath = '/services';

/** The quote form. */
export const quotePath = '/forms/free-quote/';

/** The quote form with the service of a page preselected. */
export const quotePathOf = (path: string): string => `${quotePath}?service=${path.slice(1)}`;
