import { type RawBuilder, sql } from 'kysely';
import { type Db, planEachTime } from '#platform/db/db.server.ts';
import { optionNameTerm, optionTerm } from '#catalogue/products/listings/search-terms.ts';
import type { ListQuery } from '../list-query.ts';
import type { CountedFacets } from './facets.server.ts';
import { categoryId, type ListRequest, type OptionGroup } from './list-request.server.ts';

/** A category's products as the database sends them. A product's place is its position in the order of names. */
interface StoredRows {
  /** 16 bytes for each place. */
  ids: Buffer;
  /** In cents; 4 bytes for each place. */
  prices: Buffer;
  /** 1 or 0 for each place. */
  inStock: Buffer;
  /** Places in the order of codes, and in the order of prices; 4 bytes each. */
  byCode: Buffer;
  byPrice: Buffer;
  options: { option: string; places: number[] }[] | null;
}

/**
 * The products of a category in memory, with what lists sort and filter by: 29 bytes for each product, and 4 for each of its
 * options.
 */
export interface SortedCategory {
  ids: Buffer;
  prices: Int32Array;
  inStock: Uint8Array;
  byCode: Int32Array;
  byPrice: Int32Array;
  options: { option: string; term: string; nameTerm: string; places: Int32Array }[];
}

/** How many products match, and those of the page in order. */
export interface SortedPage {
  total: number;
  ids: string[];
  facets?: CountedFacets;
}

const idBytes = 16;

/** Bytes of memory for a product, without its options. */
export const productBytes = 29;

/** Bytes of memory. */
export const sizeOf = ({ inStock, options }: SortedCategory): number =>
  inStock.length * productBytes +
  options.reduce((sum, { term, places }) => sum + 6 * term.length + places.byteLength, 0);

/** Reads a category, or the whole catalogue by `allProducts`. */
export async function readSortedCategory(db: Db, url: string): Promise<SortedCategory> {
  const { rows } = await sql<StoredRows>`
    with sorted as materialized (
      select product_id, price_cents::int as price, is_in_stock,
        row_number() over (order by name_key, product_id)::int - 1 as place,
        row_number() over (order by code_key, product_id) as code_place
      from category_listings where category_id = ${categoryId(url)}),
    named as (
      select o.option, json_agg(place) as places from sorted join listings l using (product_id) cross join unnest(l.options) o(option)
      where l.options <> '{}' group by o.option)
    select ${bytes(sql`uuid_send(product_id)`, sql`place`)} as ids, ${bytes(sql`int4send(price)`, sql`place`)} as prices,
      ${bytes(sql`set_byte('\\x00', 0, is_in_stock::int)`, sql`place`)} as "inStock",
      ${bytes(sql`int4send(place)`, sql`code_place`)} as "byCode", ${bytes(sql`int4send(place)`, sql`price, place`)} as "byPrice",
      (select json_agg(named) from named) as options
    from sorted ${sql.raw(planEachTime)}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The category returned no row.');
  return {
    ids: row.ids,
    prices: numbersIn(row.prices),
    inStock: row.inStock,
    byCode: numbersIn(row.byCode),
    byPrice: numbersIn(row.byPrice),
    options: (row.options ?? []).map(({ option, places }) => {
      return { option, term: optionTerm(option), nameTerm: optionNameTerm(option), places: Int32Array.from(places) };
    }),
  };
}

const bytes = (value: RawBuilder<unknown>, order: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`coalesce(string_agg(${value}, '' order by ${order}), '')`;

/** PostgreSQL sends the most significant byte first. */
function numbersIn(bytes: Buffer): Int32Array {
  const own = Uint8Array.from(bytes); // aligned, as the array of numbers needs
  Buffer.from(own.buffer).swap32();
  return new Int32Array(own.buffer);
}

/** The page, total and facets of a request without a search. */
export function pageIn(category: SortedCategory, { query, groups }: Pick<ListRequest, 'query' | 'groups'>): SortedPage {
  const misses = groups.length === 0 ? undefined : missesIn(category, groups);
  const { total, places } = placesIn(category, query, misses);
  const ids = places.map((place) => category.ids.toString('hex', place * idBytes, (place + 1) * idBytes));
  return { total, ids, ...(query.facets && { facets: facetsIn(category, { query, groups, misses }) }) };
}

/** For each place, the groups without a selected option as bits. */
function missesIn({ inStock, options }: SortedCategory, groups: readonly OptionGroup[]): Int32Array {
  const misses = new Int32Array(inStock.length).fill(2 ** groups.length - 1);
  groups.forEach(({ texts }, group) => {
    const terms = new Set(texts.map(optionTerm));
    for (const { term, places } of options) {
      if (terms.has(term)) for (const place of places) misses[place] = (misses[place] ?? 0) & ~(1 << group);
    }
  });
  return misses;
}

const boundsOf = ({ minPrice, maxPrice }: ListQuery): [number, number] => [
  minPrice ?? 0,
  maxPrice ?? Number.MAX_SAFE_INTEGER,
];

/** The places within the price filter, by price: a part of `byPrice`, found by halving. */
function placesInRange({ prices, byPrice }: SortedCategory, query: ListQuery): Int32Array {
  const [least, most] = boundsOf(query);
  const countBelow = (price: number): number => {
    let [from, to] = [0, byPrice.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((prices[byPrice[middle] ?? 0] ?? 0) < price) from = middle + 1;
      else to = middle;
    }
    return from;
  };
  return byPrice.subarray(countBelow(least), countBelow(most + 1));
}

function placesIn(
  category: SortedCategory,
  query: ListQuery,
  misses: Int32Array | undefined,
): { total: number; places: number[] } {
  const { prices, inStock, byCode } = category;
  const { sort = 3, page, pageSize } = query;
  const [least, most] = boundsOf(query);
  const inRange = placesInRange(category, query);
  const order = sort < 3 ? byCode : sort > 4 ? inRange : undefined;
  const size = order?.length ?? inStock.length;
  const isOffered = (place: number): boolean => !(query.inStock && inStock[place] === 0) && !misses?.[place];
  const isMatch = (place: number): boolean => {
    const price = prices[place] ?? 0;
    return price >= least && price <= most && isOffered(place);
  };
  const total = query.inStock || misses ? countOf(inRange, isOffered) : inRange.length;
  const first = (page - 1) * pageSize;
  const wanted = Math.max(0, Math.min(pageSize, total - first));
  const isFromEnd = first > total / 2;
  const isDown = (sort % 2 === 0) !== isFromEnd; // even sorts are downward
  const places: number[] = [];
  let skipped = isFromEnd ? total - first - wanted : first;
  for (let step = total === size ? skipped : 0; places.length < wanted && step < size; step++) {
    const at = isDown ? size - 1 - step : step;
    const place = order === undefined ? at : (order[at] ?? 0);
    if (total < size && !isMatch(place)) continue;
    if (total < size && skipped-- > 0) continue;
    places.push(place);
  }
  return { total, places: isFromEnd ? places.reverse() : places };
}

function countOf(places: Int32Array, isCounted: (place: number) => boolean): number {
  let count = 0;
  for (const place of places) if (isCounted(place)) count++;
  return count;
}

interface Filtered {
  query: ListQuery;
  groups: readonly OptionGroup[];
  misses: Int32Array | undefined;
}

/** Counts as `facetCounts` does: each kind under all filters except those of its own kind. */
function facetsIn(category: SortedCategory, { query, groups, misses }: Filtered): CountedFacets {
  const { prices, inStock, byPrice, options } = category;
  const [least, most] = boundsOf(query);
  const isPriced = (place: number): boolean => (prices[place] ?? 0) >= least && (prices[place] ?? 0) <= most;
  const isStocked = (place: number): boolean => !query.inStock || inStock[place] === 1;
  const lacks = (place: number, except = 0): boolean => ((misses?.[place] ?? 0) & ~except) !== 0;
  const isOffered = (place: number): boolean => isStocked(place) && !lacks(place);
  const low = byPrice.find(isOffered);
  const high = byPrice.findLast(isOffered);
  const stocked = countOf(placesInRange(category, query), (place) => inStock[place] === 1 && !lacks(place));
  const counted = options.map(({ option, nameTerm, places }) => {
    const own = groups.findIndex(({ name }) => optionNameTerm(name) === nameTerm);
    const except = own < 0 ? 0 : 1 << own;
    let count = 0;
    for (const place of places) if (isPriced(place) && isStocked(place) && !lacks(place, except)) count++;
    return { option, count };
  });
  return {
    low: low === undefined ? null : (prices[low] ?? null),
    high: high === undefined ? null : (prices[high] ?? null),
    inStock: stocked,
    options: counted.filter(({ count }) => count > 0),
  };
}
