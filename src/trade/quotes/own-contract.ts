import { z } from 'zod';
import { maxLines } from '#lib/cart-limits.ts';
import { cartItem } from '#storefront/cart/contract.ts';
import { endpoint } from '#lib/api/endpoint.ts';
import { someOf } from '#lib/api/input-shapes.ts';
import { money, tableQuery, uuid } from '#lib/api/wire.ts';
import {
  messageText,
  poNumberText,
  quotedLine,
  quoteStates,
  reasonText,
  sentences,
  sharedDetails,
  sharedFields,
} from './shapes.ts';

/* Quotes as the people of an account see them: without drafts and without what the shop pays. */

const ownRow = z.object({
  ...sharedFields,
  total: money.nullable().meta({ description: 'Null until it is sent.' }),
});
export type OwnQuoteRow = z.output<typeof ownRow>;

/** Amounts are null until the quote is sent. */
const ownQuote = z.object({
  ...sharedDetails,
  lines: z.array(quotedLine.extend({ price: money.nullable(), total: money.nullable() })),
  subTotal: money.nullable(),
  discount: money.nullable(),
  shippingFee: money.nullable(),
  total: money.nullable(),
  mayAccept: z.boolean(),
  mayDecline: z.boolean(),
});
export type OwnQuote = z.output<typeof ownQuote>;

const access = 'member';
const params = z.object({ id: uuid });

export const requestQuote = endpoint('POST', '/v1/trade/quotes', {
  access,
  summary:
    'Asks for a quote of the items for a site. Repeating a request with the same Idempotency-Key returns the first one.',
  body: z.object({
    siteId: uuid,
    items: someOf(cartItem, sentences.noItems, maxLines, sentences.tooManyItems),
    message: messageText,
  }),
  reply: z.object({ id: z.string(), number: z.string() }),
  status: 201,
  rate: 'send',
});

export const listOwnQuotes = endpoint('GET', '/v1/trade/accounts/{accountId}/quotes', {
  access,
  summary: "The quotes of the caller's sites, newest first.",
  params: z.object({ accountId: uuid }),
  query: tableQuery(['createdDate'])
    .pick({ page: true, pageSize: true })
    .extend({ state: z.enum(quoteStates).optional() }),
  reply: z.array(ownRow),
});

export const readOwnQuote = endpoint('GET', '/v1/trade/quotes/{id}', {
  access,
  summary: 'A quote with its messages and revisions.',
  params,
  reply: ownQuote,
});

export const acceptQuote = endpoint('POST', '/v1/trade/quotes/{id}/accept', {
  access,
  summary:
    'Accepts the quote and places its order on account, once; 409 with the reasons if stock, credit, budget or limit do not allow it.',
  params,
  body: z.object({ poNumber: poNumberText }),
  reply: ownQuote,
  status: 200,
});

export const declineQuote = endpoint('POST', '/v1/trade/quotes/{id}/decline', {
  access,
  summary: 'Declines the quote, or withdraws the request, with a reason.',
  params,
  body: z.object({ reason: reasonText }),
  reply: ownQuote,
  status: 200,
});

export const messageStaff = endpoint('POST', '/v1/trade/quotes/{id}/messages', {
  access,
  summary: 'Adds a message for the company.',
  params,
  body: z.object({ text: messageText }),
  reply: ownQuote,
  status: 201,
  rate: 'send',
});

export const downloadOwnQuote = endpoint('GET', '/v1/trade/quotes/{id}/file', {
  access,
  summary: 'The quote as PDF, once it was sent.',
  params,
  download: ['pdf'],
});
