import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#infra/db.server.ts';
import { notFound } from '#lib/problem.ts';
import { type Asked, foundAsAsked, hasPriceFilter, inStockAsAsked, pricedAsAsked, readAsked } from './asked.server.ts';
import { categoryNotFound } from './contract.ts';
import { type CountedFacets, facetCounts, facetsFrom } from './facets.server.ts';
import type { ListQuery, Sort } from './list-query.ts';
import { costOf } from './search/found.server.ts';
import { type Candidate, distanceFrom } from './search/ranking.ts';
import { few, readGenerously } from './search/generous.server.ts';
import { didYouMean, suggest } from './search/suggest.server.ts';
import type { SearchReader } from './search/reader.server.ts';
import { literally } from './search/understand.server.ts';

type Sql = RawBuilder<unknown>;

interface Page {
  isKnown: boolean;
  total: number;
  /** Cards with commas between, ready for a JSON array. */
  products: string;
  facets?: CountedFacets | null;
  /** Instead of cards where the best are still to be put in order. */
  firsts?: First[] | null;
  /** Ids of those on the page that stand behind the best. */
  others?: string[];
}

interface Searched {
  page: Page;
  didYouMean?: string;
  /** Nothing in the whole catalogue is found by this search. */
  isMiss?: boolean;
}

interface First extends Candidate {
  id: string;
  cost: number;
}

export interface ListAnswer {
  text: string;
  /** Whether nothing in the whole catalogue is found by the search. */
  isMiss: boolean;
}

/** The answer of `listProducts` as JSON text. Throws `Problem` 404 for a category that is not there. */
export async function listText(db: Db, query: ListQuery, reader: SearchReader): Promise<ListAnswer> {
  const asked = readAsked(query);
  const { page, didYouMean, isMiss } = await searchedPage(db, asked, reader);
  if (!page.isKnown) throw notFound(categoryNotFound(query.category ?? ''));
  const meant = didYouMean === undefined ? '' : `,"didYouMean":${JSON.stringify(didYouMean)}`;
  const end = query.facets ? `,"facets":${JSON.stringify(facetsFrom(page.facets))}}` : '}';
  const text = `{"products":[${page.products}],"totalCount":${page.total},"page":${query.page},"pageSize":${query.pageSize}${meant}${end}`;
  return { text, isMiss: isMiss ?? false };
}

/** Reads a search word for word first, and more generously where that finds little; which does not hang on other filters. */
async function searchedPage(db: Db, asked: Asked, reader: SearchReader): Promise<Searched> {
  const { search } = asked;
  if (!search) return { page: await pageOf(db, asked) };
  const understood = await reader.read(search, literally);
  const page = await pageOf(db, { ...asked, understood });
  if (page.total >= few) return { page, ...didYouMean(search, understood) };
  const best = await readGenerously(db, search, { literal: understood, reader });
  const widened = best.understood === understood ? page : await pageOf(db, { ...asked, understood: best.understood });
  if (best.count > 0) return { page: widened, ...didYouMean(search, best.understood) };
  const suggestion = await suggest(db, search, reader);
  return { page: widened, isMiss: true, ...(suggestion !== undefined && { didYouMean: suggestion }) };
}

/** One page of what is asked, by one statement. */
async function pageOf(db: Db, asked: Asked): Promise<Page> {
  const facets = asked.query.facets ? sql`, ${facetCounts(asked)} as facets` : sql``;
  const isPlain = asked.search === undefined && asked.groups.length === 0;
  const statement = isPlain ? plainPage(asked, facets) : foundPage(asked, facets);
  const page = (await statement.execute(db)).rows[0];
  if (!page) throw new Error('The list answered no row.');
  const { firsts, others, ...rest } = page;
  if (firsts === undefined) return rest;
  return { ...rest, products: await cardsInOrder(db, [...bestOf(firsts ?? [], asked), ...(others ?? [])]) };
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

/** How many of the best by name alone are put in order by all that is known of them; pages beyond keep the order of names. */
const mostRanked = 40;

/** What the search index finds; the best first unless a sort is chosen. Each match costs one look at a short row. */
function foundPage(asked: Asked, facets: Sql): RawBuilder<Page> {
  const { query, category, understood } = asked;
  const isRanked = understood !== undefined && query.sort === undefined;
  const order = orders[query.sort ?? standardSort];
  const columns = isRanked
    ? sql`${costOf(understood, query.search ?? '')} as cost, name_length, name_key, product_id`
    : order.columns;
  const found = foundAsAsked(asked) ?? sql`true`;
  const shown = isRanked
    ? sql`'' as products, ${firstsOf(query)} as firsts, ${othersOf(query)} as others`
    : sql`${cards(sql`select product_id from found order by ${order.by} ${paged(query)}`)} as products`;
  return sql<Page>`
    with found as materialized (
      select ${columns} from listings where ${found} and ${pricedAsAsked(query)} and ${inStockAsAsked(query)})
    select ${category} is not null as "isKnown", (select count(*) from found)::int as total, ${shown} ${facets}`;
}

const ranked = sql`cost, name_length, name_key, product_id`;

const startOf = ({ page, pageSize }: ListQuery): number => (page - 1) * pageSize;

const firstsOf = (query: ListQuery): Sql =>
  startOf(query) >= mostRanked
    ? sql`'[]'::json`
    : sql`(
  select json_agg(json_build_object('id', p.id, 'cost', f.cost, 'name', p.name, 'shortDescription', p.short_description,
      'options', l.options, 'code', l.code_key) order by f.cost, f.name_length, f.name_key, f.product_id)
  from (select ${ranked} from found order by ${ranked} limit ${mostRanked}) f
  join products p on p.id = f.product_id join listings l on l.product_id = f.product_id)`;

function othersOf(query: ListQuery): Sql {
  const from = Math.max(startOf(query), mostRanked);
  const count = startOf(query) + query.pageSize - from;
  if (count <= 0) return sql`'[]'::json`;
  return sql`array_to_json(array(select product_id from found order by ${ranked} limit ${count} offset ${from}))`;
}

/** The ids of the page, the nearest to what was searched first. */
function bestOf(firsts: readonly First[], { query, understood }: Asked): string[] {
  const distances = firsts.map((first) => ({
    id: first.id,
    distance: first.cost < 0 ? first.cost : distanceFrom(understood?.slots ?? [], first),
  }));
  const start = startOf(query);
  return distances
    .sort((a, b) => a.distance - b.distance)
    .slice(start, start + query.pageSize)
    .map(({ id }) => id);
}

async function cardsInOrder(db: Db, ids: readonly string[]): Promise<string> {
  if (ids.length === 0) return '';
  const { rows } = await sql<{ products: string }>`
    select ${cards(sql`select id as product_id from unnest(${[...ids]}::uuid[]) with ordinality u(id, place) order by place`)} as products`.execute(
    db,
  );
  return rows[0]?.products ?? '';
}
