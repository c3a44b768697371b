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

export const servicesPath = '/services';

export const quotePath = '/forms/free-quote/';

export const quotePathOf = (path: string): string => `${quotePath}?service=${path.slice(1)}`;
