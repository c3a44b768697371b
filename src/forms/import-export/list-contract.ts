import { z } from 'zod';
import { endpoint } from '#lib/api/endpoint.ts';
import { tableQuery, uuid } from '#lib/api/wire.ts';

const formSummary = z.object({
  id: z.string(),
  url: z.string(),
  formName: z.string(),
  version: z.int(),
  updatedDate: z.iso.datetime(),
  archivedDate: z.iso.datetime().nullable(),
  closedDate: z.iso.datetime().nullable().meta({ description: 'When the form was closed; null while it is open.' }),
  submissionCount: z
    .int()
    .meta({ description: 'Number of submissions to all its versions; 10,001 means more than 10,000.' }),
  newSubmissionCount: z
    .int()
    .meta({ description: 'Number of submissions with the status new; 10,001 means more than 10,000.' }),
});
export type FormSummary = z.output<typeof formSummary>;

export const listForms = endpoint('GET', '/v1/form-builder/forms', {
  access: 'ManageForms',
  summary: 'The forms, with the number of submissions to each',
  query: tableQuery(['formName', 'url', 'updatedDate']).extend({
    state: z
      .enum(['open', 'closed', 'archived', 'all'], { error: 'Must be open, closed, archived or all.' })
      .optional()
      .meta({ description: 'If left out, the list has all forms that are not archived.' }),
  }),
  reply: z.array(formSummary),
});

const change = { access: 'ManageForms', params: z.object({ formId: uuid }) } as const;

export const closeForm = endpoint('PATCH', '/v1/form-builder/forms/{formId}/close', {
  ...change,
  summary: 'Closes a form: its page accepts no more submissions; existing ones stay',
});

export const openForm = endpoint('PATCH', '/v1/form-builder/forms/{formId}/open', {
  ...change,
  summary: 'Opens a closed form again',
});

export const archiveForm = endpoint('PATCH', '/v1/form-builder/forms/{formId}/archive', {
  ...change,
  summary: 'Archives a form: its address can be reused; its submissions stay',
});

export const restoreForm = endpoint('PATCH', '/v1/form-builder/forms/{formId}/restore', {
  ...change,
  summary: 'Restores an archived form; 409 if another form has its address',
});
