import { type RawBuilder, sql } from 'kysely';
import { type PrefixSearch, choosePrefixSearch } from '#platform/list/prefix-search.server.ts';
import type { Db } from '#platform/db/db.server.ts';
import { searchCondition } from '#platform/list/search-condition.server.ts';

/** Indexed by `orders_words` and `orders_word_pairs`. */
const words = sql`orders.words`;
const pairs = sql`word_pairs(orders.words)`;

/**
 * The SQL condition for a search of `orders`. An order or invoice number has to match exactly, with or without its
 * prefix; an e-mail address has to start with the search text; everything else is searched by words. Undefined for an
 * empty search.
 */
export function orderSearch(search: string | undefined, prefixSearch?: PrefixSearch): RawBuilder<boolean> | undefined {
  const term = (search ?? '').trim();
  const [, kind, digits] = orderOrInvoiceNumber.exec(term) ?? [];
  if (digits !== undefined && kind?.toLowerCase() === 'inv') return byInvoice(digits);
  if (digits !== undefined && kind !== undefined) return byNumber(digits);
  if (digits !== undefined) return eitherOf(byNumber(digits), searchCondition(words, `"${digits}"`));
  if (emailStart.test(term)) return byEmail(term.toLowerCase());
  return searchCondition(words, isPhone(term) ? term.replace(/\D/g, '') : search, { prefixSearch, pairs });
}

/** The fastest way to match the last word of a search, which may be incomplete. */
export async function prefixSearchOf(db: Db, search: string | undefined): Promise<PrefixSearch> {
  const term = (search ?? '').trim();
  if (orderOrInvoiceNumber.test(term) || emailStart.test(term) || isPhone(term)) return undefined;
  return choosePrefixSearch(db, search, { table: 'orders', column: 'words', wordList: 'known_order_words' });
}

const orderOrInvoiceNumber = /^#?(so|inv)?[\s-]*(\d{1,15})$/i;
const emailStart = /^\S+@\S*$/;

/** A phone number may be typed with spaces but is stored without them. */
const isPhone = (text: string): boolean => /^[\d\s()+-]{8,}$/.test(text);

const byNumber = (digits: string) => sql<boolean>`orders.number = ${`SO-${digits}`}`;

const byInvoice = (digits: string) =>
  sql<boolean>`orders.id = (select i.order_id from tax_invoices i where i.number = ${`INV-${digits}`})`;

const eitherOf = (one: RawBuilder<boolean>, other: RawBuilder<boolean> | undefined): RawBuilder<boolean> =>
  other ? sql<boolean>`(${one} or ${other})` : one;

/** A range instead of `like`, because a range uses the index. */
const byEmail = (start: string) =>
  sql<boolean>`lower(orders.email) collate "C" >= ${start} and lower(orders.email) collate "C" < ${`${start}\u{10FFFF}`}`;
