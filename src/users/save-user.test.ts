import { expect, test } from 'vitest';
import { sentences as accountSentences } from '#accounts/sentences.ts';
import { type Claim, claims } from '#lib/api/endpoint.ts';
import { changedBySomeoneElse } from '#lib/api/sentences.ts';
import { testApp } from '../../test/app.ts';
import { makePerson, type Person } from '../../test/people.ts';
import { sentences, type UserDetails } from './contract.ts';

const { ask, deps, mails } = await testApp();
const { db } = deps;
const admin = (...claims: Claim[]): Promise<Person> => makePerson(deps, { userType: 3, claims: claims });
const boss = await admin(...claims);
const clerk = await admin('ManageUsers');
const manager = await admin('ManageUsers', 'ManageUserPermissions', 'ViewReports');

const person = { firstName: 'Priya', lastName: 'Sharma', mobile: '0491 570 110' };
const passwords = { password: 'clean sweep 7', confirmPassword: 'clean sweep 7' };
let made = 0;
const newUser = (change: object = {}) => ({
  ...person,
  ...passwords,
  email: `new.${++made}@example.com`,
  userType: 1,
  usersClaims: [],
  ...change,
});
const create = (token: string, change: object = {}) =>
  ask<UserDetails>('POST', '/v1/core/accounts/admin', { token, body: newUser(change) });
const read = async (id: string) => (await ask<UserDetails>('GET', `/v1/users/${id}`, { token: boss.token })).body;

/** The body that the page sends: everything it read, plus the changes. */
async function update(token: string, id: string, change: object = {}) {
  deps.clock.advance(1000); // entries of the audit log are ordered by time
  const { firstName, lastName, email, mobile, userType, usersClaims } = await read(id);
  const body = { id, firstName, lastName, email, mobile, userType, usersClaims, ...change };
  return ask<UserDetails>('PUT', '/v1/users/admin/update-user', { token, body });
}
const lastAuditEntry = () =>
  db.selectFrom('audit_log').selectAll().orderBy('at', 'desc').orderBy('id', 'desc').limit(1).executeTakeFirst();
const signIn = (UserName: string, Password: string) =>
  ask('POST', '/v1/core/auth/token', { body: { UserName, Password, ClientId: 'web', GrantType: 'password' } });

test('a customer is created, gets a welcome mail, signs in, and is in the audit log without the password', async () => {
  const { status, body } = await create(clerk.token, { email: 'Priya@Example.com' });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    ...person,
    mobile: '0491570110',
    email: 'Priya@Example.com',
    userType: 1,
    usersClaims: [],
    version: 1,
  });
  expect((await signIn('priya@example.com', 'clean sweep 7')).status).toBe(200);
  await deps.jobs.finishAll();
  expect(mails.filter(({ to }) => to === 'Priya@Example.com')).toHaveLength(1);
  const line = await lastAuditEntry();
  expect(line).toMatchObject({ action: 'create', entity: 'user', entity_id: body.id, actor_id: clerk.id });
  expect(line?.title).toBe('Priya Sharma');
  expect(JSON.stringify(line)).not.toMatch(/clean sweep|argon2/);
});

test('an administrator with claims is created by somebody who manages permissions', async () => {
  const { status, body } = await create(manager.token, { userType: 3, usersClaims: ['ViewReports', 'ManageUsers'] });
  expect(status).toBe(201);
  expect(body).toMatchObject({ userType: 3, usersClaims: ['ManageUsers', 'ViewReports'] });
});

test('claims of non-administrators and unknown properties are dropped', async () => {
  const { body } = await create(clerk.token, {
    usersClaims: ['ManageUsers'],
    id: boss.id,
    version: 9,
    isActive: false,
    claims: ['ManageUsers'],
    password_hash: 'x',
  });
  expect(body).toMatchObject({ usersClaims: [], version: 1, isActive: true });
  expect(body.id).not.toBe(boss.id);
});

test('a taken e-mail is refused, also of an archived user and in a race', async () => {
  const email = 'Taken@example.com';
  const both = await Promise.all([create(clerk.token, { email }), create(boss.token, { email: 'taken@EXAMPLE.com' })]);
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  await db.updateTable('users').set({ archived_at: new Date() }).where('email', 'ilike', email).execute();
  const { status, faults } = await create(clerk.token, { email });
  expect({ status, faults }).toEqual({
    status: 409,
    faults: [{ path: 'email', message: accountSentences.emailTaken }],
  });
});

test('all faults are reported at once, in the order of the form, word for word', async () => {
  const { faults } = await ask('POST', '/v1/core/accounts/admin', { token: boss.token, body: {} });
  expect(faults).toEqual([
    { path: 'firstName', message: 'First name is required.' },
    { path: 'lastName', message: 'Last name is required.' },
    { path: 'email', message: 'Email is required.' },
    { path: 'mobile', message: 'Mobile is required.' },
    { path: 'password', message: 'Password is required.' },
    { path: 'userType', message: 'Member type is required.' },
  ]);
  const long = 'x'.repeat(31);
  const body = { ...newUser(), firstName: 'x', lastName: 'y', email: 'nobody', confirmPassword: 'other', userType: 4 };
  expect((await ask('POST', '/v1/core/accounts/admin', { token: boss.token, body })).faults).toEqual([
    { path: 'firstName', message: 'First name must have at least 2 characters.' },
    { path: 'lastName', message: 'First name must have at least 2 characters.' },
    { path: 'email', message: 'Invalid email address' },
    { path: 'confirmPassword', message: 'Passwords must match' },
    { path: 'userType', message: 'Member type is required.' },
  ]);
  const names = { firstName: long, lastName: long, usersClaims: ['Everything'] };
  expect((await create(boss.token, names)).faults).toEqual([
    { path: 'firstName', message: 'First name is too long.' },
    { path: 'lastName', message: 'Last name is too long.' },
    { path: 'usersClaims.0', message: 'Unknown permission.' },
  ]);
});

test('a changed user is in the audit log with the values before and after', async () => {
  const user = await makePerson(deps, { firstName: 'Old' });
  const { status, body } = await update(clerk.token, user.id, { firstName: 'New', mobile: '0491 570 158' });
  expect(status).toBe(200);
  expect(body).toMatchObject({ firstName: 'New', mobile: '0491570158', version: 2 });
  expect(await lastAuditEntry()).toMatchObject({
    action: 'update',
    before: { firstName: 'Old' },
    after: { firstName: 'New' },
    actor_id: clerk.id,
  });
  const again = await update(clerk.token, user.id);
  expect(again.body.version).toBe(2); // nothing changed
});

test('an outdated version is refused and changes nothing; without a version the last write wins', async () => {
  const user = await makePerson(deps);
  expect((await update(clerk.token, user.id, { firstName: 'First', version: 1 })).status).toBe(200);
  const late = await update(boss.token, user.id, { firstName: 'Second', version: 1 });
  expect(late).toMatchObject({ status: 409, message: changedBySomeoneElse });
  expect((await read(user.id)).firstName).toBe('First');
  expect((await update(boss.token, user.id, { firstName: 'Third' })).body).toMatchObject({ version: 3 });
});

test('a new e-mail takes effect at once; the old address is notified, and links mailed to it become invalid', async () => {
  const user = await makePerson(deps, { email: 'old@example.com' });
  await ask('PATCH', '/v1/core/accounts/old@example.com/password/reset/request');
  expect((await update(clerk.token, user.id, { email: 'fresh@example.com' })).body.email).toBe('fresh@example.com');
  await deps.jobs.finishAll();
  const subjects = mails.filter(({ to }) => to === 'old@example.com').map(({ subject }) => subject);
  expect(subjects).toContain('The e-mail of your Spruce account has been changed');
  expect(mails.filter(({ to }) => to === 'fresh@example.com')).toEqual([]);
  const open = await db.selectFrom('mailed_links').selectAll().where('ended_at', 'is', null).execute();
  expect(open).toEqual([]);
  const taken = await update(clerk.token, user.id, { email: clerk.email.toUpperCase() });
  expect(taken).toMatchObject({ status: 409, faults: [{ path: 'email', message: accountSentences.emailTaken }] });
});

const reports = await makePerson(deps, { userType: 3, claims: ['ViewReports'] });
const stock = await makePerson(deps, { userType: 3, claims: ['ManageCartStock'] });
const customer = await makePerson(deps);

test.each([
  ['a clerk creates an administrator', clerk, customer, { userType: 3 }, sentences.cannotPromote],
  ['a clerk renames an administrator', clerk, reports, { firstName: 'Other' }, sentences.notYours],
  ['a clerk renames themselves', clerk, clerk, { firstName: 'Other' }, sentences.notYours],
  ['a clerk takes more claims', clerk, clerk, { usersClaims: [...claims] }, sentences.notYours],
  ['a clerk demotes an administrator', clerk, reports, { userType: 1 }, sentences.notYours],
  ['a clerk changes an administrator’s e-mail', clerk, boss, { email: 'mine@example.com' }, sentences.notYours],
  ['a manager grants what they lack', manager, reports, { usersClaims: ['ManageCartStock'] }, sentences.beyondOwn],
  ['a manager grants themselves more', manager, manager, { usersClaims: [...claims] }, sentences.beyondOwn],
  [
    'a manager promotes beyond themselves',
    manager,
    customer,
    { userType: 3, usersClaims: claims },
    sentences.beyondOwn,
  ],
  ['a manager strips an administrator with more claims', manager, stock, { usersClaims: [] }, sentences.notYours],
  ['a manager demotes an administrator with more claims', manager, boss, { userType: 1 }, sentences.notYours],
])('%s: refused with 403, nothing changed', async (_what, context, target, change, sentence) => {
  const before = await read(target.id);
  const answer = await update(context.token, target.id, change);
  expect(answer).toMatchObject({ status: 403, message: sentence });
  expect(await read(target.id)).toEqual(before);
});

test('a customer created as an administrator without permission is refused and not stored', async () => {
  const refused = await create(clerk.token, { userType: 3, email: 'sly@example.com' });
  expect(refused).toMatchObject({ status: 403, message: sentences.cannotPromote });
  const beyond = await create(manager.token, { userType: 3, usersClaims: ['ManageForms'], email: 'sly@example.com' });
  expect(beyond).toMatchObject({ status: 403, message: sentences.beyondOwn });
  expect(await db.selectFrom('users').select('id').where('email', '=', 'sly@example.com').execute()).toEqual([]);
});

test('changed claims take effect at once, are kept if none are sent, and are removed with the type', async () => {
  const user = await makePerson(deps, { userType: 3 });
  const lists = () => ask('POST', '/v1/users/filter', { token: user.token, body: {} });
  expect((await lists()).status).toBe(403);
  await update(manager.token, user.id, { usersClaims: ['ManageUsers'] });
  expect((await lists()).status).toBe(400);
  await update(manager.token, user.id, { usersClaims: undefined, firstName: 'Kept' });
  expect((await read(user.id)).usersClaims).toEqual(['ManageUsers']);
  const demoted = await update(manager.token, user.id, { userType: 1 });
  expect(demoted.body).toMatchObject({ userType: 1, usersClaims: [] });
  expect((await lists()).status).toBe(403);
});

test('claims that a non-administrator has from earlier do not come back when they become an administrator', async () => {
  const user = await makePerson(deps, { claims: ['ManageForms'] });
  const named = await update(manager.token, user.id, { userType: 3 });
  expect(named).toMatchObject({ status: 403, message: sentences.beyondOwn });
  const unnamed = await update(manager.token, user.id, { userType: 3, usersClaims: undefined });
  expect(unnamed.body).toMatchObject({ userType: 3, usersClaims: [] });
});

test('an archived user cannot be changed', async () => {
  const user = await makePerson(deps);
  await db.updateTable('users').set({ archived_at: new Date() }).where('id', '=', user.id).execute();
  expect(await update(boss.token, user.id, { firstName: 'Ghost' })).toMatchObject({
    status: 404,
    message: sentences.gone,
  });
});
