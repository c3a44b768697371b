import { isAbn } from '#lib/text/abn.ts';
import { type Cents, minus, sum } from '#lib/money.ts';
import type { InvoiceData, InvoiceLine } from './invoice-data.ts';

export interface AdjustedLine extends Omit<InvoiceLine, 'price' | 'discount'> {
  /** Price of the refunded units, including GST and net of discount. */
  amount: Cents;
}

/** An adjustment note's content at the time of issue, as plain JSON for storage. Amounts are cents and include GST. */
export interface AdjustmentData {
  seller: InvoiceData['seller'];
  /** `ADJ-100001` */
  number: string;
  /** ISO 8601. */
  issuedAt: string;
  /** The adjusted invoice. */
  invoice: { number: string; issuedAt: string; total: Cents; totalIncludedGst: Cents };
  /** The note that this note cancels, because its refund came back. */
  cancels?: { number: string; issuedAt: string };
  orderNumber: string;
  buyer: InvoiceData['buyer'];
  reason: string;
  lines: AdjustedLine[];
  /** The refunded delivery fee. */
  shippingFee: Cents;
  /** The decrease in price or, in a note that cancels another, the increase; never negative. */
  amount: Cents;
  /** GST included in `amount`. */
  gst: Cents;
  /** The total of earlier notes, including the note that this one cancels. */
  amountBefore: Cents;
  /** Null for an unknown card, and on account. */
  payment: { brand: string; lastFour: string } | null;
  /** Credited to a trade account, instead of paid back to a card. */
  isOnAccount?: true;
}

export interface AdjustedRow {
  name: string;
  /** "SPR-101 · 5 L / Lemon", empty for none. */
  detail: string;
  /** Null for rows without units. */
  quantity: number | null;
  /** Negative if the refund is less than the sum of the rows above. */
  amount: Cents;
}

/** "SPR-101 · 5 L / Lemon" */
export const detailOf = ({ code, label }: { code: string; label: string }): string =>
  [code, label].filter((part) => part !== '').join('  ·  ');

/** The rows of the note and of its mail; they add up to the amount. */
export function rowsOf({
  lines,
  shippingFee,
  amount,
}: Pick<AdjustmentData, 'lines' | 'shippingFee' | 'amount'>): AdjustedRow[] {
  const rows: AdjustedRow[] = lines.map(({ name, code, label, quantity, amount: value }) => ({
    name,
    detail: detailOf({ code, label }),
    quantity,
    amount: value,
  }));
  const plain = (name: string, value: Cents) => rows.push({ name, detail: '', quantity: null, amount: value });
  if (shippingFee > 0) plain('Standard Delivery', shippingFee);
  const rest = minus(amount, sum(rows.map((row) => row.amount)));
  if (rest !== 0) plain(rows.length === 0 ? 'Price reduction' : 'Agreed difference', rest);
  return rows;
}

/** A document without an ABN may not be called an adjustment note. */
export const noteTitle = (abn: string): 'Adjustment Note' | 'Credit Note' =>
  isAbn(abn) ? 'Adjustment Note' : 'Credit Note';
