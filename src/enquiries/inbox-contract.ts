import { z } from 'zod';
import { endpoint } from '#lib/api/endpoint.ts';
import { tableQuery, uuid } from '#lib/api/wire.ts';
import * as inbox from '#inbox/contract.ts';

/** Sentences that users of the back office read. */
export const sentences = {
  loadFailed: 'Unable to load the enquiries.',
  readFailed: 'Unable to get the enquiry.',
  statusFailed: 'Unable to change the status.',
  spamFailed: 'Unable to change the spam mark.',
  deleteFailed: 'Unable to delete the enquiries.',
  gone: 'This enquiry no longer exists.',
} as const;

const spam = z
  .enum(['only', 'all'], { error: 'Must be only or all.' })
  .optional()
  .meta({ description: 'Only suspected spam, or all enquiries; suspected spam is left out by default.' });

const listQuery = tableQuery(['createdDate', 'name', 'company', 'status']).extend({
  ...inbox.inboxQuery.omit({ search: true }).shape,
  spam,
});
export type EnquiryList = z.output<typeof listQuery>;

const filter = inbox.inboxFilter.extend({ spam });
export type EnquiryFilter = z.output<typeof filter>;

const enquiryRow = z.object({
  id: z.string(),
  company: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  mobile: z.string(),
  message: z.string().meta({ description: 'In a list, only its beginning.' }),
  userId: z.string().nullable(),
  isSuspectedSpam: z.boolean(),
  status: z.int().meta({ description: '0 new, 1 in progress, 2 done' }),
  version: z.int(),
  createdDate: z.iso.datetime(),
});
export type EnquiryRow = z.output<typeof enquiryRow>;

export const listEnquiries = endpoint('GET', '/v1/enquiries', {
  access: 'ManageForms',
  summary: 'Enquiries from the contact page, newest first; suspected spam only on request.',
  query: listQuery,
  reply: z.array(enquiryRow),
});

export const exportEnquiries = endpoint('GET', '/v1/enquiries/export', {
  access: 'ManageForms',
  summary: 'The filtered list as a CSV or Excel file.',
  query: listQuery.omit({ page: true, pageSize: true }).extend({ format: inbox.format }),
  download: ['csv', 'xlsx'],
});

const params = z.object({ id: uuid });

export const readEnquiry = endpoint('GET', '/v1/enquiries/{id}', {
  access: 'ManageForms',
  summary: 'An enquiry with its whole message.',
  params,
  reply: enquiryRow,
});

export const changeEnquiryStatus = endpoint('PATCH', '/v1/enquiries/{id}/status', {
  access: 'ManageForms',
  summary: 'Changes the status of an enquiry; returns 409 for an outdated version.',
  params,
  body: inbox.statusChange,
  reply: inbox.statusReply,
});

export const changeEnquiryStatuses = endpoint('POST', '/v1/enquiries/status', {
  access: 'ManageForms',
  summary: 'Changes the status of up to 10,000 enquiries, by ids or by filter.',
  body: inbox.rowSelection(filter, inbox.statusesChange),
  reply: inbox.changedReply,
  status: 200,
  bodyLimit: inbox.manyLimit,
});

export const markSpam = endpoint('POST', '/v1/enquiries/spam', {
  access: 'ManageForms',
  summary: 'Marks up to 10,000 enquiries, by ids or by filter, as spam or not spam. Nobody is mailed.',
  body: inbox.rowSelection(filter, { isSpam: z.boolean() }),
  reply: z.object({ ids: z.array(z.string()).meta({ description: 'The enquiries whose mark has changed.' }) }),
  status: 200,
  bodyLimit: inbox.manyLimit,
});

export const deleteEnquiries = endpoint('POST', '/v1/enquiries/delete', {
  access: 'ManageForms',
  summary: 'Deletes up to 10,000 enquiries permanently; the reason is stored in the audit log.',
  body: inbox.rowSelection(filter, { reason: inbox.reason }),
  reply: inbox.deletedReply,
  status: 200,
  bodyLimit: inbox.manyLimit,
});
