import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#infra/db.server.ts';
import { type Asked, found, type Rows, windowOf } from '#infra/table-page.server.ts';
import { mostRows } from '#lib/table-limits.ts';
import { parseSearch } from '#lib/search-words.ts';
import type { ProductRow, ProductSort, ProductsFilter } from './contract.ts';
import { noSupplier } from './managed.server.ts';
import { type StoredProduct, storedByIds, storedInPages } from './stored.server.ts';

/*
 * The list reads `managed_products` (m), whose rows are short. Few rows are gathered and sorted; of many, a sort's own index
 * soon has a page. The planner can't know which is right for filters that depend on each other, so it is not asked: a count
 * comes first. Values stand in the statements as literals, so that each is planned for what it asks: a plan for all searches
 * is wrong for words that a third of the products have.
 */

/** Up to so many are gathered: about as long as an index takes to come upon ten of them among a million. */
const few = 2_000;
/** Entries of a category beyond which it holds more products than are counted, although some stand in it twice. */
const surelyMany = 2 * mostRows;

/** Indexes of migration 0014 serve each of these, followed by the id. */
const sortedBy: Record<Exclude<ProductSort, 'productSupplier'>, RawBuilder<unknown>> = {
  productName: sql`m.name_key`,
  productCode: sql`m.code_key`,
  createdDate: sql`m.created_at`,
  hasVariations: sql`m.has_variations`,
  displayedOnline: sql`m.is_active`,
};

/** What a filter asks of `m`, besides its category. */
function conditions(filter: ProductsFilter): RawBuilder<boolean> {
  const parts = [
    sql`true`,
    filter.supplier && sql`m.supplier_id = ${sql.lit(filter.supplier)}::uuid`,
    filter.displayedOnline && sql`m.is_active = ${sql.lit(filter.displayedOnline === 'true')}`,
    filter.hasVariations && sql`m.has_variations = ${sql.lit(filter.hasVariations === 'true')}`,
    filter.outOfStock && sql`m.is_out_of_stock = ${sql.lit(filter.outOfStock === 'true')}`,
    ...sought(filter.search),
  ].filter((part) => part !== undefined && part !== '');
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}

/**
 * Whole words and phrases by the index; the last word, which is a beginning, in what they leave: the index would gather all
 * that begins so, which may be a third of everything.
 */
function sought(search = ''): RawBuilder<boolean>[] {
  const all = found(sql`m.words`, search, { isLiteral: true });
  if (!all) return [];
  const { words, phrases } = parseSearch(search);
  const whole = [...words.map((word) => [word]), ...phrases].map((phrase) => `"${phrase.join(' ')}"`).join(' ');
  const byIndex = found(sql`m.words`, whole, { isLiteral: true });
  return byIndex ? [byIndex, sql<boolean>`(${all}) is true`] : [all];
}

/** A filter that has been looked at. */
interface Meant {
  where: RawBuilder<boolean>;
  /** The category with those below it. */
  categories: string[] | undefined;
  /** `from ... where ...`: its rows as `m`, in no order. */
  rows: RawBuilder<unknown>;
  /** At most one more than 10,000. */
  total: number;
}

/** Ids as a literal; the shapes of the calls let nothing else pass. */
const uuids = (ids: readonly string[]): RawBuilder<unknown> => sql`${sql.lit(`{${ids.join(',')}}`)}::uuid[]`;

/** The products of the category one by one, each once; `offset 0` keeps the planner from turning it round. */
const inCategories = (categories: readonly string[]): RawBuilder<unknown> => sql`
  (select distinct k.product_id from product_categories k where k.category_id = any(${uuids(categories)}) offset 0) k
  cross join lateral (select m.* from managed_products m where m.product_id = k.product_id offset 0) m`;

/** `is true` keeps the categories out of the index: it is asked once for a product, not once for each of them. */
const isWithin = (categories: readonly string[] | undefined): RawBuilder<boolean> =>
  categories === undefined
    ? sql<boolean>`true`
    : sql<boolean>`exists (select from product_categories k where k.product_id = m.product_id
        and (k.category_id = any(${uuids(categories)})) is true offset 0)`;

async function countUpTo(db: Db | Tx, rows: RawBuilder<unknown>, limit: number): Promise<number> {
  const counted = await sql<{
    n: number;
  }>`select count(*) as n from (select ${rows} limit ${sql.lit(limit)}) c`.execute(db);
  return counted.rows[0]?.n ?? 0;
}

async function lookAt(db: Db | Tx, filter: ProductsFilter): Promise<Meant> {
  const where = conditions(filter);
  const within = filter.category ? await lookInto(db, filter.category) : undefined;
  if (!within) return counted(db, { where, categories: undefined, rows: sql`from managed_products m where ${where}` });
  const { categories, isMany } = within;
  if (!isMany) return counted(db, { where, categories, rows: sql`from ${inCategories(categories)} where ${where}` });
  const rows = sql`from managed_products m where ${where} and ${isWithin(categories)}`;
  const { category: _, ...others } = filter;
  const isAlone = Object.values(others).every((value) => value === undefined || value === '');
  return isAlone ? { where, categories, rows, total: mostRows + 1 } : counted(db, { where, categories, rows });
}

const counted = async (db: Db | Tx, meant: Omit<Meant, 'total'>): Promise<Meant> => ({
  ...meant,
  total: await countUpTo(db, meant.rows, mostRows + 1),
});

async function lookInto(db: Db | Tx, category: string) {
  const below = await sql<{ id: string }>`
    select id from categories where path @> array[${sql.lit(category)}::uuid]`.execute(db);
  const categories = below.rows.map(({ id }) => id);
  const entries = sql`from product_categories k where k.category_id = any(${uuids(categories)})`;
  return { categories, isMany: (await countUpTo(db, entries, surelyMany)) === surelyMany };
}

/** A page of the back office's products, or all of them up to 10,000. */
export async function listManagedProducts(db: Db, query: Asked & ProductsFilter): Promise<Rows<ProductRow>> {
  const { page: _page, pageSize: _pageSize, sort = 'productName', ...rest } = query;
  const { limit, offset } = windowOf(query);
  const meant = await lookAt(db, rest);
  const { total } = meant;
  if (offset >= Math.min(total, mostRows)) return { rows: [], total };
  const page = { sort, limit, offset };
  const ids = total <= few ? gathered(meant, page) : walked(meant, page);
  const { rows } = await sql<ProductRow>`
    select ${columns} from (${ids}) m join products p on p.id = m.product_id left join suppliers s on s.id = p.supplier_id
    order by m.place`.execute(db);
  return { rows, total };
}

interface Page {
  sort: string;
  limit: number;
  offset: number;
}

const columns = sql`p.id, p.name as "productName", p.code as "productCode",
  to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdDate",
  p.has_variations as "hasVariations", coalesce(s.name, '') as "productSupplier", p.is_active as "displayedOnline",
  p.is_shown as "isShown", p.is_out_of_stock as "isOutOfStock", p.url as "productUrl", p.version`;

const directionOf = (sort: string): RawBuilder<unknown> => sql.raw(sort.startsWith('-') ? 'desc' : 'asc');
const columnOf = (sort: string): ProductSort => sort.replace(/^-/, '') as ProductSort; // the query's shape names the sorts

function gathered({ rows }: Meant, { sort, limit, offset }: Page): RawBuilder<unknown> {
  const column = columnOf(sort);
  const direction = directionOf(sort);
  const by =
    column === 'productSupplier'
      ? sql`coalesce((select lower(s.name) from suppliers s where s.id = m.supplier_id), '')`
      : sortedBy[column];
  return sql`
    with meant as materialized (select m.* ${rows})
    select m.product_id, row_number() over (order by ${by} ${direction}, m.product_id ${direction}) as place from meant m
    order by place limit ${sql.lit(limit)} offset ${sql.lit(offset)}`;
}

function walked(meant: Meant, page: Page): RawBuilder<unknown> {
  const { sort, limit, offset } = page;
  const column = columnOf(sort);
  const direction = directionOf(sort);
  if (column === 'productSupplier') return walkedBySupplier(meant, page);
  const by = sortedBy[column];
  return sql`
    select product_id, row_number() over () as place from (
      select m.product_id from managed_products m where ${meant.where} and ${isWithin(meant.categories)}
      order by ${by} ${direction}, m.product_id ${direction} limit ${sql.lit(limit)} offset ${sql.lit(offset)}) m`;
}

/** Of each supplier no more than the page can hold, supplier by supplier: their names have no index over the products. */
function walkedBySupplier({ where, categories }: Meant, { sort, limit, offset }: Page): RawBuilder<unknown> {
  const direction = directionOf(sort);
  return sql`
    select m.product_id, row_number() over () as place from (
      select lower(name) as sorted, id from suppliers union all select '', ${sql.lit(noSupplier)}::uuid order by 1 ${direction}) s
    cross join lateral (
      select m.product_id from managed_products m where m.supplier_id = s.id and ${where} and ${isWithin(categories)}
      order by m.product_id ${direction} limit ${sql.lit(limit + offset)}) m
    limit ${sql.lit(limit)} offset ${sql.lit(offset)}`;
}

/** All that a filter means, up to `limit`, in order of their ids. */
export async function meantIds(db: Db | Tx, filter: ProductsFilter, limit: number): Promise<string[]> {
  const { where, categories } = await lookAt(db, filter);
  const { rows } = await sql<{ id: string }>`
    select m.product_id as id from managed_products m where ${where} and ${isWithin(categories)}
    order by 1 limit ${sql.lit(limit)}`.execute(db);
  return rows.map(({ id }) => id);
}

const pageOfIds = 500;

/** What a filter means, some products at a time: up to 10,000 in the order of their ids, more by walking all urls. */
export async function* filteredInPages(db: Db, filter: ProductsFilter): AsyncGenerator<StoredProduct[]> {
  const meant = await lookAt(db, filter);
  if (meant.total > mostRows) {
    const isAll = Object.values(filter).every((value) => value === undefined || value === '');
    const condition = isAll ? sql`true` : sql`p.id in (select m.product_id ${meant.rows})`;
    yield* storedInPages(db, pageOfIds, condition);
    return;
  }
  const { rows } = await sql<{ id: string }>`select m.product_id as id ${meant.rows}`.execute(db);
  const ids = rows.map(({ id }) => id).sort();
  for (let i = 0; i < ids.length; i += pageOfIds) yield await storedByIds(db, ids.slice(i, i + pageOfIds));
}
