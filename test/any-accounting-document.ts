import fc from 'fast-check';
import { type Cents, cents, gstIn, sum } from '#lib/money.ts';
import { type AccountingDocument, invoiceDocument, noteDocument } from '#trade/accounting/accounting-document.ts';
import type { AdjustmentData } from '#orders/documents/adjustment-note-data.ts';
import type { InvoiceData, InvoicedTrade, InvoiceLine } from '#orders/documents/invoice-data.ts';

/** An invoice of a made-up account, as it is stored. */
export const tradeInvoice = {
  seller: {
    name: 'Spruce Example Supplies',
    legalName: 'Spruce Example Supplies Pty Ltd',
    abn: '51824753556',
    address: ['27 Carriage Works Lane', 'Marrickville NSW 2204'],
    email: 'accounts@example.com',
    phone: '0291570006',
  },
  number: 'INV-200017',
  orderNumber: 'SO-100017',
  issuedAt: '2026-11-30T22:30:00.000Z', // 1 December in Sydney
  buyer: {
    name: 'Mira Okoye',
    address: ['4 Sample Lane', 'Carlton VIC 3053'],
    email: 'mira@example.com',
    mobile: '0491570158',
  },
  delivery: { isPickup: false, name: 'Mira Okoye', address: ['Unit 2, 12 Example Street', 'Fitzroy VIC 3065'] },
  lines: [] as InvoiceLine[], // so that the type of an empty list is not never[]
  subTotal: cents(0),
  discount: cents(0),
  promoCode: null,
  shippingFee: cents(0),
  total: cents(0),
  totalIncludedGst: cents(0),
  amountPaid: cents(0),
  payment: null,
  trade: {
    accountName: 'Example Facilities',
    accountNumber: 1042,
    site: 'Carlton office',
    poNumber: 'EF-12345',
    costCentre: 'CC-7',
    dueDay: '2026-12-31' as NonNullable<InvoicedTrade['dueDay']>,
  },
} satisfies InvoiceData & { trade: InvoicedTrade };

export interface MadeLine {
  price: number;
  quantity: number;
  discount?: number;
  code?: string;
  name?: string;
}

/** An invoice of these lines; amounts in cents. */
export function invoiceOf(lines: readonly MadeLine[], shippingFee = 0): typeof tradeInvoice {
  const made = lines.map(({ price, quantity, discount = 0, code = 'SPR-101', name = 'Sugar soap' }) => ({
    code,
    name,
    label: '5 L',
    quantity,
    price: cents(price),
    discount: cents(discount),
  }));
  const subTotal = cents(made.reduce((total, { price, quantity }) => total + price * quantity, 0));
  const discount = sum(made.map((line) => line.discount));
  const total = cents(subTotal - discount + shippingFee);
  return {
    ...tradeInvoice,
    lines: made,
    subTotal,
    discount,
    shippingFee: cents(shippingFee),
    total,
    totalIncludedGst: gstIn(total),
  };
}

const line = fc
  .record({
    price: fc.integer({ min: 1, max: 50_000 }),
    quantity: fc.integer({ min: 1, max: 999 }),
    part: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ part, ...rest }) => ({
    ...rest,
    discount: part < 0.5 ? 0 : Math.floor((part - 0.5) * 2 * rest.price * rest.quantity),
  }));

export const anyInvoice = fc
  .record({
    lines: fc.array(line, { minLength: 1, maxLength: 12 }),
    shippingFee: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 5_000 })),
  })
  .map(({ lines, shippingFee }) => invoiceOf(lines, shippingFee));

/** A note whose GST may differ by a cent from that of its amount, because all notes of an invoice add up to its GST. */
export const anyNote = fc
  .record({
    amounts: fc.array(fc.integer({ min: 0, max: 90_000 }), { maxLength: 6 }),
    shippingFee: fc.integer({ min: 0, max: 2_000 }),
    amount: fc.integer({ min: 100, max: 300_000 }),
    gstMore: fc.integer({ min: -1, max: 1 }),
  })
  .map(({ amounts, shippingFee, amount, gstMore }) =>
    noteOf(amounts, { shippingFee, amount, gst: gstIn(cents(amount)) + gstMore }),
  );

interface MadeNote {
  shippingFee: number;
  amount: number;
  gst: number;
}

/** A note that refunds these amounts of lines; all in cents. */
export function noteOf(amounts: readonly number[], { shippingFee, amount, gst }: MadeNote): AdjustmentData {
  const { seller, buyer, orderNumber, number, issuedAt } = tradeInvoice;
  return {
    seller,
    buyer,
    orderNumber,
    number: 'ADJ-300004',
    issuedAt: '2026-12-04T01:00:00.000Z',
    invoice: { number, issuedAt, total: cents(0), totalIncludedGst: cents(0) },
    reason: 'Damaged in transit',
    lines: amounts.map((value, i) => ({
      code: `SPR-${i}`,
      name: 'Sugar soap',
      label: '',
      quantity: i + 1,
      amount: cents(value),
    })),
    shippingFee: cents(shippingFee),
    amount: cents(amount),
    gst: cents(gst),
    amountBefore: cents(0),
    payment: null,
    isOnAccount: true,
  };
}

export const anyDocument: fc.Arbitrary<AccountingDocument> = fc.oneof(
  anyInvoice.map(invoiceDocument),
  anyNote.map((note) => noteDocument(note, tradeInvoice)),
);

/** `-12.34` as cents. */
export const centsOf = (dollars: string): Cents => cents(Math.round(Number(dollars) * 100));
