import { expect, test } from 'vitest';
import { changedMeanwhile } from '#lib/api/sentences.ts';
import { testApp } from '../../../test/app.ts';
import { makeField, makeForm, storeForm } from '../../../test/make-form.ts';
import { makePerson } from '../../../test/people.ts';

const { ask, deps } = await testApp();
const field = makeField({ formFieldType: 0, fieldLabel: 'Site' });
const form = await storeForm(deps, makeForm([field]));
const path = `/v1/form-builder/${form.id}/draft`;
const keep = (token: string | null, response: string, known: { savedDate?: string | null } = {}) =>
  ask<{ savedDate: string }>('PUT', path, { token, body: { responses: [{ id: field.id, response }], ...known } });
const read = async (token: string) => (await ask<{ draft: unknown }>('GET', path, { token })).body.draft;

test('a member has one draft of a form, theirs alone, the last that was kept', async () => {
  const [one, other] = [await makePerson(deps), await makePerson(deps)];
  expect(await read(one.token)).toBeNull();
  await keep(one.token, 'Harbour Street');
  const { status, body } = await keep(one.token, 'Bond Street');
  expect(status).toBe(200);
  const { savedDate } = body;
  expect(await read(one.token)).toEqual({ responses: [{ id: field.id, response: 'Bond Street' }], savedDate });
  expect(await read(other.token)).toBeNull();
  expect((await ask('DELETE', path, { token: other.token })).status).toBe(204);
  expect(await read(one.token)).not.toBeNull();
  expect((await ask('DELETE', path, { token: one.token })).status).toBe(204);
  expect(await read(one.token)).toBeNull();
});

test('what goes on with a draft takes the place of that one alone, and none of what was kept or thrown away since', async () => {
  const { token } = await makePerson(deps);
  const late = { status: 409, body: { Message: changedMeanwhile } };
  const { savedDate } = (await keep(token, 'Ann', { savedDate: null })).body;
  expect(await keep(token, 'Late', { savedDate: null })).toMatchObject(late);
  const next = (await keep(token, 'Anna', { savedDate })).body; // within the same millisecond, of another date
  expect(await keep(token, 'Late', { savedDate })).toMatchObject(late);
  expect(await read(token)).toEqual({ responses: [{ id: field.id, response: 'Anna' }], ...next });
  await ask('DELETE', path, { token });
  expect(await keep(token, 'Late', next)).toMatchObject(late);
  expect(await read(token)).toBeNull();
});

test('of many that go on with the same draft at once, or begin one, exactly one wins', async () => {
  const { token } = await makePerson(deps);
  const race = async (savedDate: string | null) => {
    const all = await Promise.all('abcdefgh'.split('').map((words) => keep(token, words, { savedDate })));
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 409)]);
    return all.find(({ status }) => status === 200)?.body.savedDate ?? null;
  };
  await race(await race(null));
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
