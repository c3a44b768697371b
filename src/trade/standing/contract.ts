import { z } from 'zod';
import { endpoint } from '#lib/api/endpoint.ts';
import { someOf, wholeWithin, yesNo } from '#lib/api/input-shapes.ts';
import { baseVersion, day, money, optionalText, uuid } from '#lib/api/wire.ts';
import { orderItem } from '../lists/contract.ts';
import { mostItems, standingSentences as sentences } from './sentences.ts';
import { frequencies } from './standing-days.ts';

const access = 'member';
const ofSite = z.object({ siteId: uuid });
const ofOrder = z.object({ siteId: uuid, id: uuid });
const ofRun = z.object({ siteId: uuid, id: uuid, runId: uuid });

const runState = z.enum(['open', 'ordered', 'approval', 'declined', 'withdrawn', 'skipped', 'missed']).meta({
  description:
    'approval: it waits for an approver; declined: by an approver; withdrawn: by the person who asked; missed: nobody confirmed it.',
});

/** A day of a standing order in its history. */
const run = z.object({
  id: z.string(),
  dueOn: z.string(),
  state: runState,
  reason: z.string().meta({ description: 'Why it could not be ordered, or what the order leaves out.' }),
  orderId: z.string().nullable(),
  orderNumber: z.string().nullable(),
  approvalId: z.string().nullable(),
  total: money.nullable().meta({ description: 'Of the order, or of the request for approval.' }),
  by: z.string().nullable().meta({ description: 'Who ordered or skipped it; null if it was ordered by itself.' }),
});
export type Run = z.output<typeof run>;

const shared = {
  listName: z.string(),
  every: z.enum(frequencies),
  firstOn: z.string(),
  needsConfirm: z.boolean(),
  poNumber: z.string(),
  isPaused: z.boolean(),
  pauseReason: z.string(),
  orderer: z.string().meta({ description: 'In whose name it is ordered.' }),
  runs: z.array(run).meta({ description: 'The last twelve, newest first.' }),
};

const standingOrder = z.object({
  id: z.string(),
  listId: z.string(),
  ...shared,
  isOwn: z.boolean().meta({ description: 'Whether it is ordered in the name of the caller.' }),
  items: z.array(orderItem.extend({ quantity: z.int() })),
  days: z
    .array(z.object({ on: z.string(), isSkipped: z.boolean() }))
    .meta({ description: 'The next three days after those in `runs`.' }),
  version: z.int(),
});
export type StandingOrder = z.output<typeof standingOrder>;

const item = z.object({ itemId: uuid, quantity: wholeWithin(1, 999, sentences.quantity) });

const input = z.object({
  every: z.enum(frequencies, { error: 'Choose how often.' }),
  firstOn: day,
  needsConfirm: yesNo,
  poNumber: optionalText({ max: 30, long: 'PO number must not exceed 30 characters.' }),
  items: someOf(item, sentences.noItems, mostItems, sentences.tooManyItems),
});
export type StandingInput = z.output<typeof input>;

export const listStandingOrders = endpoint('GET', '/v1/trade/sites/{siteId}/standing-orders', {
  access,
  summary: 'The standing orders of a site; like all calls about them it needs the permission Order.',
  params: ofSite,
  reply: z.array(standingOrder),
});

export const addStandingOrder = endpoint('POST', '/v1/trade/sites/{siteId}/standing-orders', {
  access,
  summary: 'Makes a standing order from an order list, in the name of the caller.',
  params: ofSite,
  body: input.extend({ listId: uuid }),
  reply: standingOrder,
  status: 201,
});

export const saveStandingOrder = endpoint('PUT', '/v1/trade/sites/{siteId}/standing-orders/{id}', {
  access,
  summary:
    'Changes a standing order, which is ordered in the name of the caller from then on; 409 for an outdated version.',
  params: ofOrder,
  body: input.extend({ version: baseVersion }),
  reply: standingOrder,
});

export const pauseStandingOrder = endpoint('POST', '/v1/trade/sites/{siteId}/standing-orders/{id}/pause', {
  access,
  summary: 'Pauses or resumes a standing order. A day that is open is skipped by a pause.',
  params: ofOrder,
  body: z.object({ isPaused: yesNo }),
  reply: standingOrder,
  status: 200,
});

export const skipStandingOrder = endpoint('POST', '/v1/trade/sites/{siteId}/standing-orders/{id}/skip', {
  access,
  summary: 'Skips one day of a standing order, or takes that back until the day has passed.',
  params: ofOrder,
  body: z.object({ on: day, isSkipped: yesNo }),
  reply: standingOrder,
  status: 200,
});

export const endStandingOrder = endpoint('DELETE', '/v1/trade/sites/{siteId}/standing-orders/{id}', {
  access,
  summary: 'Ends a standing order. A day that is open is skipped.',
  params: ofOrder,
});

const runDetails = run.extend({
  ...shared,
  standingOrderId: z.string(),
  siteName: z.string(),
  accountName: z.string(),
  lines: z
    .array(z.object({ name: z.string(), code: z.string(), quantity: z.int(), price: money, total: money }))
    .meta({ description: 'What would be ordered now; empty once the day is no longer open.' }),
  leftOut: z.array(z.string()).meta({ description: 'Why items, or some of their units, cannot be ordered now.' }),
  approvalReasons: z
    .array(z.string())
    .meta({ description: 'Why the order would wait for approval if the caller placed it now.' }),
  approvers: z.array(z.string()).meta({ description: 'Who could approve it then.' }),
  needsApprovalByItself: z.boolean().meta({
    description:
      'Whether it would wait for approval if it were placed by itself, by the limits of the person in whose name it is.',
  }),
  shippingFee: money,
  placedOn: z.string().meta({ description: 'When it is ordered by itself, if it needs no confirmation.' }),
});
export type RunDetails = z.output<typeof runDetails>;

export const readRun = endpoint('GET', '/v1/trade/sites/{siteId}/standing-orders/{id}/runs/{runId}', {
  access,
  summary: 'One day of a standing order, with what would be ordered now and what it costs.',
  params: ofRun,
  reply: runDetails,
});

const seen = z.object({ total: money });

export const confirmRun = endpoint('POST', '/v1/trade/sites/{siteId}/standing-orders/{id}/runs/{runId}/confirm', {
  access,
  summary:
    'Orders a day of a standing order on account, in the name of the caller, at the total that they saw. Above a budget or limit it asks for approval.',
  params: ofRun,
  body: seen,
  reply: runDetails,
  status: 200,
});

const token = z.object({ token: z.string().max(300) });
const byMail = { access: 'public', rate: 'sign-in', reply: runDetails, status: 200 } as const;

export const readRunByMail = endpoint('POST', '/v1/trade/standing-orders/by-mail/read', {
  access: 'public',
  staysOpen: true,
  summary: 'The day of the link in a mail about a standing order.',
  body: token,
  reply: runDetails,
  status: 200,
});

export const confirmRunByMail = endpoint('POST', '/v1/trade/standing-orders/by-mail/confirm', {
  ...byMail,
  summary: 'Orders the day of the link in a mail, without a session, in the name of whom it was sent to.',
  body: seen.extend(token.shape),
});

export const skipRunByMail = endpoint('POST', '/v1/trade/standing-orders/by-mail/skip', {
  ...byMail,
  summary: 'Skips the day of the link in a mail, without a session.',
  body: token,
});

export const pauseByMail = endpoint('POST', '/v1/trade/standing-orders/by-mail/pause', {
  ...byMail,
  summary: 'Pauses the standing order of the link in a mail, without a session; the open day is skipped.',
  body: token,
});

export const listOfAccount = endpoint('GET', '/v1/trade-accounts/{id}/standing-orders', {
  access: 'ManageAccounts',
  summary: 'The standing orders of an account, by site and list.',
  params: z.object({ id: uuid }),
  reply: z.array(z.object({ id: z.string(), siteName: z.string(), nextOn: z.string(), ...shared })),
});
