import { indexedPaths } from './navigation.ts';

/**
 * The key by which content pages are looked up: the lower-case path without slashes at its ends (specification of the
 * site, section 2).
 */
const keyOf = (path: string): string => path.toLowerCase().replace(/^\/+|\/+$/g, '');

const pathOf = new Map(indexedPaths().map((path) => [keyOf(path), path]));

/**
 * The canonical URL, including the query, of a content page that was requested with different capitals or slashes.
 * Undefined if the URL is already canonical or belongs to no content page.
 */
export function canonicalUrl(url: string): string | undefined {
  const end = url.search(/[?#]/);
  const path = end < 0 ? url : url.slice(0, end);
  const own = pathOf.get(keyOf(path));
  return own === undefined || own === path ? undefined : own + url.slice(path.length);
}
