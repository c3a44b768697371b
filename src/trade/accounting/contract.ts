import { z } from 'zod';
import { endpoint } from '#lib/api/endpoint.ts';
import { trueFalse } from '#lib/api/input-shapes.ts';
import { day, optionalText, paging, signedMoney, uuid } from '#lib/api/wire.ts';
import { period } from '../ledger/contract.ts';

/* Exports of invoices and adjustment notes to accounting programs, and e-invoices. */

export const accountingSentences = {
  load: 'Unable to load the exports.',
  loadDocuments: 'Unable to load the documents of this period.',
  export: 'Unable to export.',
  download: 'Unable to download the file.',
  nothing: 'Nothing is left to export in this period.',
  tooMany: 'An export can have at most 10,000 documents. Choose a shorter period.',
  accountCode: 'Account code is required: the code of your sales account in Xero.',
  madeAlready: 'This export was made already, with other choices. Look at the list of exports before you try again.',
  gone: 'This export does not exist.',
  noDocument: 'This document does not exist, or belongs to no trade account.',
  noSellerAbn: 'An e-invoice needs your ABN, and this document was issued without one.',
  noBuyerAbn: 'An e-invoice needs the customer’s ABN. Add it to the trade account first.',
} as const;

export const mostDocuments = 10_000;

export const programs = ['xero', 'myob'] as const;
export type Program = (typeof programs)[number];
export const programNames: Record<Program, string> = { xero: 'Xero', myob: 'MYOB AccountRight' };

export const amountsAre = ['inclusive', 'exclusive'] as const;

const access = 'ManageAccounts';

/** Of documents, less adjustment notes. */
const sums = { documentCount: z.int(), total: signedMoney, gst: signedMoney };

const document = z.object({
  entryId: uuid,
  kind: z.enum(['invoice', 'note']),
  number: z.string(),
  onDay: day,
  accountId: uuid,
  account: z.string(),
  site: z.string(),
  total: signedMoney.meta({ description: 'Including GST; below 0 for a note.' }),
  gst: signedMoney,
});
export type DocumentOnPage = z.input<typeof document>;

/** The most documents that a preview lists. */
export const mostListed = 200;

export const previewExport = endpoint('GET', '/v1/trade-accounts/accounting/documents', {
  access,
  summary: 'What an export of a period would have in it; nothing is recorded.',
  query: period.and(z.object({ includesExported: trueFalse.optional() })),
  reply: z.object({
    ...sums,
    exportedBefore: z.int().meta({ description: 'Documents of the period that have been exported.' }),
    documents: z.array(document).meta({ description: `The first ${mostListed}, in the order of the file.` }),
  }),
});
export type PreviewOnPage = z.input<(typeof previewExport)['shapes']['reply']>;

export const makeExport = endpoint('POST', '/v1/trade-accounts/accounting/exports', {
  access,
  summary:
    'Makes an export of the invoices and notes of a period; each is in one export only, unless exported ones are asked for.',
  body: period
    .and(
      z.object({
        id: uuid.meta({ description: 'The id of the new export; a repeated request makes no other.' }),
        program: z.enum(programs),
        amounts: z.enum(amountsAre).meta({ description: 'Whether the amounts of the file include GST.' }),
        accountCode: optionalText({ max: 10, long: 'Account code must not exceed 10 characters.' }),
        includesExported: z.boolean().default(false),
      }),
    )
    .refine(({ program, accountCode }) => program !== 'xero' || accountCode !== '', {
      path: ['accountCode'],
      error: accountingSentences.accountCode,
    }),
  reply: z.object({ id: uuid, documentCount: z.int() }),
  status: 201,
});

const accountingExport = z.object({
  id: uuid,
  number: z.int(),
  program: z.enum(programs),
  amounts: z.enum(amountsAre),
  startDate: day,
  endDate: day,
  ...sums,
  repeatedCount: z.int().meta({ description: 'Documents that had been exported before.' }),
  madeBy: z.string(),
  madeDate: z.iso.datetime(),
});
export type ExportOnPage = z.input<typeof accountingExport>;

export const listExports = endpoint('GET', '/v1/trade-accounts/accounting/exports', {
  access,
  summary: 'The exports, newest first.',
  query: paging,
  reply: z.array(accountingExport),
});

export const downloadExport = endpoint('GET', '/v1/trade-accounts/accounting/exports/{id}/file', {
  access,
  summary: 'The file of an export, the same each time. More than 500 documents for Xero are several files in a zip.',
  download: ['csv', 'txt', 'zip'],
  params: z.object({ id: uuid }),
});

export const downloadEInvoice = endpoint('GET', '/v1/trade-accounts/accounting/invoices/{taxInvoiceId}/e-invoice', {
  access,
  summary: 'The tax invoice of a trade account as an e-invoice (PINT A-NZ); 409 without an ABN of both parties.',
  download: ['xml'],
  params: z.object({ taxInvoiceId: uuid }),
});

export const downloadECreditNote = endpoint('GET', '/v1/trade-accounts/accounting/notes/{adjustmentNoteId}/e-invoice', {
  access,
  summary: 'The adjustment note of a trade account as a credit note (PINT A-NZ); 409 without an ABN of both parties.',
  download: ['xml'],
  params: z.object({ adjustmentNoteId: uuid }),
});

export const downloadOwnEInvoice = endpoint('GET', '/v1/trade/accounts/{accountId}/invoices/{taxInvoiceId}/e-invoice', {
  access: 'member',
  summary:
    'An invoice of one’s own account as an e-invoice (PINT A-NZ), for those who see its invoices and have its site.',
  download: ['xml'],
  params: z.object({ accountId: uuid, taxInvoiceId: uuid }),
});

export const downloadOwnECreditNote = endpoint(
  'GET',
  '/v1/trade/accounts/{accountId}/notes/{adjustmentNoteId}/e-invoice',
  {
    access: 'member',
    summary: 'An adjustment note of one’s own account as a credit note (PINT A-NZ).',
    download: ['xml'],
    params: z.object({ accountId: uuid, adjustmentNoteId: uuid }),
  },
);
