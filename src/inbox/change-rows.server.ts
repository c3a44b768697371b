import { type RawBuilder, sql } from 'kysely';
import { auditAll } from '#platform/db/audit.server.ts';
import { inTransaction, type Tx } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { formatInstant } from '#lib/day.ts';
import { badInput, notFound, requireVersion } from '#lib/api/problem.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { type ChangedReply, maxRowsPerCall, type Status, sentences, statusName } from './contract.ts';

type ChangingDeps = Pick<Deps, 'db' | 'clock' | 'jobs'>;

/** Describes an inbox: its table, the names of its rows and their versions. */
export interface Inbox<Filter> {
  table: 'form_submissions' | 'enquiries';
  entity: 'submission' | 'enquiry';
  /** A row's name in the history. */
  name: RawBuilder<string>;
  version: RawBuilder<number>;
  /** Assignment that increments the version when the status changes. */
  incrementVersion: RawBuilder<unknown>;
  /** Message for a row that no longer exists. */
  gone: string;
  /** Rows that match a filter, at most `limit`. */
  matches(tx: Tx, filter: Filter, limit: number): Promise<{ id: string }[]>;
  /** Deletes dependent data before rows are deleted. */
  deleteDependents?: (tx: Tx, jobs: Deps['jobs'], ids: readonly string[]) => Promise<void>;
}

/** Rows selected by id, or all that match a filter. */
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
  if (!selected) throw badInput({ path: 'ids', message: sentences.noneSelected });
  if (selected.length > maxRowsPerCall) throw badInput({ path: 'all', message: sentences.tooMany });
  const { rows } = await sql<LockedRow>`
    select id, ${name} as name, status, ${version} as version, created_at as "createdAt"
    from ${sql.table(table)} where id = any(${selected}::uuid[]) order by id for update`.execute(tx);
  return rows;
}

async function setStatus<Filter>(
  tx: Tx,
  { table, entity, incrementVersion }: Inbox<Filter>,
  rows: readonly LockedRow[],
  status: Status,
  context: ActionContext & { at: Date },
): Promise<void> {
  await sql`update ${sql.table(table)} set status = ${status}, ${incrementVersion}
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

/** Sets the status of one row. Throws 404 if the row does not exist, 409 if `version` is not the stored one. */
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
 * Sets the status of many rows; with `from`, only of rows that have this status now. Ignores rows that already have the new status
 * or no longer exist.
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
      before: before.map(([previous, changed]) => ({ status: previous, ids: changed.map(({ id }) => id) })),
    };
  });

/** Deletes rows permanently and records their names and the reason in the history. Ignores rows that no longer exist. */
export const deleteRows = <Filter>(
  { db, clock, jobs }: ChangingDeps,
  inbox: Inbox<Filter>,
  { reason, ...selection }: RowSelection<Filter> & { reason: string },
  context: ActionContext,
) =>
  inTransaction(db, async (tx) => {
    const rows = await lockRows(tx, inbox, selection);
    const ids = rows.map(({ id }) => id);
    await inbox.deleteDependents?.(tx, jobs, ids);
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
