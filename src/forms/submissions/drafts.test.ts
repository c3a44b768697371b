import { expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { makeField, makeForm, storeForm } from '../../../test/make-form.ts';
import { makePerson } from '../../../test/people.ts';

const { ask, deps } = await testApp();
const field = makeField({ formFieldType: 0, fieldLabel: 'Site' });
const form = await storeForm(deps, makeForm([field]));
const path = `/v1/form-builder/${form.id}/draft`;
const keep = (token: string | null, response: string) =>
  ask('PUT', path, { token, body: { responses: [{ id: field.id, response }] } });
const read = async (token: string) => (await ask<{ draft: unknown }>('GET', path, { token })).body.draft;

test('a member has one draft of a form, theirs alone, the last that was kept', async () => {
  const [one, other] = [await makePerson(deps), await makePerson(deps)];
  expect(await read(one.token)).toBeNull();
  await keep(one.token, 'Harbour Street');
  expect((await keep(one.token, 'Bond Street')).status).toBe(200);
  const savedDate = deps.clock.now().toISOString();
  expect(await read(one.token)).toEqual({ responses: [{ id: field.id, response: 'Bond Street' }], savedDate });
  expect(await read(other.token)).toBeNull();
  expect((await ask('DELETE', path, { token: other.token })).status).toBe(204);
  expect(await read(one.token)).not.toBeNull();
  expect((await ask('DELETE', path, { token: one.token })).status).toBe(204);
  expect(await read(one.token)).toBeNull();
});

test('guests have none on the server, and a form that is gone takes none', async () => {
  expect((await ask('GET', path)).status).toBe(401);
  expect((await keep(null, 'x')).status).toBe(401);
  const { token } = await makePerson(deps);
  const nowhere = '/v1/form-builder/01900000-0000-7000-8000-000000000001/draft';
  expect((await ask('PUT', nowhere, { token, body: { responses: [] } })).status).toBe(404);
});

test('a draft that nobody goes on with for ninety days is given up', async () => {
  const { token } = await makePerson(deps);
  await keep(token, 'Harbour Street');
  deps.clock.advance(91 * 86_400_000);
  const fresh = await makePerson(deps);
  await keep(fresh.token, 'Bond Street');
  await deps.jobs.start();
  await deps.jobs.finishAll();
  await deps.jobs.stop();
  const left = await deps.db.selectFrom('form_drafts').select('user_id').execute();
  expect(left).toEqual([{ user_id: fresh.id }]);
});
