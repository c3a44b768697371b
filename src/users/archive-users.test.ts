import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { type Claim, claims } from '#lib/api/endpoint.ts';
import { testApp } from '../../test/app.ts';
import { makePerson, type Person } from '../../test/people.ts';
import { sentences, type UserDetails, type UserRow } from './contract.ts';

const { ask, deps, mails } = await testApp();
const { db } = deps;
const managing: Claim[] = ['ManageUsers', 'ManageUserPermissions'];
const admin = (...claims: Claim[]): Promise<Person> => makePerson(deps, { userType: 3, claims: claims });

const archive = (by: Person, who: Person) => ask('PATCH', `/v1/users/${who.id}/archive`, { token: by.token });
const restore = (by: Person, who: Person) =>
  ask<UserDetails>('PATCH', `/v1/users/${who.id}/restore`, { token: by.token });
const update = async (by: Person, who: Person, change: object) => {
  const body = { id: who.id, firstName: 'Ngaio', lastName: 'Bell', email: who.email, mobile: '0491570157', ...change };
  return ask('PUT', '/v1/users/admin/update-user', { token: by.token, body });
};
const managersLeft = () =>
  db
    .selectFrom('users')
    .select('id')
    .where('user_type', '=', 3)
    .where('archived_at', 'is', null)
    .where(sql<boolean>`claims @> ${managing}::text[]`)
    .execute();

let boss: Person;
beforeEach(async () => {
  await db.updateTable('users').set({ archived_at: new Date() }).execute();
  boss = await admin(...claims);
});

const listed = async () => {
  const body = { startDate: '2026-01-01', endDate: '2026-12-31', userTypes: [1, 2, 3] };
  return (await ask<UserRow[]>('POST', '/v1/users/filter', { token: boss.token, body })).body.map(({ id }) => id);
};

test('an archived user is signed out, leaves all lists and keeps their e-mail; once restored they sign in again', async () => {
  const user = await makePerson(deps);
  const own = () => ask('GET', `/v1/core/accounts/${user.id}`, { token: user.token });
  expect((await own()).status).toBe(200);
  expect((await archive(boss, user)).status).toBe(204);
  expect((await own()).status).toBe(401);
  expect(await listed()).not.toContain(user.id);
  const body = { ...person, email: user.email.toUpperCase() };
  expect((await ask('POST', '/v1/core/accounts/admin', { token: boss.token, body })).status).toBe(409);

  deps.clock.advance(1000); // entries of the audit log are ordered by time
  const back = await restore(boss, user);
  expect(back).toMatchObject({ status: 200, body: { id: user.id, isActive: true } });
  expect(await listed()).toContain(user.id);
  expect((await own()).status).toBe(401); // the ended session stays ended
  const auditEntries = await db
    .selectFrom('audit_log')
    .select(['action', 'before', 'after'])
    .orderBy('at')
    .orderBy('id')
    .execute();
  expect(auditEntries.slice(-2)).toMatchObject([
    { action: 'archive', before: { email: user.email }, after: null },
    { action: 'restore', before: null, after: { email: user.email } },
  ]);
});

const person = {
  firstName: 'Priya',
  lastName: 'Sharma',
  mobile: '0491570110',
  password: 'clean sweep 7',
  confirmPassword: 'clean sweep 7',
  userType: 1,
};

test('links mailed before somebody was archived stay invalid once they are restored', async () => {
  const user = await makePerson(deps);
  expect((await ask('PATCH', `/v1/core/accounts/${user.email}/password/reset/request`)).status).toBe(200);
  await deps.jobs.finishAll();
  const resetToken = /reset-password\/\?t=([\w-]{43})/.exec(mails.at(-1)?.text ?? '')?.[1] ?? '';
  const isValid = async () => (await ask('POST', '/v1/core/accounts/token/validate', { body: { resetToken } })).body;
  expect(await isValid()).toEqual({ isValid: true });
  await archive(boss, user);
  await restore(boss, user);
  expect(await isValid()).toEqual({ isValid: false });
});

test('an archived user cannot be archived or changed', async () => {
  const user = await makePerson(deps);
  expect((await archive(boss, user)).status).toBe(204);
  expect(await archive(boss, user)).toMatchObject({ status: 404, message: sentences.gone });
  expect(
    (await ask('PATCH', '/v1/users/00000000-0000-7000-8000-000000000000/restore', { token: boss.token })).status,
  ).toBe(404);
  expect((await ask('PATCH', '/v1/users/nobody/archive', { token: boss.token })).status).toBe(404);
});

test('users cannot archive themselves', async () => {
  await admin(...managing); // not the last manager
  expect(await archive(boss, boss)).toMatchObject({ status: 403, message: sentences.notYourself });
  expect(await listed()).toContain(boss.id);
});

test('an administrator is archived and restored only by somebody who manages permissions and has all their claims', async () => {
  const clerk = await admin('ManageUsers');
  const manager = await admin(...managing);
  const reports = await admin('ViewReports');
  const plain = await admin();
  for (const [by, who] of [
    [clerk, plain],
    [clerk, boss],
    [manager, reports],
    [manager, boss],
  ] as const) {
    expect(await archive(by, who)).toMatchObject({ status: 403, message: sentences.notYours });
  }
  expect((await archive(manager, plain)).status).toBe(204);
  expect((await archive(boss, reports)).status).toBe(204);
  expect((await restore(clerk, plain)).status).toBe(403);
  expect((await restore(manager, reports)).status).toBe(403);
  expect((await restore(boss, reports)).status).toBe(200);
});

test('the last manager of users and permissions can be neither demoted nor stripped of those claims', async () => {
  const half = await admin('ManageUserPermissions');
  expect(await update(boss, boss, { userType: 1 })).toMatchObject({ status: 409, message: sentences.lastManager });
  expect(await update(boss, boss, { userType: 3, usersClaims: ['ManageUsers'] })).toMatchObject({ status: 409 });
  expect((await archive(boss, half)).status).toBe(204);
  const second = await admin(...managing);
  expect((await update(boss, boss, { userType: 3, usersClaims: ['ManageUsers'] })).status).toBe(200);
  expect(await managersLeft()).toEqual([{ id: second.id }]);
});

test('of managers who concurrently archive or demote each other, one is left', async () => {
  for (let round = 0; round < 5; round++) {
    await db.updateTable('users').set({ archived_at: new Date() }).execute();
    const all = await Promise.all(Array.from({ length: 4 }, () => admin(...managing)));
    await Promise.all(
      all.flatMap((by) =>
        all
          .filter((who) => who !== by)
          .map((who, at) => (at % 2 === 0 ? archive(by, who) : update(by, who, { userType: 1 }))),
      ),
    );
    expect(await managersLeft()).toHaveLength(1);
  }
});

test('of managers who concurrently give up their own claims, one keeps them', async () => {
  for (let round = 0; round < 5; round++) {
    await db.updateTable('users').set({ archived_at: new Date() }).execute();
    const all = await Promise.all(Array.from({ length: 4 }, () => admin(...managing)));
    const answers = await Promise.all(all.map((one) => update(one, one, { userType: 1 })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409]);
    expect(await managersLeft()).toHaveLength(1);
  }
});

const bulk = (which: 'archive' | 'restore', body: object, by = boss) =>
  ask<{ changed: number; ids: string[] }>('POST', `/v1/users/${which}`, { token: by.token, body });

test('many users are archived at once, by ids or by filter, and restored', async () => {
  const some = await Promise.all(Array.from({ length: 3 }, () => makePerson(deps)));
  const ids = some.map(({ id }) => id);
  const first = await bulk('archive', { ids: [...ids, ...ids, '00000000-0000-7000-8000-000000000000'] });
  expect(first).toMatchObject({ status: 200, body: { changed: 3 } });
  expect(first.body.ids.toSorted()).toEqual(ids.toSorted());
  expect(await listed()).toEqual([boss.id]);
  const auditEntries = await db.selectFrom('audit_log').select('entity_id').where('action', '=', 'archive').execute();
  expect(auditEntries.map(({ entity_id }) => entity_id)).toEqual(expect.arrayContaining(ids));
  expect((await bulk('restore', { ids })).body).toMatchObject({ changed: 3 });
  expect(await listed()).toHaveLength(4);

  await makePerson(deps, { firstName: 'Zebedee' });
  const days = { startDate: '2026-01-01', endDate: '2026-12-31' };
  const found = await bulk('archive', { all: { ...days, userTypes: [1], search: 'zebedee' } });
  expect(found.body).toMatchObject({ changed: 1 });
  expect((await bulk('archive', { all: { ...days, userTypes: [1] } })).body).toMatchObject({ changed: 3 });
});

test('no user is archived if one of the selected may not be', async () => {
  const clerk = await admin('ManageUsers');
  const user = await makePerson(deps);
  expect(await bulk('archive', { ids: [user.id, boss.id] }, clerk)).toMatchObject({ status: 403 });
  const everybody = { startDate: '2026-01-01', endDate: '2026-12-31', userTypes: [1, 2, 3] };
  expect(await bulk('archive', { all: everybody }, clerk)).toMatchObject({ status: 403, message: sentences.notYours });
  expect(await bulk('archive', { ids: [user.id, boss.id] })).toMatchObject({
    status: 403,
    message: sentences.notYourself,
  });
  expect(await listed()).toHaveLength(3);
});

test('a filter leaves the caller out and reports it', async () => {
  const others = [await admin('ManageUsers'), await makePerson(deps)].map(({ id }) => id);
  const everybody = { startDate: '2026-01-01', endDate: '2026-12-31', userTypes: [1, 2, 3] };
  const all = await bulk('archive', { all: everybody });
  expect(all).toMatchObject({ status: 200, body: { changed: 2, isSelfLeftOut: true } });
  expect(all.body.ids.toSorted()).toEqual(others.toSorted());
  expect(await listed()).toEqual([boss.id]);
  const none = await bulk('archive', { all: everybody });
  expect(none.body).toEqual({ changed: 0, ids: [], isSelfLeftOut: true });
  expect((await bulk('archive', { all: { ...everybody, userTypes: [1] } })).body).toMatchObject({
    isSelfLeftOut: false,
  });
});

test.each([
  [{}],
  [{ ids: [] }],
  [{ ids: ['00000000-0000-7000-8000-000000000000'], all: {} }],
  [{ all: {} }],
  [{ ids: Array.from({ length: 10_001 }, () => '00000000-0000-7000-8000-000000000000') }],
])('a selection of nobody, of too many, or by both ids and filter is refused', async (body) => {
  expect((await bulk('archive', body)).status).toBe(400);
});
