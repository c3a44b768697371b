import { indexedPaths } from './navigation.ts';

/** Content pages are looked up by the lower-case path with slashes trimmed (specification of the site, section 2). */
const keyOf = (path: string): string => path.toLowerCase().replace(/^\/+|\/+$/g, '');

const pathOf = new Map(indexedPaths().map((path) => [keyOf(path), path]));

/**
 * Where to go from an address that names a content page in other letters or slashes, with its query; undefined where it
 * already is the page's own, or of no content page.
 */
export function ownPath(url: string): string | undefined {
  const end = url.search(/[?#]/);
  const path = end < 0 ? url : url.slice(0, end);
  const own = pathOf.get(keyOf(path));
  return own === undefined || own === path ? undefined : own + url.slice(path.length);
}
