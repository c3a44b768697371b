import { type RawBuilder, sql } from 'kysely';
import { isBlank, parseSearch, type Search } from '#lib/search-words.ts';
import { hasAny, hasWords } from '#products/search-terms.server.ts';
import { optionNameTerm, optionTerm, optionText, wholeCatalogue } from '#products/search-terms.ts';
import { allProducts } from './contract.ts';
import type { ListQuery } from './list-query.ts';

type Sql = RawBuilder<unknown>;

/** Chosen values of one variation: a product with any of them is meant. */
export interface OptionGroup {
  /** Lower case, like the texts. */
  name: string;
  texts: string[];
}

/** What is asked for, as the database takes it. */
export interface Asked {
  query: ListQuery;
  /** The category's id, null where there is none with this url. */
  category: Sql;
  isWholeCatalogue: boolean;
  /** Undefined where nothing is searched. */
  search: Search | undefined;
  groups: OptionGroup[];
}

export function readAsked(query: ListQuery): Asked {
  const isWholeCatalogue = query.category === undefined || query.category === allProducts;
  const search = parseSearch(query.search ?? '');
  return {
    query,
    category: isWholeCatalogue
      ? sql`${wholeCatalogue}::uuid`
      : sql`(select id from categories where url = ${query.category})`,
    isWholeCatalogue,
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

/** The condition on `listings` for words, category and options; undefined where nothing of these is asked for. */
export function foundAsAsked(asked: Asked, options: Sql[] = chosenOptions(asked.groups)): Sql | undefined {
  const { search, category, isWholeCatalogue } = asked;
  const parts = [
    ...(search === undefined ? [] : searched(search)),
    ...(isWholeCatalogue ? [] : [hasAny(sql`term = '@c:' || ${category}`)]),
    ...options,
  ];
  return parts.length === 0 ? undefined : sql.join(parts, sql` and `);
}

function searched(search: Search): Sql[] {
  const side = search.phrases.map(
    (phrase) => sql`exists (select from products p where p.id = product_id
      and strpos(' ' || p.search_key || ' ', ${` ${phrase.join(' ')} `}) > 0)`,
  );
  return [...hasWords(search), ...side];
}

/** One condition for each group. */
export const chosenOptions = (groups: readonly OptionGroup[]): Sql[] =>
  groups.map(({ texts }) => hasAny(sql`term = any(${texts.map(optionTerm)}::text[])`));

/** What has any value of each group's name. */
export const optionsNamed = (groups: readonly OptionGroup[]): Sql[] =>
  groups.map(({ name }) => hasAny(sql`term = ${optionNameTerm(name)}`));

/** 0 where the code itself was searched, 1 where all words are in the name, 2 elsewhere. The name is kept normalised. */
export function tierOf(search: Search, text: string): Sql {
  const within = (words: string): Sql => sql`strpos(' ' || name_key || ' ', ${words}) > 0`;
  const inName = [
    ...search.words.map((word) => within(` ${word} `)),
    ...search.phrases.map((words) => within(` ${words.join(' ')} `)),
    ...(search.prefix === undefined ? [] : [within(` ${search.prefix}`)]),
  ];
  return sql`case when code_key = ${text.trim().toLowerCase()} then 0 when ${sql.join(inName, sql` and `)} then 1 else 2 end`;
}

/** The price filter on `price_cents`. */
export const pricedAsAsked = ({ minPrice, maxPrice }: ListQuery): Sql => {
  if (minPrice === undefined && maxPrice === undefined) return sql`true`;
  if (maxPrice === undefined) return sql`price_cents >= ${minPrice}`;
  return minPrice === undefined
    ? sql`price_cents <= ${maxPrice}`
    : sql`price_cents between ${minPrice} and ${maxPrice}`;
};

export const inStockAsAsked = ({ inStock }: ListQuery): Sql => (inStock ? sql`is_in_stock` : sql`true`);

export const hasPriceFilter = ({ minPrice, maxPrice }: ListQuery): boolean =>
  minPrice !== undefined || maxPrice !== undefined;
