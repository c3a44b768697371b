import { type RawBuilder, sql } from 'kysely';
import { auditAll } from '#platform/db/audit.server.ts';
import { inTransaction, type Tx } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import type { ListFile } from '#platform/list/list-export.server.ts';
import { searchCondition } from '#platform/list/search-condition.server.ts';
import { dayOf, endOf, formatInstant, startOf } from '#lib/day.ts';
import { badInput, notFound, requireVersion } from '#lib/api/problem.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { type ChangedReply, type InboxFilter, maxRowsPerCall, type Status, sentences, statusName } from './contract.ts';

type ChangingDeps = Pick<Deps, 'db' | 'clock' | 'jobs'>;

/** Describes an inbox: its table, how rows are named and how versions are counted. */
export interface Inbox<Filter> {
  table: 'form_submissions' | 'enquiries';
  entity: 'submission' | 'enquiry';
  /** A row's name in the history. */
  name: RawBuilder<string>;
  version: RawBuilder<number>;
  /** Assignment that increments the version when the status changes. */
  raised: RawBuilder<unknown>;
  /** Message for a row that no longer exists. */
  gone: string;
  /** Rows that match a filter, at most `most`. */
  matches(tx: Tx, filter: Filter, most: number): Promise<{ id: string }[]>;
  /** Deletes dependent data before rows are deleted. */
  clear?: (tx: Tx, jobs: Deps['jobs'], ids: readonly string[]) => Promise<void>;
}

/** Removes spaces and brackets from a phone number, because stored numbers have none. */
function normaliseSearch(search: string | undefined): string | undefined {
  const text = (search ?? '').trim();
  return /^[\d\s()+]{8,}$/.test(text) ? text.replace(/\D/g, '') : search;
}

/** The condition of the filter that all inboxes have. */
export function inboxCondition({ status, startDate, endDate, search }: InboxFilter): RawBuilder<boolean> {
  const conditions = [
    sql`true`,
    status?.length ? sql`status in (${sql.join([...new Set(status)].sort())})` : undefined,
    startDate && sql`created_at >= ${startOf(startDate)}`,
    endDate && sql`created_at < ${endOf(endDate)}`,
    searchCondition(sql`words`, normaliseSearch(search)),
  ];
  return sql<boolean>`${sql.join(conditions.filter(Boolean), sql` and `)}`;
}

/** The columns that the exports of all inboxes begin with. */
export const sentColumns: ListFile<{ createdAt: Date; status: number }>['columns'] = [
  { header: 'Sent', kind: 'date', of: ({ createdAt }) => dayOf(createdAt) },
  { header: 'Time', kind: 'text', of: ({ createdAt }) => formatInstant(createdAt).split(', ')[1] ?? '' },
  { header: 'Status', kind: 'text', of: ({ status }) => statusName(status) },
];

/** Rows by their ids, or all that match a filter. */
interface RowSelection<Filter> {
  ids?: readonly string[] | undefined;
  all?: Filter | undefined;
}

interface LockedRow {
  id: string;
  name: string;
  status: Status;
  version: number;
  createdAt: Date;
}

/**
 * Locks the selected rows that exist, in the order of their ids, so that concurrent changes do not deadlock. Throws 400 for
 * more than 10,000 matches of a filter.
 */
export async function lockRows<Filter>(
  tx: Tx,
  { table, name, version, matches }: Inbox<Filter>,
  { ids, all }: RowSelection<Filter>,
): Promise<LockedRow[]> {
  const selected = ids ?? (all && (await matches(tx, all, maxRowsPerCall + 1)).map(({ id }) => id));
  if (!selected) throw badInput({ path: 'ids', message: sentences.noneChosen });
  if (selected.length > maxRowsPerCall) throw badInput({ path: 'all', message: sentences.tooMany });
  const { rows } = await sql<LockedRow>`
    select id, ${name} as name, status, ${version} as version, created_at as "createdAt"
    from ${sql.table(table)} where id = any(${selected}::uuid[]) order by id for update`.execute(tx);
  return rows;
}

async function setStatus<Filter>(
  tx: Tx,
  { table, entity, raised }: Inbox<Filter>,
  rows: readonly LockedRow[],
  status: Status,
  context: ActionContext & { at: Date },
): Promise<void> {
  await sql`update ${sql.table(table)} set status = ${status}, ${raised}
    where id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(tx);
  const entries = rows.map(({ id, name, status: before }) => ({
    ...context,
    action: 'status',
    entity,
    entityId: id,
    before: { name, status: statusName(before) },
    after: { name, status: statusName(status) },
  }));
  await auditAll(tx, entries);
}

/** Sets the status of one row. Throws 404 if it does not exist, 409 if `version` is not the stored one. */
export const changeStatus = <Filter>(
  { db, clock }: ChangingDeps,
  inbox: Inbox<Filter>,
  id: string,
  { status, version }: { status: Status; version?: number | undefined },
  context: ActionContext,
) =>
  inTransaction(db, async (tx) => {
    const [row] = await lockRows(tx, inbox, { ids: [id] });
    if (!row) throw notFound(inbox.gone);
    requireVersion(version, row.version);
    if (row.status === status) return { id, status, version: row.version };
    await setStatus(tx, inbox, [row], status, { ...context, at: clock.now() });
    return { id, status, version: row.version + 1 };
  });

/**
 * Sets the status of many rows, with `from` only of those that have this status; ignores rows that have it already or no longer
 * exist.
 */
export const changeStatuses = <Filter>(
  { db, clock }: ChangingDeps,
  inbox: Inbox<Filter>,
  { status, from, ...selection }: RowSelection<Filter> & { status: Status; from?: Status | undefined },
  context: ActionContext,
): Promise<ChangedReply> =>
  inTransaction(db, async (tx) => {
    const locked = await lockRows(tx, inbox, selection);
    const rows = locked.filter((row) => row.status !== status && (from === undefined || row.status === from));
    await setStatus(tx, inbox, rows, status, { ...context, at: clock.now() });
    const before = [...Map.groupBy(rows, (row) => row.status)].sort(([one], [other]) => one - other);
    return {
      changed: rows.length,
      before: before.map(([had, those]) => ({ status: had, ids: those.map(({ id }) => id) })),
    };
  });

/** Deletes rows permanently and records name and reason in the history. Ignores rows that no longer exist. */
export const remove = <Filter>(
  { db, clock, jobs }: ChangingDeps,
  inbox: Inbox<Filter>,
  { reason, ...selection }: RowSelection<Filter> & { reason: string },
  context: ActionContext,
) =>
  inTransaction(db, async (tx) => {
    const rows = await lockRows(tx, inbox, selection);
    const ids = rows.map(({ id }) => id);
    await inbox.clear?.(tx, jobs, ids);
    await sql`delete from ${sql.table(inbox.table)} where id = any(${ids}::uuid[])`.execute(tx);
    const at = clock.now();
    const entries = rows.map(({ id, name, status, createdAt }) => ({
      ...context,
      at,
      action: 'delete',
      entity: inbox.entity,
      entityId: id,
      before: { name, status: statusName(status), sent: formatInstant(createdAt) },
      after: { reason },
    }));
    await auditAll(tx, entries);
    return { deleted: rows.length };
  });
