import { dayOf, type Day } from '#lib/day.ts';
import { type Cents, cents, minus, sum, times, zero } from '#lib/money.ts';
import { type AdjustmentData, rowsOf } from '#orders/documents/adjustment-note-data.ts';
import type { InvoiceData, InvoicedTrade } from '#orders/documents/invoice-data.ts';

/** An invoice or an adjustment note of a trade account, as accounting programs read it. Amounts include GST; a note's are below 0. */
export interface AccountingDocument {
  kind: 'invoice' | 'note';
  /** `INV-200017`, `ADJ-300004` */
  number: string;
  onDay: Day;
  /** The day of the note itself for a note. */
  dueDay: Day;
  orderNumber: string;
  seller: InvoiceData['seller'];
  buyer: InvoiceData['buyer'];
  trade: InvoicedTrade;
  delivery: InvoiceData['delivery'];
  lines: AccountingLine[];
  /** The fee for the delivery. */
  freight: Cents;
  total: Cents;
  gst: Cents;
  /** Paid by card before it was issued. */
  paid: Cents;
  /** What a note adjusts. */
  adjusts?: { number: string; onDay: Day; reason: string };
}

export interface AccountingLine {
  /** Empty for an amount that belongs to no item. */
  code: string;
  name: string;
  /** More than 0; the amount has the sign. */
  quantity: number;
  /** Before the discount. */
  gross: Cents;
  /** Taken off the gross amount. */
  discount: Cents;
}

export const netOf = ({ gross, discount }: AccountingLine): Cents => minus(gross, discount);

/** An invoice of a trade account for accounting programs. */
export function invoiceDocument(invoice: InvoiceData & { trade: InvoicedTrade }): AccountingDocument {
  const { number, issuedAt, orderNumber, seller, buyer, trade, delivery, total, totalIncludedGst, amountPaid } =
    invoice;
  const onDay = dayOf(new Date(issuedAt));
  return {
    kind: 'invoice',
    number,
    onDay,
    dueDay: trade.dueDay ?? onDay,
    orderNumber,
    seller,
    buyer,
    trade,
    delivery,
    lines: invoice.lines.map(({ code, name, label, quantity, price, discount }) => ({
      code,
      name: nameOf(name, label),
      quantity,
      gross: times(price, quantity),
      discount,
    })),
    freight: invoice.shippingFee,
    total,
    gst: totalIncludedGst,
    paid: amountPaid,
  };
}

/** An adjustment note for accounting programs; `invoice` is the one that it adjusts. */
export function noteDocument(
  note: AdjustmentData,
  invoice: InvoiceData & { trade: InvoicedTrade },
): AccountingDocument {
  const onDay = dayOf(new Date(note.issuedAt));
  const { seller, buyer, trade, delivery } = { ...invoice, ...note };
  const items = note.lines.map(({ code, name, label, quantity, amount }) => ({
    code,
    name: nameOf(name, label),
    quantity,
    gross: cents(-amount),
    discount: zero,
  }));
  // Without its lines and delivery, the rows of the note are the amount that was agreed on.
  const agreed = rowsOf({
    ...note,
    amount: minus(note.amount, sum([...note.lines.map((line) => line.amount), note.shippingFee])),
    lines: [],
    shippingFee: zero,
  });
  const others = agreed.map(({ name, amount }) => ({
    code: '',
    name,
    quantity: 1,
    gross: cents(-amount),
    discount: zero,
  }));
  return {
    kind: 'note',
    number: note.number,
    onDay,
    dueDay: onDay,
    orderNumber: note.orderNumber,
    seller,
    buyer,
    trade,
    delivery,
    ...linesAndFreight([...items, ...others], cents(-note.shippingFee)),
    total: cents(-note.amount),
    gst: cents(-note.gst),
    paid: zero,
    adjusts: { number: note.invoice.number, onDay: dayOf(new Date(note.invoice.issuedAt)), reason: note.reason },
  };
}

/** The delivery as a line if there is no other, because a document without lines can't be imported. */
const linesAndFreight = (lines: AccountingLine[], freight: Cents): Pick<AccountingDocument, 'lines' | 'freight'> =>
  lines.length > 0
    ? { lines, freight }
    : { lines: [{ code: '', name: 'Delivery', quantity: 1, gross: freight, discount: zero }], freight: zero };

const nameOf = (name: string, label: string): string => [name, label].filter((part) => part !== '').join(', ');
