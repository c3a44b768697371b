import { z } from 'zod';
import { endpoint } from '#lib/endpoint.ts';
import { tableQuery } from '#lib/wire.ts';

const formSummary = z.object({
  id: z.string(),
  url: z.string(),
  formName: z.string(),
  version: z.int(),
  updatedDate: z.iso.datetime(),
  archivedDate: z.iso.datetime().nullable(),
  submissionCount: z.int().meta({ description: 'Submissions to all its versions; 10,001 stands for more.' }),
  newSubmissionCount: z.int().meta({ description: 'Those with the status new; 10,001 stands for more.' }),
});
export type FormSummary = z.output<typeof formSummary>;

export const listForms = endpoint('GET', '/v1/form-builder/forms', {
  access: 'ManageForms',
  summary: 'The forms, with how many submissions each has',
  query: tableQuery(['formName', 'url', 'updatedDate']).extend({
    state: z.enum(['open', 'archived', 'all'], { error: 'Must be open, archived or all.' }).optional(),
  }),
  reply: z.array(formSummary),
});
