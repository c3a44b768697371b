import { sql } from 'kysely';
import type { AddressParts } from '#addresses/address-shape.ts';
import { fullAddress } from '#addresses/full-address.ts';
import type { IconDeps } from '#company/brand-icons.server.ts';
import { letterhead } from '#company/letterhead.server.ts';
import { formatAbn } from '#lib/text/abn.ts';
import { day, dayOf, format as formatDay } from '#lib/day.ts';
import { format, gstIn, minus, times, zero } from '#lib/money.ts';
import type { Db } from '#platform/db/db.server.ts';
import { tablePdf } from '#platform/pdf/table-pdf.server.ts';
import { type TradingTerms, termsInWords } from '../trading-terms.ts';
import { type FrozenLine, subTotalOf } from './quote-lines.server.ts';
import type { StoredQuote } from './read-quotes.server.ts';
import { quoteName } from './shapes.ts';

interface Parties {
  abn: string;
  terms: TradingTerms;
  address: AddressParts;
  costCentre: string;
}

/** A quote as A4 pages, marked as a draft until it is sent. The same revision gives the same bytes. */
export async function quotePdf(quote: StoredQuote, deps: IconDeps & { db: Db }): Promise<Buffer> {
  const { number, revision, lines, discount, shippingFee, total, validUntil, note, contact, contactEmail } = quote;
  const [company, { abn, terms, address, costCentre }] = await Promise.all([
    letterhead(deps),
    readParties(deps.db, quote.id),
  ]);
  const isDraft = quote.sentDate === null;
  const createdAt = new Date(quote.sentDate ?? quote.createdDate);
  const lastDay = validUntil === null ? undefined : formatDay(day(validUntil));
  return tablePdf<FrozenLine>({
    company,
    title: isDraft ? 'Draft quote' : 'Quote',
    facts: [
      ['Quote number', number],
      ['Revision', String(revision)],
      ['Date', formatDay(dayOf(createdAt))],
      ...(lastDay === undefined ? [] : [['Valid until', lastDay] as [string, string]]),
    ],
    parties: [
      ['For', quote.accountName, [...(abn === '' ? [] : [`ABN ${formatAbn(abn)}`]), contact, contactEmail]],
      [
        'Delivered to',
        quote.siteName,
        [fullAddress(address), ...(costCentre === '' ? [] : [`Cost centre ${costCentre}`])],
      ],
      ['Payment', 'On account', [termsInWords(terms), `Account ${quote.accountNumber}`]],
    ],
    columns: [
      { title: 'Item', width: 0, textOf: ({ name }) => name, belowOf: ({ code }) => code },
      { title: 'Quantity', width: 62, textOf: ({ quantity }) => String(quantity) },
      { title: 'Unit price', width: 78, textOf: ({ price }) => format(price) },
      { title: 'Amount', width: 84, textOf: ({ price, quantity }) => format(times(price, quantity)) },
    ],
    rows: lines,
    sums: [
      ['Subtotal', format(subTotalOf(lines))],
      ...(discount > 0 ? [['Discount', format(minus(zero, discount))] as [string, string]] : []),
      ['Delivery', shippingFee === 0 ? 'Free' : format(shippingFee)],
      ['GST included', format(gstIn(total))],
      ['Total including GST', format(total)],
    ],
    notes: [
      ...(note === '' ? [] : [note]),
      'Amounts are in Australian dollars and include 10% GST. This quote is not a tax invoice.',
      ...(isDraft
        ? ['This is a draft, which has not been sent: its prices are not an offer yet.']
        : [
            ...(lastDay === undefined ? [] : [`The prices hold until ${lastDay}, as long as the goods are in stock.`]),
            `Accept this quote${lastDay === undefined ? '' : ` by ${lastDay}`} at ${deps.env.publicUrl}/trade/quotes/${quote.id}`,
          ]),
      `Please mention ${quoteName(quote)} when you write to us about it.`,
    ],
    createdAt,
  });
}

async function readParties(db: Db, id: string): Promise<Parties> {
  const { rows } = await sql<Parties>`
    select a.abn, json_build_object('kind', a.terms_kind, 'days', a.terms_days) as terms, s.address, s.cost_centre as "costCentre"
    from quotes q join trade_accounts a on a.id = q.account_id join trade_sites s on s.id = q.site_id where q.id = ${id}`.execute(
    db,
  );
  return rows[0] as Parties; // the caller has read the quote
}

/** `quote-Q-1001-2.pdf` */
export const quoteFileName = ({ number, revision }: Pick<StoredQuote, 'number' | 'revision'>): string =>
  `quote-${number}${revision === 1 ? '' : `-${revision}`}.pdf`;
