import { badInput, conflict, Problem, requireVersion } from '#lib/api/problem.ts';
import { newId } from '#lib/uuid.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { inTransaction, type Tx } from '#platform/db/db.server.ts';
import { withPageIds } from '../content/own-links.server.ts';
import { addressFault } from '../content/page-address.ts';
import { copyOfBlock } from '../content/copy-of-block.ts';
import { type PageContent, pageContent } from '../content/page-content.ts';
import { pageKey } from '../content/page-key.ts';
import { readContent, unknownBlocks } from '../content/show-page.server.ts';
import { addressOfOther, faultsOfPage } from './check-page.server.ts';
import { pageSentences } from './contract.ts';
import {
  auditPage,
  type LockedPage,
  lockPage,
  nameOf,
  readStoredPage,
  type SiteEditDeps,
  type StoredPage,
} from './stored-page.server.ts';

/** What the history shows of a page: its head, and a line for each block. */
export const auditValuesOf = ({ blocks, path, title, ...head }: PageContent) => ({
  name: title,
  address: path,
  ...head,
  blocks: blocks.map(({ kind, isHidden, ...block }) => {
    const words = 'title' in block ? block.title : '';
    return `${kind}${words && ` “${words}”`}${isHidden ? ' (hidden)' : ''}`;
  }),
});

interface NewPage {
  title: string;
  path: string;
  /** The page whose draft it begins with. */
  copyOf?: string | null | undefined;
}

/** Creates a page as a draft. Throws `Problem` 400 if another page has its address, 404 if there is no page to copy. */
export function createPage(
  { db, clock }: SiteEditDeps,
  { title, path, copyOf }: NewPage,
  context: ActionContext,
): Promise<StoredPage> {
  return inTransaction(db, async (tx) => {
    const at = clock.now();
    const id = newId(at.getTime());
    const refused = addressFault(path) ?? (await addressOfOther(tx, id, path));
    if (refused !== undefined) throw badInput({ path: 'path', message: refused });
    const copied = copyOf ? (await readStoredPage(tx, copyOf)).draft : { parent: await homeId(tx) };
    const parsed = pageContent.parse({ blocks: [hero(title)], ...copied, title, path });
    const content = { ...parsed, blocks: parsed.blocks.map(copyOfBlock) };
    await tx
      .insertInto('site_pages')
      .values({ id, draft: JSON.stringify(content), updated_by: nameOf(context), created_at: at, updated_at: at })
      .execute();
    await auditPage(tx, { page: { id }, action: 'create', after: auditValuesOf(content), at }, context);
    return readStoredPage(tx, id);
  });
}

const hero = (title: string) => ({ id: newId(), kind: 'hero', look: 'plain', title });

/**
 * If only a slash or capitals differ, the published path stays: browsers may have cached a redirect from one form to the other, and would
 * be redirected in a loop.
 */
const samePath = (path: string, published: string | undefined): string =>
  published !== undefined && pageKey(published) === pageKey(path) ? published : path;

async function homeId(tx: Tx): Promise<string | null> {
  const home = await tx
    .selectFrom('site_pages')
    .select('id')
    .where('path_key', '=', '')
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return home?.id ?? null;
}

interface DraftUpdate {
  id: string;
  content: PageContent;
  version?: number | undefined;
}

/** Saves the draft of a page. Throws `Problem` 400 with all faults, 404, and 409 if `version` is outdated or the page has been removed. */
export function savePage(
  { db, clock }: SiteEditDeps,
  { id, content, version }: DraftUpdate,
  context: ActionContext,
): Promise<StoredPage> {
  return inTransaction(db, async (tx) => {
    const page = await lockPage(tx, id);
    requireVersion(version, page.version);
    if (page.unknown.length > 0) throw new Problem(400, pageSentences.newerBlocks);
    const faults = await faultsOfPage(tx, { id, content, isHome: page.isHome });
    // Two people who save at the same time may choose the same address; then the page that is published second is refused.
    const taken = await addressOfOther(tx, id, content.path);
    if (taken !== undefined) faults.push({ path: 'content.path', message: taken });
    if (faults.length > 0) throw badInput(...faults);
    const stored = { ...(await withPageIds(tx, content)), path: samePath(content.path, page.published?.path) };
    return storeDraft(tx, { page, stored, action: 'update', at: clock.now() }, context);
  });
}

interface DraftChange {
  page: LockedPage;
  /** As it is written to the table, perhaps with blocks that this program does not know. */
  stored: unknown;
  action: string;
  at: Date;
}

/** Stores a draft and records the change; does nothing if it is the same. */
export async function storeDraft(
  tx: Tx,
  { page, stored, action, at }: DraftChange,
  context: ActionContext,
): Promise<StoredPage> {
  const draft = readContent(stored);
  const words = [draft, unknownBlocks(stored)];
  if (JSON.stringify([page.draft, page.unknown]) === JSON.stringify(words)) return readStoredPage(tx, page.id);
  await tx
    .updateTable('site_pages')
    .set({ draft: JSON.stringify(stored), version: page.version + 1, updated_at: at, updated_by: nameOf(context) })
    .where('id', '=', page.id)
    .execute();
  const [before, after] = [auditValuesOf(page.draft), auditValuesOf(draft)];
  await auditPage(tx, { page, action, before, after, at }, context);
  return readStoredPage(tx, page.id);
}

/** Replaces the draft by what visitors see. Throws `Problem` 404, and 409 if `version` is outdated or the page is not published. */
export function discardChanges(
  { db, clock }: SiteEditDeps,
  { id, version }: { id: string; version?: number | undefined },
  context: ActionContext,
): Promise<StoredPage> {
  return inTransaction(db, async (tx) => {
    const page = await lockPage(tx, id);
    requireVersion(version, page.version);
    const { published } = await tx
      .selectFrom('site_pages')
      .select('published')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    if (published === null) throw conflict(pageSentences.notPublished);
    return storeDraft(tx, { page, stored: published, action: 'discard', at: clock.now() }, context);
  });
}
