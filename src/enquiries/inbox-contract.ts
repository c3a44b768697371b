import { z } from 'zod';
import { endpoint } from '#lib/api/endpoint.ts';
import { bulk, bulkChange, inboxEndpoints } from '#inbox/contract.ts';

/** Sentences that users of the back office read. */
export const sentences = {
  loadFailed: 'Unable to load the enquiries.',
  readFailed: 'Unable to get the enquiry.',
  statusFailed: 'Unable to change the status.',
  spamFailed: 'Unable to change the spam status.',
  deleteFailed: 'Unable to delete the enquiries.',
  gone: 'This enquiry no longer exists.',
} as const;

const spam = z
  .enum(['only', 'all'], { error: "Must be 'only' or 'all'." })
  .optional()
  .meta({ description: 'Only suspected spam, or all enquiries; suspected spam is left out by default.' });

const enquiryRow = z.object({
  id: z.string(),
  company: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  mobile: z.string(),
  message: z.string().meta({ description: 'The whole message; lists have only its beginning.' }),
  userId: z.string().nullable(),
  isSuspectedSpam: z.boolean(),
  status: z.int().meta({ description: '0 new, 1 in progress, 2 done' }),
  version: z.int(),
  createdDate: z.iso.datetime(),
});
export type EnquiryRow = z.output<typeof enquiryRow>;

export const enquiries = inboxEndpoints('/v1/enquiries', {
  sorts: ['createdDate', 'name', 'company', 'status'],
  filters: { spam },
  row: enquiryRow,
  details: enquiryRow,
  summaries: {
    list: 'Enquiries from the contact page, newest first; suspected spam only on request.',
    download: 'The filtered list as a CSV or Excel file.',
    read: 'An enquiry with its whole message.',
    changeStatus: 'Changes the status of an enquiry; returns 409 for an outdated version.',
    changeStatuses: 'Changes the status of up to 10,000 enquiries, by ids or by filter.',
    remove: 'Deletes up to 10,000 enquiries permanently; the reason is stored in the audit log.',
  },
});
export type EnquiryList = z.output<(typeof enquiries.list)['shapes']['query']>;
export type EnquiryFilter = z.output<typeof enquiries.filter>;

export const markSpam = endpoint('POST', '/v1/enquiries/spam', {
  ...bulk,
  summary: 'Marks up to 10,000 enquiries, by ids or by filter, as spam or not spam. Nobody is mailed.',
  body: bulkChange(enquiries.filter, { isSpam: z.boolean() }),
  reply: z.object({ ids: z.array(z.string()).meta({ description: 'The enquiries that were changed.' }) }),
});
