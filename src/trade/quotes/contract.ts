import { z } from 'zod';
import { maxLines, maxQuantity } from '#lib/cart-limits.ts';
import { endpoint } from '#lib/api/endpoint.ts';
import { someOf, wholeWithin } from '#lib/api/input-shapes.ts';
import { baseVersion, day, money, signedMoney, tableQuery, uuid } from '#lib/api/wire.ts';
import {
  messageText,
  noteText,
  poNumberText,
  priceReasonText,
  quotedLine,
  quoteStates,
  reasonText,
  sentences,
  sharedDetails,
  sharedFields,
} from './shapes.ts';

/* Quotes as staff see them. */

const quoteRow = z.object({
  ...sharedFields,
  accountNumber: z.int(),
  total: money,
});
export type QuoteRow = z.output<typeof quoteRow>;

const staffLine = quotedLine.extend({
  listPrice: money.meta({ description: 'What the site paid for it when the line was written.' }),
  reason: z.string().meta({ description: 'Why the price differs from `listPrice`. Only staff read it.' }),
  cost: money.nullable().meta({ description: 'The average purchase price, without GST; null if it is not known.' }),
  margin: signedMoney.nullable().meta({ description: 'Of a unit: the price without GST less the purchase price.' }),
});

const quote = z.object({
  ...sharedDetails,
  accountNumber: z.int(),
  siteId: z.string(),
  memberId: z.string(),
  contactEmail: z.string(),
  begunBy: z.string().nullable().meta({ description: 'Who of the staff began it; null if the customer asked for it.' }),
  lines: z.array(staffLine),
  subTotal: money,
  discount: money,
  shippingFee: money,
  total: money,
  margin: signedMoney.nullable().meta({
    description: 'Of all lines after discount; null if a purchase price is not known.',
  }),
  version: z.int(),
});
export type Quote = z.output<typeof quote>;

const lineInput = z.object({
  itemId: uuid,
  quantity: wholeWithin(1, maxQuantity, sentences.quantity),
  price: money,
  reason: priceReasonText.meta({
    description: 'Why the price differs from the site’s own; needed before the quote is sent.',
  }),
});

const quoteInput = z.object({
  lines: someOf(lineInput, sentences.noItems, maxLines, sentences.tooManyItems),
  discount: money,
  shippingFee: money,
  validUntil: day.nullish(),
  note: noteText,
});
export type QuoteInput = z.output<typeof quoteInput>;

const access = 'ManageAccounts';
const params = z.object({ id: uuid });

const quotesQuery = tableQuery(['createdDate', 'total']).extend({
  state: z
    .union([z.enum(quoteStates), z.array(z.enum(quoteStates))])
    .optional()
    .meta({ description: 'Without one, all but replaced revisions.' }),
  accountId: uuid.optional(),
});
export type QuotesQuery = z.output<typeof quotesQuery>;

export const listQuotes = endpoint('GET', '/v1/quotes', {
  access,
  summary: 'Quotes of all trade accounts, found by number, company, site and contact.',
  query: quotesQuery,
  reply: z.array(quoteRow),
});

export const beginQuote = endpoint('POST', '/v1/quotes', {
  access,
  summary: 'Begins a quote for a site, as a draft that the customer does not see yet.',
  body: z.object({
    accountId: uuid,
    siteId: uuid,
    memberId: uuid.meta({ description: 'The person of the account to whom it goes.' }),
  }),
  reply: quote,
  status: 201,
});

export const readQuote = endpoint('GET', '/v1/quotes/{id}', {
  access,
  summary: 'A quote with its messages and revisions.',
  params,
  reply: quote,
});

export const updateQuote = endpoint('PUT', '/v1/quotes/{id}', {
  access,
  summary: 'Prices a draft or a request; returns 409 for an outdated version, or once it was sent.',
  params,
  body: quoteInput.extend({ version: baseVersion }),
  reply: quote,
});

export const sendQuote = endpoint('POST', '/v1/quotes/{id}/send', {
  access,
  summary: 'Mails the quote to its contact, who can accept it from now on; returns 409 for an outdated version.',
  params,
  body: z.object({ version: baseVersion }),
  reply: quote,
  status: 200,
  rate: 'send',
});

export const reviseQuote = endpoint('POST', '/v1/quotes/{id}/revise', {
  access,
  summary: 'Makes a new revision as a draft. The former one can no longer be accepted.',
  params,
  reply: quote,
  status: 201,
});

export const discardQuote = endpoint('DELETE', '/v1/quotes/{id}', {
  access,
  summary:
    'Deletes a draft, which no customer has seen. If it is a new revision, the former one becomes the current quote again.',
  params,
});

export const orderForCustomer = endpoint('POST', '/v1/quotes/{id}/order', {
  access,
  summary: 'Accepts the quote on behalf of its contact, and places the order on account in their name.',
  params,
  body: z.object({ poNumber: poNumberText, reason: reasonText }),
  reply: quote,
  status: 200,
});

export const declineRequest = endpoint('POST', '/v1/quotes/{id}/decline', {
  access,
  summary: 'Declines what the customer has asked for, or withdraws a quote, with a reason that the customer reads.',
  params,
  body: z.object({ reason: reasonText }),
  reply: quote,
  status: 200,
});

export const messageCustomer = endpoint('POST', '/v1/quotes/{id}/messages', {
  access,
  summary: 'Adds a message, which the contact gets by mail.',
  params,
  body: z.object({ text: messageText }),
  reply: quote,
  status: 201,
  rate: 'send',
});

export const downloadQuote = endpoint('GET', '/v1/quotes/{id}/file', {
  access,
  summary: 'The quote as PDF.',
  params,
  download: ['pdf'],
});

export const findQuoteItems = endpoint('GET', '/v1/quotes/{id}/items', {
  access,
  summary: 'Items by name or code at the prices of the site, to add them to the quote: 20 at most.',
  params,
  query: z.object({ search: z.string().max(200) }),
  reply: z.array(staffLine.omit({ quantity: true, total: true, reason: true })),
  rate: 'typing',
});
