import { sql } from 'kysely';
import type { z } from 'zod';
import { notFound, requireVersion } from '#lib/api/problem.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { type Db, inTransaction, type Tx } from '#platform/db/db.server.ts';
import { searchCondition } from '#platform/list/search-condition.server.ts';
import { type Order, type RowsWithTotal, tablePage } from '#platform/list/table-page.server.ts';
import { readContent } from '../content/show-page.server.ts';
import { readRecords, type SiteDeps } from '../content/site-index.server.ts';
import type { PageContent } from '../content/page-content.ts';
import { type ListedPage, type listPages, pageSentences, type SiteChoices, type VersionInfo } from './contract.ts';
import { storeDraft } from './edit-pages.server.ts';
import { datesOf, lockPage, type SiteEditDeps, stateOf, type StoredPage } from './stored-page.server.ts';

const order: Order<'title' | 'path' | 'updatedDate' | 'publishedDate'> = {
  columns: {
    title: sql`lower(draft_title)`,
    path: sql`draft_path`,
    updatedDate: sql`updated_at`,
    publishedDate: sql`published_at`,
  },
  usual: '-updatedDate',
  key: sql`id`,
};

/** A page of the list of pages. */
export async function readPages(
  db: Db,
  { state, ...asked }: z.output<(typeof listPages)['shapes']['query']>,
): Promise<RowsWithTotal<ListedPage>> {
  const words = searchCondition(sql`search_words(draft_title || ' ' || draft_path)`, asked.search);
  const query = db
    .selectFrom('site_pages')
    .select(['id', 'draft_title as title', 'draft_path as path', 'updated_by as updatedBy'])
    .select(sql<string | null>`case when path_key is not null then published_path end`.as('publishedPath'))
    .select(['updated_at', 'published_at', 'publish_at', 'publish_failed', stateOf.as('state')])
    .where('removed_at', state === 'removed' ? 'is not' : 'is', null)
    .$if(state !== undefined, (some) => some.where(stateOf, '=', state ?? 'draft'))
    .$if(words !== undefined, (some) => some.where(words ?? sql<boolean>`true`));
  const { rows, total } = await tablePage(db, query, { asked, order });
  return {
    rows: rows.map(({ id, title, path, publishedPath, state: shown, updatedBy, ...dates }) => {
      return { id, title, path, publishedPath, state: shown, updatedBy, ...datesOf(dates) };
    }),
    total,
  };
}

/** The published versions of a page, the newest first. */
export async function readVersions(db: Db, id: string): Promise<VersionInfo[]> {
  const rows = await db
    .selectFrom('site_page_versions')
    .select(['number', 'published_at as at', 'author'])
    .where('page_id', '=', id)
    .orderBy('number', 'desc')
    .execute();
  return rows.map(({ at, ...version }) => ({ ...version, publishedDate: at.toISOString() }));
}

interface VersionOf {
  id: string;
  number: number;
}

async function storedVersion(db: Db | Tx, { id, number }: VersionOf) {
  const row = await db
    .selectFrom('site_page_versions')
    .select(['number', 'published_at', 'author', 'content'])
    .where('page_id', '=', id)
    .where('number', '=', number)
    .executeTakeFirst();
  if (!row) throw notFound(pageSentences.notFound);
  return row;
}

/** A published version of a page. Throws `Problem` 404. */
export async function readVersion(db: Db, version: VersionOf): Promise<VersionInfo & { content: PageContent }> {
  const { number, author, published_at, content } = await storedVersion(db, version);
  return { number, author, publishedDate: published_at.toISOString(), content: readContent(content) };
}

/**
 * Makes a former version the draft, as it was stored but at the page's present address. Throws `Problem` 404, and 409 if `version` is
 * outdated.
 */
export async function restoreVersion(
  { db, clock }: SiteEditDeps,
  { id, number, version }: VersionOf & { version?: number | undefined },
  context: ActionContext,
): Promise<StoredPage> {
  return inTransaction(db, async (tx) => {
    const page = await lockPage(tx, id);
    requireVersion(version, page.version);
    const { content } = await storedVersion(tx, { id, number });
    const stored = { ...(content as PageContent), path: page.draft.path }; // every version has a path
    return storeDraft(tx, { page, stored, action: 'restore-version', at: clock.now() }, context);
  });
}

/** What blocks can name: pages, services and open forms. */
export async function readChoices(deps: SiteDeps): Promise<SiteChoices> {
  const { db } = deps;
  const [pages, services, forms] = await Promise.all([
    db
      .selectFrom('site_pages')
      .select(['id', 'draft_title as title', 'draft_path as path'])
      .where('removed_at', 'is', null)
      .orderBy('draft_path')
      .execute(),
    readRecords(deps, 'service'),
    db
      .selectFrom('forms')
      .innerJoin('form_versions', (join) =>
        join
          .onRef('form_versions.form_id', '=', 'forms.id')
          .onRef('form_versions.version', '=', 'forms.current_version'),
      )
      .select(['forms.url', 'form_versions.form_name as name'])
      .where('forms.archived_at', 'is', null)
      .orderBy('form_versions.form_name')
      .execute(),
  ]);
  return {
    pages: pages.map(({ id, title, path }) => ({ value: id, label: title, note: path })),
    services: services.map(({ id, name }) => ({ value: id, label: name, note: '' })),
    forms: forms.map(({ url, name }) => ({ value: url, label: name, note: `/forms/${url}` })),
  };
}
