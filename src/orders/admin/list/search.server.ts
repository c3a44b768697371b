import { type RawBuilder, sql } from 'kysely';
import { type WordStart, readWordStart } from '#platform/list/word-start.server.ts';
import type { Db } from '#platform/db/db.server.ts';
import { searchCondition } from '#platform/list/search-condition.server.ts';

/** The indexes `orders_words` and `orders_word_pairs` have them. */
const words = sql`orders.words`;
const pairs = sql`word_pairs(orders.words)`;

/**
 * What a search box asks of `orders`: a number of an order or invoice exactly, with or without what stands before it; an
 * e-mail by its beginning; everything else word by word. Each way has an index. Undefined where nothing is looked for.
 */
export function searched(search: string | undefined, begun?: WordStart): RawBuilder<boolean> | undefined {
  const wanted = (search ?? '').trim();
  const [, kind, digits] = aNumber.exec(wanted) ?? [];
  if (digits !== undefined && kind?.toLowerCase() === 'inv') return byInvoice(digits);
  if (digits !== undefined && kind !== undefined) return byNumber(digits);
  if (digits !== undefined) return eitherOf(byNumber(digits), searchCondition(words, `"${digits}"`));
  if (anEmail.test(wanted)) return byEmail(wanted.toLowerCase());
  return searchCondition(words, isPhone(wanted) ? wanted.replace(/\D/g, '') : search, { begun, pairs });
}

/** How the last word of a search is best looked for, where it is one for words. */
export async function begunOf(db: Db, search: string | undefined): Promise<WordStart> {
  const wanted = (search ?? '').trim();
  if (aNumber.test(wanted) || anEmail.test(wanted) || isPhone(wanted)) return undefined;
  return readWordStart(db, search, { table: 'orders', column: 'words', known: 'known_order_words' });
}

/** Of an order or an invoice. */
const aNumber = /^#?(so|inv)?[\s-]*(\d{1,15})$/i;
const anEmail = /^\S+@\S*$/;

/** A mobile may be typed with blanks; it is stored without. */
const isPhone = (text: string): boolean => /^[\d\s()+-]{8,}$/.test(text);

const byNumber = (digits: string) => sql<boolean>`orders.number = ${`SO-${digits}`}`;

const byInvoice = (digits: string) =>
  sql<boolean>`orders.id = (select i.order_id from tax_invoices i where i.number = ${`INV-${digits}`})`;

const eitherOf = (one: RawBuilder<boolean>, other: RawBuilder<boolean> | undefined): RawBuilder<boolean> =>
  other ? sql<boolean>`(${one} or ${other})` : one;

/** From the beginning typed up to what no character follows. */
const byEmail = (begun: string) =>
  sql<boolean>`lower(orders.email) collate "C" >= ${begun} and lower(orders.email) collate "C" < ${`${begun}\u{10FFFF}`}`;
