import { isAbn } from '#lib/text/company.ts';
import { type Cents, minus, sum } from '#lib/money.ts';
import type { InvoiceData } from './invoice-data.ts';

/** What of a line is paid back. */
export interface AdjustedLine {
  code: string;
  name: string;
  /** "Small / Blue", empty for a plain product. */
  label: string;
  quantity: number;
  /** What the units came to, including GST and net of discount. */
  amount: Cents;
}

/**
 * All that stands on an adjustment note, as it was when issued: plain JSON, so that it can be kept. Amounts are cents and
 * include GST.
 */
export interface AdjustmentData {
  seller: InvoiceData['seller'];
  /** `ADJ-100001` */
  number: string;
  /** ISO 8601. */
  issuedAt: string;
  /** What it adjusts. */
  invoice: { number: string; issuedAt: string; total: Cents; totalIncludedGst: Cents };
  /** The note that this one cancels, since its refund came back: what was taken off the price is added to it again. */
  cancels?: { number: string; issuedAt: string };
  orderNumber: string;
  buyer: InvoiceData['buyer'];
  reason: string;
  lines: AdjustedLine[];
  /** The delivery fee that is paid back. */
  shippingFee: Cents;
  /** By how much the price is less; where the note cancels another, by how much it is more again. */
  amount: Cents;
  /** The GST in it. */
  gst: Cents;
  /** Paid back before, in other notes; with the one that is cancelled. */
  amountBefore: Cents;
  /** Null where a card is not known. */
  payment: { brand: string; lastFour: string } | null;
}

export interface AdjustedRow {
  name: string;
  /** "SPR-101 · 5 L / Lemon", empty where there is nothing to add. */
  detail: string;
  /** Null for what has no units. */
  quantity: number | null;
  /** Below 0 where less is paid back than the rows above come to. */
  amount: Cents;
}

/** What is adjusted, as papers and mails list it: the rows add up to the amount. */
export function rowsOf({
  lines,
  shippingFee,
  amount,
}: Pick<AdjustmentData, 'lines' | 'shippingFee' | 'amount'>): AdjustedRow[] {
  const rows: AdjustedRow[] = lines.map(({ name, code, label, quantity, amount: value }) => ({
    name,
    detail: [code, label].filter((part) => part !== '').join('  ·  '),
    quantity,
    amount: value,
  }));
  const plain = (name: string, value: Cents) => rows.push({ name, detail: '', quantity: null, amount: value });
  if (shippingFee > 0) plain('Standard Delivery', shippingFee);
  const rest = minus(amount, sum(rows.map((row) => row.amount)));
  if (rest !== 0) plain(rows.length === 0 ? 'Reduction of the price' : 'Agreed difference', rest);
  return rows;
}

/** Only who has an ABN may issue an adjustment note, as with a tax invoice (contract, section 5). */
export const noteTitle = (abn: string): 'Adjustment Note' | 'Credit Note' =>
  isAbn(abn) ? 'Adjustment Note' : 'Credit Note';
