import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#infra/db.server.ts';
import { type Asked, hasPriceFilter, inStockAsAsked, pricedAsAsked, readAsked, together } from './asked.server.ts';
import { facetsOf } from './facets.server.ts';
import type { ListQuery, Sort } from './list-query.ts';

interface Page {
  total: number;
  /** Cards with commas between, ready for a JSON array. */
  products: string;
}

/** The answer of `listProducts` as JSON text. Throws `Problem` 404 for a category that is not there. */
export async function listText(db: Db, query: ListQuery): Promise<string> {
  const asked = await readAsked(db, query);
  const isPlain = asked.search === undefined && asked.groups.length === 0;
  const [page, facets] = await Promise.all([
    isPlain ? plainPage(db, asked) : foundPage(db, asked),
    query.facets ? facetsOf(db, asked) : undefined,
  ]);
  const end = facets ? `,"facets":${JSON.stringify(facets)}}` : '}';
  return `{"products":[${page.products}],"totalCount":${page.total},"page":${query.page},"pageSize":${query.pageSize}${end}`;
}

const standardSort: Sort = 3;

/** Every order ends with the id, so that pages neither overlap nor leave anything out. Each has its index. */
const orders: Record<Sort, { by: RawBuilder<unknown>; back: RawBuilder<unknown>; columns: RawBuilder<unknown> }> = (() => {
  const columns = { code: sql`code_key, product_id`, name: sql`name_key, product_id`, price: sql`price_cents, name_key, product_id` };
  const down = {
    code: sql`code_key desc, product_id desc`,
    name: sql`name_key desc, product_id desc`,
    price: sql`price_cents desc, name_key desc, product_id desc`,
  };
  const up = (key: keyof typeof columns) => ({ by: columns[key], back: down[key], columns: columns[key] });
  const downward = (key: keyof typeof columns) => ({ by: down[key], back: columns[key], columns: columns[key] });
  return { 1: up('code'), 2: downward('code'), 3: up('name'), 4: downward('name'), 5: up('price'), 6: downward('price') };
})();

const cards = (ids: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  array_to_string(array(
    select (select '{' || c.brief || ',' || c.rest || '}' from product_cards c where c.product_id = p.product_id)
    from (${ids}) p), ',')`;

/** A category without search or options: its rows lie in order, and how many there are is kept. */
async function plainPage(db: Db, asked: Asked): Promise<Page> {
  const { query, categoryId } = asked;
  const where = sql`category_id = ${categoryId} and ${pricedAsAsked(query)} and ${inStockAsAsked(query)}`;
  const total = hasPriceFilter(query)
    ? sql`(select count(*) from category_listings where ${where})`
    : sql`(select coalesce(sum(${sql.ref(query.inStock ? 'in_stock_count' : 'product_count')}), 0)
        from listing_counts where category_id = ${categoryId} and option = '')`;
  const { rows } = await sql<Page>`select ${total}::int as total, ${cards(inOrder(query, where))} as products`.execute(db);
  return rows[0] ?? { total: 0, products: '' };
}

function inOrder(query: ListQuery, where: RawBuilder<unknown>): RawBuilder<unknown> {
  const { by } = orders[query.sort ?? standardSort];
  return sql`select product_id from category_listings where ${where} order by ${by}
    limit ${query.pageSize} offset ${(query.page - 1) * query.pageSize}`;
}

/** What the search index finds; the best first unless a sort is chosen. Each match costs one look at a short row. */
async function foundPage(db: Db, { query, search, inCategory, chosen }: Asked): Promise<Page> {
  const isRanked = search !== undefined && query.sort === undefined;
  const { by, columns } = orders[query.sort ?? standardSort];
  const searched = isRanked ? search.bestFirst : [search?.anywhere ?? ''];
  const filters = sql`${pricedAsAsked(query)} and ${inStockAsAsked(query)}`;
  const parts = searched.map((question, place) => {
    const ranked = isRanked ? sql`${sql.lit(place)} as tier, name_length, name_key, product_id` : columns;
    return sql`select ${ranked} from listings where search @@ ${together(question, inCategory, chosen)}::tsquery and ${filters}`;
  });
  const order = isRanked ? sql`tier, name_length, name_key, product_id` : by;
  const page = sql`select product_id from found order by ${order}
    limit ${query.pageSize} offset ${(query.page - 1) * query.pageSize}`;
  const { rows } = await sql<Page>`
    with found as materialized (${sql.join(parts, sql` union all `)})
    select (select count(*) from found)::int as total, ${cards(page)} as products`.execute(db);
  return rows[0] ?? { total: 0, products: '' };
}
