import { z } from 'zod';
import { someOf, wholeWithin } from '#lib/api/input-shapes.ts';
import { endpoint } from '#lib/api/endpoint.ts';
import { baseVersion, money, moneyOf, optionalText, tableQuery, uuid } from '#lib/api/wire.ts';
import { purchaseMail } from './mail-contract.ts';

export const sentences = {
  load: 'Unable to load the purchase orders.',
  loadItems: 'Unable to load the items to reorder.',
  create: 'Unable to create the purchase order.',
  receive: 'Unable to receive the goods.',
  cancel: 'Unable to cancel the purchase order.',
  close: 'Unable to close the purchase order.',
  closed: 'The purchase order has been closed.',
  nothingReceivedYet: 'Nothing has been received. Cancel the order instead.',
  reason: 'Reason is required.',
  overReason: 'More was received than was ordered. Give a reason for accepting it.',
  created: 'The purchase order has been successfully created.',
  received: 'The goods have been added to stock.',
  cancelled: 'The purchase order has been cancelled.',
  notFound: 'This purchase order no longer exists.',
  supplierGone: 'This supplier no longer exists.',
  itemGone: 'This item no longer exists.',
  notOpen: 'This purchase order is no longer open.',
  edit: 'Unable to change the purchase order.',
  edited: 'The purchase order has been changed.',
  notOpenToEdit: 'Only an open purchase order can be changed.',
  wrongLines: 'Some lines need correcting. See the messages beside them.',
  quantity: 'Must be a whole number from 1 to 1,000,000.',
  priceMissing: 'Purchase price is required.',
  lineGone: 'This line is no longer part of the order.',
  receivedDifferently:
    'This delivery has already been received with other quantities or prices. Check the order first.',
  totalTooHigh: 'The total of the order is too high.',
  itemTwice: 'An item can be in a purchase order only once.',
  lineReceived: (item: string, units: number) =>
    `${item} cannot be removed: ${units} ${units === 1 ? 'unit has' : 'units have'} been received.`,
  belowReceived: (units: number) =>
    `Must be ${units} or more, because ${units} ${units === 1 ? 'unit has' : 'units have'} been received.`,
  priceFixed: 'The price cannot be changed: some units have been received.',
  nothingReceived: 'Enter the number of units received.',
  nothingOrdered: 'Choose at least one item to order.',
  tooMany: (left: number) =>
    left === 0
      ? 'All units have already been received.'
      : `Only ${left} more ${left === 1 ? 'unit was' : 'units were'} ordered.`,
};

export const quantity = wholeWithin(1, 1_000_000, sentences.quantity);
export const price = moneyOf(sentences.priceMissing);

const line = z.object({
  id: z.string(),
  itemId: z.string().nullable(),
  name: z.string(),
  variation: z.string(),
  code: z.string(),
  quantity: z.int(),
  received: z.int(),
  purchasePrice: money,
});

export const states = ['open', 'received', 'closed', 'cancelled'] as const;
export type State = (typeof states)[number];
export const stateNames: Record<State, string> = {
  open: 'Open',
  received: 'Received',
  closed: 'Closed short',
  cancelled: 'Cancelled',
};

const row = z.object({
  id: z.string(),
  number: z.string(),
  supplierId: z.string().nullable(),
  supplier: z.string(),
  state: z.enum(states),
  createdDate: z.iso.datetime(),
  units: z.int(),
  received: z.int(),
  total: money,
  version: z.int(),
});
export type PurchaseRow = z.output<typeof row>;
export type PurchaseRowOnPage = z.input<typeof row>;

export const purchaseOrder = row.extend({
  note: z.string(),
  closedReason: z.string().nullable().meta({ description: 'Why it was closed before everything was received.' }),
  expectedDate: z.iso
    .date()
    .nullable()
    .meta({ description: "While it is open: the day of the order plus the supplier's lead time." }),
  supplierContact: z
    .object({
      contactName: z.string(),
      email: z.string(),
      phone: z.string(),
      abn: z.string(),
      paymentTerms: z.string(),
    })
    .nullable()
    .meta({ description: "The supplier's current contact; null if the supplier no longer exists." }),
  mails: z.array(purchaseMail).meta({ description: 'E-mails of the order to its supplier, oldest first.' }),
  lines: z.array(line),
  receipts: z.array(
    z.object({
      id: z.string(),
      at: z.iso.datetime(),
      by: z.string(),
      units: z.int(),
      overReason: z.string().nullable().meta({ description: 'Why more was accepted than was ordered.' }),
    }),
  ),
});
export type PurchaseOrder = z.output<typeof purchaseOrder>;
export type PurchaseOrderOnPage = z.input<typeof purchaseOrder>;

export const listPurchaseOrders = endpoint('GET', '/v1/purchase-orders', {
  access: 'ManageCartStock',
  summary: 'Purchase orders, newest first.',
  query: tableQuery(['createdDate']).extend({
    state: z.enum(states, { error: `Must be one of ${states.join(', ')}.` }).optional(),
    supplier: uuid.optional(),
  }),
  reply: z.array(row),
});

export const readPurchaseOrder = endpoint('GET', '/v1/purchase-orders/{id}', {
  access: 'ManageCartStock',
  summary: 'A purchase order with its lines and deliveries.',
  params: z.object({ id: uuid }),
  reply: purchaseOrder,
});

const linesOf = <S extends z.ZodType>(line: S) =>
  someOf(line, sentences.nothingOrdered, 1_000, 'A purchase order has at most 1,000 lines.');

/** Whether the total in cents is small enough for a number to be exact. */
const hasExactTotal = (lines: readonly { quantity: number; purchasePrice: number }[]): boolean =>
  lines.reduce((total, { quantity: units, purchasePrice: cents }) => total + units * cents, 0) <=
  Number.MAX_SAFE_INTEGER;

export const purchaseInput = z.object({
  supplierId: uuid,
  note: optionalText({ max: 1000, long: 'The note is too long.', isMultiline: true }).optional(),
  lines: linesOf(z.object({ itemId: uuid, quantity, purchasePrice: price }))
    .refine((lines) => new Set(lines.map(({ itemId }) => itemId)).size === lines.length, {
      error: sentences.itemTwice,
    })
    .refine(hasExactTotal, { error: sentences.totalTooHigh }),
});
export type PurchaseInput = z.output<typeof purchaseInput>;

/** With `id`: a change to an existing line, whose item can't change. With `itemId`: a new line. */
const editedLine = z.object({ id: uuid.nullish(), itemId: uuid.nullish(), quantity, purchasePrice: price });

export const purchaseEdit = z.object({
  version: baseVersion,
  note: purchaseInput.shape.note,
  lines: linesOf(editedLine)
    .refine(hasExactTotal, { error: sentences.totalTooHigh })
    .superRefine((lines, context) => {
      const seen = new Set<string>();
      for (const [place, { id, itemId }] of lines.entries()) {
        const name = id ?? itemId;
        if (!name) context.addIssue({ code: 'custom', path: [place, 'itemId'], message: sentences.itemGone });
        else if (seen.has(name)) context.addIssue({ code: 'custom', path: [place], message: sentences.itemTwice });
        else seen.add(name);
      }
    }),
});
export type PurchaseEdit = z.output<typeof purchaseEdit>;

export const updatePurchaseOrder = endpoint('PUT', '/v1/purchase-orders/{id}', {
  access: 'ManageCartStock',
  summary:
    'Sets the lines of an open order; lines that are left out are removed. Returns 409 for a quantity below what has been ' +
    'received, a new price for a partly received line, or an outdated version.',
  params: z.object({ id: uuid }),
  body: purchaseEdit,
  reply: purchaseOrder,
});

export const createPurchaseOrder = endpoint('POST', '/v1/purchase-orders', {
  access: 'ManageCartStock',
  summary: 'Creates a purchase order for items of a supplier.',
  body: purchaseInput,
  reply: purchaseOrder,
  status: 201,
});

export const cancelPurchaseOrder = endpoint('PATCH', '/v1/purchase-orders/{id}/cancel', {
  access: 'ManageCartStock',
  summary:
    'Cancels an open order: what has not been received is no longer expected. Returns 409 for an outdated version.',
  params: z.object({ id: uuid }),
  body: z.object({ version: baseVersion }),
  reply: purchaseOrder,
});

export const downloadPurchaseOrder = endpoint('GET', '/v1/purchase-orders/{id}/pdf', {
  access: 'ManageCartStock',
  summary: 'A purchase order as PDF.',
  download: ['pdf'],
  params: z.object({ id: uuid }),
});
