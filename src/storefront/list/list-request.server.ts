import { type RawBuilder, sql } from 'kysely';
import { isBlank, parseSearch, type Search } from '#lib/text/search-words.ts';
import { hasAny } from '#catalogue/products/listings/search-terms.server.ts';
import { optionNameTerm, optionTerm, optionText, wholeCatalogue } from '#catalogue/products/listings/search-terms.ts';
import { allProducts } from '../shop-paths.ts';
import type { ListQuery } from '../list-query.ts';
import { matchConditions } from '../search/match-conditions.server.ts';
import type { Interpretation } from '../search/interpret-search.server.ts';

type Sql = RawBuilder<unknown>;

/** Selected options of one variation: a product must have one of them. */
export interface OptionGroup {
  /** The name in lower case, like the texts. */
  name: string;
  texts: string[];
}

/** The parsed request as SQL fragments. */
export interface ListRequest {
  query: ListQuery;
  /** The category's id, null if there is none with this url. */
  category: Sql;
  isWholeCatalogue: boolean;
  /** Undefined without a search. */
  search: Search | undefined;
  /** The meaning of the search, once it is resolved. */
  interpretation?: Interpretation;
  groups: OptionGroup[];
}

/** The id of a category by its url, null if there is none; without a url that of the whole catalogue. */
export const categoryId = (url: string | undefined): Sql =>
  url === undefined || url === allProducts
    ? sql`${wholeCatalogue}::uuid`
    : sql`(select id from categories where url = ${url})`;

export function readListRequest(query: ListQuery): ListRequest {
  const search = parseSearch(query.search ?? '');
  return {
    query,
    category: categoryId(query.category),
    isWholeCatalogue: query.category === undefined || query.category === allProducts,
    search: isBlank(search) ? undefined : search,
    groups: groupsOf(query),
  };
}

function groupsOf({ option }: ListQuery): OptionGroup[] {
  const groups = new Map<string, Set<string>>();
  for (const { name, value } of option) {
    const text = optionText(name, value).toLowerCase();
    const own = text.replace(/:.*/s, '');
    groups.set(own, (groups.get(own) ?? new Set()).add(text));
  }
  return [...groups].map(([name, texts]) => ({ name, texts: [...texts].sort() }));
}

/** The condition on `listings` for words, category and options; undefined if there are none. */
export function matchesRequest(request: ListRequest, options: Sql[] = chosenOptions(request.groups)): Sql | undefined {
  const { interpretation, category, isWholeCatalogue } = request;
  const parts = [
    ...(interpretation === undefined ? [] : matchConditions(interpretation)),
    ...(isWholeCatalogue ? [] : [hasAny(sql`term = '@c:' || ${category}`)]),
    ...options,
  ];
  return parts.length === 0 ? undefined : sql.join(parts, sql` and `);
}

/** One condition for each group. */
export const chosenOptions = (groups: readonly OptionGroup[]): Sql[] =>
  groups.map(({ texts }) => hasAny(sql`term = any(${texts.map(optionTerm)}::text[])`));

/** Products that have any option of each group's variation. */
export const optionsNamed = (groups: readonly OptionGroup[]): Sql[] =>
  groups.map(({ name }) => hasAny(sql`term = ${optionNameTerm(name)}`));

/** The price filter on `price_cents`. */
export const inPriceRange = ({ minPrice, maxPrice }: ListQuery): Sql => {
  if (minPrice === undefined && maxPrice === undefined) return sql`true`;
  if (maxPrice === undefined) return sql`price_cents >= ${minPrice}`;
  return minPrice === undefined
    ? sql`price_cents <= ${maxPrice}`
    : sql`price_cents between ${minPrice} and ${maxPrice}`;
};

export const isInStockIfRequired = ({ inStock }: ListQuery): Sql => (inStock ? sql`is_in_stock` : sql`true`);

export const hasPriceFilter = ({ minPrice, maxPrice }: ListQuery): boolean =>
  minPrice !== undefined || maxPrice !== undefined;
