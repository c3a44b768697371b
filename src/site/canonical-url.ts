import { indexedPaths } from './navigation.ts';

/** Content pages are looked up by this: the lower-case path without slashes at its ends (specification of the site, section 2). */
const keyOf = (path: string): string => path.toLowerCase().replace(/^\/+|\/+$/g, '');

const pathOf = new Map(indexedPaths().map((path) => [keyOf(path), path]));

/**
 * The canonical URL of a content page that was requested with other capitals or slashes, with its query. Undefined if the
 * URL is canonical already or not of a content page.
 */
export function canonicalUrl(url: string): string | undefined {
  const end = url.search(/[?#]/);
  const path = end < 0 ? url : url.slice(0, end);
  const own = pathOf.get(keyOf(path));
  return own === undefined || own === path ? undefined : own + url.slice(path.length);
}
