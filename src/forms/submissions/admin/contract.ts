import { z } from 'zod';
import { shownForm } from '#forms/definition/shapes.ts';
import { endpoint } from '#lib/api/endpoint.ts';
import { paging, tableQuery, uuid } from '#lib/api/wire.ts';
import * as inbox from '#inbox/contract.ts';

/** Messages for users. */
export const sentences = {
  loadFailed: 'Unable to load the submissions.',
  readFailed: 'Unable to get the submission.',
  statusFailed: 'Unable to change the status.',
  deleteFailed: 'Unable to delete the submissions.',
  gone: 'This submission no longer exists.',
  noForm: 'This form does not exist.',
} as const;

const formId = uuid.optional();

const listQuery = tableQuery(['createdDate', 'sender', 'status']).extend({
  ...inbox.inboxQuery.omit({ search: true }).shape,
  formId,
});
export type SubmissionList = z.output<typeof listQuery>;

const filter = inbox.inboxFilter.extend({ formId });
export type SubmissionFilter = z.output<typeof filter>;

const submissionRow = z.object({
  id: z.string(),
  formId: z.string(),
  formName: z.string().meta({ description: 'Name of the version that was filled in.' }),
  formVersion: z.int(),
  senderName: z
    .string()
    .meta({ description: "The member's name, otherwise taken from the form's fields; may be empty." }),
  senderEmail: z.string(),
  userId: z.string().nullable(),
  status: z.int().meta({ description: '0 new, 1 in progress, 2 done' }),
  version: z.int().meta({ description: 'Counts changes of the answers and of the status.' }),
  createdDate: z.iso.datetime(),
  updatedDate: z.iso.datetime(),
});
export type SubmissionRow = z.output<typeof submissionRow>;

export const listSubmissions = endpoint('GET', '/v1/submissions', {
  access: 'ManageForms',
  summary: 'Submissions of all forms, newest first; the search covers senders and answers.',
  query: listQuery,
  reply: z.array(submissionRow),
});

const formChoice = z.object({ id: z.string(), formName: z.string(), isArchived: z.boolean() });
export type FormChoice = z.output<typeof formChoice>;

export const listSubmittedForms = endpoint('GET', '/v1/submissions/forms', {
  access: 'ManageForms',
  summary: 'The forms to filter submissions by: open forms, and archived ones with submissions.',
  reply: z.array(formChoice),
});

export const exportSubmissions = endpoint('GET', '/v1/submissions/export', {
  access: 'ManageForms',
  summary:
    'The filtered list as a CSV or Excel file. For a single form it includes the answers, with a column for each field of any version.',
  query: listQuery.omit({ page: true, pageSize: true }).extend({ format: inbox.format }),
  download: ['csv', 'xlsx'],
});

const params = z.object({ id: uuid });

const submissionDetails = submissionRow.extend({
  form: shownForm,
  responses: z.array(z.object({ id: z.string(), response: z.string() })),
});
export type SubmissionDetails = z.output<typeof submissionDetails>;

export const readSubmissionDetails = endpoint('GET', '/v1/submissions/{id}', {
  access: 'ManageForms',
  summary: 'A submission with the form version it was made with.',
  params,
  reply: submissionDetails,
});

export const changeSubmissionStatus = endpoint('PATCH', '/v1/submissions/{id}/status', {
  access: 'ManageForms',
  summary: 'Sets the status of a submission; 409 if it has changed since `version`.',
  params,
  body: inbox.statusChange,
  reply: inbox.statusReply,
});

export const changeSubmissionStatuses = endpoint('POST', '/v1/submissions/status', {
  access: 'ManageForms',
  summary: 'Sets the status of up to 10,000 submissions, selected by ids or a filter.',
  body: inbox.rowSelection(filter, inbox.statusesChange),
  reply: inbox.changedReply,
  status: 200,
  bodyLimit: inbox.manyLimit,
});

export const deleteSubmissions = endpoint('POST', '/v1/submissions/delete', {
  access: 'ManageForms',
  summary: 'Permanently deletes up to 10,000 submissions and their files; the reason is recorded in the audit log.',
  body: inbox.rowSelection(filter, { reason: inbox.reason }),
  reply: inbox.deletedReply,
  status: 200,
  bodyLimit: inbox.manyLimit,
});

const mySubmission = submissionRow.pick({
  id: true,
  formName: true,
  status: true,
  createdDate: true,
  updatedDate: true,
});
export type MySubmission = z.output<typeof mySubmission>;

export const listMySubmissions = endpoint('GET', '/v1/form-builder/my-submissions', {
  access: 'member',
  summary: "The caller's own submissions, newest first.",
  query: paging,
  reply: z.array(mySubmission),
});
