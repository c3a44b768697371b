/** The key by which pages are looked up: the lower-case path without slashes at its ends (specification of the site, section 2). */
export const pageKey = (path: string): string => path.toLowerCase().replace(/^\/+|\/+$/g, '');
