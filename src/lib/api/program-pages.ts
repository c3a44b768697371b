/** The pages of the site to which the program itself links, named by the addresses that they have initially. */
export const programPages = [
  '/contact-us/',
  '/privacy-policy/',
  '/terms-and-conditions/',
  '/faqs/',
  '/careers/',
] as const;
export type ProgramPage = (typeof programPages)[number];
