import { format } from '#lib/day.ts';
import { dayMs } from '#lib/durations.ts';
import { type Cents, minus, toDollars } from '#lib/money.ts';
import { escapeFormula } from '#lib/text/escape-formula.ts';
import { type AccountingDocument, netOf } from './accounting-document.ts';
import { gstShares } from './gst-shares.ts';
import type { AmountsAre } from './xero.ts';

/** The fields of AccountRight's import of item sales that the file has, in AccountRight's order. */
export const myobColumns = [
  'Co./Last Name',
  'Addr 1 - Line 1',
  '- Line 2',
  'Inclusive',
  'Invoice No.',
  'Date',
  'Customer PO',
  'Delivery Status',
  'Item Number',
  'Quantity',
  'Description',
  'Price',
  'Inc-Tax Price',
  'Total',
  'Inc-Tax Total',
  'Comment',
  'Journal Memo',
  'Tax Code',
  'Non-GST Amount',
  'GST Amount',
  'Freight Amount',
  'Inc-Tax Freight Amount',
  'Freight Tax Code',
  'Freight Non-GST Amount',
  'Freight GST Amount',
  'Sale Status',
  'Terms - Payment is Due',
  '- Balance Due Days',
  'Card ID',
] as const;

/** The item of amounts that belong to none, such as an agreed reduction; it must exist in AccountRight. */
export const myobAdjustmentItem = 'ADJUSTMENT';

/** AccountRight's number of a document, which has at most 8 characters: `200017` for INV-200017, `A300004` for ADJ-300004. */
export function shortNumber({ kind, number }: Pick<AccountingDocument, 'kind' | 'number'>): string {
  const short = `${kind === 'note' ? 'A' : ''}${number.replace(/\D/g, '')}`;
  if (short.length > 8) throw new RangeError(`Longer than 8 characters: ${short}`);
  return short;
}

/**
 * AccountRight's tab-delimited file of item sales, with an empty line between sales. A note is a sale with quantities below 0. Prices are net of
 * discount. GST is given for each line and for the delivery, so that a sale adds up to the document's total and GST to the cent.
 */
export function myobText(documents: readonly AccountingDocument[], amounts: AmountsAre): string {
  const sales = documents.map((document) =>
    salesRows(document, amounts)
      .map((row) => `${row.join('\t')}\r\n`)
      .join(''),
  );
  return [`${myobColumns.join('\t')}\r\n`, sales.join('\r\n')].join('');
}

function salesRows(document: AccountingDocument, amounts: AmountsAre): string[][] {
  const { kind, lines, freight, gst, buyer, trade, onDay, dueDay } = document;
  const incTax = lines.map(netOf);
  const shares = gstShares([...incTax, freight], gst);
  const freightGst = shares.at(-1) ?? freight;
  const days = (Date.parse(dueDay) - Date.parse(onDay)) / dayMs;
  const [street = '', place = ''] = buyer.address;
  return lines.map(({ code, name, quantity }, i) => {
    const amount = incTax[i] ?? freight;
    const share = shares[i] ?? freight;
    const units = amount < 0 ? -quantity : quantity;
    const price = (value: Cents): string => (toDollars(value) / units).toFixed(4);
    const isFirst = i === 0; // the delivery belongs to the sale, and is read from its first line
    const ofFreight = (value: string): string => (isFirst ? value : '');
    return [
      cell(trade.accountName, 50),
      cell(street, 80),
      cell(place, 80),
      amounts === 'inclusive' ? 'X' : '',
      shortNumber(document),
      format(onDay),
      cell(trade.poNumber, 20),
      'A',
      code === '' ? myobAdjustmentItem : cell(code, 30),
      String(units),
      cell(name, 255),
      price(minus(amount, share)),
      price(amount),
      dollars(minus(amount, share)),
      dollars(amount),
      cell(trade.site, 255),
      cell(`${kind === 'note' ? 'Adjustment' : 'Sale'}; ${trade.accountName}; ${document.number}`, 255),
      'GST',
      '0.00',
      dollars(share),
      ofFreight(dollars(minus(freight, freightGst))),
      ofFreight(dollars(freight)),
      ofFreight('GST'),
      ofFreight('0.00'),
      ofFreight(dollars(freightGst)),
      'I',
      '2',
      String(days),
      String(trade.accountNumber),
    ];
  });
}

const dollars = (amount: Cents): string => toDollars(amount).toFixed(2);

/** A text without what delimits fields and lines; AccountRight reads quotation marks as delimiters too. */
const cell = (text: string, most: number): string =>
  escapeFormula(text.replaceAll('"', "''").replace(/\s+/g, ' ').trim()).slice(0, most);
