import { sql } from 'kysely';
import { cachedUntilChange } from '#platform/db/cached-until-change.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import type { PageContent } from './page-content.ts';
import { pageKey } from './page-key.ts';
import { type RecordContent, type RecordKind, recordShapes, type SiteRecord } from './record-shapes.ts';

export type SiteDeps = Pick<Deps, 'db' | 'changes'>;

/** What the rest of the site has to know of a published page. */
export interface IndexedPage extends Pick<PageContent, 'path' | 'title' | 'isListed' | 'parent'> {
  id: string;
}

export interface SiteIndex {
  byId: ReadonlyMap<string, IndexedPage>;
  byKey: ReadonlyMap<string, IndexedPage>;
}

/** All published pages, from memory until a process changes one. */
export const readSiteIndex = (deps: SiteDeps): Promise<SiteIndex> =>
  cachedUntilChange(deps, { topic: 'site', key: 'pages' }, async () => {
    // as `pageContent` has stored them
    const { rows: pages } = await sql<IndexedPage>`
      select id, published ->> 'path' as path, published ->> 'title' as title, (published -> 'isListed')::boolean as "isListed",
        published ->> 'parent' as parent
      from site_pages where published is not null and removed_at is null`.execute(deps.db);
    return {
      byId: new Map(pages.map((page) => [page.id, page])),
      byKey: new Map(pages.map((page) => [pageKey(page.path), page])),
    };
  });

/** The records of a kind in their order, from memory until a process changes one. */
export const readRecords = <K extends RecordKind>(deps: SiteDeps, kind: K): Promise<SiteRecord<K>[]> =>
  cachedUntilChange(deps, { topic: 'site', key: `records-${kind}` }, async () => {
    const rows = await deps.db
      .selectFrom('site_records')
      .select(['id', 'content'])
      .where('kind', '=', kind)
      .where('removed_at', 'is', null)
      .orderBy('position')
      .orderBy('id')
      .execute();
    const shape = recordShapes[kind];
    return rows.map(({ id, content }) => ({ ...(shape.parse(content) as RecordContent<K>), id })); // of this kind
  });
