import { sql } from 'kysely';
import { type Actor, requireAccess } from '#platform/access/actor.server.ts';
import type { Db } from '#platform/db/db.server.ts';
import { searchCondition } from '#platform/list/search-condition.server.ts';
import { type TableQuery, type RowsWithTotal, tablePage } from '#platform/list/table-page.server.ts';
import { endOf, startOf } from '#lib/day.ts';
import { type AuditChoices, type AuditQuery, type Change, type Entity, historyClaims } from './contract.ts';

const changes = (db: Db) =>
  db
    .selectFrom('audit_log')
    .select(['id', 'at', 'actor_id as actorId', 'actor_name as actorName', 'action', 'entity'])
    .select(['entity_id as entityId', 'title', 'before', 'after']);

const newestFirst = { columns: { at: sql.ref('at') }, usual: '-at', key: sql.ref('id') } as const;

/** The searched words. The index `audit_log_words` has the same expression. */
const words = sql`search_words(actor_name || ' ' || coalesce(title, ''))`;

/** A page of the filtered audit log, newest first by default. */
export function listAuditEntries(db: Db, filter: AuditQuery): Promise<RowsWithTotal<Change>> {
  const { actorId, entity, action, entityId, startDate, endDate } = filter;
  const search = searchCondition(words, filter.search);
  let query = changes(db);
  if (actorId === 'system') query = query.where('actor_id', 'is', null);
  else if (actorId) query = query.where('actor_id', '=', actorId);
  if (entity) query = query.where('entity', '=', entity);
  if (action) query = query.where('action', '=', action);
  if (entityId) query = query.where('entity_id', '=', entityId);
  if (startDate) query = query.where('at', '>=', startOf(startDate));
  if (endDate) query = query.where('at', '<', endOf(endDate));
  if (search) query = query.where(search);
  return pageOf(db, query, filter);
}

async function pageOf(db: Db, query: ReturnType<typeof changes>, table: TableQuery): Promise<RowsWithTotal<Change>> {
  const { rows, total } = await tablePage(db, query, { asked: table, order: newestFirst });
  return { rows: rows.map((row) => ({ ...row, ...contentOf(row), at: row.at.toISOString() })), total };
}

// `audit()` writes objects or null.
const contentOf = ({ before, after }: { before: unknown; after: unknown }) => ({ before, after }) as Content;
type Content = Pick<Change, 'before' | 'after'>;

/** One record's changes. Throws 403 without the claim for its kind. */
export function listHistoryOf(
  db: Db,
  actor: Actor,
  { entity, id, table }: { entity: Entity; id: string; table: TableQuery },
): Promise<RowsWithTotal<Change>> {
  requireAccess(actor, historyClaims[entity]);
  const query = changes(db).where('entity', '=', entity).where('entity_id', '=', id);
  return pageOf(db, query, table);
}

/** The distinct values of a column, by a loose index scan: the log may have millions of rows, but has few distinct values. */
const valuesOf = (column: 'entity' | 'action' | 'actor_id') => sql<{ value: string }>`
  with recursive known as (
    (select ${sql.ref(column)} as value from audit_log where ${sql.ref(column)} is not null order by 1 limit 1)
    union all
    select (select ${sql.ref(column)} from audit_log where ${sql.ref(column)} > known.value order by 1 limit 1)
    from known where known.value is not null
  )
  select value from known where value is not null`;

/** The choices of the log's filters. People appear under the name recorded with their latest change. */
export async function readChoices(db: Db): Promise<AuditChoices> {
  const [entities, actions, actors] = await Promise.all([
    valuesOf('entity').execute(db),
    valuesOf('action').execute(db),
    sql<{ id: string; name: string }>`
      select value as id, latest.actor_name as name from (${valuesOf('actor_id')}) as known
      cross join lateral (
        select actor_name from audit_log where actor_id = value order by at desc, id desc limit 1) as latest
      order by lower(latest.actor_name), value`.execute(db),
  ]);
  const valueOf = ({ value }: { value: string }): string => value;
  return { entities: entities.rows.map(valueOf), actions: actions.rows.map(valueOf), actors: actors.rows };
}
