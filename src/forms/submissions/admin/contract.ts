import { z } from 'zod';
import { shownForm } from '#forms/definition/shapes.ts';
import { endpoint } from '#lib/api/endpoint.ts';
import { paging, uuid } from '#lib/api/wire.ts';
import { inboxEndpoints } from '#inbox/contract.ts';

/** Messages for users. */
export const sentences = {
  loadFailed: 'Unable to load the submissions.',
  readFailed: 'Unable to get the submission.',
  statusFailed: 'Unable to change the status.',
  deleteFailed: 'Unable to delete the submissions.',
  gone: 'This submission no longer exists.',
  noForm: 'This form does not exist.',
} as const;

const submissionRow = z.object({
  id: z.string(),
  formId: z.string(),
  formName: z.string().meta({ description: 'The name of the form in the version that was filled in.' }),
  formVersion: z.int(),
  senderName: z
    .string()
    .meta({ description: "The member's name, or else a name from the form's fields; may be empty." }),
  senderEmail: z.string(),
  userId: z.string().nullable(),
  status: z.int().meta({ description: '0 new, 1 in progress, 2 done' }),
  version: z.int().meta({ description: 'Counts changes to the answers and the status.' }),
  createdDate: z.iso.datetime(),
  updatedDate: z.iso.datetime(),
});
export type SubmissionRow = z.output<typeof submissionRow>;

const formChoice = z.object({ id: z.string(), formName: z.string(), isArchived: z.boolean() });
export type FormChoice = z.output<typeof formChoice>;

export const listSubmittedForms = endpoint('GET', '/v1/submissions/forms', {
  access: 'ManageForms',
  summary: 'The forms to filter submissions by: those that are not archived, and archived ones with submissions.',
  reply: z.array(formChoice),
});

const submissionDetails = submissionRow.extend({
  form: shownForm,
  responses: z.array(z.object({ id: z.string(), response: z.string() })),
});
export type SubmissionDetails = z.output<typeof submissionDetails>;

export const submissions = inboxEndpoints('/v1/submissions', {
  sorts: ['createdDate', 'sender', 'status'],
  filters: { formId: uuid.optional() },
  row: submissionRow,
  details: submissionDetails,
  summaries: {
    list: 'Submissions of all forms, newest first; the search covers senders and answers.',
    download:
      'The filtered list as a CSV or Excel file. The list of a single form includes the answers, with a column for each field of any version.',
    read: 'A submission with the form version it was made with.',
    changeStatus: 'Sets the status of a submission; 409 if it has changed since `version`.',
    changeStatuses: 'Sets the status of up to 10,000 submissions, selected by ids or a filter.',
    remove: 'Permanently deletes up to 10,000 submissions and their files; the reason is recorded in the audit log.',
  },
});
export type SubmissionList = z.output<(typeof submissions.list)['shapes']['query']>;
export type SubmissionFilter = z.output<typeof submissions.filter>;

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
