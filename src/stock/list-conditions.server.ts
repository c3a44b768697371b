import { type RawBuilder, sql } from 'kysely';
import { isBlank, parseSearch, type Search } from '#lib/search-words.ts';
import { hasAny, hasWords } from '#products/search-terms.server.ts';
import { categoryTerm } from '#products/search-terms.ts';
import type { StockFilter } from './contract.ts';

type Sql = RawBuilder<unknown>;

/** What a filter asks of a product (m) and its item (i); none of these where it means everything. */
export function conditions({ stock, supplier, category, displayedOnline, code, search }: StockFilter): Sql[] {
  const parts = [
    stock && sql`i.is_low`, // whatever is out of stock is low as well
    stock === 'out' && sql`i.on_hand < 1`,
    supplier && sql`m.supplier_id = ${sql.lit(supplier)}::uuid`,
    category && hasAny(sql`term = ${categoryTerm(category)}`),
    displayedOnline && sql`m.is_active = ${sql.lit(displayedOnline === 'true')}`,
    code && sql`lower(i.code) = ${code.trim().toLowerCase()}`,
  ];
  return [...parts.filter((part) => typeof part === 'object'), ...sought(parseSearch(search ?? ''))];
}

export const all = (parts: readonly Sql[]): Sql => (parts.length === 0 ? sql`true` : sql.join(parts, sql` and `));

/**
 * Words by the products' index, which knows all codes and options of a product; of its items those are meant that have
 * themselves what its name has not. Of phrases those whose words stand side by side.
 */
function sought(search: Search): Sql[] {
  if (isBlank(search)) return [];
  const { words, phrases, prefix } = search;
  const own = [
    ...words.map((word) => hasItself(` ${word} `, `'${word}'`)),
    ...(prefix === undefined ? [] : [hasItself(` ${prefix}`, `'${prefix}':*`)]),
  ];
  const ofItem = own.length > 0 ? [sql`(not m.has_variations or (${sql.join(own, sql` and `)}))`] : [];
  const sideBySide = phrases.map((phrase) =>
    hasItself(` ${phrase.join(' ')} `, phrase.map((word) => `'${word}'`).join(' <-> ')),
  );
  return [...hasWords(search), ...ofItem, ...sideBySide];
}

/** In its product's name, which is quick to see, or else in its own code and options. */
const hasItself = (text: string, query: string): Sql => sql`
  (strpos(' ' || m.name_key || ' ', ${text}) > 0
    or search_words(coalesce(i.code, '')) @@ ${query}::tsquery or search_words(i.label) @@ ${query}::tsquery)`;
