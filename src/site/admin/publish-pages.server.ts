import { badInput, conflict, Problem, requireVersion } from '#lib/api/problem.ts';
import { dayMs } from '#lib/durations.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { dropCached } from '#platform/db/cached-until-change.server.ts';
import { publishChange } from '#platform/db/changes.server.ts';
import { inTransaction, type Tx } from '#platform/db/db.server.ts';
import { violatedConstraint } from '#platform/db/violated-constraint.server.ts';
import { publishPages, redirectTo, unscheduled } from '../content/store-site.server.ts';
import { addressOfOther, faultsOfPage, sameAddress } from './check-page.server.ts';
import { linkedFrom, pageSentences } from './contract.ts';
import { linksTo } from './page-links.server.ts';
import {
  auditPage,
  type LockedPage,
  lockPage,
  nameOf,
  readStoredPage,
  type SiteEditDeps,
  type StoredPage,
} from './stored-page.server.ts';

/** Runs a change of what visitors see of a page. If two pages get the same address at the same time, the second is refused. */
async function changeSite<T>(deps: SiteEditDeps, id: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await inTransaction(deps.db, work);
  } catch (error) {
    if (violatedConstraint(error) !== 'site_pages_path') throw error;
    const { draft } = await readStoredPage(deps.db, id);
    const message = (await addressOfOther(deps.db, id, draft.path)) ?? sameAddress(draft.title);
    throw badInput({ path: 'content.path', message });
  } finally {
    dropCached(deps, 'site');
  }
}

interface Publishing {
  id: string;
  version?: number | undefined;
  /** Null for now. */
  at: Date | null;
}

const mostDaysAhead = 731;

/** Publishes the draft of a page, now or at a time. Throws `Problem` 400 with all faults, 404, and 409 if `version` is outdated. */
export function publishPage(
  deps: SiteEditDeps,
  { id, version, at }: Publishing,
  context: ActionContext,
): Promise<StoredPage> {
  const now = deps.clock.now();
  if (at && at <= now) throw badInput({ path: 'at', message: pageSentences.past });
  if (at && at.getTime() > now.getTime() + mostDaysAhead * dayMs)
    throw badInput({ path: 'at', message: pageSentences.late });
  return changeSite(deps, id, async (tx) => {
    const page = await lockPage(tx, id);
    requireVersion(version, page.version);
    await requireNoFaults(tx, page);
    if (at) await schedule(tx, { page, at, now }, context);
    else await publishNow(tx, page, { author: nameOf(context), at: now }, context);
    return readStoredPage(tx, id);
  });
}

async function requireNoFaults(tx: Tx, { id, draft, isHome }: LockedPage): Promise<void> {
  const faults = await faultsOfPage(tx, { id, content: draft, isHome });
  if (faults.length > 0) throw badInput(...faults);
}

async function schedule(
  tx: Tx,
  { page, at, now }: { page: LockedPage; at: Date; now: Date },
  context: ActionContext,
): Promise<void> {
  const set = { publish_at: at, publish_by: nameOf(context), publish_failed: null };
  await tx.updateTable('site_pages').set(set).where('id', '=', page.id).execute();
  const [before, after] = [{ publishAt: page.publishAt }, { name: page.draft.title, publishAt: at.toISOString() }];
  await auditPage(tx, { page, action: 'schedule', before, after, at: now }, context);
}

/** Publishes the draft as it is stored. If visitors see the same already, no new version is made. */
async function publishNow(
  tx: Tx,
  page: LockedPage,
  publication: { author: string; at: Date },
  context: ActionContext | null,
): Promise<void> {
  const { id, draft } = page;
  if (page.published && !page.isChanged) {
    await tx.updateTable('site_pages').set(unscheduled).where('id', '=', id).execute();
    return;
  }
  await publishPages(tx, [{ id, content: draft, isDraft: true }], publication);
  const before = page.published && { name: page.published.title, address: page.published.path };
  const after = { name: draft.title, address: draft.path };
  await auditPage(tx, { page, action: 'publish', before, after, at: publication.at }, context);
}

/** Cancels the time at which a page would be published. Throws `Problem` 404, and 409 if it has none. */
export function cancelPublishing(deps: SiteEditDeps, id: string, context: ActionContext): Promise<StoredPage> {
  return inTransaction(deps.db, async (tx) => {
    const page = await lockPage(tx, id);
    if (page.publishAt === null) throw conflict(pageSentences.notScheduled);
    await tx.updateTable('site_pages').set(unscheduled).where('id', '=', id).execute();
    const [before, after, at] = [
      { publishAt: page.publishAt },
      { name: page.draft.title, publishAt: null },
      deps.clock.now(),
    ];
    await auditPage(tx, { page, action: 'schedule', before, after, at }, context);
    return readStoredPage(tx, id);
  });
}

/** Takes a page back; its draft stays. Throws `Problem` 404, and 409 if it is not published or is the home page. */
export function unpublishPage(
  deps: SiteEditDeps,
  { id, version }: { id: string; version?: number | undefined },
  context: ActionContext,
): Promise<StoredPage> {
  return changeSite(deps, id, async (tx) => {
    const page = await lockPage(tx, id);
    requireVersion(version, page.version);
    if (page.isHome) throw conflict(pageSentences.homeStays);
    if (page.pathKey === null) throw conflict(pageSentences.notPublished);
    const nothing = { published: null, path_key: null, ...unscheduled };
    await tx.updateTable('site_pages').set(nothing).where('id', '=', id).execute();
    // So that this address leads to the page if the page is later published at another one.
    await redirectTo(tx, id, page.pathKey);
    const before = { name: page.draft.title, address: page.published?.path };
    await auditPage(tx, { page, action: 'unpublish', before, at: deps.clock.now() }, context);
    await publishChange(tx, 'site');
    return readStoredPage(tx, id);
  });
}

/**
 * Removes a page. Throws `Problem` 404, and 409 if it is the home page, or if something links to it and the removal is not confirmed.
 * Afterwards such links lead to the home page.
 */
export function removePage(
  deps: SiteEditDeps,
  { id, isConfirmed }: { id: string; isConfirmed: boolean },
  context: ActionContext,
): Promise<void> {
  return changeSite(deps, id, async (tx) => {
    const places = isConfirmed ? [] : await linksTo(tx, id); // before the lock, because it reads the whole site
    const page = await lockPage(tx, id);
    if (page.isHome) throw conflict(pageSentences.homeStays);
    if (places.length > 0) throw conflict(linkedFrom(places));
    const at = deps.clock.now();
    const removed = { removed_at: at, ...unscheduled };
    await tx.updateTable('site_pages').set(removed).where('id', '=', id).execute();
    const before = { name: page.draft.title, address: page.draft.path };
    await auditPage(tx, { page, action: 'delete', before, at }, context);
    await publishChange(tx, 'site');
  });
}

/** Brings a removed page back as it was. If another page has its address now, it comes back as a draft, with a note. Throws `Problem` 404. */
export function restorePage(
  deps: SiteEditDeps,
  id: string,
  context: ActionContext,
): Promise<StoredPage & { note: string | null }> {
  return changeSite(deps, id, async (tx) => {
    const page = await lockPage(tx, id, { isRemoved: true });
    const other = await tx
      .selectFrom('site_pages')
      .select('id')
      .where('path_key', '=', page.pathKey)
      .where('removed_at', 'is', null)
      .executeTakeFirst();
    const unpublished = other && { published: null, path_key: null };
    await tx
      .updateTable('site_pages')
      .set({ removed_at: null, ...unpublished })
      .where('id', '=', id)
      .execute();
    const after = { name: page.draft.title, address: page.draft.path };
    await auditPage(tx, { page, action: 'restore', after, at: deps.clock.now() }, context);
    await publishChange(tx, 'site');
    return { ...(await readStoredPage(tx, id)), note: other ? pageSentences.unpublishedOnRestore : null };
  });
}

/**
 * Publishes pages that are due. If several processes do so at the same time, each page is published once. Returns the pages' ids. An error
 * with one page is thrown after all other pages have been tried.
 */
export async function publishDuePages(deps: SiteEditDeps): Promise<string[]> {
  const now = deps.clock.now();
  const due = await deps.db
    .selectFrom('site_pages')
    .select('id')
    .where('publish_at', '<=', now)
    .where('removed_at', 'is', null)
    .orderBy('publish_at')
    .execute();
  const published: string[] = [];
  const failures: unknown[] = [];
  for (const { id } of due) {
    const isDone = await publishIfDue(deps, id, now).catch((error: unknown) => void failures.push(error));
    if (isDone) published.push(id);
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Pages that are due could not be published.');
  return published;
}

/**
 * Publishes one page. A page that cannot be published, because another page has its address by now, stays a draft; list, editor and history
 * say why.
 */
async function publishIfDue(deps: SiteEditDeps, id: string, now: Date): Promise<boolean> {
  const isDue = ({ publishAt }: LockedPage): boolean => publishAt !== null && new Date(publishAt) <= now;
  try {
    return await changeSite(deps, id, async (tx) => {
      const page = await lockPage(tx, id);
      if (!isDue(page)) return false; // another process has published it
      await requireNoFaults(tx, page);
      await publishNow(tx, page, { author: page.publishBy ?? 'System', at: now }, null);
      return true;
    });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    await inTransaction(deps.db, async (tx) => {
      const page = await lockPage(tx, id);
      if (!isDue(page)) return;
      const missed = { ...unscheduled, publish_failed: reasonOf(error) };
      await tx.updateTable('site_pages').set(missed).where('id', '=', id).execute();
      const [before, after] = [
        { publishAt: page.publishAt },
        { name: page.draft.title, publishAt: null, reason: reasonOf(error) },
      ];
      await auditPage(tx, { page, action: 'schedule', before, after, at: now }, null);
    });
    return false;
  }
}

/** The faults of the fields, if there are any, because they say more than the general message. */
const reasonOf = ({ faults, message }: Problem): string =>
  [...new Set(faults.map((fault) => fault.message))].join(' ') || message;
