import { expect, test } from 'vitest';
import { changedBySomeoneElse } from '#lib/api/sentences.ts';
import { testApp } from '../../../test/app.ts';
import { makeField, makeForm, storeForm } from '../../../test/make-form.ts';
import { makePerson } from '../../../test/people.ts';

const { ask, deps } = await testApp();
const field = makeField({ formFieldType: 0, fieldLabel: 'Site' });
const form = await storeForm(deps, makeForm([field]));
const path = `/v1/form-builder/${form.id}/draft`;
const save = (token: string | null, response: string, known: { savedDate?: string | null } = {}) =>
  ask<{ savedDate: string }>('PUT', path, { token, body: { responses: [{ id: field.id, response }], ...known } });
const read = async (token: string) => (await ask<{ draft: unknown }>('GET', path, { token })).body.draft;

test('a member has one private draft of a form: the last one saved', async () => {
  const [one, other] = [await makePerson(deps), await makePerson(deps)];
  expect(await read(one.token)).toBeNull();
  await save(one.token, 'Harbour Street');
  const { status, body } = await save(one.token, 'Bond Street');
  expect(status).toBe(200);
  const { savedDate } = body;
  expect(await read(one.token)).toEqual({ responses: [{ id: field.id, response: 'Bond Street' }], savedDate });
  expect(await read(other.token)).toBeNull();
  expect((await ask('DELETE', path, { token: other.token })).status).toBe(204);
  expect(await read(one.token)).not.toBeNull();
  expect((await ask('DELETE', path, { token: one.token })).status).toBe(204);
  expect(await read(one.token)).toBeNull();
});

test('a draft replaces only the draft that it continues, not one that was saved or deleted since', async () => {
  const { token } = await makePerson(deps);
  const late = { status: 409, body: { Message: changedBySomeoneElse } };
  const { savedDate } = (await save(token, 'Ann', { savedDate: null })).body;
  expect(await save(token, 'Late', { savedDate: null })).toMatchObject(late);
  const next = (await save(token, 'Anna', { savedDate })).body; // within the same millisecond, but with another date
  expect(await save(token, 'Late', { savedDate })).toMatchObject(late);
  expect(await read(token)).toEqual({ responses: [{ id: field.id, response: 'Anna' }], ...next });
  await ask('DELETE', path, { token });
  expect(await save(token, 'Late', next)).toMatchObject(late);
  expect(await read(token)).toBeNull();
});

test('exactly one of several concurrent saves of the same draft, or of a first draft, succeeds', async () => {
  const { token } = await makePerson(deps);
  const race = async (savedDate: string | null) => {
    const all = await Promise.all('abcdefgh'.split('').map((words) => save(token, words, { savedDate })));
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 409)]);
    return all.find(({ status }) => status === 200)?.body.savedDate ?? null;
  };
  await race(await race(null));
});

test('drafts are refused for guests and for unknown forms', async () => {
  expect((await ask('GET', path)).status).toBe(401);
  expect((await save(null, 'x')).status).toBe(401);
  const { token } = await makePerson(deps);
  const nowhere = '/v1/form-builder/01900000-0000-7000-8000-000000000001/draft';
  expect((await ask('PUT', nowhere, { token, body: { responses: [] } })).status).toBe(404);
});

test('a draft is deleted 90 days after it was last saved', async () => {
  const { token } = await makePerson(deps);
  await save(token, 'Harbour Street');
  deps.clock.advance(91 * 86_400_000);
  const fresh = await makePerson(deps);
  await save(fresh.token, 'Bond Street');
  await deps.jobs.start();
  await deps.jobs.finishAll();
  await deps.jobs.stop();
  const left = await deps.db.selectFrom('form_drafts').select('user_id').execute();
  expect(left).toEqual([{ user_id: fresh.id }]);
});
