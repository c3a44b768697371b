import { type RawBuilder, sql } from 'kysely';
import { isBlank, parseSearch, type Search, toTsQuery } from '#lib/search-words.ts';
import { codeLexeme, optionLexeme, optionText, wholeCatalogue } from '#products/lexemes.ts';
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

/** The condition on `search` for words and category, and for `also`; undefined where nothing is asked for. */
export function foundAsAsked({ search, category, isWholeCatalogue }: Asked, also = ''): Sql | undefined {
  const { prefix, ...exact } = search ?? { words: [], phrases: [] };
  const fixed = [toTsQuery(exact), also].filter((part) => part !== '').join(' & ');
  const parts = [
    ...(fixed === '' ? [] : [sql`${fixed}::tsquery`]),
    ...(prefix === undefined ? [] : [beginningWith(prefix)]),
    ...(isWholeCatalogue ? [] : [sql`('''c:' || ${category} || '''')::tsquery`]),
  ];
  return parts.length === 0 ? undefined : sql`search @@ (${sql.join(parts, sql` && `)})`;
}

/** More words than these are left to the index, which then reads all of them. */
const wordsMax = 60;

/**
 * The words that begin with a prefix, as a question: the index is much quicker with words that it knows whole, of which
 * it reads the rarest and looks the others up. A word is letters and digits, so there is nothing to escape.
 */
function beginningWith(prefix: string): Sql {
  return sql`(
    select case when count(*) between 1 and ${sql.lit(wordsMax)} then string_agg('''' || word || '''', ' | ') else ${`'${prefix}':*`} end::tsquery
    from (select distinct word from search_words where word >= ${prefix} and word < ${`${prefix}\u{10ffff}`}
      limit ${sql.lit(wordsMax + 1)}) w)`;
}

/** All groups as one question to the search index. */
export const chosenOptions = (groups: readonly OptionGroup[]): string =>
  groups.map(({ texts }) => `(${texts.map(optionLexeme).join(' | ')})`).join(' & ');

/** 0 where the code itself was searched, 1 where all words are in the name, 2 elsewhere. The name is kept normalised. */
export function tierOf(search: Search, text: string): Sql {
  const within = (words: string): Sql => sql`strpos(' ' || name_key || ' ', ${words}) > 0`;
  const inName = [
    ...search.words.map((word) => within(` ${word} `)),
    ...search.phrases.map((words) => within(` ${words.join(' ')} `)),
    ...(search.prefix === undefined ? [] : [within(` ${search.prefix}`)]),
  ];
  const coded = sql`array(select product_id from listings where search @@ ${codeLexeme(text)}::tsquery)`;
  return sql`case when product_id = any(${coded}) then 0 when ${sql.join(inName, sql` and `)} then 1 else 2 end`;
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
