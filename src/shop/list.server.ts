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

/** Every order ends with the id, so that pages neither overlap nor leave anything out. Each has its index. */
const orders: Record<Sort, { columns: Sql; by: Sql }> = (() => {
  const up = (...names: string[]) => ({ columns: refs(names), by: refs(names) });
  const down = (...names: string[]) => ({
    columns: refs(names),
    by: sql.join(names.map((name) => sql`${sql.ref(name)} desc`)),
  });
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
  const ids = sql`select product_id from category_listings where ${where} order by ${by} ${paged(query)}`;
  return sql<Page>`
    select ${category} is not null as "isKnown", ${total}::int as total, ${cards(ids)} as products ${facets}`;
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
