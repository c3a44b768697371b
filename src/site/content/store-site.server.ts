import { sql } from 'kysely';
import type { Tx } from '#platform/db/db.server.ts';
import { publishChange } from '#platform/db/changes.server.ts';
import type { PageContent } from './page-content.ts';
import { pageKey } from './page-key.ts';

/** Who publishes, for the list of versions, and when. */
export interface Publication {
  author: string;
  at: Date;
}

interface PublishedPage {
  id: string;
  content: PageContent;
  /**
   * Whether the draft is published as it is stored, with blocks that only a newer program knows; `content` is the part that this program
   * can read.
   */
  isDraft?: boolean;
  /** Whether the time at which the draft will be published stays, because the draft differs from what is published now. */
  keepsTime?: boolean;
}

/** The columns of a page that is not scheduled, and has not missed its time. */
export const unscheduled = { publish_at: null, publish_by: null, publish_failed: null };

/**
 * Publishes pages that are in the table: visitors see them once the transaction commits. A former address leads to the new one permanently.
 * The pages may exchange their addresses. Throws PostgreSQL's 23505 if another page has one of the addresses.
 */
export async function publishPages(
  tx: Tx,
  pages: readonly PublishedPage[],
  { author, at }: Publication,
): Promise<void> {
  const ids = pages.map(({ id }) => id);
  const rows = await tx
    .selectFrom('site_pages')
    .select(['id', 'path_key'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();
  const formerKeys = new Map(rows.map(({ id, path_key }) => [id, path_key]));
  // First replaces the pages' keys by keys with a colon, which no address contains, so that the pages can exchange their addresses.
  if (pages.length > 1)
    await sql`update site_pages set path_key = ':' || id where path_key is not null and id = any(${ids}::uuid[])`.execute(
      tx,
    );
  for (const { id, content, keepsTime, isDraft } of pages) {
    const published = isDraft ? sql<string>`draft` : JSON.stringify(content);
    const now = { published, path_key: pageKey(content.path), published_at: at, removed_at: null };
    await tx
      .updateTable('site_pages')
      .set({ ...now, ...(!keepsTime && unscheduled) })
      .where('id', '=', id)
      .execute();
    await sql`
      insert into site_page_versions (page_id, number, content, published_at, author)
      select id, (select coalesce(max(number), 0) + 1 from site_page_versions where page_id = id), published, ${at}, ${author}
      from site_pages where id = ${id}`.execute(tx);
    const former = formerKeys.get(id) ?? null;
    if (former !== null && former !== now.path_key) await redirectTo(tx, id, former);
  }
  const keys = pages.map(({ content }) => pageKey(content.path));
  await tx.deleteFrom('site_redirects').where('path_key', 'in', keys).execute();
  await publishChange(tx, 'site');
}

/** Makes an address lead to a page from now on. */
export async function redirectTo(tx: Tx, pageId: string, key: string): Promise<void> {
  await tx
    .insertInto('site_redirects')
    .values({ path_key: key, page_id: pageId })
    .onConflict((conflicting) => conflicting.column('path_key').doUpdateSet({ page_id: pageId }))
    .execute();
}
