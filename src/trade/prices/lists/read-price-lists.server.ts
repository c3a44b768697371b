import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db, Tx } from '#platform/db/db.server.ts';
import type { Clock } from '#platform/process/clock.server.ts';
import { searchCondition } from '#platform/list/search-condition.server.ts';
import { type Order, type RowsWithTotal, tablePage } from '#platform/list/table-page.server.ts';
import { notFound } from '#lib/api/problem.ts';
import { type Day, dayOf } from '#lib/day.ts';
import { mostRows } from '#lib/table-limits.ts';
import { type listPriceLists, type ListStatus, type PriceList, sentences } from './contract.ts';

interface ListsDeps {
  db: Db;
  clock: Clock;
}

type Query = z.output<(typeof listPriceLists)['shapes']['query']>;

const order: Order<'name' | 'adjustPercent' | 'createdDate'> = {
  columns: {
    name: sql`lower(name)`,
    adjustPercent: sql.ref('adjust_percent'),
    createdDate: sql.ref('created_at'),
  },
  usual: 'name',
  key: sql`id`,
};

const rowsOf = (db: Db | Tx) =>
  db
    .selectFrom('price_lists')
    .select(['id', 'name', 'parent_id as parentId', 'adjust_percent as adjustPercent', 'valid_from as validFrom'])
    .select(['valid_to as validTo', 'archived_at as archivedAt', 'created_at as createdAt', 'version']);

type StoredList = Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number];

/** A page of the price lists, or all of them, with what uses them. */
export async function readPriceLists({ db, clock }: ListsDeps, query: Query): Promise<RowsWithTotal<PriceList>> {
  const words = searchCondition(sql`search_words(name)`, query.search);
  const some = rowsOf(db).where('archived_at', query.status === 'archived' ? 'is not' : 'is', null);
  const { rows, total } = await tablePage(db, words ? some.where(words) : some, { asked: query, order });
  return { rows: await withUses(db, rows, dayOf(clock.now())), total };
}

/** All lists that are not archived, by name. */
export const readPriceListNames = (db: Db): Promise<{ id: string; name: string }[]> =>
  db
    .selectFrom('price_lists')
    .select(['id', 'name'])
    .where('archived_at', 'is', null)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .limit(mostRows)
    .execute();

/** One list, archived or not. Throws `Problem` 404. */
export async function readPriceList({ db, clock }: { db: Db | Tx; clock: Clock }, id: string): Promise<PriceList> {
  const [list] = await withUses(db, await rowsOf(db).where('id', '=', id).execute(), dayOf(clock.now()));
  if (!list) throw notFound(sentences.notFound);
  return list;
}

type Uses = Pick<PriceList, 'parentName' | 'priceCount' | 'accountCount' | 'siteCount' | 'childCount'>;

/** What uses some lists, by index-only scans. */
export async function usesOf(db: Db | Tx, ids: readonly string[]): Promise<Map<string, Uses>> {
  const { rows } = await sql<Uses & { id: string }>`
    select l.id, (select p.name from price_lists p where p.id = l.parent_id) as "parentName",
      (select count(*) from list_prices c where c.price_list_id = l.id)::int as "priceCount",
      (select count(*) from trade_accounts a where a.price_list_id = l.id and a.status not in ('declined', 'closed'))::int as "accountCount",
      (select count(*) from trade_sites s where s.price_list_id = l.id and s.archived_at is null)::int as "siteCount",
      (select count(*) from price_lists c where c.parent_id = l.id and c.archived_at is null)::int as "childCount"
    from unnest(${[...ids]}::uuid[]) w(id) join price_lists l on l.id = w.id`.execute(db);
  return new Map(rows.map(({ id, ...uses }) => [id, uses]));
}

const noUses: Uses = { parentName: null, priceCount: 0, accountCount: 0, siteCount: 0, childCount: 0 };

async function withUses(db: Db | Tx, stored: readonly StoredList[], today: Day): Promise<PriceList[]> {
  const ids = stored.map(({ id }) => id);
  const uses = await usesOf(db, ids);
  return stored.map(({ archivedAt, createdAt, adjustPercent, ...list }) => ({
    ...list,
    ...(uses.get(list.id) ?? noUses),
    adjustPercent: Number(adjustPercent),
    status: statusOf({ ...list, archivedAt }, today),
    createdDate: createdAt.toISOString(),
  }));
}

function statusOf(list: Pick<StoredList, 'archivedAt' | 'validFrom' | 'validTo'>, today: Day): ListStatus {
  if (list.archivedAt !== null) return 'archived';
  if (list.validFrom !== null && list.validFrom > today) return 'later';
  return list.validTo !== null && list.validTo < today ? 'over' : 'active';
}
