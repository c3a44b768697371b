import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/db/db.server.ts';
import {
  type TableQuery,
  readPageFaster,
  mostPassed,
  type RowsWithTotal,
  limitAndOffset,
} from '#platform/list/table-page.server.ts';
import { mostRows } from '#lib/table-limits.ts';
import type { StockFilter, StockRow, StockSort } from './contract.ts';
import { allOf } from '#catalogue/products/listings/search-terms.server.ts';
import { conditions } from './stock-list-conditions.server.ts';
import { asRow, rowColumns, rowTables, type StoredRow } from './ledger/stock-row.server.ts';

/*
 * The list joins `managed_products` (m), the stored listing of products, with items (i): the former has names, suppliers
 * and search words, the latter codes, prices and stock. Each sort walks an index of one of the two. Values are literals in
 * the statements, so that the database plans each filter separately.
 */

type Sql = RawBuilder<unknown>;

/** The sort keys; each has an index, see migrations/0004-catalogue.ts and managed_products_name. */
export const sortKeys: Record<Exclude<StockSort, 'supplier'>, readonly Sql[]> = {
  productName: [sql`m.name_key`, sql`m.product_id`, sql`i.position`, sql`i.id`],
  productCode: [sql`(coalesce(lower(i.code), '') collate "C")`, sql`i.id`],
  sellingPrice: [sql`coalesce(i.price_cents, -1)`, sql`i.id`],
  stockOnHand: [sql`i.on_hand`, sql`i.id`],
};

const supplierName = sql`coalesce((select lower(s.name) from suppliers s where s.id = m.supplier_id), '')`;

/** The sort keys for matches that are collected first and then sorted without an index. */
export const gatheredKeys = (sort: StockSort): readonly Sql[] =>
  sort === 'supplier' ? [supplierName, sql`m.product_id`, sql`i.position`, sql`i.id`] : sortKeys[sort];

export const ordered = (keys: readonly Sql[], direction: 'asc' | 'desc'): Sql =>
  sql.join(keys.map((key) => sql`${key} ${sql.raw(direction)}`));

export const listTables = sql`managed_products m join product_items i on i.product_id = m.product_id and i.is_listed`;

interface Page {
  sort: StockSort;
  direction: 'asc' | 'desc';
  limit: number;
  offset: number;
  /** The id of the item whose code equals the search, which is the first row. */
  exact: string | undefined;
  stock: StockFilter['stock'];
}

export const sortOf = (sort: string): Pick<Page, 'sort' | 'direction'> => ({
  sort: sort.replace(/^-/, '') as StockSort, // the query's schema allows only these
  direction: sort.startsWith('-') ? 'desc' : 'asc',
});

/** A page of the stock list, or all of it up to 10,000 rows. */
export async function listStocks(db: Db, query: TableQuery & StockFilter): Promise<RowsWithTotal<StockRow>> {
  const { page: _page, pageSize: _pageSize, sort = 'productName', ...filter } = query;
  const parts = conditions(filter);
  const exact = parts.length > 0 ? await itemIdOfCode(db, filter.search) : undefined;
  const page: Page = { ...sortOf(sort), ...limitAndOffset(query), exact, stock: filter.stock };
  if (parts.length === 0) return listAll(db, page);
  return readPageFaster(
    db,
    { cacheKey: filter, offset: page.offset },
    { sortMatches: (most) => gathered(db, parts, { page, most }), walkIndex: () => walked(db, parts, page) },
  );
}

/** The item with exactly this code, ignoring case. */
async function itemIdOfCode(db: Db, code = ''): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from product_items where lower(code) = ${code.trim().toLowerCase()} and archived_at is null
    and is_listed`.execute(db);
  return rows[0]?.id;
}

/** A page without a filter. Counting stops after 10,000 rows; indexes give the order, except for up to 10,000 rows by supplier, which are sorted. */
async function listAll(db: Db, page: Page): Promise<RowsWithTotal<StockRow>> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (
      select from product_items i where i.is_listed limit ${sql.lit(mostRows + 1)}) i`.execute(db);
  const total = rows[0]?.total ?? 0;
  if (page.offset >= Math.min(total, mostRows)) return { rows: [], total };
  if (total <= mostRows && page.sort === 'supplier') return gathered(db, [], { page, most: null });
  return { rows: await readRows(db, inOrder([], page)), total };
}

/** The rows for `ids`, a statement that returns `id` and `place`. */
async function readRows(db: Db, ids: Sql): Promise<StockRow[]> {
  const { rows } = await sql<StoredRow>`
    select ${rowColumns} from (${ids}) w join product_items i on i.id = w.id ${rowTables} order by w.place`.execute(db);
  return rows.map(asRow);
}

async function gathered(
  db: Db,
  parts: readonly Sql[],
  { page, most }: { page: Page; most: number | null },
): Promise<RowsWithTotal<StockRow>> {
  const { sort, direction, limit, offset, exact } = page;
  const keys = gatheredKeys(sort);
  const names = keys.map((_, place) => sql.ref(`key${place}`));
  const isExact = exact === undefined ? sql`false` : sql`i.id = ${sql.lit(exact)}::uuid`;
  const { rows } = await sql<StoredRow & { total: number; id: string | null }>`
    with meant as materialized (
      select i.id, ${isExact} as "isExact", ${sql.join(keys.map((key, place) => sql`${key} as ${sql.ref(`key${place}`)}`))}
      from ${listTables} where ${allOf(parts)} limit ${most === null ? sql`all` : sql.lit(most)}),
    page as (
      select id, row_number() over () as place from (
        select id from meant order by "isExact" desc, ${ordered(names, direction)}
        limit ${sql.lit(limit)} offset ${sql.lit(offset)}) m)
    select counted.total, ${rowColumns} from (select count(*)::int as total from meant) counted
    left join (page w join product_items i on i.id = w.id ${rowTables}) on true order by w.place`.execute(db);
  const total = rows[0]?.total ?? 0;
  // For an empty page, the query returns one row that has only the total.
  return { rows: rows.flatMap(({ total: _total, ...row }) => (row.id === null ? [] : [asRow(row)])), total };
}

/** The same conditions in a form that keeps the planner from using their indexes, so that it walks the sort's index. */
const withoutIndex = (parts: readonly Sql[]) => parts.map((part) => sql`(${part}) is true`);

/** Index entries scanned per row of the page: four times as many as are needed if one item in a hundred matches. */
const scannedPerRow = 400;

async function walked(db: Db, parts: readonly Sql[], page: Page): Promise<StockRow[] | undefined> {
  const { exact } = page;
  if (exact === undefined) return walkedOn(db, parts, page);
  const isExact = sql`i.id = ${sql.lit(exact)}::uuid`;
  const [first] = await readRows(
    db,
    sql`select i.id, 1 as place from ${listTables} where ${isExact} and ${allOf(parts)}`,
  );
  if (!first) return walkedOn(db, parts, page);
  const { limit, offset } = page;
  const rest = offset === 0 ? { limit: limit - 1, offset } : { limit, offset: offset - 1 };
  const others = await walkedOn(db, [...parts, sql`not (${isExact})`], { ...page, ...rest });
  return others && offset === 0 ? [first, ...others] : others;
}

async function walkedOn(db: Db, parts: readonly Sql[], page: Page): Promise<StockRow[] | undefined> {
  const seen = withoutIndex(parts);
  if (page.sort === 'supplier') return readRows(db, bySupplier(seen, page));
  const passed = (page.limit + page.offset) * scannedPerRow;
  if (passed > mostPassed) return undefined;
  const rows = await readRows(db, inOrder([isNear(page, passed), ...seen], page));
  return rows.length === page.limit ? rows : undefined;
}

/** Whether a row is among the first `passed` entries of the sort's index. */
function isNear({ sort, direction, stock }: Page, passed: number): Sql {
  const isByName = sort === 'productName';
  const keys = isByName ? sortKeys.productName.slice(0, 2) : sort === 'supplier' ? [] : sortKeys[sort];
  const walked = isByName ? sql`managed_products m` : sql`product_items i where ${indexCondition({ sort, stock })}`;
  return sql`(${sql.join(keys)}) ${sql.raw(direction === 'asc' ? '<' : '>')} (
    select ${sql.join(keys)} from ${walked} order by ${ordered(keys, direction)} limit 1 offset ${sql.lit(passed)})`;
}

/** The condition of the partial index that is walked: low items sorted by stock on hand have an index of their own. */
function indexCondition({ sort, stock }: Pick<Page, 'sort' | 'stock'>): Sql {
  if (sort !== 'stockOnHand' || stock === undefined) return sql`i.is_listed`;
  return stock === 'low' ? sql`i.is_low` : sql`i.is_low and i.on_hand < 1`;
}

function inOrder(parts: readonly Sql[], page: Page): Sql {
  const { sort, direction, limit, offset } = page;
  if (sort === 'supplier') return bySupplier(parts, page);
  return sql`
    select id, row_number() over () as place from (
      select i.id from ${listTables} where ${allOf([indexCondition(page), ...parts])}
      order by ${ordered(sortKeys[sort], direction)} limit ${sql.lit(limit)} offset ${sql.lit(offset)}) m`;
}

const noSupplier = sql`'00000000-0000-0000-0000-000000000000'::uuid`;

/**
 * No index on items has the suppliers' names. So this reads one supplier after another, and from each at most as many items
 * as the page needs.
 */
function bySupplier(parts: readonly Sql[], { direction, limit, offset }: Page): Sql {
  const way = sql.raw(direction);
  return sql`
    select id, row_number() over () as place from (
      select i.id from (
        select lower(name) as sorted, id from suppliers union all select '', ${noSupplier} order by 1 ${way}) s
      cross join lateral (
        select i.id from ${listTables} where m.supplier_id = s.id and ${allOf(parts)}
        order by m.product_id ${way}, i.position ${way}, i.id ${way} limit ${sql.lit(limit + offset)}) i
      limit ${sql.lit(limit)} offset ${sql.lit(offset)}) m`;
}
