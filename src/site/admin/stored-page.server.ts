import { sql } from 'kysely';
import { conflict, notFound } from '#lib/api/problem.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { audit } from '#platform/db/audit.server.ts';
import type { Db, Tx } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import type { PageContent } from '../content/page-content.ts';
import { readContent, unknownBlocks } from '../content/show-page.server.ts';
import { pageSentences, type PageState } from './contract.ts';

export type SiteEditDeps = Pick<Deps, 'db' | 'clock' | 'changes'>;

/** A page as the editor has it: its draft, and what visitors see. */
export interface StoredPage {
  id: string;
  state: PageState;
  version: number;
  draft: PageContent;
  published: PageContent | null;
  updatedDate: string;
  updatedBy: string;
  publishedDate: string | null;
  publishAt: string | null;
  publishFailed: string | null;
}

/** The state of a row of `site_pages`. */
export const stateOf = sql<PageState>`case
  when removed_at is not null then 'removed'
  when publish_at is not null then 'scheduled'
  when path_key is null then 'draft'
  when is_changed then 'changed'
  else 'published' end`;

const rowsOf = (db: Db | Tx) =>
  db
    .selectFrom('site_pages')
    .select(['id', 'version', 'draft', 'published', 'path_key as pathKey', 'updated_by as updatedBy'])
    .select(['updated_at', 'published_at', 'publish_at', 'publish_failed', 'publish_by as publishBy'])
    .select(['is_changed as isChanged', stateOf.as('state')]);

type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['executeTakeFirstOrThrow']>>;

/** When a page was changed, when it was and will be published, or why it was not. */
export const datesOf = (row: Pick<Row, 'updated_at' | 'published_at' | 'publish_at' | 'publish_failed'>) => ({
  updatedDate: row.updated_at.toISOString(),
  publishedDate: row.published_at?.toISOString() ?? null,
  publishAt: row.publish_at?.toISOString() ?? null,
  publishFailed: row.publish_failed,
});

const pageOf = ({ id, state, version, draft, published, updatedBy, ...row }: Row): StoredPage => ({
  id,
  state,
  version,
  draft: readContent(draft),
  published: published === null ? null : readContent(published),
  updatedBy,
  ...datesOf(row),
});

/** One page. Throws `Problem` 404. */
export async function readStoredPage(db: Db | Tx, id: string): Promise<StoredPage> {
  const row = await rowsOf(db).where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound(pageSentences.notFound);
  return pageOf(row);
}

/** A page that is about to change; other people who want to change it wait. */
export interface LockedPage extends StoredPage {
  isHome: boolean;
  /** The key of its published address; null while it is not published. */
  pathKey: string | null;
  /** Who chose the time at which it is published. */
  publishBy: string | null;
  /** Whether the draft differs from what visitors see; false while the page is not published. */
  isChanged: boolean;
  /** The blocks of the draft that this program does not know, because they are from a newer version. */
  unknown: unknown[];
}

/** Throws `Problem` 404, and 409 if the page has been removed, unless `isRemoved` is expected. */
export async function lockPage(tx: Tx, id: string, { isRemoved = false } = {}): Promise<LockedPage> {
  const row = await rowsOf(tx).where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw notFound(pageSentences.notFound);
  if ((row.state === 'removed') !== isRemoved)
    throw isRemoved ? notFound(pageSentences.notFound) : conflict(pageSentences.removed);
  const { pathKey, publishBy, isChanged } = row;
  return { ...pageOf(row), isHome: pathKey === '', pathKey, publishBy, isChanged, unknown: unknownBlocks(row.draft) };
}

export const nameOf = ({ actor }: ActionContext): string => `${actor.firstName} ${actor.lastName}`;

interface PageChange {
  action: string;
  page: Pick<StoredPage, 'id'>;
  before?: object | null;
  after?: object | null;
  at: Date;
}

/** Records a change of a page. */
export const auditPage = (tx: Tx, { page, ...change }: PageChange, context: ActionContext | null): Promise<void> =>
  audit(tx, {
    actor: context?.actor ?? null,
    entity: 'page',
    entityId: page.id,
    ...change,
    ...(context && { requestId: context.requestId }),
  });
