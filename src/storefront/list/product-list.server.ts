import { CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/db/db.server.ts';
import { notFound } from '#lib/api/problem.ts';
import type { Search } from '#lib/text/search-words.ts';
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
import { orderOf } from './list-sorting.server.ts';
import { pageIn } from './sorted-page.server.ts';
import type { SortedCategories } from './sorted-categories.server.ts';
import { costOutsideName, costInNames, costOf, isSubsetMatch } from '../search/match-conditions.server.ts';
import { byDistance, type Candidate, distanceOf } from '../search/ranking.ts';
import { fewMatches } from '../search/broaden-search.server.ts';
import { didYouMean, suggest } from '../search/did-you-mean.server.ts';
import { plentyOfMatches, type SearchInterpreter } from '../search/search-interpreter.server.ts';
import { literalBreadth, type Interpretation } from '../search/interpret-search.server.ts';

type Sql = RawBuilder<unknown>;

interface Page {
  isKnownCategory: boolean;
  total: number;
  /** Cards with commas between, ready for a JSON array. */
  products: string;
  facets?: CountedFacets | null;
  /** Set instead of `products` if the best matches still have to be ranked. */
  bestMatches?: BestMatch[] | null;
  /** The page's matches after those that are ranked. */
  otherIds?: string[];
}

interface SearchResult {
  page: Page;
  didYouMean?: string;
  leftOut?: readonly string[];
  /** No product in the whole catalogue matches all of the search. */
  isMiss?: boolean;
}

interface BestMatch extends Candidate {
  id: string;
  cost: number;
}

export interface ListResponse {
  /** JSON in UTF-8. */
  bytes: Buffer;
  /** Whether no product in the whole catalogue matches all of the search. */
  isMiss: boolean;
}

export interface ListSources {
  interpreter: SearchInterpreter;
  sorted: SortedCategories;
}

/** The response of `listProducts` as JSON. Throws `Problem` 404 for an unknown category. */
export async function listResponse(
  db: Db,
  query: ListQuery,
  { interpreter, sorted }: ListSources,
): Promise<ListResponse> {
  const request = readListRequest(query);
  const {
    page,
    didYouMean,
    leftOut = [],
    isMiss,
  } = request.search
    ? await searchFor(db, { ...request, search: request.search }, interpreter)
    : { page: await categoryPageOf(db, request, sorted) };
  if (!page.isKnownCategory) throw notFound(categoryNotFound(query.category ?? ''));
  const suggested = didYouMean === undefined ? '' : `,"didYouMean":${JSON.stringify(didYouMean)}`;
  const searched = leftOut.length === 0 ? suggested : `${suggested},"leftOut":${JSON.stringify(leftOut)}`;
  const end = query.facets ? `,"facets":${JSON.stringify(facetsFrom(page.facets))}}` : '}';
  const rest = `],"totalCount":${page.total},"page":${query.page},"pageSize":${query.pageSize}${searched}${end}`;
  const bytes = Buffer.concat(['{"products":[', page.products, rest].map((part) => Buffer.from(part))); // joined as text, they would be copied once more
  return { bytes, isMiss: isMiss ?? false };
}

/**
 * Searches literally first, and more broadly if that matches few products. The choice does not depend on other filters, so
 * that facet counts are right. Within a category the search is never narrowed to the words as typed.
 */
async function searchFor(
  db: Db,
  request: ListRequest & { search: Search },
  interpreter: SearchInterpreter,
): Promise<SearchResult> {
  const { search } = request;
  const literal = await interpreter.read(search, literalBreadth);
  const isSmall = await interpreter.isSmallCatalogue();
  let interpretation = request.isWholeCatalogue && !isSmall ? await interpreter.narrow(search) : literal;
  let page = await pageOf(db, { ...request, interpretation });
  const mayBeNarrowed = request.isWholeCatalogue && (page.total >= plentyOfMatches || isFiltered(request));
  if (isSmall && mayBeNarrowed) {
    interpretation = await interpreter.narrow(search);
    if (interpretation !== literal) page = await pageOf(db, { ...request, interpretation });
  }
  if (page.total >= fewMatches || interpretation !== literal) return { page, ...didYouMean(search, interpretation) };
  const isWhole = request.isWholeCatalogue && !isFiltered(request);
  const best = await interpreter.widen(search, isWhole ? page.total : undefined);
  const { leftOut } = best;
  const widened =
    best.interpretation === interpretation
      ? page
      : await pageOf(db, { ...request, interpretation: best.interpretation });
  if (best.count > 0 && leftOut.length === 0) return { page: widened, ...didYouMean(search, best.interpretation) };
  const suggestion = await suggest(db, search, { interpreter, mayBeShorter: best.count === 0 });
  return { page: widened, isMiss: true, leftOut, ...(suggestion !== undefined && { didYouMean: suggestion }) };
}

/** Whether some matches of a search may be left out of its list. */
const isFiltered = ({ query, groups }: ListRequest): boolean =>
  groups.length > 0 || query.inStock || hasPriceFilter(query);

/** A page of a list without a search, from memory if the category is there. */
async function categoryPageOf(db: Db, request: ListRequest, sorted: SortedCategories): Promise<Page> {
  const category = sorted.find(request.query.category);
  if (category) {
    const { ids, ...page } = pageIn(category, request);
    return { isKnownCategory: true, ...page, products: await cardsInOrder(db, ids) };
  }
  const begun = performance.now();
  const page = await pageOf(db, request);
  if (page.isKnownCategory) sorted.noteUse(db, request.query.category, performance.now() - begun);
  return page;
}

/** One page of results, in one statement. */
async function pageOf(db: Db, request: ListRequest): Promise<Page> {
  const facets = request.query.facets ? sql`, ${facetCounts(request)} as facets` : sql``;
  const isPlain = request.search === undefined && request.groups.length === 0;
  const statement = isPlain ? categoryPage(request, facets) : filteredPage(request, facets);
  const page = (await statement.execute(db)).rows[0];
  if (!page) throw new Error('The list returned no row.');
  const { bestMatches, otherIds, ...rest } = page;
  if (bestMatches === undefined) return rest;
  return { ...rest, products: await cardsInOrder(db, [...rankedIds(bestMatches ?? [], request), ...(otherIds ?? [])]) };
}

const cards = (ids: Sql): Sql => sql`
  array_to_string(array(
    select (select '{' || c.brief || ',' || c.rest || '}' from product_cards c where c.product_id = p.product_id)
    from (${ids}) p), ',')`;

const paged = ({ page, pageSize }: ListQuery): Sql => sql`limit ${pageSize} offset ${(page - 1) * pageSize}`;

/** A page of a category without search or options: its rows are stored in order, with their number. */
function categoryPage({ query, category }: ListRequest, facets: Sql): RawBuilder<Page> {
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
    select ${category} is not null as "isKnownCategory", total, ${cards(ids)} as products ${facets} from counted`;
}

/** The first page for which the list is read from whichever end is nearer. */
const farPage = 3;

/** Reads a page from the nearer end of the list, since an offset skips rows one by one. */
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

/** How many of the best matches by name are ranked by all criteria. Matches after these stay in the order of the cost of their names. */
const mostRanked = 40;

/** A page of the matches of a search or options, best first unless a sort is chosen. */
function filteredPage(request: ListRequest, facets: Sql): RawBuilder<Page> {
  const { query, category, interpretation } = request;
  const found = sql`from listings where ${matchesRequest(request) ?? sql`true`} and ${inPriceRange(query)} and ${isInStockIfRequired(query)}`;
  if (interpretation !== undefined && query.sort === undefined)
    return rankedPage({ request, interpretation, found, facets });
  const order = orderOf(query);
  return sql<Page>`
    with found as materialized (select ${order.columns} ${found})
    select ${category} is not null as "isKnownCategory", (select count(*) from found)::int as total,
      ${cards(sql`select product_id from found order by ${order.by} ${paged(query)}`)} as products ${facets}`;
}

const startOf = ({ page, pageSize }: ListQuery): number => (page - 1) * pageSize;

interface Ranking {
  request: ListRequest;
  interpretation: Interpretation;
  /** The `from` and `where` of the matches. */
  found: Sql;
  facets: Sql;
}

/**
 * Best matches first. One pass collects only the products whose name may have every word, which always rank first. All
 * matches are sorted only if these are too few for the page.
 */
function rankedPage({ request, interpretation, found, facets }: Ranking): RawBuilder<Page> {
  const { query, category } = request;
  const cost = costOf(interpretation, query.search ?? '');
  const allMatches = sql`found as materialized (select ${cost} as cost, ${isSubsetMatch(interpretation)} as is_subset_match, ${rankColumns} ${found})`;
  const isKnownCategory = sql`${category} is not null as "isKnownCategory"`;
  const inNames = costInNames(interpretation, query.search ?? '');
  if (inNames === undefined || startOf(query) + query.pageSize > mostRanked) {
    return sql<Page>`
      with ${allMatches}
      select ${isKnownCategory}, (select count(*) from found)::int as total, '' as products,
        ${bestMatchesOf(query)} as "bestMatches", ${otherIdsOf(query)} as "otherIds" ${facets}`;
  }
  return sql<Page>`
    with passed as materialized (
      select cost, is_in_stock, name_length, case when cost is not null then name_key end as name_key, product_id
      from (select ${inNames} as cost, ${rankColumns} ${found} offset 0) l),
    best as materialized (
      select * from passed where cost < ${sql.lit(costOutsideName)} order by ${rankOrder} limit ${mostRanked}),
    counted as materialized (
      select (select count(*) from passed)::int as total, (select count(*) from best)::int as named)
    select ${isKnownCategory}, total, '' as products, '[]'::json as "otherIds", case
      when named >= least(${mostRanked}::int, total) then (
        select json_agg(json_build_object('id', p.id, 'cost', f.cost, 'name', p.name, 'isInStock', f.is_in_stock)
          order by f.cost, f.is_in_stock desc, f.name_length, f.name_key, f.product_id)
        from best f join products p on p.id = f.product_id)
      else (with ${allMatches} select ${bestMatchesOf(query)}) end as "bestMatches" ${facets}
    from counted`;
}

const rankColumns = sql`is_in_stock, name_length, name_key, product_id`;
const rankOrder = sql`cost, is_in_stock desc, name_length, name_key, product_id`;

const bestMatchesOf = (query: ListQuery): Sql =>
  startOf(query) >= mostRanked
    ? sql`'[]'::json`
    : sql`(
  select json_agg(json_build_object('id', p.id, 'cost', f.cost, 'name', p.name, 'shortDescription', p.short_description,
      'options', l.options, 'code', l.code_key, 'isInStock', l.is_in_stock, 'isSubsetMatch', f.is_subset_match)
      order by f.cost, f.is_in_stock desc, f.name_length, f.name_key, f.product_id)
  from (select * from found order by ${rankOrder} limit ${mostRanked}) f
  join products p on p.id = f.product_id join listings l on l.product_id = f.product_id)`;

function otherIdsOf(query: ListQuery): Sql {
  const from = Math.max(startOf(query), mostRanked);
  const count = startOf(query) + query.pageSize - from;
  if (count <= 0) return sql`'[]'::json`;
  return sql`array_to_json(array(select product_id from found order by ${rankOrder} limit ${count} offset ${from}))`;
}

/** The ids of the page, best match first. */
function rankedIds(bestMatches: readonly BestMatch[], { query, interpretation }: ListRequest): string[] {
  const slots = interpretation?.slots ?? [];
  const isCode = ({ cost }: BestMatch): boolean => cost < 0;
  const nearest = bestMatches
    .filter((match) => !isCode(match))
    .map((match) => ({ id: match.id, distance: distanceOf(slots, match) }))
    .sort((a, b) => byDistance(a.distance, b.distance));
  const start = startOf(query);
  return [...bestMatches.filter(isCode), ...nearest].slice(start, start + query.pageSize).map(({ id }) => id);
}

/** As text, because Kysely would build it again for each request. */
const cardsStatement = `
  select string_agg('{' || c.brief || ',' || c.rest || '}', ',' order by place) as products
  from unnest($1::uuid[]) with ordinality u(id, place) join product_cards c on c.product_id = u.id`;

async function cardsInOrder(db: Db, ids: readonly string[]): Promise<string> {
  if (ids.length === 0) return '';
  const { rows } = await db.executeQuery(CompiledQuery.raw(cardsStatement, [`{${ids.join(',')}}`]));
  const [row] = rows as { products: string | null }[]; // the statement's only column
  return row?.products ?? '';
}
