import { z } from 'zod';
import { endpoint } from '#lib/api/endpoint.ts';
import { money, optionalText, tableQuery, uuid } from '#lib/api/wire.ts';

export const sentences = {
  notFound: 'This request for approval does not exist.',
  siteMissing: 'Choose the site that the order is for.',
  siteArchived: 'This site is archived, so nothing can be ordered for it.',
  own: 'You cannot approve your own order.',
  changed: 'The order has changed since you opened it. Look at it again before you approve it.',
  decided: 'This request has been decided already.',
  reasonMissing: 'Please give a reason.',
  linkInvalid: 'This link is no longer valid. Sign in to see the request.',
  linkOfOther: (name: string) =>
    `This link is for ${name}, but you are signed in as somebody else. Sign out to use it.`,
  load: 'Unable to load the request for approval. Please try again in a moment.',
};

const line = z.object({
  name: z.string(),
  code: z.string(),
  quantity: z.int(),
  price: money,
  total: money,
});

const approvalRow = z.object({
  id: z.string(),
  siteName: z.string(),
  requestedBy: z.string(),
  state: z.enum(['open', 'approved', 'declined', 'withdrawn']),
  total: money,
  createdDate: z.iso.datetime(),
  mayDecide: z.boolean(),
});

const approval = approvalRow.extend({
  accountName: z.string(),
  standingOrder: z
    .object({ listName: z.string(), dueOn: z.string() })
    .nullable()
    .meta({ description: 'The standing order that asks, and the day on which the order is due.' }),
  reasons: z.array(z.string()),
  poNumber: z.string(),
  costCentre: z.string(),
  lines: z.array(line),
  discount: money,
  shippingFee: money,
  hash: z.string().meta({ description: 'Of what the approver sees; to be sent with the approval.' }),
  orderId: z.string().nullable(),
  orderNumber: z.string().nullable(),
  mayWithdraw: z.boolean(),
  approvers: z.array(z.string()),
  events: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(['requested', 'changed', 'approved', 'declined', 'withdrawn']),
      by: z.string(),
      note: z.string(),
      at: z.iso.datetime(),
    }),
  ),
});
export type Approval = z.output<typeof approval>;
export type ApprovalRow = z.output<typeof approvalRow>;

const ofAccount = z.object({ accountId: uuid });
const ofApproval = z.object({ id: uuid });
const seen = z.object({ hash: z.string().max(100) });
const reason = z.object({
  reason: optionalText({ max: 500, long: 'The reason must not exceed 500 characters.', isMultiline: true }),
});

export const listApprovals = endpoint('GET', '/v1/trade/accounts/{accountId}/approvals', {
  access: 'member',
  summary:
    "The account's requests for approval, newest first: the caller's own, and those of sites for which they approve.",
  params: ofAccount,
  query: tableQuery(['createdDate'])
    .pick({ page: true, pageSize: true })
    .extend({
      state: z.enum(['open', 'approved', 'declined', 'withdrawn']).optional(),
    }),
  reply: z.array(approvalRow),
});

export const readApproval = endpoint('GET', '/v1/trade/approvals/{id}', {
  access: 'member',
  summary: 'A request for approval with its history.',
  params: ofApproval,
  reply: approval,
});

export const approve = endpoint('POST', '/v1/trade/approvals/{id}/approve', {
  access: 'member',
  summary:
    'Approves the order as the caller has seen it, and places it on account; 409 if it has changed since, or was decided.',
  params: ofApproval,
  body: seen,
  reply: approval,
  status: 200,
});

export const decline = endpoint('POST', '/v1/trade/approvals/{id}/decline', {
  access: 'member',
  summary: 'Declines the order, with a reason that its buyer reads.',
  params: ofApproval,
  body: reason,
  reply: approval,
  status: 200,
});

export const withdraw = endpoint('POST', '/v1/trade/approvals/{id}/withdraw', {
  access: 'member',
  summary: "Withdraws the caller's own request.",
  params: ofApproval,
  reply: approval,
  status: 200,
});

const token = { token: z.string().max(300) };

const mailed = approval.extend({ approver: z.string().meta({ description: 'In whose name the link decides.' }) });

export const readByMail = endpoint('POST', '/v1/trade/approvals/by-mail/read', {
  access: 'visitor',
  staysOpen: true,
  summary: 'The request of the link in an approver’s mail; 403 for a caller who is signed in as somebody else.',
  body: z.object(token),
  reply: mailed,
  status: 200,
});

export const approveByMail = endpoint('POST', '/v1/trade/approvals/by-mail/approve', {
  access: 'visitor',
  rate: 'sign-in',
  summary: 'Approves the order of the link in an approver’s mail, without a session.',
  body: seen.extend(token),
  reply: mailed,
  status: 200,
});

export const declineByMail = endpoint('POST', '/v1/trade/approvals/by-mail/decline', {
  access: 'visitor',
  rate: 'sign-in',
  summary: 'Declines the order of the link in an approver’s mail, without a session.',
  body: reason.extend(token),
  reply: mailed,
  status: 200,
});

const rule = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('amount'), siteId: uuid.nullable(), amount: money }),
  z.object({ kind: z.literal('category'), siteId: uuid.nullable(), categoryId: uuid }),
  z.object({ kind: z.literal('newItem'), siteId: uuid.nullable() }),
]);
export type ApprovalRule = z.output<typeof rule>;

const rules = z.object({ rules: z.array(rule).max(100) });

export const readRules = endpoint('GET', '/v1/trade/accounts/{accountId}/approval-rules', {
  access: 'member',
  summary: 'When orders need approval besides budgets and limits; needs the permission ManagePeople for all sites.',
  params: ofAccount,
  reply: rules,
});

export const writeRules = endpoint('PUT', '/v1/trade/accounts/{accountId}/approval-rules', {
  access: 'member',
  summary: 'Replaces the rules. Open requests stay as they are.',
  params: ofAccount,
  body: rules,
  reply: rules,
});
