import { z } from 'zod';
import { endpoint } from '#lib/api/endpoint.ts';
import { day, money, uuid } from '#lib/api/wire.ts';
import { chosenColumns, tableFileInfo } from '#lib/table-file.ts';

/* A bank's file of transactions becomes payments of accounts: first it is previewed, then all that is matched is recorded. */

export const bankSentences = {
  choose: 'Choose a CSV or Excel file.',
  tooMany: 'A file can have at most 5,000 lines. Split it into several files.',
  failed: 'Unable to import the bank file.',
  changed: 'Some of this has changed in the meantime. Please review the lines again; nothing has been recorded.',
  nothing: 'No line of this file is a new payment of an account.',
} as const;

export const largestBankFile = 2 * 1024 * 1024;
export const mostBankLines = 5_000;

/** `matched` becomes a payment; `unmatched` needs an account; `known` was imported before; `skipped` is left out by hand. */
export const lineStates = ['matched', 'unmatched', 'known', 'skipped'] as const;

const bankLine = z.object({
  row: z.int().meta({ description: 'Row number in the spreadsheet.' }),
  onDay: day,
  amount: money,
  description: z.string(),
  state: z.enum(lineStates),
  how: z.enum(['reference', 'amount', 'hand']).nullable().meta({
    description: 'By the reference in the description, as the amount of one open invoice, or chosen by hand.',
  }),
  accountId: uuid.nullable(),
  account: z.string().meta({
    description:
      'Number and name; may be empty. Of an unmatched line, all accounts that it names, with commas between.',
  }),
  document: z.string().meta({ description: 'The invoices that it pays first, with commas between; may be empty.' }),
});
export type BankLine = z.output<typeof bankLine>;
export type BankLineOnPage = z.input<typeof bankLine>;

const report = z.object({
  lines: z.array(bankLine),
  paidOut: z.int().meta({ description: 'Lines without money in, which are left out.' }),
  matched: z.int(),
  total: money.meta({ description: 'Of the matched lines.' }),
  faults: z.array(z.object({ row: z.int(), column: z.string(), message: z.string() })),
  seen: z.string().meta({ description: 'A seal of the matched lines, required for the import.' }),
  isWritten: z.boolean(),
  read: tableFileInfo,
});
export type BankReport = z.output<typeof report>;
export type BankReportOnPage = z.input<typeof report>;

const body = z.object({
  file: z
    .string({ error: bankSentences.choose })
    .min(1, { error: bankSentences.choose })
    .meta({ description: 'CSV or Excel, as a data URL, or the text of a CSV file.' }),
  columns: chosenColumns.optional().meta({ description: 'The field of each column; guessed if left out.' }),
  choices: z
    .array(z.object({ row: z.int(), accountId: uuid.nullable().meta({ description: 'Null leaves the line out.' }) }))
    .max(mostBankLines)
    .default([])
    .meta({ description: 'Accounts chosen by hand.' }),
});

export const checkBankFile = endpoint('POST', '/v1/debtors/bank/check', {
  access: 'ManageAccounts',
  staysOpen: true,
  summary: 'A preview of the payments in a bank file; nothing is saved.',
  body,
  reply: report,
  status: 200,
  bodyLimit: largestBankFile * 2,
});

export const writeBankFile = endpoint('POST', '/v1/debtors/bank', {
  access: 'ManageAccounts',
  summary:
    'Records the matched lines of a bank file as payments, each line once. Returns 409 if they differ from the preview.',
  body: body.extend({ seen: z.string() }),
  reply: report,
  status: 200,
  bodyLimit: largestBankFile * 2,
});

export const findAccounts = endpoint('GET', '/v1/debtors/accounts', {
  access: 'ManageAccounts',
  rate: 'typing',
  summary: 'Accounts whose name, number or ABN contains a text, for a bank line that matches none.',
  query: z.object({ search: z.string().max(100).default('') }),
  reply: z.array(z.object({ id: uuid, number: z.int(), name: z.string() })),
});
