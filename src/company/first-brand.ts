import type { BrandContent } from './brand-contract.ts';

/** The two colours from which the colours of the style sheet were made. */
export const programColours = { accent: '#0b7a5b', ink: '#0b3b3c' } as const;

/** The brand of a company that has not entered anything yet. */
export const firstBrand: BrandContent = {
  legalName: '',
  tagline: '',
  about: '',
  acknowledgement: '',
  hours: 'Monday to Friday, 7 am to 6 pm',
  areas: [],
  links: [],
  ...programColours,
  fonts: 'friendly',
  logo: null,
  logoOnDark: null,
  icon: null,
  share: null,
};
