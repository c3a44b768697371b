import { type ProgramPage, programPages } from '#lib/api/program-pages.ts';
import { type Day, dayOf } from '#lib/day.ts';
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

/** All published pages, cached until a process changes one. */
export const readSiteIndex = (deps: SiteDeps): Promise<SiteIndex> =>
  cachedUntilChange(deps, { topic: 'site', key: 'pages' }, async () => {
    const rows = await deps.db
      .selectFrom('site_pages')
      .select(['id', 'published_path', 'published_title', 'is_listed', 'published_parent as parent'])
      .where('path_key', 'is not', null)
      .where('removed_at', 'is', null)
      .execute();
    const pages = rows.map(({ id, published_path, published_title, is_listed, parent }) => {
      const [path, title] = [published_path ?? '/', published_title ?? '']; // published content has both
      return { id, path, title, isListed: is_listed ?? true, parent };
    });
    return {
      byId: new Map(pages.map((page) => [page.id, page])),
      byKey: new Map(pages.map((page) => [pageKey(page.path), page])),
    };
  });

/** The addresses of the pages to which the program links, even if they have been moved; cached until a process changes a page. */
export const readProgramPages = (deps: SiteDeps): Promise<Partial<Record<ProgramPage, string>>> =>
  cachedUntilChange(deps, { topic: 'site', key: 'program-pages' }, async () => {
    const { byKey, byId } = await readSiteIndex(deps);
    const keys = programPages.map(pageKey);
    const rows = await deps.db.selectFrom('site_redirects').selectAll().where('path_key', 'in', keys).execute();
    const former = new Map(rows.map(({ path_key, page_id }) => [path_key, byId.get(page_id)]));
    const found = programPages.map((page) => [page, (byKey.get(pageKey(page)) ?? former.get(pageKey(page)))?.path]);
    return Object.fromEntries(found.filter(([, path]) => path !== undefined)) as Partial<Record<ProgramPage, string>>; // its own keys
  });

/** The records of a kind in their order, cached until a process changes one. */
export const readRecords = <K extends RecordKind>(
  deps: SiteDeps,
  kind: K,
): Promise<(SiteRecord<K> & { changedOn: Day })[]> =>
  cachedUntilChange(deps, { topic: 'site', key: `records-${kind}` }, async () => {
    const rows = await deps.db
      .selectFrom('site_records')
      .select(['id', 'content', 'updated_at'])
      .where('kind', '=', kind)
      .where('removed_at', 'is', null)
      .orderBy('position')
      .orderBy('id')
      .execute();
    const shape = recordShapes[kind];
    return rows.map(({ id, content, updated_at }) => {
      const parsed = shape.parse(content) as RecordContent<K>; // of this kind
      return { ...parsed, id, changedOn: dayOf(updated_at) };
    });
  });
