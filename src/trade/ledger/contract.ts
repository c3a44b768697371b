import { z } from 'zod';
import { endpoint } from '#lib/api/endpoint.ts';
import { labelled, listFormat, someOf, trueFalse } from '#lib/api/input-shapes.ts';
import {
  day,
  dayOf,
  moneyOf,
  money,
  optionalText,
  paging,
  signedMoney,
  tableQuery,
  uuid,
  withDaysInOrder,
} from '#lib/api/wire.ts';
import { type Cents, format } from '#lib/money.ts';
import { ageing, entryKinds, ledgerRow, openInvoice, statement } from './shapes.ts';

/* The ledger of an account, for staff. */

export const ledgerSentences = {
  loadDebtors: 'Unable to load the debtors.',
  loadLedger: 'Unable to load the ledger.',
  save: 'Unable to save this.',
  amountRequired: 'Amount is required.',
  amountZero: 'The amount must be more than 0.',
  tooMuchBack: (credit: Cents) => `Only ${format(credit)} of credit can be paid back.`,
  tooMuchBounced: (left: Cents) => `Only ${format(left)} of this payment can bounce.`,
  onlyPayments: 'Only a payment can bounce.',
  onlyInvoices: 'Only an invoice can be written off.',
  noEmail: 'This account has no e-mail for invoices. Add one first.',
  nothingOverdue: 'This account has nothing overdue.',
  onlyCancelled: 'Only invoices of cancelled orders are overdue. Refund these orders instead.',
  coveredByCredit: (credit: Cents) =>
    `Credit of ${format(credit)} covers what is overdue. Allocate it instead of sending a reminder.`,
  remindedToday: 'A reminder was sent to this account today already.',
  reminded: (email: string) => `A reminder is on its way to ${email}.`,
  takenTwice:
    'This was recorded already, with other details than these. Close this window and look at the ledger before you try again.',
  moreThanAmount: 'The invoices add up to more than the payment.',
} as const;

const access = 'ManageAccounts';
const params = z.object({ id: uuid });

const amount = moneyOf(ledgerSentences.amountRequired).refine((value) => value > 0, ledgerSentences.amountZero);
const text60 = (label: string) => optionalText({ max: 60, long: `${label} must not exceed 60 characters.` });
const note = optionalText({ max: 300, long: 'Note must not exceed 300 characters.' });
/** The id that the entry gets, made by the caller: the same request sent twice adds one entry. */
const entryId = uuid.meta({ description: 'The id of the new entry; a repeated request adds nothing.' });

export const listDebtors = endpoint('GET', '/v1/debtors', {
  access,
  summary: 'The accounts that owe something or have credit, with their ageing as at a day.',
  query: tableQuery(['name', 'balance', 'overdue']).extend({ day: day.optional(), isOverdue: trueFalse.optional() }),
  reply: z.array(
    ageing.extend({
      id: uuid,
      number: z.int(),
      name: z.string(),
      status: z.enum(['open', 'hold', 'closed']),
      limit: money,
      exposure: signedMoney,
    }),
  ),
});

export const readDebtorTotals = endpoint('GET', '/v1/debtors/totals', {
  access,
  summary: 'The ageing of all accounts together as at a day.',
  query: z.object({ day: day.optional() }),
  reply: ageing,
});

export const exportDebtors = endpoint('GET', '/v1/debtors/export', {
  access,
  summary: 'The ageing of all accounts as CSV or Excel.',
  download: ['csv', 'xlsx'],
  query: z.object({ format: listFormat, day: day.optional() }),
});

export const readAccountCredit = endpoint('GET', '/v1/trade-accounts/{id}/credit', {
  access,
  summary: 'What an account owes now: balance, exposure, ageing, open invoices and credits.',
  params,
  reply: z.object({
    id: uuid,
    number: z.int(),
    name: z.string(),
    status: z.enum(['open', 'hold', 'closed']),
    terms: z.string(),
    email: z.string().meta({ description: 'Where invoices go; may be empty.' }),
    reference: z.string(),
    openedOn: day.meta({ description: 'When the account was opened: its first statement is of that month.' }),
    limit: money,
    exposure: signedMoney.meta({ description: 'The balance and the orders that are not invoiced yet.' }),
    ageing,
    invoices: z.array(openInvoice).meta({ description: 'Oldest due first.' }),
    credits: z.array(
      z.object({ entryId: uuid, document: z.string(), kind: z.enum(entryKinds), onDay: day, open: money }),
    ),
    lastReminder: z.iso.datetime().nullable(),
  }),
});

export const listLedger = endpoint('GET', '/v1/trade-accounts/{id}/ledger', {
  access,
  summary: 'The entries of an account, newest first, with the balance after each.',
  params,
  query: paging.extend({ kind: z.enum(entryKinds).optional(), isOpen: trueFalse.optional() }),
  reply: z.array(ledgerRow),
});

/** Money that has arrived or was paid back. */
export const arrivalBody = z.object({
  id: entryId,
  amount,
  onDay: dayOf('Day is required.'),
  reference: text60('Reference'),
  note,
});

export const recordPayment = endpoint('POST', '/v1/trade-accounts/{id}/payments', {
  access,
  summary: 'Records a payment that has arrived, and allocates it to chosen invoices, or to the oldest due first.',
  params,
  body: arrivalBody.extend({
    allocations: z
      .array(z.object({ entryId: uuid, amount }))
      .max(200)
      .optional(),
  }),
  reply: z.object({ id: uuid }),
  status: 201,
});

export const recordPayBack = endpoint('POST', '/v1/trade-accounts/{id}/pay-backs', {
  access,
  summary: 'Records that credit was paid back to the customer, or that a payment has bounced.',
  params,
  body: arrivalBody.extend({
    bouncedId: uuid
      .optional()
      .meta({ description: 'The payment that has bounced: what it paid is owed again, and it pays nothing else.' }),
  }),
  reply: z.object({ id: uuid }),
  status: 201,
});

export const writeOffBody = z.object({ id: entryId, entryId: uuid, amount, reason: labelled('Reason', 3, 300) });

export const writeOff = endpoint('POST', '/v1/trade-accounts/{id}/write-offs', {
  access,
  summary: 'Writes off an amount of an open invoice.',
  params,
  body: writeOffBody,
  reply: z.object({ id: uuid }),
  status: 201,
});

const pair = { creditId: uuid, debitId: uuid };

export const allocateCredit = endpoint('POST', '/v1/trade-accounts/{id}/allocations', {
  access,
  summary: 'Lets credit pay invoices; 409 if less is open on either side.',
  params,
  body: z.object({ allocations: someOf(z.object({ ...pair, amount }), 'Choose an invoice.', 200) }),
  status: 204,
});

export const allocateOldest = endpoint('POST', '/v1/trade-accounts/{id}/allocations/oldest-first', {
  access,
  summary: 'Lets all open credit pay the oldest due invoices.',
  params,
  status: 204,
});

export const takeBackAllocation = endpoint('POST', '/v1/trade-accounts/{id}/allocations/take-back', {
  access,
  summary: 'Takes back what a credit has paid of an invoice; 409 if that is nothing.',
  params,
  body: z.object(pair),
  status: 204,
});

export const period = withDaysInOrder(
  z.object({ startDate: dayOf('Start date is required.'), endDate: dayOf('End date is required.') }),
);

export const readStatement = endpoint('GET', '/v1/trade-accounts/{id}/statement', {
  access,
  summary: 'The statement of an account for a period.',
  params,
  query: period,
  reply: statement,
});

export const statementFile = period.and(
  z.object({ format: z.enum(['pdf', 'xlsx', 'csv'], { error: 'Must be pdf, xlsx or csv.' }) }),
);

export const downloadStatement = endpoint('GET', '/v1/trade-accounts/{id}/statement/file', {
  access,
  summary: 'The statement of an account as PDF, with a remittance slip, Excel or CSV.',
  download: ['pdf', 'xlsx', 'csv'],
  params,
  query: statementFile,
});

export const remindAccount = endpoint('POST', '/v1/trade-accounts/{id}/reminders', {
  access,
  summary:
    'Mails a list of the overdue invoices to the account; 409 if nothing is overdue or a reminder was sent today.',
  params,
  reply: z.object({ message: z.string() }),
  status: 202,
});
