import { pageKey } from '../content/page-key.ts';
import { pageFileName } from './distinct-names.ts';
import type { KnownPage, StoredSite } from './stored-site.server.ts';

interface PageFile {
  name: string;
  /** The address in the file, if it has one. */
  path: string | undefined;
}

/**
 * The stored page of which each file is a new version, by the file's name; files of new pages are left out. The home page stays the home
 * page. Any other page is identified by its file's name, otherwise by its address, by a former address, or by the address of a removed
 * page.
 */
export function matchPages(
  files: readonly PageFile[],
  { pages, formerAddresses }: Pick<StoredSite, 'pages' | 'formerAddresses'>,
): Map<string, KnownPage> {
  const matched = new Map<string, KnownPage>();
  const taken = new Set<string>();
  const present = pages.filter(({ isRemoved }) => !isRemoved);
  const removed = pages.filter(({ isRemoved }) => isRemoved);
  const byKey = new Map(present.map((page) => [page.pathKey, page]));
  const byName = new Map(present.map((page) => [pageFileName(page.pathKey), page]));
  const former = new Map(
    [...formerAddresses].map(([key, id]) => [pageFileName(key), present.find((page) => page.id === id)]),
  );
  const gone = new Map(removed.map((page) => [page.pathKey, page] as const).reverse()); // the page that was removed last counts
  const match = (find: (file: PageFile & { key: string | undefined }) => KnownPage | undefined): void => {
    for (const file of files) {
      const page = find({ ...file, key: file.path === undefined ? undefined : pageKey(file.path) });
      if (!page || matched.has(file.name) || taken.has(page.id)) continue;
      matched.set(file.name, page);
      taken.add(page.id);
    }
  };
  match(({ key }) => (key === '' ? byKey.get('') : undefined));
  match(({ name, key }) => (name === 'home' && key !== '' ? undefined : byName.get(name)));
  match(({ key }) => (key ? byKey.get(key) : undefined));
  match(({ name }) => former.get(name));
  match(({ key }) => (key ? gone.get(key) : undefined));
  return matched;
}
