import { pageKey } from './content/page-key.ts';

/**
 * The canonical URL, including the query, of a content page that was requested with different capitals or slashes.
 * Undefined if the URL is already canonical or belongs to no content page. `pathOf` finds the path of a page by its key.
 */
export function canonicalUrl(url: string, pathOf: (key: string) => string | undefined): string | undefined {
  const end = url.search(/[?#]/);
  const path = end < 0 ? url : url.slice(0, end);
  const own = pathOf(pageKey(path));
  return own === undefined || own === path ? undefined : own + url.slice(path.length);
}
