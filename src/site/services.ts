/** What the company cleans, and the path of each service's page. */
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

/** Where the eight are shown together. */
export const servicesPath = '/services';

/** Where a quote is asked for. */
export const quotePath = '/forms/free-quote/';

/** The same with the service chosen already, by the path of its page. */
export const quotePathOf = (path: string): string => `${quotePath}?service=${path.slice(1)}`;
