import { z } from 'zod';
import { listFormat, someOf } from '#lib/api/input-shapes.ts';
import { endpoint } from '#lib/api/endpoint.ts';
import { staffNote } from '#lib/api/staff-note.ts';
import { dayOf, withDaysInOrder, money, tableQuery, text, uuid } from '#lib/api/wire.ts';
import { orderDetail, orderItem, orderRow, orderStatuses } from '../contract.ts';
import { type StatusMailKind, statusMailKinds } from '../mail/status-mail.ts';

/** Sentences on the order pages. Those above the line `---` come from the shop specification, sections 5 and 8. */
export const sentences = {
  loadFailed: 'Unable to load the orders.',
  detailsFailed: 'Unable to get the order details.',
  statusFailed: 'Unable to get the update the order status.',
  statusRequired: 'Order status is required.',
  noStatus: 'At least 1 user type is required.',
  notDate: 'Must be a date.',
  startMissing: 'Start date is required.',
  endMissing: 'End date is required.',
  invoiceExported: 'The tax invoice has been successfully exported.',
  // ---
  empty: 'No Orders.',
  gone: 'This order does not exist.',
  noteGone: 'This note no longer exists.',
  noMailYet: 'No status mail has been sent for this order yet.',
  noRefundYet: 'This order has not been refunded yet.',
  noInvoices: 'None of these orders has a tax invoice.',
  noneChosen: 'Select at least one order.',
  accountUnknown: 'No account has this email.',
  hasAccount: 'This order already belongs to an account.',
  joined: 'The order has been added to the account.',
  joinFailed: 'Unable to add the order to the account.',
  tooMany: 'At most 200 orders fit in one document. Filter the list first.',
} as const;

/** The names of the mails in `order_mails`, as the page and the history show them. */
export const orderMailNames: Record<StatusMailKind | 'confirmation', string> = {
  confirmation: 'Order confirmation',
  picking: 'Picking in Progress',
  completed: 'Completed',
  cancelled: 'Cancelled',
  reopened: 'Reopened',
};

/** The maximum number of orders on one picking list, or of packing slips in one file. */
export const maxOrdersPerDocument = 200;

const statusValues = Object.values(orderStatuses).map(({ value }) => value);

const statuses = someOf(z.literal(statusValues, { error: 'Must be 0, 1, 2, 3 or 4.' }), sentences.noStatus, 100);

const filterFields = z.object({
  orderStatuses: statuses,
  startDate: dayOf(sentences.startMissing, sentences.notDate),
  endDate: dayOf(sentences.endMissing, sentences.notDate),
});

/** The list's filter: orders with certain statuses, placed between two days (inclusive). */
export const orderFilter = withDaysInOrder(filterFields);

const moreFilters = {
  refund: z.enum(['none', 'part', 'all'], { error: 'Must be none, part or all.' }).optional(),
  shippingMethod: z.enum(['1', '2'], { error: 'Must be 1 or 2.' }).optional(),
  promo: z.string().max(150).optional().meta({ description: 'A promo code, or `any` or `none`.' }),
  promoId: uuid.optional().meta({
    description:
      'Together with a code, lists only orders that used this promo, under any code it has had, and no orders of other promos that have had the code.',
  }),
  userId: uuid.optional(),
};

const sorts = [
  'orderDate',
  'orderNumber',
  'firstName',
  'lastName',
  'orderAmount',
  'amountPaid',
  'orderStatus',
] as const;
const listQuery = tableQuery(sorts).extend(moreFilters);
const { search, sort } = listQuery.shape;
export type OrderList = z.output<typeof listQuery>;
export type ListFilters = Pick<OrderList, 'refund' | 'shippingMethod' | 'promo' | 'promoId' | 'userId' | 'search'>;
export type OrderFilter = z.output<typeof orderFilter> & ListFilters & { orderId?: string[] | undefined };

const managedRow = orderRow.extend({
  amountRefunded: money,
  shippingMethod: z.int(),
  promoCode: z.string().nullable(),
  isOnAccount: z
    .boolean()
    .meta({ description: 'Invoiced to a trade account, so that the amount paid is owed by invoice.' }),
  version: z.int(),
});
export type ManagedRow = z.output<typeof managedRow>;
/** `ManagedRow` as JSON, with money in dollars. */
export type OrderRow = z.input<typeof managedRow>;

export const filterOrders = endpoint('POST', '/v1/manage-orders/filter', {
  access: 'ManageCartOrders',
  staysOpen: true,
  summary:
    "Orders, newest first; paged, sorted and searched by the query. A search matches order and invoice numbers, the start of e-mails, and words in names of people, companies and products, in the promo code and in the buyer's own reference.",
  query: listQuery,
  body: orderFilter,
  reply: z.array(managedRow),
  status: 200,
});

/** In a parsed query string, a single status is a string and several are an array of strings. */
const statusesOfQuery = z.preprocess(
  (value) =>
    value === undefined ? value : [value].flat().map((one) => (/^\d$/.test(String(one)) ? Number(one) : one)),
  statuses,
);

const filterQuery = filterFields.extend({ orderStatuses: statusesOfQuery, ...moreFilters, search });

/** In a parsed query string, a single id is a string and several are an array of strings. */
const idsOfQuery = z.preprocess(
  (value) => (value === undefined ? value : [value].flat()),
  someOf(uuid, sentences.noneChosen, maxOrdersPerDocument, sentences.tooMany),
);

export const exportOrders = endpoint('GET', '/v1/manage-orders/export', {
  access: 'ManageCartOrders',
  summary: 'The filtered list, or the orders in it with the given ids, as a CSV or Excel file.',
  download: ['csv', 'xlsx'],
  query: withDaysInOrder(
    filterQuery.extend({
      sort,
      orderId: idsOfQuery.optional(),
      format: listFormat,
    }),
  ),
});

export const listUserOrders = endpoint('GET', '/v1/manage-orders/user/{userId}', {
  access: ['ManageUsers', 'ManageCartOrders'],
  summary: "A user's orders, newest first.",
  params: z.object({ userId: uuid }),
  query: listQuery,
  reply: z.array(managedRow),
});

export const countNewOrders = endpoint('GET', '/v1/manage-orders/new', {
  access: 'ManageCartOrders',
  summary: 'The number of orders to be picked; 1,001 means more than a thousand.',
  reply: z.object({ orders: z.int() }),
});

const sentMail = z.object({
  id: uuid,
  kind: z.enum(['confirmation', ...statusMailKinds]),
  askedAt: z.iso.datetime(),
  askedBy: z.string(),
  sentAt: z.iso.datetime().nullable(),
});

const managedOrder = orderDetail.extend({
  orderItems: z.array(
    orderItem.extend({
      productId: uuid,
      returnedQuantity: z.int().meta({ description: 'Units returned to stock.' }),
      unitsOut: z.int().meta({ description: 'Units that are on their way or delivered.' }),
    }),
  ),
  userId: uuid.nullable(),
  userName: z.string().nullable().meta({ description: 'Name of the account; null for a guest.' }),
  matchingAccount: z
    .object({ name: z.string(), email: z.string() })
    .nullable()
    .meta({ description: "For a guest's order: the account with the same e-mail, which may not be the buyer's." }),
  userOrders: z.int().meta({ description: "The user's paid orders; 0 for a guest." }),
  invoicedAt: z.iso.datetime().nullable(),
  notes: z.array(staffNote),
  mails: z.array(sentMail),
});
export type ManagedOrder = z.output<typeof managedOrder>;
/** `ManagedOrder` as JSON, with money in dollars. */
export type OrderOnPage = z.input<typeof managedOrder>;

export const readManagedOrder = endpoint('GET', '/v1/manage-orders/details/{orderId}', {
  access: 'ManageCartOrders',
  summary: 'All details of an order: lines, people, payment, notes and mails.',
  params: z.object({ orderId: uuid }),
  reply: managedOrder,
});

export const joinAccount = endpoint('PUT', '/v1/manage-orders/{orderId}/account', {
  access: 'ManageCartOrders',
  summary:
    "Adds a guest's order to the account with an e-mail. 404 if there is no such account, 409 if the order already has one.",
  params: z.object({ orderId: uuid }),
  body: z.object({ email: text({ required: 'Email is required.', max: 254, long: 'Invalid email address' }) }),
  reply: z.object({ userId: uuid, name: z.string(), email: z.string() }),
});

export const pickingList = endpoint('GET', '/v1/manage-orders/picking-list', {
  access: 'ManageCartOrders',
  summary:
    'A picking list for the given orders as a PDF. It lists each item once with its total quantity, by category.',
  download: ['pdf'],
  query: z.object({ orderId: idsOfQuery }),
});

export const invoicesOfOrders = endpoint('GET', '/v1/manage-orders/invoices', {
  access: 'ManageCartOrders',
  summary: 'A zip file with the tax invoices of the given orders as PDFs. Returns 404 if none of the orders has one.',
  download: ['zip'],
  query: z.object({ orderId: idsOfQuery }),
});

export const packingSlips = endpoint('GET', '/v1/manage-orders/packing-slips', {
  access: 'ManageCartOrders',
  summary: 'The packing slips of the given orders as one PDF. Each slip starts on a new page.',
  download: ['pdf'],
  query: z.object({ orderId: idsOfQuery }),
});

/** Lists the ids for a document of all filtered orders, because documents are requested by order id. */
export const listOrderIds = endpoint('GET', '/v1/manage-orders/ids', {
  access: 'ManageCartOrders',
  summary: "The ids of the filtered orders, in the list's sort order. Returns 400 if there are more than 200.",
  query: withDaysInOrder(filterQuery.extend({ sort })),
  reply: z.array(z.object({ id: uuid, orderNumber: z.string() })),
});
