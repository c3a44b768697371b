import { expect, test } from 'vitest';
import { newId } from '#lib/uuid.ts';
import { testApp } from '../../../test/app.ts';
import { makeField, makeForm, storeForm } from '../../../test/make-form.ts';
import { makeAdministrator } from '../../../test/people.ts';
import type { FormSummary } from './list-contract.ts';

const { ask, deps } = await testApp();
const { token } = await makeAdministrator(deps, { claims: ['ManageForms'] });
const field = makeField({ formFieldType: 0, modelPropertyName: 'name' });
const list = (query = '') => ask<FormSummary[]>('GET', `/v1/form-builder/forms${query}`, { token });

test('forms are listed with their submissions, paged, sorted and searched', async () => {
  const quote = await storeForm(deps, makeForm([field], { url: 'free-quote', formName: 'Free quote' }));
  await storeForm(deps, makeForm([field], { url: 'feedback', formName: 'Customer feedback' }));
  const at = deps.clock.now();
  const made = { form_id: quote.id, form_version: 1, responses: '{}', created_at: at, updated_at: at };
  await deps.db
    .insertInto('form_submissions')
    .values([0, 0, 1, 2].map((status) => ({ ...made, id: newId(), status })))
    .execute();
  const { body, headers } = await list('?page=1&pageSize=1');
  expect([body.map(({ url }) => url), headers['x-total-count']]).toEqual([['feedback'], '2']);
  expect((await list('?search=quo')).body).toEqual([
    {
      id: quote.id,
      url: 'free-quote',
      formName: 'Free quote',
      version: 1,
      updatedDate: at.toISOString(),
      archivedDate: null,
      closedDate: null,
      submissionCount: 4,
      newSubmissionCount: 2,
    },
  ]);
  expect((await list('?sort=-url')).body.map(({ url }) => url)).toEqual(['free-quote', 'feedback']);
});

test('archived forms are listed on request', async () => {
  await deps.db.updateTable('forms').set({ archived_at: deps.clock.now() }).where('url', '=', 'feedback').execute();
  const urls = async (query: string) => (await list(query)).body.map(({ url }) => url);
  expect(await urls('')).toEqual(['free-quote']);
  expect(await urls('?state=archived')).toEqual(['feedback']);
  expect(await urls('?state=all')).toEqual(['feedback', 'free-quote']);
  expect((await list('?state=gone')).status).toBe(400);
});
