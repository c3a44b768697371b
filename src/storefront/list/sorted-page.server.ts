import { optionNameTerm, optionTerm } from '#catalogue/products/listings/search-terms.ts';
import type { ListQuery } from '../list-query.ts';
import type { KeyRange } from './block-counts.server.ts';
import type { CountedFacets } from './facets.server.ts';
import { hasPriceFilter, type ListRequest, type OptionGroup } from './list-request.server.ts';
import { outOfStock, type SortedCategory } from './sorted-category.server.ts';

/** How many products match, and those of the page in order. */
export interface SortedPage {
  total: number;
  ids: string[];
  facets?: CountedFacets;
}

const idBytes = 16;

/** In cents, both included. */
const boundsOf = ({ minPrice, maxPrice }: ListQuery): KeyRange => [minPrice ?? 0, maxPrice ?? outOfStock - 1];

/** The keys that a filter of price and stock accepts; undefined without such a filter. */
function keyRanges(query: ListQuery): KeyRange[] | undefined {
  if (!hasPriceFilter(query) && !query.inStock) return undefined;
  const [least, most] = boundsOf(query);
  return query.inStock
    ? [[least, most]]
    : [
        [least, most],
        [outOfStock + least, outOfStock + most],
      ];
}

/** The page, total and facets of a request without a search. */
export function pageIn(category: SortedCategory, { query, groups }: Pick<ListRequest, 'query' | 'groups'>): SortedPage {
  const misses = groups.length === 0 ? undefined : missesIn(category, groups);
  const request = { query, groups, misses };
  const { total, isMatch, isCounted } = matchesIn(category, request);
  const ids = placesIn(category, { query, isMatch, isCounted }).map((place) =>
    category.ids.toString('hex', place * idBytes, (place + 1) * idBytes),
  );
  return { total, ids, ...(query.facets && { facets: facetsOf(category, request) }) };
}

/** For each place, the groups without a selected option as bits. */
type Misses = Uint8Array | Int32Array;

interface Filtered {
  query: ListQuery;
  groups: readonly OptionGroup[];
  misses: Misses | undefined;
}

/** The places of products with one of a group's options; a place may come twice. */
function placesWith({ options }: SortedCategory, { texts }: OptionGroup): Int32Array[] {
  const terms = new Set(texts.map(optionTerm));
  return options.filter(({ term }) => terms.has(term)).map(({ places }) => places);
}

function missesIn(category: SortedCategory, groups: readonly OptionGroup[]): Misses {
  const size = category.inStock.length;
  const misses = groups.length > 8 ? new Int32Array(size) : new Uint8Array(size);
  misses.fill(2 ** groups.length - 1);
  groups.forEach((group, place) => {
    for (const places of placesWith(category, group)) clearBit(misses, places, place);
  });
  return misses;
}

function clearBit(misses: Misses, places: Int32Array, bit: number): void {
  for (const place of places) misses[place] = (misses[place] ?? 0) & ~(1 << bit);
}

interface Matches {
  total: number;
  isMatch: (place: number) => boolean;
  /** Whether the counts of blocks say how many of their products match. */
  isCounted: boolean;
}

function matchesIn(category: SortedCategory, filtered: Filtered): Matches {
  const { query, misses } = filtered;
  const { prices, inStock, byName } = category;
  if (misses) return matchesWithOptions(category, { ...filtered, misses });
  const [least, most] = boundsOf(query);
  const isMatch = (place: number): boolean => {
    const price = prices[place] ?? 0;
    return price >= least && price <= most && !(query.inStock && !inStock[place]);
  };
  const total = query.inStock
    ? byName.counts.count([[least, most]])
    : countBelow(category, most + 1) - countBelow(category, least);
  return { total, isMatch, isCounted: true };
}

/** How many products cost less, found by halving. */
function countBelow({ prices, byPrice: { places = new Int32Array() } }: SortedCategory, price: number): number {
  let [from, to] = [0, places.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((prices[places[middle] ?? 0] ?? 0) < price) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Only the products with an option of the first group are looked at. */
function matchesWithOptions(
  category: SortedCategory,
  { query, groups, misses }: Filtered & { misses: Misses },
): Matches {
  const { prices, inStock } = category;
  const [least, most] = boundsOf(query);
  const marks = new Uint8Array(inStock.length);
  let total = 0;
  for (const places of groups[0] ? placesWith(category, groups[0]) : []) {
    for (const place of places) {
      const price = prices[place] ?? 0;
      const isMatch = !misses[place] && price >= least && price <= most && !(query.inStock && !inStock[place]);
      if (!isMatch || marks[place]) continue;
      marks[place] = 1;
      total++;
    }
  }
  return { total, isMatch: (place) => marks[place] === 1, isCounted: false };
}

/** The places of the page. Whole blocks before it are skipped if they are counted. */
function placesIn(
  category: SortedCategory,
  { query, isMatch, isCounted }: Pick<Filtered, 'query'> & Omit<Matches, 'total'>,
): number[] {
  const { sort = 3, page, pageSize } = query;
  const { places, counts } = sort < 3 ? category.byCode : sort < 5 ? category.byName : category.byPrice;
  const isDown = sort % 2 === 0;
  const ranges = keyRanges(query);
  const found: number[] = [];
  let skipped = (page - 1) * pageSize;
  for (let step = 0; step < counts.blocks && found.length < pageSize; step++) {
    const block = isDown ? counts.blocks - 1 - step : step;
    const [from, to] = counts.bounds(block);
    const matches = ranges ? counts.countIn(block, ranges) : to - from;
    if (isCounted && matches <= skipped) {
      skipped -= matches;
      continue;
    }
    for (let at = 0; at < to - from && found.length < pageSize; at++) {
      const position = isDown ? to - 1 - at : from + at;
      const place = places ? (places[position] ?? 0) : position;
      if (isMatch(place) && skipped-- <= 0) found.push(place);
    }
  }
  return found;
}

/** The facets without any filter are counted once. */
function facetsOf(category: SortedCategory, filtered: Filtered): CountedFacets {
  if (filtered.misses || keyRanges(filtered.query)) return facetsIn(category, filtered);
  category.facets ??= facetsIn(category, filtered);
  return category.facets;
}

/** Counts as `facetCounts` does: each kind under all filters except those of its own kind. */
function facetsIn(category: SortedCategory, { query, groups, misses }: Filtered): CountedFacets {
  const { prices, inStock, byPrice, options } = category;
  const [least, most] = boundsOf(query);
  const isPriced = (place: number): boolean => (prices[place] ?? 0) >= least && (prices[place] ?? 0) <= most;
  const isStocked = (place: number): boolean => !query.inStock || inStock[place] === 1;
  const lacks = (place: number, except = 0): boolean => ((misses?.[place] ?? 0) & ~except) !== 0;
  const isOffered = (place: number): boolean => isStocked(place) && !lacks(place);
  const low = byPrice.places?.find(isOffered);
  const high = byPrice.places?.findLast(isOffered);
  const { total } = matchesIn(category, { query: { ...query, inStock: true }, groups, misses });
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
    inStock: total,
    options: counted.filter(({ count }) => count > 0),
  };
}
