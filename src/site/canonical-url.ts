import { indexedPaths } from './navigation.ts';

/**
 * Content pages are found by the lower-case path without slashes at the ends (specification of the site, section 2).
 */
const keyOf = (path: string): string => path.toLowerCase().replace(/^\/+|\/+$/g, '');

const pathOf = new Map(indexedPaths().map((path) => [keyOf(path), path]));

/**
 * The canonical URL, with the query, of a content page requested with other case or slashes; undefined if the URL is
 * canonical already or names no content page.
 */
export function canonicalUrl(url: string): string | undefined {
  const end = url.search(/[?#]/);
  const path = end < 0 ? url : url.slice(0, end);
  const own = pathOf.get(keyOf(path));
  return own === undefined || own === path ? undefined : own + url.slice(path.length);
}
