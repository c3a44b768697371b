import { expect, test } from 'vitest';
import { makePerson } from '../../test/people.ts';
import { slicesApp } from '../../test/slices.ts';
import { mostViews, type TableView } from './contract.ts';
import { tableViewsRoutes } from './routes.server.ts';

const { ask, deps } = await slicesApp([tableViewsRoutes]);
const claims = ['ManageUsers', 'ManageCartProducts'] as const;
const mia = await makePerson(deps, { userType: 3, claims, firstName: 'Mia', lastName: 'Rossi' });
const tuan = await makePerson(deps, { userType: 3, claims, firstName: 'Tuan', lastName: 'Nguyen' });
const customer = await makePerson(deps);

const path = '/v1/table-views';
const save = async (token: string, view: object) => {
  const { status, body } = await ask('POST', path, { token, body: { list: 'users', query: 'sort=-name', ...view } });
  expect(status).toBe(201);
  return body as TableView; // the contract's own shape
};
const namesSeenBy = async (token: string, list = 'users') => {
  const { body } = await ask('GET', `${path}?list=${list}`, { token });
  return (body as TableView[]).map(({ name, isOwn }) => `${name}${isOwn ? '' : '*'}`);
};

test('own views of a list come first, then shared ones', async () => {
  const made = await save(mia.token, { name: '  Newest   ', isShared: true });
  expect(made).toMatchObject({ list: 'users', name: 'Newest', query: 'sort=-name', isShared: true, isOwn: true });
  await save(mia.token, { name: 'Mine alone' });
  await save(tuan.token, { name: 'Also tuan', isShared: true });
  await save(tuan.token, { name: 'Products', list: 'products' });
  expect(await namesSeenBy(mia.token)).toEqual(['Mine alone', 'Newest', 'Also tuan*']);
  expect(await namesSeenBy(tuan.token)).toEqual(['Also tuan', 'Newest*']);
  expect(await namesSeenBy(tuan.token, 'products')).toEqual(['Products']);
  expect((await ask('GET', `${path}?list=users`, { token: tuan.token })).body).toMatchObject([
    {},
    { ownerName: 'Mia Rossi' },
  ]);
});

test('only the owner changes or deletes a view', async () => {
  const shared = await save(mia.token, { name: 'Shared', isShared: true, list: 'activity' });
  const kept = await save(mia.token, { name: 'Kept', list: 'activity' });
  const change = { name: 'Taken', query: '', isShared: true };
  for (const [id, status] of [
    [shared.id, 403],
    [kept.id, 404],
  ] as const) {
    expect(await ask('PUT', `${path}/${id}`, { token: tuan.token, body: change })).toMatchObject({ status });
    expect(await ask('DELETE', `${path}/${id}`, { token: tuan.token })).toMatchObject({ status });
  }
  expect(await namesSeenBy(mia.token, 'activity')).toEqual(['Kept', 'Shared']);
  const changed = await ask('PUT', `${path}/${kept.id}`, { token: mia.token, body: { ...change, name: 'Given' } });
  expect(changed).toMatchObject({ status: 200, body: { name: 'Given', query: '', isShared: true, isOwn: true } });
  expect(await namesSeenBy(tuan.token, 'activity')).toEqual(['Given*', 'Shared*']);
  expect((await ask('DELETE', `${path}/${shared.id}`, { token: mia.token })).status).toBe(204);
  expect(await namesSeenBy(tuan.token, 'activity')).toEqual(['Given*']);
});

test('a shared view is hidden when its owner is archived', async () => {
  const leaving = await makePerson(deps, { userType: 3, claims });
  await save(leaving.token, { name: 'Left behind', isShared: true, list: 'suppliers' });
  await deps.db.updateTable('users').set({ archived_at: new Date() }).where('id', '=', leaving.id).execute();
  expect(await namesSeenBy(mia.token, 'suppliers')).toEqual([]);
});

test.each([
  [{ name: ' ' }, 'name', 'Name is required.'],
  [{ name: 'x'.repeat(41) }, 'name', 'Name is too long.'],
  [{ query: 'x'.repeat(4001) }, 'query', 'This view is too long.'],
  [{ query: 'a\u0000b' }, 'query', 'Must be the part of an address after the question mark.'],
  [{ list: 'Users!' }, 'list', 'Must name a list.'],
  [{ isShared: 'yes' }, 'isShared', 'Must be yes or no.'],
])('invalid input %j is reported at %s', async (change, at, message) => {
  const body = { list: 'users', name: 'View', query: '', isShared: false, ...change };
  expect(await ask('POST', path, { token: mia.token, body })).toMatchObject({
    status: 400,
    faults: [{ path: at, message }],
  });
});

test('a user has at most 30 views of a list, even when saving concurrently', async () => {
  const body = { list: 'suppliers', name: 'View', query: '' };
  const saved = await Promise.all(
    Array.from({ length: mostViews + 8 }, () => ask('POST', path, { token: tuan.token, body })),
  );
  expect(saved.filter(({ status }) => status === 201)).toHaveLength(mostViews);
  expect(saved.find(({ status }) => status === 409)?.message).toBe(
    'You already have 30 views of this list. Delete one first.',
  );
  expect((await ask('POST', path, { token: mia.token, body })).status).toBe(201);
});

test('views are for administrators', async () => {
  expect((await ask('GET', `${path}?list=users`)).status).toBe(401);
  expect((await ask('GET', `${path}?list=users`, { token: customer.token })).status).toBe(403);
});

test("a list's views need the list's claim", async () => {
  const { token } = await makePerson(deps, { userType: 3, claims: ['ManageCartProducts'] });
  const body = { list: 'users', name: 'Peek', query: '', isShared: true };
  expect((await ask('POST', path, { token, body })).status).toBe(403);
  expect((await ask('GET', `${path}?list=users`, { token })).status).toBe(403);
  expect((await ask('GET', `${path}?list=products`, { token })).status).toBe(200);
});
