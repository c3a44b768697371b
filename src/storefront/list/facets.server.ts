import { type RawBuilder, sql } from 'kysely';
import type { ReplyOf } from '#lib/api/endpoint.ts';
import { cents, toDollars } from '#lib/money.ts';
import {
  type ListRequest,
  chosenOptions,
  matchesRequest,
  hasPriceFilter,
  isInStockIfRequired,
  optionsNamed,
  inPriceRange,
} from './list-request.server.ts';
import type { listProducts } from '../contract.ts';
import type { ListQuery } from '../list-query.ts';

export type Facets = NonNullable<ReplyOf<typeof listProducts>['facets']>; // in dollars

interface OptionCount {
  option: string;
  count: number;
}

/** The database's counts; prices in cents, null if there are no products. */
export interface CountedFacets {
  low: number | null;
  high: number | null;
  inStock: number;
  options: OptionCount[] | null;
}

/** Counts the products of each filter value under all filters except those of its own kind: `CountedFacets` as JSON. */
export function facetCounts(request: ListRequest): RawBuilder<unknown> {
  const { query, search, groups } = request;
  if (search !== undefined || groups.length > 0) return freshCounts(request);
  return hasPriceFilter(query) ? pricedCounts(request) : storedCounts(request);
}

export function facetsFrom(counted: CountedFacets | null | undefined): Facets {
  return {
    price: { min: toDollars(cents(counted?.low ?? 0)), max: toDollars(cents(counted?.high ?? 0)) },
    inStock: counted?.inStock ?? 0,
    options: groupedByName(counted?.options ?? []),
  };
}

/** The lowest price of a category, or the highest. */
function edgePrice(category: RawBuilder<unknown>, query: ListQuery, way: 'asc' | 'desc' = 'asc'): RawBuilder<unknown> {
  const order = sql.join(
    ['price_cents', 'name_key', 'product_id'].map((name) => sql`${sql.ref(name)} ${sql.raw(way)}`),
  );
  return sql`(select price_cents from category_listings where category_id = ${category} and ${isInStockIfRequired(query)}
    order by ${order} limit 1)`;
}

function storedCounts({ category, query }: ListRequest): RawBuilder<unknown> {
  const count = sql.ref(query.inStock ? 'in_stock_count' : 'product_count');
  return sql`json_build_object(
    'low', ${edgePrice(category, query)}, 'high', ${edgePrice(category, query, 'desc')},
    'inStock', coalesce((select sum(in_stock_count) from listing_counts where category_id = ${category} and option = ''), 0),
    'options', (select json_agg(o) from (
      select option, sum(${count}) as count from listing_counts
      where category_id = ${category} and option > '' group by option having sum(${count}) > 0) o))`;
}

/**
 * Counts the matches of a search and options. `missed` has the positions of the option groups in which a product has no
 * selected option. A product counts for a group's own values if it missed at most that group, and for everything else if
 * it missed none.
 */
function freshCounts(request: ListRequest): RawBuilder<unknown> {
  const { query, groups } = request;
  const misses = chosenOptions(groups).map((has, place) => sql`case when ${has} then null else ${sql.lit(place)} end`);
  const missed = groups.length === 0 ? sql`'{}'::int[]` : sql`array_remove(array[${sql.join(misses)}], null)`;
  const own = groups.map(({ name }, place) => sql`when ${name} then missed <@ array[${sql.lit(place)}]`);
  const counts =
    groups.length === 0
      ? sql`true`
      : sql`case lower(split_part(option, ':', 1)) ${sql.join(own, sql` `)} else missed = '{}' end`;
  return sql`(
    with base as materialized (
      select price_cents, is_in_stock, options, ${inPriceRange(query)} as is_priced, ${isInStockIfRequired(query)} as is_stocked,
        ${missed} as missed
      from listings where ${matchesRequest(request, optionsNamed(groups)) ?? sql`true`})
    select json_build_object(
      'low', min(price_cents) filter (where is_stocked and missed = '{}'),
      'high', max(price_cents) filter (where is_stocked and missed = '{}'),
      'inStock', count(*) filter (where is_in_stock and is_priced and missed = '{}'),
      'options', (select json_agg(c) from (
        select option, sum(products) as count from (
          select o.option, missed, count(*) as products from base cross join unnest(options) o(option)
          where is_priced and is_stocked group by 1, 2) o
        where ${counts} group by 1) c))
    from base)`;
}

/** The counts of a list that is filtered only by price and stock, from indexes in the order of prices. */
function pricedCounts(request: ListRequest): RawBuilder<unknown> {
  const { category, query } = request;
  const inPrice = sql`${inPriceRange(query)} and ${isInStockIfRequired(query)}`;
  return sql`json_build_object('low', ${edgePrice(category, query)}, 'high', ${edgePrice(category, query, 'desc')},
    'inStock', (select count(*) from category_listings where category_id = ${category} and ${inPriceRange(query)} and is_in_stock),
    'options', (select json_agg(c) from (
      select o.option, count(*) as count from listings cross join unnest(options) o(option)
      where options <> '{}' and ${inPrice} and ${matchesRequest(request) ?? sql`true`} group by 1) c))`;
}

const numerically = new Intl.Collator('en-AU', { numeric: true, sensitivity: 'base' });

/** The options by name and value, with 5 L before 10 L. Options that differ only in case are merged under the first spelling. */
function groupedByName(counts: OptionCount[]): Facets['options'] {
  const names = new Map<string, { name: string; values: Map<string, { value: string; count: number }> }>();
  for (const { option, count } of counts.toSorted((a, b) => (a.option < b.option ? -1 : 1))) {
    const colon = option.indexOf(':');
    const name = option.slice(0, colon);
    const value = option.slice(colon + 1);
    const group = names.get(name.toLowerCase()) ?? { name, values: new Map() };
    const known = group.values.get(value.toLowerCase());
    group.values.set(value.toLowerCase(), { value: known?.value ?? value, count: (known?.count ?? 0) + count });
    names.set(name.toLowerCase(), group);
  }
  return [...names.values()]
    .map(({ name, values }) => ({
      name,
      values: [...values.values()].sort((a, b) => numerically.compare(a.value, b.value)),
    }))
    .sort((a, b) => numerically.compare(a.name, b.name));
}
