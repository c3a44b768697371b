import { z } from 'zod';
import { endpoint } from '#lib/api/endpoint.ts';
import { labelled } from '#lib/api/input-shapes.ts';
import { baseVersion, day, money, moneyOf, signedMoney, uuid } from '#lib/api/wire.ts';

/* Blanket POs: a customer's purchase order for a site that is good for many orders, up to an amount. */

const amountSentence = 'Amount must be from 0.01 to 9,999,999.99.';

const fields = {
  number: labelled('PO number', 1, 30),
  amount: moneyOf('Amount is required.', amountSentence).refine((cents) => cents > 0, { error: amountSentence }),
  validTo: day.nullish().meta({ description: 'The last day; null until it is used up.' }),
};

export const blanketPoInput = z.object(fields);
export type BlanketPoInput = z.output<typeof blanketPoInput>;

export const newBlanketPo = z.object({ siteId: uuid, ...fields });

const blanketPo = z.object({
  id: uuid,
  siteId: uuid,
  site: z.string(),
  number: z.string(),
  amount: money,
  used: money.meta({ description: 'The orders with this PO number, without what was cancelled or refunded of them.' }),
  left: signedMoney.meta({ description: 'Negative if the amount was lowered below what is used.' }),
  validTo: z.string().nullable().meta({ format: 'date' }),
  isOver: z.boolean().meta({ description: 'Its last day has passed.' }),
  version: z.int(),
});
export type BlanketPo = z.output<typeof blanketPo>;

const access = 'ManageAccounts';
const ofAccount = z.object({ id: uuid });
const ofBlanketPo = z.object({ id: uuid, blanketPoId: uuid });

export const listBlanketPos = endpoint('GET', '/v1/trade-accounts/{id}/blanket-pos', {
  access,
  summary: 'The blanket POs of an account that have not ended, by site and number.',
  params: ofAccount,
  reply: z.array(blanketPo),
});

export const addBlanketPo = endpoint('POST', '/v1/trade-accounts/{id}/blanket-pos', {
  access,
  summary: 'Adds a blanket PO to a site.',
  params: ofAccount,
  body: newBlanketPo,
  reply: blanketPo,
  status: 201,
});

export const updateBlanketPo = endpoint('PUT', '/v1/trade-accounts/{id}/blanket-pos/{blanketPoId}', {
  access,
  summary: 'Changes a blanket PO; returns 409 for an outdated version.',
  params: ofBlanketPo,
  body: blanketPoInput.extend({ version: baseVersion }),
  reply: blanketPo,
});

export const endBlanketPo = endpoint('DELETE', '/v1/trade-accounts/{id}/blanket-pos/{blanketPoId}', {
  access,
  summary: 'Ends a blanket PO: its number is one like any other from then on. Its orders stay.',
  params: ofBlanketPo,
});

const ownAccount = z.object({ accountId: uuid });
const ownBlanketPo = z.object({ accountId: uuid, blanketPoId: uuid });

export const listOwnBlanketPos = endpoint('GET', '/v1/trade/accounts/{accountId}/blanket-pos', {
  access: 'member',
  summary: "The blanket POs of the caller's sites that have not ended, with what is left of each.",
  params: ownAccount,
  reply: z.array(blanketPo),
});

export const addOwnBlanketPo = endpoint('POST', '/v1/trade/accounts/{accountId}/blanket-pos', {
  access: 'member',
  summary: 'Adds a blanket PO to a site of the caller, who needs the permission ManageSites.',
  params: ownAccount,
  body: newBlanketPo,
  reply: blanketPo,
  status: 201,
});

export const updateOwnBlanketPo = endpoint('PUT', '/v1/trade/accounts/{accountId}/blanket-pos/{blanketPoId}', {
  access: 'member',
  summary: 'Changes a blanket PO of a site of the caller; returns 409 for an outdated version.',
  params: ownBlanketPo,
  body: blanketPoInput.extend({ version: baseVersion }),
  reply: blanketPo,
});

export const endOwnBlanketPo = endpoint('DELETE', '/v1/trade/accounts/{accountId}/blanket-pos/{blanketPoId}', {
  access: 'member',
  summary: 'Ends a blanket PO of a site of the caller.',
  params: ownBlanketPo,
});
