import { z } from 'zod';
import { optionalAbn } from '#accounts/business-fields.ts';
import { addressParts } from '#addresses/address-shape.ts';
import { endpoint } from '#lib/api/endpoint.ts';
import { labelled, listFormat, wholeWithin } from '#lib/api/input-shapes.ts';
import {
  baseVersion,
  day,
  money,
  moneyOf,
  optionalPhone,
  optionalText,
  signedMoney,
  tableQuery,
  uuid,
} from '#lib/api/wire.ts';
import { isAcn } from '#lib/text/abn.ts';
import { emailPattern } from '#lib/text/email.ts';
import { archivedSite, siteDetails } from './sites-contract.ts';

export const sentences = {
  notFound: 'This trade account no longer exists.',
  noteGone: 'This note no longer exists.',
  reasonMissing: 'Please give a reason.',
  patternMissing: 'A pattern is required.',
  acn: 'Invalid ACN.',
  siteNameTaken: 'This account has a site with this name already.',
  siteNotFound: 'This site no longer exists.',
  priceListNotFound: 'This price list no longer exists.',
  listArchived: 'This price list is archived. Choose another one.',
  listArchivedMeanwhile: (name: string) =>
    `The price list “${name}” was archived meanwhile. Restore it, or choose another one first.`,
};

export const accountStatuses = ['applied', 'declined', 'open', 'hold', 'closed'] as const;
export type AccountStatus = (typeof accountStatuses)[number];

/** How each status reads. */
export const statusLabels: Record<AccountStatus, string> = {
  applied: 'Applied',
  declined: 'Declined',
  open: 'Open',
  hold: 'On hold',
  closed: 'Closed',
};

/** Which status may follow which. */
export const nextStatuses: Record<AccountStatus, readonly AccountStatus[]> = {
  applied: ['open', 'declined'],
  declined: ['open'],
  open: ['hold', 'closed'],
  hold: ['open', 'closed'],
  closed: ['open'],
};

/** Statuses that need a reason, which the account's people read. */
export const needsReason = (status: AccountStatus): boolean => status !== 'open' && status !== 'applied';

const optionalEmail = optionalText({ max: 254, long: 'Email is too long.' }).refine(
  (value) => value === '' || emailPattern.test(value),
  { error: 'Invalid email address' },
);

const digits = (fault: (value: string) => boolean, message: string) =>
  optionalText({ max: 20, long: message })
    .overwrite((value) => value.replace(/\s/g, ''))
    .refine((value) => value === '' || fault(value), { error: message });

/** What staff enter for an account. */
export const accountInput = z
  .object({
    name: labelled('Company name', 2, 150),
    abn: optionalAbn,
    acn: digits(isAcn, sentences.acn),
    contactName: optionalText({ max: 100, long: 'Contact person must not exceed 100 characters.' }),
    contactEmail: optionalEmail,
    accountsEmail: optionalEmail.meta({
      description: 'Where invoices and statements go; the contact person if empty.',
    }),
    phone: optionalPhone(),
    postalAddress: addressParts.nullish(),
    termsKind: z.enum(['days', 'endOfMonth'], { error: 'Choose the trading terms.' }),
    termsDays: wholeWithin(0, 120, 'Days must be a whole number from 0 to 120.'),
    creditLimit: moneyOf('Credit limit is required.'),
    priceListId: uuid.nullish(),
    poRule: z.enum(['none', 'required', 'pattern'], { error: 'Choose the rule for PO numbers.' }),
    poPattern: optionalText({ max: 30, long: 'The pattern must not exceed 30 characters.' }).meta({
      description: '9 for a digit, A for a letter, # for either; every other character for itself.',
    }),
    ppsrNumber: optionalText({ max: 30, long: 'The PPSR number must not exceed 30 characters.' }),
    ppsrUntil: day.nullish(),
    notes: optionalText({ max: 4000, long: 'Notes must not exceed 4,000 characters.', isMultiline: true }),
  })
  .superRefine(
    ({ poRule, poPattern }, context) => {
      if (poRule !== 'pattern' || poPattern !== '') return;
      context.addIssue({ code: 'custom', path: ['poPattern'], message: sentences.patternMissing });
    },
    { when: ({ value }) => typeof value === 'object' && value !== null },
  );
export type AccountInput = z.output<typeof accountInput>;

const accountRow = z.object({
  id: z.string(),
  number: z.int(),
  name: z.string(),
  abn: z.string(),
  status: z.enum(accountStatuses),
  creditLimit: money,
  exposure: signedMoney,
  overdue: signedMoney.meta({ description: 'What is open of invoices that are past their due day.' }),
  siteCount: z.int(),
  yearSales: money.meta({
    description:
      'What the orders of the last twelve months came to, with GST, without cancelled ones; in lists as of last night.',
  }),
  createdDate: z.iso.datetime(),
});
export type AccountRow = z.output<typeof accountRow>;

const account = accountRow.extend({
  statusReason: z.string(),
  acn: z.string(),
  contactName: z.string(),
  contactEmail: z.string(),
  accountsEmail: z.string(),
  phone: z.string(),
  postalAddress: addressParts.nullable(),
  termsKind: z.enum(['days', 'endOfMonth']),
  termsDays: z.int(),
  priceListId: z.string().nullable(),
  priceListName: z.string().nullable(),
  poRule: z.enum(['none', 'required', 'pattern']),
  poPattern: z.string(),
  ppsrNumber: z.string(),
  ppsrUntil: z.string().nullable(),
  notes: z.string(),
  submissionId: z.string().nullable(),
  openedDate: z.iso.datetime().nullable(),
  version: z.int(),
  sites: z.array(siteDetails),
  archivedSites: z.array(archivedSite),
});
export type AccountDetails = z.output<typeof account>;

const access = 'ManageAccounts';
const params = z.object({ id: uuid });

const listQuery = tableQuery(['name', 'number', 'status', 'exposure', 'yearSales', 'createdDate']).extend({
  status: z.union([z.enum(accountStatuses), z.array(z.enum(accountStatuses))]).optional(),
});
export type AccountList = z.output<typeof listQuery>;

export const listAccounts = endpoint('GET', '/v1/trade-accounts', {
  access,
  summary: 'Trade accounts, by name unless the query says otherwise.',
  query: listQuery,
  reply: z.array(accountRow),
});

export const exportAccounts = endpoint('GET', '/v1/trade-accounts/export', {
  access,
  summary: 'The filtered list as a CSV or Excel file.',
  query: listQuery.pick({ search: true, sort: true, status: true }).extend({ format: listFormat }),
  download: ['csv', 'xlsx'],
});

export const readAccount = endpoint('GET', '/v1/trade-accounts/{id}', {
  access,
  summary: 'A trade account with its sites.',
  params,
  reply: account,
});

export const addAccount = endpoint('POST', '/v1/trade-accounts', {
  access,
  summary: 'Adds an open trade account.',
  body: accountInput,
  reply: account,
  status: 201,
});

export const updateAccount = endpoint('PUT', '/v1/trade-accounts/{id}', {
  access,
  summary: 'Changes a trade account; returns 409 for an outdated version.',
  params,
  body: accountInput.safeExtend({ version: baseVersion }),
  reply: account,
});

export const changeAccountStatus = endpoint('POST', '/v1/trade-accounts/{id}/status', {
  access,
  summary:
    'Approves or declines an application, puts an account on hold, closes or opens it. The contact person of an approved or declined application gets a mail; an approved one an invitation as well.',
  params,
  body: z.object({
    status: z.enum(accountStatuses),
    reason: optionalText({ max: 500, long: 'The reason must not exceed 500 characters.', isMultiline: true }),
    version: baseVersion,
  }),
  reply: account,
  status: 200,
});
