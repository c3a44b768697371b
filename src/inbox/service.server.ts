import { type RawBuilder, sql } from 'kysely';
import { auditAll } from '#platform/db/audit.server.ts';
import { inTransaction, type Tx } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { formatInstant } from '#lib/day.ts';
import { badInput, conflict, notFound } from '#lib/api/problem.ts';
import { changedBySomeoneElse } from '#lib/api/sentences.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { type ChangedReply, maxRowsPerCall, type Status, sentences, type StatusReply, statusName } from './contract.ts';

type ChangingDeps = Pick<Deps, 'db' | 'clock' | 'jobs'>;

/** Describes an inbox: its table, how rows are named and how versions are counted. */
export interface Inbox {
  table: 'form_submissions' | 'enquiries';
  entity: 'submission' | 'enquiry';
  /** A row's name in the history. */
  name: RawBuilder<string>;
  version: RawBuilder<number>;
  /** Assignment that increments the version when the status changes. */
  raised: RawBuilder<unknown>;
  /** Message for a row that no longer exists. */
  gone: string;
  /** Deletes dependent data before rows are deleted. */
  clear?: (tx: Tx, jobs: Deps['jobs'], ids: readonly string[]) => Promise<void>;
}

interface LockedRow {
  id: string;
  name: string;
  status: Status;
  version: number;
  createdAt: Date;
}

/** Locks existing rows in the order of their ids, so that concurrent changes do not deadlock. */
export async function lockRows(tx: Tx, { table, name, version }: Inbox, ids: readonly string[]): Promise<LockedRow[]> {
  const { rows } = await sql<LockedRow>`
    select id, ${name} as name, status, ${version} as version, created_at as "createdAt"
    from ${sql.table(table)} where id = any(${ids}::uuid[]) order by id for update`.execute(tx);
  return rows;
}

async function setStatus(tx: Tx, inbox: Inbox, { rows, status, at, context }: StatusUpdate): Promise<void> {
  await sql`update ${sql.table(inbox.table)} set status = ${status}, ${inbox.raised}
    where id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(tx);
  const lines = rows.map(({ id, name, status: before }) => ({
    ...context,
    at,
    action: 'status',
    entity: inbox.entity,
    entityId: id,
    before: { name, status: statusName(before) },
    after: { name, status: statusName(status) },
  }));
  await auditAll(tx, lines);
}

interface StatusUpdate {
  rows: readonly LockedRow[];
  status: number;
  at: Date;
  context: ActionContext;
}

/** Sets the status of one row. Throws 404 if it does not exist, 409 if `version` is not the stored one. */
export function changeStatus(
  { db, clock }: ChangingDeps,
  inbox: Inbox,
  {
    id,
    status,
    version,
    context,
  }: { id: string; status: number; version?: number | undefined; context: ActionContext },
): Promise<StatusReply> {
  return inTransaction(db, async (tx) => {
    const [row] = await lockRows(tx, inbox, [id]);
    if (!row) throw notFound(inbox.gone);
    if (version !== undefined && version !== row.version) throw conflict(changedBySomeoneElse);
    if (row.status === status) return { id, status, version: row.version };
    await setStatus(tx, inbox, { rows: [row], status, at: clock.now(), context });
    return { id, status, version: row.version + 1 };
  });
}

interface BulkStatusChange {
  idsOf: SelectIds;
  status: Status;
  /** Only rows with this status. */
  from?: Status | undefined;
  context: ActionContext;
}

/** Sets the status of many rows; ignores rows that have it already or no longer exist. */
export function changeStatuses(
  { db, clock }: ChangingDeps,
  inbox: Inbox,
  { idsOf, status, from, context }: BulkStatusChange,
): Promise<ChangedReply> {
  return inTransaction(db, async (tx) => {
    const locked = await lockRows(tx, inbox, await idsOf(tx));
    const rows = locked.filter((row) => row.status !== status && (from === undefined || row.status === from));
    await setStatus(tx, inbox, { rows, status, at: clock.now(), context });
    const before = [...Map.groupBy(rows, (row) => row.status)].sort(([one], [other]) => one - other);
    return {
      changed: rows.length,
      before: before.map(([had, those]) => ({ status: had, ids: those.map(({ id }) => id) })),
    };
  });
}

/** Deletes rows permanently and records name and reason in the history. Ignores rows that no longer exist. */
export function remove(
  { db, clock, jobs }: ChangingDeps,
  inbox: Inbox,
  { idsOf, reason, context }: { idsOf: SelectIds; reason: string; context: ActionContext },
): Promise<{ deleted: number }> {
  return inTransaction(db, async (tx) => {
    const rows = await lockRows(tx, inbox, await idsOf(tx));
    const ids = rows.map(({ id }) => id);
    await inbox.clear?.(tx, jobs, ids);
    await sql`delete from ${sql.table(inbox.table)} where id = any(${ids}::uuid[])`.execute(tx);
    const at = clock.now();
    const lines = rows.map(({ id, name, status, createdAt }) => ({
      ...context,
      at,
      action: 'delete',
      entity: inbox.entity,
      entityId: id,
      before: { name, status: statusName(status), sent: formatInstant(createdAt) },
      after: { reason },
    }));
    await auditAll(tx, lines);
    return { deleted: rows.length };
  });
}

/** Ids of the selected rows, read in the transaction of the change. */
export type SelectIds = (tx: Tx) => Promise<readonly string[]>;

/** The given ids, or those of all rows that match the filter. Throws 400 for more than 10,000. */
export const selectIds =
  <Filter>(
    { ids, all }: { ids?: readonly string[] | undefined; all?: Filter | undefined },
    find: (tx: Tx, filter: Filter, most: number) => Promise<string[]>,
  ): SelectIds =>
  async (tx) => {
    if (ids) return ids;
    if (all === undefined) throw badInput({ path: 'ids', message: sentences.noneChosen });
    const matches = await find(tx, all, maxRowsPerCall + 1);
    if (matches.length > maxRowsPerCall) throw badInput({ path: 'all', message: sentences.tooMany });
    return matches;
  };
