/** The pages of the site to which the program itself links, by the addresses that they have at first. */
export const programPages = [
  '/contact-us/',
  '/privacy-policy/',
  '/terms-and-conditions/',
  '/faqs/',
  '/careers/',
] as const;
export type ProgramPage = (typeof programPages)[number];
