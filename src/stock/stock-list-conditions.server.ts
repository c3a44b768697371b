import { type RawBuilder, sql } from 'kysely';
import { isBlank, parseSearch, partsOf, type Search } from '#lib/text/search-words.ts';
import { hasAny, hasWords, phraseOf } from '#catalogue/products/listings/search-terms.server.ts';
import { categoryTerm } from '#catalogue/products/listings/search-terms.ts';
import type { StockFilter } from './contract.ts';

type Sql = RawBuilder<unknown>;

/** The conditions of a filter on a product (m) and its item (i); empty for a filter without restrictions. */
export function conditions({ stock, supplier, category, displayedOnline, code, search }: StockFilter): Sql[] {
  const parts = [
    stock && sql`i.is_low`, // items that are out of stock count as low too
    stock === 'out' && sql`i.on_hand < 1`,
    supplier && sql`m.supplier_id = ${sql.lit(supplier)}::uuid`,
    category && hasAny(sql`term = ${categoryTerm(category)}`),
    displayedOnline && sql`m.is_active = ${sql.lit(displayedOnline === 'true')}`,
    code && sql`lower(i.code) = ${code.trim().toLowerCase()}`,
  ];
  return [...parts.filter((part) => typeof part === 'object'), ...searchConditions(parseSearch(search ?? ''))];
}

/**
 * The index finds products by the codes and options of all their items. For a product with variations, each item is
 * therefore checked too: the words must be in its own code or options, or in the product's name. Words of a phrase must be
 * side by side.
 */
function searchConditions(search: Search): Sql[] {
  if (isBlank(search)) return [];
  const { words, phrases, prefix } = search;
  const own = [
    ...words.map((word) => hasOwnWords([word], false)),
    ...(prefix === undefined ? [] : [hasOwnWords([prefix], true)]),
  ];
  const ofItem = own.length > 0 ? [sql`(not m.has_variations or (${sql.join(own, sql` and `)}))`] : [];
  return [...hasWords(search), ...ofItem, ...phrases.map((phrase) => hasOwnWords(phrase, false))];
}

/**
 * Whether the words are in the product's name, which is cheap to check, or in the item's own code and options.
 * `spr1067` also matches `spr-1067`.
 */
function hasOwnWords(words: readonly string[], isPrefix: boolean): Sql {
  const parts = words.length === 1 ? partsOf(words[0] ?? '') : undefined;
  const places = [words, ...(parts ? [parts] : [])].map((phrase) => {
    const { text, query } = phraseOf(phrase, isPrefix);
    return sql`strpos(' ' || m.name_key || ' ', ${text}) > 0
      or search_words(coalesce(i.code, '')) @@ ${query}::tsquery or search_words(i.label) @@ ${query}::tsquery`;
  });
  return sql`(${sql.join(places, sql` or `)})`;
}
