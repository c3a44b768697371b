import { type RawBuilder, sql } from 'kysely';
import { isoInstant } from '#platform/db/iso-instant.server.ts';
import type { Db } from '#platform/db/db.server.ts';
import {
  type TableQuery,
  readPageFaster,
  mostPassed,
  passedForEach,
  type RowsWithTotal,
  limitAndOffset,
} from '#platform/list/table-page.server.ts';
import { isBlank, parseSearch } from '#lib/text/search-words.ts';
import { mostRows } from '#lib/table-limits.ts';
import type { ProductRow, ProductSort, ProductsFilter } from '../contract.ts';
import { noSupplier, tableFor } from '../listings/managed-products.server.ts';
import { allOf, hasAny, hasWords, matchesElsewhere, sideBySide } from '../listings/search-terms.server.ts';
import { categoryTerm, rangeOf } from '../listings/search-terms.ts';

/*
 * The list reads the short rows of `managed_products` (m), or of `archived_products` with the same columns, and then the
 * ten rows of `products` on the page. Values are literals in the statements, so that the database plans each filter
 * separately: a generic plan would be wrong for a supplier that has half of all products.
 */

/** Migration 0005 has an index for each of these, with the id as tie-breaker. */
const sortedBy: Record<Exclude<ProductSort, 'productSupplier'>, RawBuilder<unknown>> = {
  productName: sql`m.name_key`,
  productCode: sql`m.code_key`,
  createdDate: sql`m.created_at`,
  hasVariations: sql`m.has_variations`,
  displayedOnline: sql`m.is_active`,
};

export const listFor = ({ archived }: ProductsFilter) => tableFor(archived === 'true');

/** The conditions of a filter on `m`, a row of the list; none if the filter is empty. */
export function conditions({ search, category, ...filter }: ProductsFilter): RawBuilder<unknown>[] {
  const parts = [
    filter.supplier && sql`m.supplier_id = ${sql.lit(filter.supplier)}::uuid`,
    category && hasAny(sql`term = ${categoryTerm(category)}`),
    filter.displayedOnline && sql`m.is_active = ${sql.lit(filter.displayedOnline === 'true')}`,
    filter.hasVariations && sql`m.has_variations = ${sql.lit(filter.hasVariations === 'true')}`,
    filter.outOfStock && sql`m.is_out_of_stock = ${sql.lit(filter.outOfStock === 'true')}`,
  ];
  return [...parts.filter((part) => part !== undefined && part !== ''), ...searchConditions(search)];
}

/** The index finds products with all words; the words of a phrase must also be side by side in the name or in a code. */
function searchConditions(text = ''): RawBuilder<unknown>[] {
  const search = parseSearch(text);
  if (isBlank(search)) return [];
  const phrases = search.phrases.map((phrase) => sideBySide(phrase, false));
  return [...hasWords(search), ...phrases];
}

/**
 * The same conditions in a form that keeps the planner from using their indexes: it can't estimate how many rows match a
 * `case`, so it walks along the sort's index instead of sorting all matches.
 */
const withoutIndex = (parts: Conditions) => [sql`case when ${allOf(parts)} then true else false end`];

type Conditions = readonly RawBuilder<unknown>[];

interface Page {
  /** The table to read. */
  list: RawBuilder<unknown>;
  column: ProductSort;
  direction: 'asc' | 'desc';
  limit: number;
  offset: number;
}

/** Conditions on the listed products (`m`) in addition to the filter's. */
interface ExtraConditions {
  /** The values in the conditions; they are part of the key for cached totals of long lists. */
  cacheKey: unknown;
  parts: Conditions;
  rows?: { limit: number; offset: number };
  /** Whether `parts` exclude only a few products, so that walking along the sort's index finds a page quickly. */
  excludesFew?: boolean;
}

/** A page of the products, or all of them up to 10,000. */
export async function listManagedProducts(
  db: Db,
  query: TableQuery & ProductsFilter,
  further: ExtraConditions = { cacheKey: null, parts: [] },
): Promise<RowsWithTotal<ProductRow>> {
  const { page: _page, pageSize: _pageSize, sort = 'productName', ...filter } = query;
  const parts = [...conditions(filter), ...further.parts];
  const page: Page = {
    list: listFor(filter),
    column: sort.replace(/^-/, '') as ProductSort, // the query's schema allows no other sorts
    direction: sort.startsWith('-') ? 'desc' : 'asc',
    ...(further.rows ?? limitAndOffset(query)),
  };
  if (parts.length === 0) return listAll(db, page);
  const isDense = further.excludesFew && parts.length === further.parts.length;
  return readPageFaster(
    db,
    // Cached totals are dropped when products change, but not when the data that further conditions read changes.
    { cacheKey: [filter, further.cacheKey], offset: page.offset, isDroppedOnChange: further.parts.length === 0 },
    {
      sortMatches: (most) => collectMatches(db, parts, { page, most }),
      walkIndex: async (total) =>
        isDense
          ? readRows(db, inOrder(withoutIndex(parts), page))
          : ((await walkIndex(db, parts, { page, total })) ?? mergeNamesThatStart(db, filter, page)),
    },
  );
}

/** A page without a filter. Counting stops after 10,000 rows; indexes give the order, unless few rows are sorted by supplier. */
async function listAll(db: Db, page: Page): Promise<RowsWithTotal<ProductRow>> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (select from ${page.list} limit ${sql.lit(mostRows + 1)}) m`.execute(db);
  const total = rows[0]?.total ?? 0;
  if (page.offset >= Math.min(total, mostRows)) return { rows: [], total };
  if (total <= mostRows && page.column === 'productSupplier') return collectMatches(db, [], { page, most: null });
  return { rows: await readRows(db, inOrder([], page)), total };
}

const columns = sql`p.id, p.name as "productName", p.code as "productCode",
  ${isoInstant('p.created_at')} as "createdDate",
  p.has_variations as "hasVariations", coalesce(s.name, '') as "productSupplier", p.is_active as "displayedOnline",
  p.is_shown as "isShown", p.is_out_of_stock as "isOutOfStock",
  (select '/files/' || i.file_key from product_images i where i.product_id = p.id and i.is_primary) as image,
  own.price, coalesce(own."hasMultiplePrices", false) as "hasMultiplePrices", coalesce(own."stockOnHand", 0) as "stockOnHand",
  p.archived_at is not null as "isArchived", p.url as "productUrl", p.version`;

/** Prices and stock of a product `p`. */
const pricesAndStock = sql`left join lateral (
  select min(i.price_cents) as price, min(i.price_cents) < max(i.price_cents) as "hasMultiplePrices",
    sum(i.on_hand)::int as "stockOnHand"
  from product_items i where i.product_id = p.id and i.archived_at is null) own on true`;

/** The rows of the products that the statement `ids` returns as `product_id` and `place`. */
async function readRows(db: Db, ids: RawBuilder<unknown>): Promise<ProductRow[]> {
  const { rows } = await sql<ProductRow>`
    select ${columns} from (${ids}) m join products p on p.id = m.product_id left join suppliers s on s.id = p.supplier_id ${pricesAndStock}
    order by m.place`.execute(db);
  return rows;
}

/** Collects up to `most` matches and sorts them. */
async function collectMatches(
  db: Db,
  parts: Conditions,
  { page: { list, column, direction, limit, offset }, most }: { page: Page; most: number | null },
): Promise<RowsWithTotal<ProductRow>> {
  const isBySupplier = column === 'productSupplier';
  const by = isBySupplier
    ? sql`coalesce((select lower(s.name) from suppliers s where s.id = m.supplier_id), '')`
    : sortedBy[column];
  const keys = isBySupplier ? ['sorted', 'name', 'product_id'] : ['sorted', 'product_id'];
  const order = sql.raw(keys.map((key) => `${key} ${direction}`).join(', '));
  const { rows } = await sql<ProductRow & { total: number; id: string | null }>`
    with meant as materialized (
      select m.product_id, ${by} as sorted, m.name_key as name from ${list} m where ${allOf(parts)}
      limit ${most === null ? sql`all` : sql.lit(most)}),
    page as (
      select product_id, row_number() over () as place from (
        select product_id from meant order by ${order}
        limit ${sql.lit(limit)} offset ${sql.lit(offset)}) m)
    select counted.total, ${columns} from (select count(*) as total from meant) counted
    left join (page join products p on p.id = page.product_id) on true left join suppliers s on s.id = p.supplier_id ${pricesAndStock}
    order by page.place`.execute(db);
  const total = rows[0]?.total ?? 0;
  // For an empty page, the query returns one row that has only the total.
  return { rows: rows.flatMap(({ total: _total, ...row }) => (row.id === null ? [] : [row])), total };
}

/** Walks along the sort's index until the page is full. Undefined if that would take too long. */
async function walkIndex(
  db: Db,
  parts: Conditions,
  { page, total }: { page: Page; total: number },
): Promise<ProductRow[] | undefined> {
  const filter = withoutIndex(parts);
  if (page.column === 'productSupplier') return readRows(db, bySupplier(filter, page));
  const passed = (page.limit + page.offset) * passedForEach(total);
  if (passed > mostPassed) return undefined;
  const by = sortedBy[page.column];
  const way = sql.raw(page.direction);
  const last = sql`select ${by}, m.product_id from ${page.list} m order by ${by} ${way}, m.product_id ${way}
    limit 1 offset ${sql.lit(passed)}`;
  const isNear = sql`(${by}, m.product_id) ${sql.raw(page.direction === 'asc' ? '<' : '>')} (${last})`;
  const rows = await readRows(db, inOrder([isNear, ...filter], page));
  return rows.length === page.limit ? rows : undefined;
}

/**
 * Merges two kinds of matches: products whose names begin with the first word, which are adjacent in the index, and all
 * other matches, which are few. Undefined if the page is not full.
 */
async function mergeNamesThatStart(
  db: Db,
  { search = '', ...filter }: ProductsFilter,
  page: Page,
): Promise<ProductRow[] | undefined> {
  const { list, column, direction, limit, offset } = page;
  const other = column === 'productName' ? matchesElsewhere(parseSearch(search)) : undefined;
  if (!other) return undefined;
  const [from, to] = rangeOf(other.word);
  const starting = [
    ...withoutIndex(conditions({ search, ...filter })),
    sql`m.name_key >= ${from} and m.name_key < ${to}`,
  ];
  const others = allOf([...conditions(filter), ...other.conditions]);
  const order = sql.raw(`order by name_key ${direction}, product_id ${direction}`);
  const ids = sql`
    with others as materialized (
      select m.name_key, m.product_id from ${list} m where ${others} limit ${sql.lit(mostRows + 1)}),
    starting as (
      select m.name_key, m.product_id from ${list} m where ${allOf(starting)} ${order} limit ${sql.lit(limit + offset)}),
    either as (select * from others union select * from starting)
    select product_id, row_number() over () as place from (
      select * from either where (select count(*) from others) <= ${sql.lit(mostRows)} ${order}
      limit ${sql.lit(limit)} offset ${sql.lit(offset)}) m`;
  const rows = await readRows(db, ids);
  return rows.length === limit ? rows : undefined;
}

function inOrder(parts: Conditions, page: Page): RawBuilder<unknown> {
  const { list, column, direction, limit, offset } = page;
  if (column === 'productSupplier') return bySupplier(parts, page);
  const way = sql.raw(direction);
  return sql`
    select product_id, row_number() over () as place from (
      select m.product_id from ${list} m where ${allOf(parts)}
      order by ${sortedBy[column]} ${way}, m.product_id ${way} limit ${sql.lit(limit)} offset ${sql.lit(offset)}) m`;
}

/**
 * No index on products has the suppliers' names. So this reads one supplier after another, and from each, sorted by name,
 * at most as many products as the page needs.
 */
function bySupplier(parts: Conditions, { list, direction, limit, offset }: Page): RawBuilder<unknown> {
  const way = sql.raw(direction);
  return sql`
    select m.product_id, row_number() over () as place from (
      select lower(name) as sorted, id from suppliers union all select '', ${sql.lit(noSupplier)}::uuid order by 1 ${way}) s
    cross join lateral (
      select m.product_id from ${list} m where m.supplier_id = s.id and ${allOf(parts)}
      order by m.name_key ${way}, m.product_id ${way} limit ${sql.lit(limit + offset)}) m
    limit ${sql.lit(limit)} offset ${sql.lit(offset)}`;
}
