import { sql } from 'kysely';
import type { Tx } from '#platform/db/db.server.ts';
import { publishChange } from '#platform/db/changes.server.ts';
import type { PageContent } from './page-content.ts';
import { pageKey } from './page-key.ts';
import type { RecordKind } from './record-shapes.ts';

/** Who publishes, for the list of versions, and when. */
export interface Publication {
  author: string;
  at: Date;
}

/**
 * Publishes a page that is in the table: visitors see `content` once the transaction commits. A former address leads to the new one for ever.
 * Throws PostgreSQL's 23505 if another page has the address.
 */
export async function publishPage(
  tx: Tx,
  { id, content }: { id: string; content: PageContent },
  { author, at }: Publication,
): Promise<void> {
  const key = pageKey(content.path);
  const stored = JSON.stringify(content);
  const { path_key: former } = await tx
    .selectFrom('site_pages')
    .select('path_key')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('site_pages')
    .set({ published: stored, path_key: key, published_at: at, publish_at: null, publish_by: null, removed_at: null })
    .where('id', '=', id)
    .execute();
  await sql`
    insert into site_page_versions (page_id, number, content, published_at, author)
    select ${id}::uuid, coalesce(max(number), 0) + 1, ${stored}::jsonb, ${at}, ${author}
    from site_page_versions where page_id = ${id}`.execute(tx);
  await tx.deleteFrom('site_redirects').where('path_key', '=', key).execute();
  if (former !== null && former !== key)
    await tx
      .insertInto('site_redirects')
      .values({ path_key: former, page_id: id })
      .onConflict((conflicting) => conflicting.column('path_key').doUpdateSet({ page_id: id }))
      .execute();
  await publishChange(tx, 'site');
}

/** The whole content of a site: pages and records with their ids, in order. */
export interface SiteContent {
  pages: readonly { id: string; content: PageContent }[];
  records: readonly { id: string; kind: RecordKind; content: object }[];
}

/** Replaces the content of the site and publishes it. Pages that are not in it are removed, as an editor would. */
export async function replaceSite(tx: Tx, content: SiteContent, publication: Publication): Promise<void> {
  const { pages, records } = content;
  const { at } = publication;
  await sql`
    update site_pages set removed_at = ${at}
    where removed_at is null and not id = any(${pages.map(({ id }) => id)}::uuid[])`.execute(tx);
  await sql`
    update site_records set removed_at = ${at}
    where removed_at is null and not id = any(${records.map(({ id }) => id)}::uuid[])`.execute(tx);
  await addContent(tx, content, publication);
}

/** Adds content to that of the site, or replaces what has its ids, and publishes it. The first of its records gets the position `from`. */
export async function addContent(
  tx: Tx,
  { pages, records }: SiteContent,
  { from = 0, ...publication }: Publication & { from?: number },
): Promise<void> {
  const { at } = publication;
  for (const { id, content } of pages) {
    const draft = { draft: JSON.stringify(content), updated_at: at, updated_by: publication.author };
    await tx
      .insertInto('site_pages')
      .values({ id, ...draft, created_at: at })
      .onConflict((conflicting) =>
        conflicting
          .column('id')
          .doUpdateSet(({ ref }) => ({ ...draft, version: sql`${ref('site_pages.version')} + 1` })),
      )
      .execute();
    await publishPage(tx, { id, content }, publication);
  }
  for (const [place, { id, kind, content }] of records.entries()) {
    const row = { position: from + place, content: JSON.stringify(content), updated_at: at, removed_at: null };
    await tx
      .insertInto('site_records')
      .values({ id, kind, ...row })
      .onConflict((conflicting) =>
        conflicting
          .column('id')
          .doUpdateSet(({ ref }) => ({ ...row, version: sql`${ref('site_records.version')} + 1` })),
      )
      .execute();
  }
}
