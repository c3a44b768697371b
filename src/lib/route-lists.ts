/*
 * The build has two lists of routes, which `scripts/compress.ts` writes: the whole one, and one for visitors, who would otherwise load
 * the addresses of all scripts of the back office with their first page.
 */

/** The routes that only the whole list has, with those inside them. Pages of the site link to none but the back office (`admin/pages/elsewhere.ts`). */
export const notForVisitors: readonly string[] = ['admin/pages/shell', 'setup/pages/setup', 'site/pages/playground'];

/** The path or address of the visitors' list. */
export const visitorsList = (whole: string): string => whole.replace(/\.js$/, '-site.js');
