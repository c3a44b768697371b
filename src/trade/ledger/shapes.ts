import { z } from 'zod';
import { day, money, signedMoney, uuid } from '#lib/api/wire.ts';

/* Shapes that staff's and customers' contracts of the ledger share. */

/** As people read them: `bounce` is a `refund` of the ledger, for a payment that the bank took back. */
export const entryKinds = ['invoice', 'adjustment', 'payment', 'refund', 'bounce', 'writeOff'] as const;

const kindNames: Record<(typeof entryKinds)[number], string> = {
  invoice: 'Invoice',
  adjustment: 'Adjustment note',
  payment: 'Payment',
  refund: 'Paid back',
  bounce: 'Bounced payment',
  writeOff: 'Written off',
};

/** What an entry is called; its amount is signed. */
export const entryName = (kind: (typeof entryKinds)[number], amount: number): string =>
  kind === 'writeOff' && amount > 0 ? 'Write-off taken back' : kindNames[kind];

export const ageing = z.object({
  notDue: signedMoney,
  to30: signedMoney.meta({ description: 'Overdue by 1 to 30 days.' }),
  to60: signedMoney.meta({ description: '31 to 60 days.' }),
  to90: signedMoney.meta({ description: '61 to 90 days.' }),
  over90: signedMoney,
  credit: signedMoney.meta({ description: 'Not allocated yet; 0 or negative.' }),
  balance: signedMoney.meta({ description: 'The sum of the others.' }),
});
export type AgeingOnPage = z.input<typeof ageing>;

export const openInvoice = z.object({
  entryId: uuid,
  document: z.string(),
  onDay: day,
  dueDay: day,
  daysOverdue: z.int().meta({ description: '0 if it is not overdue.' }),
  amount: money,
  open: money,
  site: z.string().nullable(),
  poNumber: z.string(),
  orderId: uuid.nullable(),
  orderNumber: z.string(),
  taxInvoiceId: uuid.nullable(),
  reference: z.string().meta({ description: 'What a payer quotes.' }),
  isCancelled: z
    .boolean()
    .meta({ description: 'The order was cancelled: owed until it is refunded, but nobody has to pay it.' }),
});
export type OpenInvoice = z.output<typeof openInvoice>;
export type OpenInvoiceOnPage = z.input<typeof openInvoice>;

export const ledgerRow = z.object({
  id: uuid,
  kind: z.enum(entryKinds),
  onDay: day,
  dueDay: day.nullable(),
  amount: signedMoney.meta({ description: 'Negative if less is owed.' }),
  open: signedMoney.meta({ description: 'What is not allocated yet, signed like the amount.' }),
  balance: signedMoney.meta({ description: 'After this entry.' }),
  document: z.string(),
  note: z.string(),
  site: z.string().nullable(),
  orderId: uuid.nullable(),
  taxInvoiceId: uuid.nullable(),
  allocations: z
    .array(z.object({ entryId: uuid, document: z.string(), kind: z.enum(entryKinds), amount: money }))
    .meta({ description: 'What it has paid, or what has paid it.' }),
});
export type LedgerRowOnPage = z.input<typeof ledgerRow>;

/** How to pay by bank transfer; null if the settings have no bank account. */
export const bankDetails = z
  .object({ accountName: z.string(), bsb: z.string(), accountNumber: z.string(), payId: z.string() })
  .nullable();

const entry = z.object({
  id: uuid,
  kind: z.enum(entryKinds),
  onDay: day,
  dueDay: day.nullable(),
  amount: signedMoney,
  document: z.string(),
  note: z.string(),
  site: z.string().nullable(),
  poNumber: z.string(),
});

export const statement = z.object({
  startDate: day,
  endDate: day,
  asAt: day,
  opening: signedMoney,
  entries: z.array(entry),
  closing: signedMoney,
  sites: z.array(z.object({ site: z.string().nullable(), invoiced: signedMoney, credited: signedMoney })),
  ageing,
});
