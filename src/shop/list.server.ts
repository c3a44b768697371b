import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#infra/db.server.ts';
import { notFound } from '#lib/problem.ts';
import {
  type Asked,
  foundAsAsked,
  hasPriceFilter,
  inStockAsAsked,
  pricedAsAsked,
  readAsked,
  tierOf,
} from './asked.server.ts';
import { categoryNotFound } from './contract.ts';
import { type CountedFacets, facetCounts, facetsFrom } from './facets.server.ts';
import type { ListQuery, Sort } from './list-query.ts';

type Sql = RawBuilder<unknown>;

interface Page {
  isKnown: boolean;
  total: number;
  /** Cards with commas between, ready for a JSON array. */
  products: string;
  facets?: CountedFacets | null;
}

/** The answer of `listProducts` as JSON text, by one statement. Throws `Problem` 404 for a category that is not there. */
export async function listText(db: Db, query: ListQuery): Promise<string> {
  const asked = readAsked(query);
  const isPlain = asked.search === undefined && asked.groups.length === 0;
  const facets = query.facets ? sql`, ${facetCounts(asked)} as facets` : sql``;
  const statement = isPlain ? plainPage(asked, facets) : foundPage(asked, facets);
  const page = (await statement.execute(db)).rows[0];
  if (!page?.isKnown) throw notFound(categoryNotFound(query.category ?? ''));
  const end = query.facets ? `,"facets":${JSON.stringify(facetsFrom(page.facets))}}` : '}';
  return `{"products":[${page.products}],"totalCount":${page.total},"page":${query.page},"pageSize":${query.pageSize}${end}`;
}

const standardSort: Sort = 3;

interface Order {
  columns: Sql;
  by: Sql;
  /** The same from its end. */
  back: Sql;
}

/** Every order ends with the id, so that pages neither overlap nor leave anything out. Each has its index. */
const orders: Record<Sort, Order> = (() => {
  const up = (...names: string[]): Order => ({ columns: refs(names), by: refs(names), back: downward(names) });
  const down = (...names: string[]): Order => ({ columns: refs(names), by: downward(names), back: refs(names) });
  return {
    1: up('code_key', 'product_id'),
    2: down('code_key', 'product_id'),
    3: up('name_key', 'product_id'),
    4: down('name_key', 'product_id'),
    5: up('price_cents', 'name_key', 'product_id'),
    6: down('price_cents', 'name_key', 'product_id'),
  };
})();

function refs(names: string[]): Sql {
  return sql.join(names.map((name) => sql.ref(name)));
}

function downward(names: string[]): Sql {
  return sql.join(names.map((name) => sql`${sql.ref(name)} desc`));
}

const cards = (ids: Sql): Sql => sql`
  array_to_string(array(
    select (select '{' || c.brief || ',' || c.rest || '}' from product_cards c where c.product_id = p.product_id)
    from (${ids}) p), ',')`;

const paged = ({ page, pageSize }: ListQuery): Sql => sql`limit ${pageSize} offset ${(page - 1) * pageSize}`;

/** A category without search or options: its rows lie in order, and how many there are is kept. */
function plainPage({ query, category }: Asked, facets: Sql): RawBuilder<Page> {
  const where = sql`category_id = ${category} and ${pricedAsAsked(query)} and ${inStockAsAsked(query)}`;
  const total = hasPriceFilter(query)
    ? sql`(select count(*) from category_listings where ${where})`
    : sql`(select coalesce(sum(${sql.ref(query.inStock ? 'in_stock_count' : 'product_count')}), 0)
        from listing_counts where category_id = ${category} and option = '')`;
  const { by } = orders[query.sort ?? standardSort];
  const ids =
    query.page < farPage
      ? sql`select product_id from category_listings where ${where} order by ${by} ${paged(query)}`
      : fromNearerEnd(query, where);
  return sql<Page>`
    with counted as materialized (select ${total}::int as total)
    select ${category} is not null as "isKnown", total, ${cards(ids)} as products ${facets} from counted`;
}

const farPage = 3;

/** A far page: rows before it are passed over one by one, so it is read from the end that is nearer, and not beyond it. */
function fromNearerEnd(query: ListQuery, where: Sql): Sql {
  const { columns, by, back } = orders[query.sort ?? standardSort];
  const size = query.pageSize;
  const first = sql`${(query.page - 1) * size}::int`;
  const rows = sql`select ${columns} from category_listings where ${where}`;
  return sql`
    select product_id from (
      (${rows} order by ${by} limit (select case when ${first} <= total / 2 then ${size}::int else 0 end from counted) offset ${first})
      union all
      (${rows} order by ${back}
        limit (select case when ${first} > total / 2 then greatest(least(${size}::int, total - ${first}), 0) else 0 end from counted)
        offset (select greatest(total - ${first} - ${size}::int, 0) from counted))
    ) page order by ${by}`;
}

/** What the search index finds; the best first unless a sort is chosen. Each match costs one look at a short row. */
function foundPage(asked: Asked, facets: Sql): RawBuilder<Page> {
  const { query, category, search } = asked;
  const isRanked = search !== undefined && query.sort === undefined;
  const order = orders[query.sort ?? standardSort];
  const ranked = sql`tier, name_length, name_key, product_id`;
  const columns = isRanked
    ? sql`${tierOf(search, query.search ?? '')} as tier, name_length, name_key, product_id`
    : order.columns;
  const found = foundAsAsked(asked) ?? sql`true`;
  return sql<Page>`
    with found as materialized (
      select ${columns} from listings where ${found} and ${pricedAsAsked(query)} and ${inStockAsAsked(query)})
    select ${category} is not null as "isKnown", (select count(*) from found)::int as total,
      ${cards(sql`select product_id from found order by ${isRanked ? ranked : order.by} ${paged(query)}`)} as products ${facets}`;
}
