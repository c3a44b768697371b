import { z } from 'zod';
import { endpoint } from '#lib/api/endpoint.ts';
import { uuid, wholeNumber } from '#lib/api/wire.ts';
import { shownForm } from './definition/shapes.ts';

const formResponse = z.object({
  id: uuid,
  response: z.string({ error: 'Must be text.' }).nullish(),
});

/** A form has at most 5,000 fields. */
const responses = z.array(formResponse).max(5_000);

/** Limit in bytes for answers, which may carry files as data URLs (contract, section 2). */
const answersLimit = 140 * 1024 * 1024;

export const submission = z.object({
  submissionId: z.string(),
  formId: z.string(),
  form: shownForm,
  responses: z.array(z.object({ id: z.string(), response: z.string() })),
  createdDate: z.iso.datetime(),
  updatedDate: z.iso.datetime(),
  version: z.int(),
});
export type Submission = z.output<typeof submission>;

const saved = z.object({ submissionId: z.string(), toastMessage: z.string() });

export const getFormById = endpoint('GET', '/v1/form-builder/{form}/id', {
  access: 'public',
  summary: 'The form with this id, to be filled in',
  params: z.object({ form: uuid }),
  reply: shownForm,
});

export const getFormByUrl = endpoint('GET', '/v1/form-builder/{form}/url', {
  access: 'public',
  summary: 'The form with this url, to be filled in',
  params: z.object({ form: z.string().min(1).max(200) }),
  reply: shownForm,
});

export const readSubmission = endpoint('POST', '/v1/form-builder/form-submission', {
  access: 'member',
  staysOpen: true,
  summary: 'A submission, with the form version it was made with; only for its owner and holders of ManageForms',
  body: z.object({
    submissionId: uuid,
    formSubmissionGetType: z.union([z.literal(0), z.literal(1)], { error: 'Must be 0 (view) or 1 (edit).' }),
  }),
  reply: submission,
});

export const submitForm = endpoint('POST', '/v1/form-builder/{formId}', {
  access: 'visitor',
  summary: 'Submits a form. Repeating the same Idempotency-Key and answers returns the same submission',
  params: z.object({ formId: uuid }),
  query: z.object({ formVersion: wholeNumber(1, 1_000_000).optional() }),
  body: responses,
  reply: saved,
  status: 201,
  staysMembers: true,
  bodyLimit: answersLimit,
  rate: 'send',
});

export const updateSubmission = endpoint('PUT', '/v1/form-builder/{submissionId}', {
  access: 'member',
  summary: 'Changes a submission under the rules of its form version; only for its owner and holders of ManageForms',
  params: z.object({ submissionId: uuid }),
  query: z.object({ version: wholeNumber(1, 1_000_000_000).optional() }),
  body: responses,
  reply: saved,
  bodyLimit: answersLimit,
});
