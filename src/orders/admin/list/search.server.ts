import { type RawBuilder, sql } from 'kysely';
import { type PrefixSearch, choosePrefixSearch } from '#platform/list/prefix-search.server.ts';
import type { Db } from '#platform/db/db.server.ts';
import { searchCondition } from '#platform/list/search-condition.server.ts';

/** Indexed by `orders_words` and `orders_word_pairs`. */
const words = sql`orders.words`;
const pairs = sql`word_pairs(orders.words)`;

/**
 * The search condition on `orders`: an order or invoice number exactly, with or without its prefix; an e-mail by its
 * start; everything else by words. Each uses an index. Undefined for an empty search.
 */
export function searched(search: string | undefined, begun?: PrefixSearch): RawBuilder<boolean> | undefined {
  const term = (search ?? '').trim();
  const [, kind, digits] = aNumber.exec(term) ?? [];
  if (digits !== undefined && kind?.toLowerCase() === 'inv') return byInvoice(digits);
  if (digits !== undefined && kind !== undefined) return byNumber(digits);
  if (digits !== undefined) return eitherOf(byNumber(digits), searchCondition(words, `"${digits}"`));
  if (anEmail.test(term)) return byEmail(term.toLowerCase());
  return searchCondition(words, isPhone(term) ? term.replace(/\D/g, '') : search, { prefixSearch: begun, pairs });
}

/** The fastest way to match the last, perhaps incomplete, word of a search. */
export async function wordStartOf(db: Db, search: string | undefined): Promise<PrefixSearch> {
  const term = (search ?? '').trim();
  if (aNumber.test(term) || anEmail.test(term) || isPhone(term)) return undefined;
  return choosePrefixSearch(db, search, { table: 'orders', column: 'words', wordList: 'known_order_words' });
}

const aNumber = /^#?(so|inv)?[\s-]*(\d{1,15})$/i;
const anEmail = /^\S+@\S*$/;

/** Mobiles may be typed with blanks but are stored without. */
const isPhone = (text: string): boolean => /^[\d\s()+-]{8,}$/.test(text);

const byNumber = (digits: string) => sql<boolean>`orders.number = ${`SO-${digits}`}`;

const byInvoice = (digits: string) =>
  sql<boolean>`orders.id = (select i.order_id from tax_invoices i where i.number = ${`INV-${digits}`})`;

const eitherOf = (one: RawBuilder<boolean>, other: RawBuilder<boolean> | undefined): RawBuilder<boolean> =>
  other ? sql<boolean>`(${one} or ${other})` : one;

/** The range of all e-mails that start with the term. */
const byEmail = (begun: string) =>
  sql<boolean>`lower(orders.email) collate "C" >= ${begun} and lower(orders.email) collate "C" < ${`${begun}\u{10FFFF}`}`;
