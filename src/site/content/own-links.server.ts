import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db.server.ts';
import { pageKey } from './page-key.ts';

/** Paths in links, with the text before them: a whole target, or a target within Markdown. */
const paths: Readonly<Record<string, RegExp>> = {
  to: /^()(\/[^?#]*)(?=#|$)/,
  body: /(\]\(<?|^ {0,3}\[[^\]\n]+\]:[ \t]*<?)(\/[^\s()<>?#]*)(?=[\s)>#]|$)/gm,
};

/** Content in which links to pages by their paths are replaced by links by their ids. `idOf` finds the page of a key. */
export function withOwnLinks<T>(content: T, idOf: (key: string) => string | undefined): T {
  const changed = (value: unknown, key = ''): unknown => {
    const pattern = paths[key];
    if (typeof value === 'string' && pattern)
      return value.replace(pattern, (link, before: string, path: string) => {
        const id = idOf(pageKey(path));
        return id === undefined ? link : `${before}page:${id}`;
      });
    if (Array.isArray(value)) return value.map((item) => changed(item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, changed(field, name)]));
  };
  return changed(content) as T; // only links have changed
}

/**
 * As `withOwnLinks`, for the pages of the site at their present, former or not yet published addresses, so that links survive a change of a
 * page's address.
 */
export async function withPageIds<T>(db: Db | Tx, content: T): Promise<T> {
  const keys = new Set<string>();
  withOwnLinks(content, (key) => void keys.add(key));
  if (keys.size === 0) return content;
  const { rows } = await sql<{ key: string; id: string }>`
    select key, id from (
      select path_key as key, id, 1 as place from site_pages where removed_at is null
      union all
      select site_redirects.path_key, id, 2 from site_redirects join site_pages on id = page_id where removed_at is null
      union all
      select btrim(lower(draft_path), '/'), id, 3 from site_pages where removed_at is null
    ) as known where key = any(${[...keys]}) order by place desc`.execute(db);
  const ids = new Map(rows.map(({ key, id }) => [key, id]));
  return withOwnLinks(content, (key) => ids.get(key));
}
