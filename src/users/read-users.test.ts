import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { claims } from '#lib/api/endpoint.ts';
import { testApp } from '../../test/app.ts';
import { makePerson } from '../../test/people.ts';
import { claimLabels, sentences, type UserDetails, type UserRow } from './contract.ts';

const { ask, deps } = await testApp();
const boss = await makePerson(deps, {
  userType: 3,
  claims,
  firstName: 'Boss',
  lastName: 'Zed',
  registered: '2025-01-01T00:00:00Z',
});
const clerk = await makePerson(deps, { userType: 3, claims: ['ManageUsers'], registered: '2025-01-02T00:00:00Z' });

const people = [
  ['Zoë', 'Alvarez', 'zoe@kitchen.example', '0491570006', 1, '2026-01-31T12:59:59Z'],
  ['Mia', 'Rossi', 'Mia.Rossi@example.com', '0491570110', 1, '2026-01-31T13:00:00Z'], // midnight in Sydney
  ['=Tuan', 'Nguyen', 'tuan@example.com', '0491570156', 2, '2026-02-10T01:00:00Z'],
  ['Ava', 'Brown', 'ava@example.com', '0491570157', 1, '2026-02-10T12:59:59Z'],
  ['Gone', 'Already', 'gone@example.com', '0491570158', 1, '2026-02-01T00:00:00Z'],
] as const;
for (const [firstName, lastName, email, mobile, userType, registered] of people) {
  await makePerson(deps, { firstName, lastName, email, mobile, userType, registered });
}
await deps.db.updateTable('users').set({ archived_at: new Date() }).where('email', '=', 'gone@example.com').execute();

const all = { startDate: '2026-01-01', endDate: '2026-03-01', userTypes: [1, 2, 3] };
const filter = (query = '', body: object = all, token = boss.token) =>
  ask<UserRow[]>('POST', `/v1/users/filter${query}`, { token, body });
const namesOf = (rows: UserRow[]) => rows.map(({ firstName }) => firstName);

test('the list has unarchived users of the requested types and days, newest first', async () => {
  const { status, body, headers } = await filter();
  expect({ status, total: headers['x-total-count'] }).toEqual({ status: 200, total: '4' });
  expect(namesOf(body)).toEqual(['Ava', '=Tuan', 'Mia', 'Zoë']);
  expect(body[0]).toEqual({
    id: expect.any(String),
    firstName: 'Ava',
    lastName: 'Brown',
    email: 'ava@example.com',
    mobile: '0491570157',
    userType: 1,
    registationDate: '2026-02-10T12:59:59.000Z',
    isActive: true,
    version: 1,
    mayChange: true,
  });
});

test.each([
  [{ startDate: '2026-02-01' }, ['Ava', '=Tuan', 'Mia']], // days are Sydney's, both inclusive
  [{ endDate: '2026-02-10' }, ['Ava', '=Tuan', 'Mia', 'Zoë']],
  [{ endDate: '2026-01-31' }, ['Zoë']],
  [{ userTypes: [2] }, ['=Tuan']],
  [{ userTypes: [3] }, []],
  [{ startDate: '2025-01-01', userTypes: [3, 3] }, [expect.any(String), 'Boss']],
])('filter %j', async (change, expected) => {
  expect(namesOf((await filter('', { ...all, ...change })).body)).toEqual(expected);
});

test.each([
  ['?sort=firstName', ['=Tuan', 'Ava', 'Mia', 'Zoë']],
  ['?sort=-lastName&pageSize=2', ['Mia', '=Tuan']],
  ['?sort=email&page=2&pageSize=3', ['Zoë']],
  ['?sort=mobile', ['Zoë', 'Mia', '=Tuan', 'Ava']],
  ['?sort=-userType&pageSize=1', ['=Tuan']],
  ['?search=ZOE', ['Zoë']],
  ['?search=rossi%20exam', ['Mia']],
  ['?search=0491%20570%20110', ['Mia']],
  ['?search=%22ava%20brown%22', ['Ava']],
  ['?search=nobody', []],
  ['?page=9', []],
])('the list is sorted, searched and paged by %s', async (query, expected) => {
  expect(namesOf((await filter(query)).body)).toEqual(expected);
});

test('every fault of the filter is reported, in field order', async () => {
  expect((await filter('', {})).faults).toEqual([
    { path: 'startDate', message: 'Start date is required.' },
    { path: 'endDate', message: 'End date is required.' },
    { path: 'userTypes', message: 'At least 1 user type is required.' },
  ]);
  const wrong = { startDate: '31/01/2026', endDate: '2026-02-30', userTypes: [] };
  expect((await filter('', wrong)).faults).toEqual([
    { path: 'startDate', message: 'Must be a date.' },
    { path: 'endDate', message: 'Must be a date.' },
    { path: 'userTypes', message: 'At least 1 user type is required.' },
  ]);
  const turned = { startDate: '2026-03-01', endDate: '2026-02-28', userTypes: [1] };
  expect((await filter('', turned)).faults).toEqual([
    { path: 'endDate', message: 'The end date must not be before the start date.' },
  ]);
  expect((await filter('', { ...all, userTypes: [4] })).status).toBe(400);
  expect((await filter('?sort=password_hash')).status).toBe(400);
});

test('a user is returned with claims and version; the list marks the users that the caller may change', async () => {
  const { body } = await ask<UserDetails>('GET', `/v1/users/${boss.id}`, { token: clerk.token });
  expect(body).toMatchObject({ usersClaims: claims, version: 1, userType: 3, mayChange: false, isActive: true });
  expect(JSON.stringify(body)).not.toMatch(/password|hash/i);
  const missing = await ask('GET', '/v1/users/00000000-0000-7000-8000-000000000000', { token: boss.token });
  expect(missing).toMatchObject({ status: 404, message: sentences.gone });
  const seen = (await filter('', { ...all, startDate: '2025-01-01' }, clerk.token)).body;
  expect(seen.filter(({ mayChange }) => !mayChange).map(({ userType }) => userType)).toEqual([3, 3]);
});

test('the claims lookup returns every claim', async () => {
  const { body } = await ask('GET', '/v1/core/claimCategories/admin/claims', { token: clerk.token });
  expect(body).toEqual(claims.map((id) => ({ id, value: claimLabels[id] })));
});

const exported = (format: string, query = '') =>
  ask('GET', `/v1/users/export?format=${format}&startDate=2026-01-01&endDate=2026-03-01${query}`, {
    token: boss.token,
  });

test('the filtered list is exported as CSV, with formulas escaped', async () => {
  const { status, headers, bytes } = await exported('csv', '&userTypes=1&userTypes=2&sort=lastName');
  expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'text/csv; charset=utf-8' });
  expect(headers['content-disposition']).toBe('attachment; filename="users-2026-03-02.csv"');
  const lines = bytes.toString('utf8').replace('\ufeff', '').trim().split('\n');
  expect(lines[0]).toBe('First name,Last name,Email,Mobile,Member type,Registered');
  expect(lines).toHaveLength(5);
  expect(lines).toContain("'=Tuan,Nguyen,tuan@example.com,0491570156,Company,2026-02-10");
  expect(lines).toContain('Zoë,Alvarez,zoe@kitchen.example,0491570006,Regular,2026-01-31');
});

test('the filtered list is exported as a valid Excel file', async () => {
  const { headers, bytes } = await exported('xlsx', '&userTypes=2&search=tuan');
  expect(headers['content-disposition']).toBe('attachment; filename="users-2026-03-02.xlsx"');
  const files = unzipSync(bytes);
  const texts = strFromU8(files['xl/sharedStrings.xml'] ?? new Uint8Array());
  expect(texts).toContain('<t>=Tuan</t>');
  expect(texts).not.toContain('Mia');
  expect(strFromU8(files['xl/worksheets/sheet1.xml'] ?? new Uint8Array())).not.toContain('<f>');
});

test('an export reports all faults of its query', async () => {
  const { status, faults } = await ask('GET', '/v1/users/export?format=pdf', { token: boss.token });
  expect(status).toBe(400);
  expect(faults.map(({ path }) => path)).toEqual(['startDate', 'endDate', 'userTypes', 'format']);
});

test.each([
  ['POST', '/v1/users/filter'],
  ['GET', '/v1/users/export'],
  ['GET', `/v1/users/${boss.id}`],
  ['POST', '/v1/core/accounts/admin'],
  ['PUT', '/v1/users/admin/update-user'],
  ['PATCH', `/v1/users/${boss.id}/archive`],
  ['PATCH', `/v1/users/${boss.id}/restore`],
  ['POST', '/v1/users/archive'],
  ['POST', '/v1/users/restore'],
  ['GET', '/v1/core/claimCategories/admin/claims'],
] as const)('%s %s needs ManageUsers', async (method, path) => {
  const others = await makePerson(deps, { userType: 3, claims: claims.filter((claim) => claim !== 'ManageUsers') });
  const customer = await makePerson(deps, { claims }); // claims count for administrators only
  expect((await ask(method, path)).status).toBe(401);
  expect((await ask(method, path, { token: customer.token })).status).toBe(403);
  expect((await ask(method, path, { token: others.token })).status).toBe(403);
});
