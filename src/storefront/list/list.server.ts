import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/db/db.server.ts';
import { notFound } from '#lib/api/problem.ts';
import {
  type ListRequest,
  matchesRequest,
  hasPriceFilter,
  isInStockIfRequired,
  inPriceRange,
  readListRequest,
} from './list-request.server.ts';
import { categoryNotFound } from '../contract.ts';
import { type CountedFacets, facetCounts, facetsFrom } from './facets.server.ts';
import type { ListQuery } from '../list-query.ts';
import { orderOf } from './list-order.server.ts';
import { costElsewhere, costInNames, costOf, isPart } from '../search/matches.server.ts';
import { byDistance, type Candidate, distanceFrom } from '../search/ranking.ts';
import { few } from '../search/broaden.server.ts';
import { didYouMean, suggest } from '../search/suggest.server.ts';
import type { SearchReader } from '../search/reader.server.ts';
import { literally, type Understood } from '../search/understand.server.ts';

type Sql = RawBuilder<unknown>;

interface Page {
  isKnown: boolean;
  total: number;
  /** Cards with commas between, ready for a JSON array. */
  products: string;
  facets?: CountedFacets | null;
  /** Replaces the cards if the best results still have to be ranked. */
  firsts?: First[] | null;
  /** Ids of the page's results after the ranked ones. */
  others?: string[];
}

interface Searched {
  page: Page;
  didYouMean?: string;
  leftOut?: readonly string[];
  /** No product in the whole catalogue matches all of the search. */
  isMiss?: boolean;
}

interface First extends Candidate {
  id: string;
  cost: number;
}

export interface ListAnswer {
  text: string;
  /** Whether no product in the whole catalogue matches all of the search. */
  isMiss: boolean;
}

/** The response of `listProducts` as JSON text. Throws `Problem` 404 for an unknown category. */
export async function listText(db: Db, query: ListQuery, reader: SearchReader): Promise<ListAnswer> {
  const asked = readListRequest(query);
  const { page, didYouMean, leftOut = [], isMiss } = await searchedPage(db, asked, reader);
  if (!page.isKnown) throw notFound(categoryNotFound(query.category ?? ''));
  const suggested = didYouMean === undefined ? '' : `,"didYouMean":${JSON.stringify(didYouMean)}`;
  const meant = leftOut.length === 0 ? suggested : `${suggested},"leftOut":${JSON.stringify(leftOut)}`;
  const end = query.facets ? `,"facets":${JSON.stringify(facetsFrom(page.facets))}}` : '}';
  const text = `{"products":[${page.products}],"totalCount":${page.total},"page":${query.page},"pageSize":${query.pageSize}${meant}${end}`;
  return { text, isMiss: isMiss ?? false };
}

/**
 * Searches literally first, and more broadly if that matches few products. The choice does not depend on other filters,
 * so that facet counts are right. Within a category the search is never narrowed to the words as typed.
 */
async function searchedPage(db: Db, asked: ListRequest, reader: SearchReader): Promise<Searched> {
  const { search } = asked;
  if (!search) return { page: await pageOf(db, asked) };
  const literal = await reader.read(search, literally);
  const understood = asked.isWholeCatalogue ? await reader.narrow(search) : literal;
  const page = await pageOf(db, { ...asked, understood });
  if (page.total >= few || understood !== literal) return { page, ...didYouMean(search, understood) };
  const best = await reader.widen(search);
  const { leftOut } = best;
  const widened = best.understood === understood ? page : await pageOf(db, { ...asked, understood: best.understood });
  if (best.count > 0 && leftOut.length === 0) return { page: widened, ...didYouMean(search, best.understood) };
  const suggestion = await suggest(db, search, { reader, mayBeShorter: best.count === 0 });
  return { page: widened, isMiss: true, leftOut, ...(suggestion !== undefined && { didYouMean: suggestion }) };
}

/** One page of results, in one statement. */
async function pageOf(db: Db, asked: ListRequest): Promise<Page> {
  const facets = asked.query.facets ? sql`, ${facetCounts(asked)} as facets` : sql``;
  const isPlain = asked.search === undefined && asked.groups.length === 0;
  const statement = isPlain ? plainPage(asked, facets) : foundPage(asked, facets);
  const page = (await statement.execute(db)).rows[0];
  if (!page) throw new Error('The list answered no row.');
  const { firsts, others, ...rest } = page;
  if (firsts === undefined) return rest;
  return { ...rest, products: await cardsInOrder(db, [...bestOf(firsts ?? [], asked), ...(others ?? [])]) };
}

const cards = (ids: Sql): Sql => sql`
  array_to_string(array(
    select (select '{' || c.brief || ',' || c.rest || '}' from product_cards c where c.product_id = p.product_id)
    from (${ids}) p), ',')`;

const paged = ({ page, pageSize }: ListQuery): Sql => sql`limit ${pageSize} offset ${(page - 1) * pageSize}`;

/** A category without search or options: its rows are stored in order, with their count. */
function plainPage({ query, category }: ListRequest, facets: Sql): RawBuilder<Page> {
  const where = sql`category_id = ${category} and ${inPriceRange(query)} and ${isInStockIfRequired(query)}`;
  const total = hasPriceFilter(query)
    ? sql`(select count(*) from category_listings where ${where})`
    : sql`(select coalesce(sum(${sql.ref(query.inStock ? 'in_stock_count' : 'product_count')}), 0)
        from listing_counts where category_id = ${category} and option = '')`;
  const { by } = orderOf(query);
  const ids =
    query.page < farPage
      ? sql`select product_id from category_listings where ${where} order by ${by} ${paged(query)}`
      : fromNearerEnd(query, where);
  return sql<Page>`
    with counted as materialized (select ${total}::int as total)
    select ${category} is not null as "isKnown", total, ${cards(ids)} as products ${facets} from counted`;
}

const farPage = 3;

/** For deep pages: an offset skips rows one by one, so the page is read from the nearer end. */
function fromNearerEnd(query: ListQuery, where: Sql): Sql {
  const { columns, by, back } = orderOf(query);
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

/** How many of the best matches by name are ranked by all criteria; later pages keep the order by name match. */
const mostRanked = 40;

/** The matches of the search index; best first unless a sort is chosen. Each match reads one short row. */
function foundPage(asked: ListRequest, facets: Sql): RawBuilder<Page> {
  const { query, category, understood } = asked;
  const found = sql`from listings where ${matchesRequest(asked) ?? sql`true`} and ${inPriceRange(query)} and ${isInStockIfRequired(query)}`;
  if (understood !== undefined && query.sort === undefined) return rankedPage({ asked, understood, found, facets });
  const order = orderOf(query);
  return sql<Page>`
    with found as materialized (select ${order.columns} ${found})
    select ${category} is not null as "isKnown", (select count(*) from found)::int as total,
      ${cards(sql`select product_id from found order by ${order.by} ${paged(query)}`)} as products ${facets}`;
}

const startOf = ({ page, pageSize }: ListQuery): number => (page - 1) * pageSize;

interface Ranking {
  asked: ListRequest;
  understood: Understood;
  /** From and where. */
  found: Sql;
  facets: Sql;
}

/**
 * Best matches first. One pass collects only the products whose name may have every word, which always rank first; all
 * matches are sorted only if these are too few for the page.
 */
function rankedPage({ asked, understood, found, facets }: Ranking): RawBuilder<Page> {
  const { query, category } = asked;
  const cost = costOf(understood, query.search ?? '');
  const everything = sql`found as materialized (select ${cost} as cost, ${isPart(understood)} as is_part, ${rankedBy} ${found})`;
  const isKnown = sql`${category} is not null as "isKnown"`;
  const inNames = costInNames(understood, query.search ?? '');
  if (inNames === undefined || startOf(query) + query.pageSize > mostRanked) {
    return sql<Page>`
      with ${everything}
      select ${isKnown}, (select count(*) from found)::int as total, '' as products,
        ${firstsOf(query)} as firsts, ${othersOf(query)} as others ${facets}`;
  }
  return sql<Page>`
    with passed as materialized (
      select cost, is_in_stock, name_length, case when cost is not null then name_key end as name_key, product_id
      from (select ${inNames} as cost, ${rankedBy} ${found} offset 0) l),
    best as materialized (
      select * from passed where cost < ${sql.lit(costElsewhere)} order by ${ranked} limit ${mostRanked}),
    counted as materialized (
      select (select count(*) from passed)::int as total, (select count(*) from best)::int as named)
    select ${isKnown}, total, '' as products, '[]'::json as others, case
      when named >= least(${mostRanked}::int, total) then (
        select json_agg(json_build_object('id', p.id, 'cost', f.cost, 'name', p.name, 'isInStock', f.is_in_stock)
          order by f.cost, f.is_in_stock desc, f.name_length, f.name_key, f.product_id)
        from best f join products p on p.id = f.product_id)
      else (with ${everything} select ${firstsOf(query)}) end as firsts ${facets}
    from counted`;
}

const rankedBy = sql`is_in_stock, name_length, name_key, product_id`;
const ranked = sql`cost, is_in_stock desc, name_length, name_key, product_id`;

const firstsOf = (query: ListQuery): Sql =>
  startOf(query) >= mostRanked
    ? sql`'[]'::json`
    : sql`(
  select json_agg(json_build_object('id', p.id, 'cost', f.cost, 'name', p.name, 'shortDescription', p.short_description,
      'options', l.options, 'code', l.code_key, 'isInStock', l.is_in_stock, 'isPart', f.is_part)
      order by f.cost, f.is_in_stock desc, f.name_length, f.name_key, f.product_id)
  from (select * from found order by ${ranked} limit ${mostRanked}) f
  join products p on p.id = f.product_id join listings l on l.product_id = f.product_id)`;

function othersOf(query: ListQuery): Sql {
  const from = Math.max(startOf(query), mostRanked);
  const count = startOf(query) + query.pageSize - from;
  if (count <= 0) return sql`'[]'::json`;
  return sql`array_to_json(array(select product_id from found order by ${ranked} limit ${count} offset ${from}))`;
}

/** The ids of the page, best match first. */
function bestOf(firsts: readonly First[], { query, understood }: ListRequest): string[] {
  const slots = understood?.slots ?? [];
  const isCode = ({ cost }: First): boolean => cost < 0;
  const nearest = firsts
    .filter((first) => !isCode(first))
    .map((first) => ({ id: first.id, distance: distanceFrom(slots, first) }))
    .sort((a, b) => byDistance(a.distance, b.distance));
  const start = startOf(query);
  return [...firsts.filter(isCode), ...nearest].slice(start, start + query.pageSize).map(({ id }) => id);
}

async function cardsInOrder(db: Db, ids: readonly string[]): Promise<string> {
  if (ids.length === 0) return '';
  const { rows } = await sql<{ products: string }>`
    select ${cards(sql`select id as product_id from unnest(${[...ids]}::uuid[]) with ordinality u(id, place) order by place`)} as products`.execute(
    db,
  );
  return rows[0]?.products ?? '';
}
