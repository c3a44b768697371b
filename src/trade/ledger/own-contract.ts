import { z } from 'zod';
import { endpoint } from '#lib/api/endpoint.ts';
import { someOf } from '#lib/api/input-shapes.ts';
import { day, money, paging, signedMoney, uuid } from '#lib/api/wire.ts';
import { cardForm, looseText } from '#orders/checkout-form.ts';
import { ownSentences } from './own-sentences.ts';
import { period, statementFile } from './contract.ts';
import { ageing, bankDetails, ledgerRow, openInvoice, statement } from './shapes.ts';

/* The ledger of an account, for its own people. */

const params = z.object({ accountId: uuid });

export const readOwnInvoices = endpoint('GET', '/v1/trade/accounts/{accountId}/invoices', {
  access: 'member',
  summary:
    "What the caller's account owes: open invoices of the caller's sites; for people of all sites also balance, credit and ageing.",
  params,
  reply: z.object({
    number: z.int(),
    name: z.string(),
    status: z.enum(['open', 'hold', 'closed']),
    terms: z.string(),
    reference: z.string().meta({ description: 'What a payer of the whole balance quotes.' }),
    openedOn: day.meta({ description: 'When the account was opened: its first statement is of that month.' }),
    bank: bankDetails,
    hasAllSites: z.boolean(),
    limit: money.nullable(),
    exposure: signedMoney.nullable(),
    ageing: ageing.nullable(),
    invoices: z.array(openInvoice).meta({ description: 'Oldest due first.' }),
    mayPay: z.boolean(),
  }),
});

export const listOwnLedger = endpoint('GET', '/v1/trade/accounts/{accountId}/ledger', {
  access: 'member',
  summary: "The entries of the caller's account, newest first.",
  params,
  query: paging,
  reply: z.array(ledgerRow),
});

export const readOwnStatement = endpoint('GET', '/v1/trade/accounts/{accountId}/statement', {
  access: 'member',
  summary: "The statement of the caller's account for a period.",
  params,
  query: period,
  reply: statement,
});

export const downloadOwnStatement = endpoint('GET', '/v1/trade/accounts/{accountId}/statement/file', {
  access: 'member',
  summary: "The statement of the caller's account as PDF, with a remittance slip, Excel or CSV.",
  download: ['pdf', 'xlsx', 'csv'],
  params,
  query: statementFile,
});

export const payByCard = endpoint('POST', '/v1/trade/accounts/{accountId}/card-payments', {
  access: 'member',
  // Stops people from trying out stolen cards.
  rate: 'sign-in',
  summary:
    'Pays what is open of chosen invoices by card, without a surcharge. Repeating a request with the same Idempotency-Key and body never pays twice.',
  params,
  body: z
    .object({
      entryIds: someOf(uuid, ownSentences.choose, 200),
      /** What the payer saw is open of these invoices. */
      expectedTotal: money,
      cardNumber: looseText,
      expiryDate: looseText,
      cvc: looseText,
      paymentToken: z.string().max(200).nullish(),
    })
    .superRefine((body, context) => {
      if (body.paymentToken) return;
      for (const { path, message } of cardForm.safeParse(body).error?.issues ?? [])
        context.addIssue({ code: 'custom', path: [...path], message });
    }),
  reply: z.object({
    state: z.enum(['paid', 'declined', 'pending']),
    message: z.string().nullable(),
    amount: money,
    /** The bank asks the payer to confirm; afterwards the page sends the request again with the same key. */
    requiresAction: z.object({ clientSecret: z.string() }).optional(),
  }),
  status: 200,
});
