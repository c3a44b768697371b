import { sql } from 'kysely';
import { replaceRecord } from '#company/stored-record.server.ts';
import { auditAll, type AuditEntry } from '#platform/db/audit.server.ts';
import { publishChange } from '#platform/db/changes.server.ts';
import type { Tx } from '#platform/db/db.server.ts';
import { firstMenus, menusRecord } from '../content/menus.server.ts';
import { publishPages, redirectTo } from '../content/store-site.server.ts';
import type { PlannedPage, SitePlan } from './plan-import.server.ts';

/** On whose behalf an import works. */
export interface Importer {
  by: Pick<AuditEntry, 'actor' | 'requestId' | 'at'>;
  author: string;
  /** Whether there was a site before: the content of a first import is not recorded in the history. */
  hadSite: boolean;
}

/**
 * Carries out a plan and publishes the pages. Unpublished changes and their times stay: the draft of such a page stays the draft. What is
 * removed can be restored, and the former version of each page is in its list of versions.
 */
export async function applyImport(tx: Tx, plan: SitePlan, importer: Importer): Promise<void> {
  const { at } = importer.by;
  await storePages(tx, plan, importer);
  await storeRecords(tx, plan, at);
  if (plan.menus) {
    const first = { content: JSON.stringify(firstMenus), updated_at: at };
    await tx
      .insertInto('site_menus')
      .values(first)
      .onConflict((conflicting) => conflicting.doNothing())
      .execute();
    await replaceRecord(tx, menusRecord, { update: plan.menus, by: importer.by, at });
  }
  const counts = { pages: plan.pages.length + plan.unchangedPages, records: plan.records.length };
  const summary = { action: 'import', entity: 'site', entityId: '1', after: counts };
  const entries = importer.hadSite ? [...pageEntries(plan), ...recordEntries(plan), summary] : [summary];
  await auditAll(
    tx,
    entries.map((entry) => ({ ...importer.by, ...entry })),
  );
  if (plan.pages.length === 0) await publishChange(tx, 'site'); // otherwise `publishPages` has published this topic
  if (!plan.menus) await publishChange(tx, 'settings'); // the menus, which are on every page, list services
}

async function storePages(tx: Tx, { pages, removedPages, formerAddresses }: SitePlan, importer: Importer) {
  const { at } = importer.by;
  await sql`
    update site_pages set removed_at = ${at}, publish_at = null, publish_by = null
    where id = any(${removedPages.map(({ id }) => id)}::uuid[])`.execute(tx);
  for (const { id, content, before } of pages) {
    const draft = { draft: JSON.stringify(content), updated_at: at, updated_by: importer.author };
    if (!before)
      await tx
        .insertInto('site_pages')
        .values({ id, ...draft, created_at: at })
        .execute();
    else if (!before.hasChanges)
      await tx
        .updateTable('site_pages')
        .set(({ eb }) => ({ ...draft, version: eb('version', '+', 1) }))
        .where('id', '=', id)
        .execute();
  }
  if (pages.length > 0)
    await publishPages(
      tx,
      pages.map(({ id, content, before }) => ({ id, content, keepsTime: before?.hasChanges ?? false })),
      { author: importer.author, at },
    );
  for (const { key, pageId } of formerAddresses) await redirectTo(tx, pageId, key);
}

async function storeRecords(tx: Tx, { records, removedRecords }: SitePlan, at: Date): Promise<void> {
  await sql`
    update site_records set removed_at = ${at}
    where id = any(${removedRecords.map(({ id }) => id)}::uuid[])`.execute(tx);
  for (const [position, { id, kind, content, before }] of records.entries()) {
    const row = { content: JSON.stringify(content), updated_at: at };
    if (!before)
      await tx
        .insertInto('site_records')
        .values({ id, kind, position, ...row })
        .execute();
    else if (isChanged({ content, before }))
      await tx
        .updateTable('site_records')
        .set(({ eb }) => ({ ...row, version: eb('version', '+', 1) }))
        .where('id', '=', id)
        .execute();
  }
  await sql`
    update site_records set position = listed.place
    from unnest(${records.map(({ id }) => id)}::uuid[]) with ordinality as listed (id, place)
    where site_records.id = listed.id`.execute(tx);
}

/** Whether the content of a record has changed. */
export const isChanged = ({ content, before }: { content: object; before: { content: object } | null }): boolean =>
  before !== null && JSON.stringify(content) !== JSON.stringify(before.content);

type Entry = Pick<AuditEntry, 'action' | 'entity' | 'entityId' | 'before' | 'after'>;

const headOf = ({ title, path }: { title: string; path: string }) => ({ name: title, address: path });

function pageEntries({ pages, removedPages }: SitePlan): Entry[] {
  const published = ({ id, content, before }: PlannedPage): Entry => ({
    action: 'publish',
    entity: 'page',
    entityId: id,
    before: before && headOf(before),
    after: headOf(content),
  });
  const removed = removedPages.map(
    (page): Entry => ({
      action: 'delete',
      entity: 'page',
      entityId: page.id,
      before: headOf(page),
    }),
  );
  return [...pages.map(published), ...removed];
}

function recordEntries({ records, removedRecords }: SitePlan): Entry[] {
  const entries = records.flatMap(({ id, kind, content, before }): Entry[] => {
    if (before && !isChanged({ content, before })) return [];
    const change = before ? { action: 'update', before: before.content } : { action: 'create' };
    return [{ entity: kind, entityId: id, after: content, ...change }];
  });
  const removed = removedRecords.map(
    ({ id, kind, content }): Entry => ({
      action: 'delete',
      entity: kind,
      entityId: id,
      before: content,
    }),
  );
  return [...entries, ...removed];
}
