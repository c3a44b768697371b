import { sql } from 'kysely';
import { type Actor, demand } from '#platform/access/actor.server.ts';
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

/** What a search of the log looks at; the index `audit_log_words` has the same words. */
const words = sql`search_words(actor_name || ' ' || coalesce(title, ''))`;

/** The log as it is filtered, the newest first where nothing else is asked for. */
export function auditOf(db: Db, asked: AuditQuery): Promise<RowsWithTotal<Change>> {
  const { actorId, entity, action, entityId, startDate, endDate } = asked;
  const search = searchCondition(words, asked.search);
  let query = changes(db);
  if (actorId === 'system') query = query.where('actor_id', 'is', null);
  else if (actorId) query = query.where('actor_id', '=', actorId);
  if (entity) query = query.where('entity', '=', entity);
  if (action) query = query.where('action', '=', action);
  if (entityId) query = query.where('entity_id', '=', entityId);
  if (startDate) query = query.where('at', '>=', startOf(startDate));
  if (endDate) query = query.where('at', '<', endOf(endDate));
  if (search) query = query.where(search);
  return pageOf(db, query, asked);
}

async function pageOf(db: Db, query: ReturnType<typeof changes>, asked: TableQuery): Promise<RowsWithTotal<Change>> {
  const { rows, total } = await tablePage(db, query, { asked, order: newestFirst });
  return { rows: rows.map((row) => ({ ...row, ...contentOf(row), at: row.at.toISOString() })), total };
}

/** `audit()` writes objects, or null. */
const contentOf = ({ before, after }: { before: unknown; after: unknown }) => ({ before, after }) as Content;
type Content = Pick<Change, 'before' | 'after'>;

/** One record's changes. 403 for an administrator without the claim of its kind. */
export function historyOf(
  db: Db,
  actor: Actor,
  { entity, id, asked }: { entity: Entity; id: string; asked: TableQuery },
): Promise<RowsWithTotal<Change>> {
  demand(actor, historyClaims[entity]);
  const query = changes(db).where('entity', '=', entity).where('entity_id', '=', id);
  return pageOf(db, query, asked);
}

/** A column's values, each found by one look into its index: the log may have millions of rows and few values. */
const valuesOf = (column: 'entity' | 'action' | 'actor_id') => sql<{ value: string }>`
  with recursive known as (
    (select ${sql.ref(column)} as value from audit_log where ${sql.ref(column)} is not null order by 1 limit 1)
    union all
    select (select ${sql.ref(column)} from audit_log where ${sql.ref(column)} > known.value order by 1 limit 1)
    from known where known.value is not null
  )
  select value from known where value is not null`;

/** What the filters of the log can be set to. People are named as they were at their latest change. */
export async function choicesOf(db: Db): Promise<AuditChoices> {
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
