import { beforeEach, expect, test } from 'vitest';
import { newId } from '#lib/uuid.ts';
import { testApp } from '../../../test/app.ts';
import type { Profile, Tokens } from '../contract.ts';
import { sentences } from '../sentences.ts';
import { hashPassword } from '../sign-in/password-hashing.server.ts';
import { insertUser } from './write-users.server.ts';

const { ask, deps, mails } = await testApp();
const { db, clock, jobs } = deps;
const password = 'clean sweep 7';
const passwordHash = await hashPassword(password);

const signIn = (UserName: string, Password = password) =>
  ask('POST', '/v1/core/auth/token', { body: { UserName, Password, ClientId: 'web', GrantType: 'password' } });

let made = 0;
async function member(more: object = {}) {
  const email = `member.${++made}@example.com`;
  const names = { firstName: 'Mei', lastName: 'Tanaka', email, mobile: '0491570156' };
  const { userId } = await db
    .transaction()
    .execute((tx) => insertUser(tx, { ...names, passwordHash, at: clock.now() }));
  if (Object.keys(more).length > 0) await db.updateTable('users').set(more).where('id', '=', userId).execute();
  const { access_token: token } = (await signIn(email)).body as unknown as Tokens;
  return { names, email, userId, token };
}

const own = '/v1/core/accounts/update/own-profile/';
const save = (token: string | null, body: object) => ask<Profile>('PUT', own, { token, body });
const profile = async ({ userId, token }: { userId: string; token: string | null }) =>
  (await ask<Profile>('GET', `/v1/core/accounts/${userId}`, { token })).body;
const userOf = (id: string) => db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const confirm = (token: string) =>
  ask<{ email: string }>('POST', '/v1/core/accounts/confirm-email', { body: { token } });

const company = {
  companyName: 'Marlowe Childcare',
  unitNumber: '4',
  streetNumber: '27',
  streetName: 'Carriage Works Lane',
  city: 'Marrickville',
  state: 'NSW',
  postCode: '2204',
};

beforeEach(async () => {
  await jobs.finishAll();
  mails.length = 0;
});

test('an individual changes names and mobile', async () => {
  const mei = await member();
  const { status, body } = await save(mei.token, {
    ...mei.names,
    firstName: ' Maya ',
    mobile: '0491 570 157',
    version: 1,
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({ id: mei.userId, firstName: 'Maya', mobile: '0491570157', userType: 1, version: 2 });
  expect(body).toEqual(await profile(mei));
  await jobs.finishAll();
  expect(mails).toEqual([]);
});

test('properties outside the contract change nothing', async () => {
  const mei = await member();
  const other = await member();
  const before = await userOf(mei.userId);
  const greedy = {
    id: other.userId,
    userId: other.userId,
    userType: 3,
    user_type: 3,
    usersClaims: ['ManageUsers'],
    claims: ['ManageUsers'],
    pendingEmail: 'thief@example.com',
    password_hash: 'x',
    archived_at: '2026-01-01',
    ...company,
  };
  expect((await save(mei.token, { ...mei.names, ...greedy })).status).toBe(200);
  expect(await userOf(mei.userId)).toEqual({ ...before, version: 2 });
  expect(await userOf(other.userId)).toMatchObject({ version: 1, user_type: 1 });
});

test('a profile can be sent back unchanged', async () => {
  const mei = await member();
  const read = await profile(mei);
  expect((await save(mei.token, read)).body).toEqual({ ...read, version: 2 });
});

test('a company changes its name and address', async () => {
  const mei = await member({ user_type: 2 });
  const { status, body } = await save(mei.token, { ...mei.names, ...company });
  expect(status).toBe(200);
  const { postCode: postcode, ...address } = company;
  const fullAddress = 'Unit 4, 27 Carriage Works Lane, Marrickville NSW 2204';
  expect(body).toMatchObject({ ...address, postcode, userType: 2, fullAddress });
  expect((await save(mei.token, { ...mei.names, ...company, unitNumber: '' })).body.unitNumber).toBeNull();
});

test('a company gets all faults at once, in field order', async () => {
  const mei = await member({ user_type: 2 });
  for (const body of [{}, { firstName: '', companyName: null, state: '', postCode: ' ' }]) {
    const { status, faults } = await save(mei.token, body);
    expect([status, faults.map(({ path, message }) => `${path}: ${message}`)]).toEqual([
      400,
      [
        'firstName: First name is required.',
        'lastName: Last name is required.',
        'email: Email is required.',
        'mobile: Mobile is required.',
        'companyName: Company name is required.',
        'streetNumber: Street number is required.',
        'streetName: Street name is required.',
        'city: City is required.',
        'state: State is required.',
        'postCode: Post code is required.',
      ],
    ]);
  }
});

test.each([
  ['firstName', 'M', 'First name must have at least 2 characters.'],
  ['lastName', 'x'.repeat(31), 'First name is too long.'],
  ['email', 'mei@', 'Invalid email address'],
  ['email', 'mei@example.com\r\nbcc: thief@example.com', 'Invalid email address'],
  ['mobile', '0491 570', 'Invalid phone number.'],
  ['companyName', 'M', 'Company Name must have at least 2 characters.'],
  ['companyName', 'x'.repeat(51), 'Company Name is too long.'],
  ['state', 'nsw', 'Invalid state.'],
  ['postCode', '22O4', 'Invalid post code.'],
  ['version', '1', 'Must be a number.'],
])('%s %j: %s', async (path, value, message) => {
  const mei = await member({ user_type: 2 });
  const { status, faults } = await save(mei.token, { ...mei.names, ...company, [path]: value });
  expect([status, faults]).toEqual([400, [{ path, message }]]);
  expect((await userOf(mei.userId)).version).toBe(1);
});

test('an update requires a signed-in user and a JSON object', async () => {
  const mei = await member();
  expect((await save(null, mei.names)).status).toBe(401);
  expect((await save(mei.token, [])).status).toBe(400);
  expect((await ask('PUT', own, { token: mei.token, body: '"x"' })).status).toBe(400);
});

test('of two concurrent updates of one version, the second gets 409', async () => {
  const mei = await member();
  const answers = await Promise.all(
    ['Maya', 'Mina'].map((firstName) => save(mei.token, { ...mei.names, firstName, version: 1 })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const refused = answers.find(({ status }) => status === 409);
  expect(refused?.message).toBe('Someone else has changed this in the meantime.');
  expect((await userOf(mei.userId)).version).toBe(2);
  expect((await save(mei.token, mei.names)).status).toBe(200);
});

const newEmail = () => `new.${newId()}@example.com`;

/** The token of the link in the newest mail to an address. */
async function tokenFor(email: string): Promise<string> {
  await jobs.finishAll();
  const text = mails.findLast(({ to }) => to === email)?.text ?? '';
  return /^Confirm this e-mail: http:\/\/shop\.test\/confirm-email\/\?t=([\w-]{43})$/m.exec(text)?.[1] ?? '';
}

async function changing() {
  const mei = await member();
  const email = newEmail();
  const answer = await save(mei.token, { ...mei.names, email });
  return { mei, email, answer, token: await tokenFor(email) };
}

test('a new e-mail is pending until its link is opened, and the current address is notified', async () => {
  const mei = await member();
  const email = newEmail();
  const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' };
  const body = { ...mei.names, email };
  const answer = await ask<Profile>('PUT', own, { token: mei.token, body, headers });
  expect(answer.body).toMatchObject({ email: mei.email, pendingEmail: email });
  const token = await tokenFor(email);
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    [email, 'Confirm your e-mail for Spruce'],
    [mei.email, 'A new e-mail for your Spruce account'],
  ]);
  expect(mails[0]?.html).not.toContain('evil.example');
  expect(mails[1]?.text).toContain(email);
  expect((await signIn(email)).status).toBe(401);
  expect((await signIn(mei.email)).status).toBe(200);

  mails.length = 0;
  expect((await confirm(token)).body).toEqual({ email });
  expect(await profile(mei)).toMatchObject({ email, pendingEmail: null, version: 3 });
  expect((await signIn(email)).status).toBe(200);
  expect((await signIn(mei.email)).status).toBe(401);
  await jobs.finishAll();
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    [mei.email, 'The e-mail of your Spruce account has been changed'],
  ]);
  expect((await confirm(token)).body).toEqual({ email }); // a mail program may have opened it already
  await jobs.finishAll();
  expect(mails).toHaveLength(1);
});

async function expectInvalid(token: string): Promise<void> {
  const { status, message } = await confirm(token);
  expect([status, message]).toEqual([400, 'This link is no longer valid.']);
}

test('a confirmation link is valid for a day, and only the newest one', async () => {
  const { mei, email, token } = await changing();
  const other = newEmail();
  await save(mei.token, { ...mei.names, email: other });
  await expectInvalid(token);
  clock.advance(86_400_000);
  await expectInvalid(await tokenFor(other));
  expect(await userOf(mei.userId)).toMatchObject({ email: mei.email, pending_email: other });
  expect((await signIn(email)).status).toBe(401);
});

test('forged links and links of other kinds confirm nothing', async () => {
  const { mei, token } = await changing();
  await ask('PATCH', `/v1/core/accounts/${mei.email}/password/reset/request`);
  await jobs.finishAll();
  const resetToken = /reset-password\/\?t=([\w-]{43})$/m.exec(mails.at(-1)?.text ?? '')?.[1] ?? '';
  expect(resetToken).toHaveLength(43);
  for (const one of [resetToken, '', 'x', `${token} `, '\u0000', mei.userId]) await expectInvalid(one);
  const body = { password: 'other 12345', confirmPassword: 'other 12345', resetToken: token };
  expect((await ask('POST', '/v1/core/accounts/password/reset', { body })).status).toBe(400);
  expect((await confirm(token)).status).toBe(200);
  const late = { ...body, resetToken };
  expect((await ask('POST', '/v1/core/accounts/password/reset', { body: late })).status).toBe(400); // the reset link went to the old address
});

test('a change that is cancelled, or pending during a password reset, can no longer be confirmed', async () => {
  const first = await changing();
  expect((await ask('DELETE', `${own}pending-email`, { token: first.mei.token })).status).toBe(204);
  expect((await profile(first.mei)).pendingEmail).toBeNull();
  await expectInvalid(first.token);

  const second = await changing();
  await ask('PATCH', `/v1/core/accounts/${second.mei.email}/password/reset/request`);
  await jobs.finishAll();
  const resetToken = /reset-password\/\?t=([\w-]{43})$/m.exec(mails.at(-1)?.text ?? '')?.[1] ?? '';
  const body = { password: 'other 12345', confirmPassword: 'other 12345', resetToken };
  expect((await ask('POST', '/v1/core/accounts/password/reset', { body })).status).toBe(200);
  await expectInvalid(second.token);
  expect(await userOf(second.mei.userId)).toMatchObject({ email: second.mei.email, pending_email: null });
});

test('other changes keep a pending e-mail, and another spelling of the same e-mail takes effect at once', async () => {
  const { mei, email, token } = await changing();
  const loud = mei.email.toUpperCase();
  expect((await save(mei.token, { ...mei.names, email: loud, firstName: 'Maya' })).body).toMatchObject({
    firstName: 'Maya',
    email: loud,
    pendingEmail: email,
  });
  expect((await confirm(token)).status).toBe(200);
});

test('the confirmation link can be mailed again, five times in a quarter of an hour', async () => {
  const { mei, email, token } = await changing();
  const again = () => ask('POST', `${own}pending-email`, { token: mei.token });
  mails.length = 0;
  expect((await again()).body).toEqual({ message: sentences.confirmSent });
  const newer = await tokenFor(email);
  expect(mails.map(({ to }) => to)).toEqual([email]);
  await expectInvalid(token);
  const answers = await Promise.all(Array.from({ length: 6 }, again));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429, 429]);
  const refused = await save(mei.token, { ...mei.names, firstName: 'Maya', email: newEmail() });
  expect([refused.status, refused.message]).toEqual([429, sentences.tooManyMails]);
  expect(await userOf(mei.userId)).toMatchObject({ first_name: 'Mei', pending_email: email });
  await expectInvalid(newer);
  expect((await confirm(await tokenFor(email))).status).toBe(200);
  expect((await again()).status).toBe(404);
});

test('a taken e-mail is refused in any spelling, and nothing changes', async () => {
  const [mei, other] = [await member(), await member()];
  await db.updateTable('users').set({ archived_at: clock.now() }).where('id', '=', other.userId).execute();
  for (const email of [other.email, other.email.toUpperCase()]) {
    const { status, faults } = await save(mei.token, { ...mei.names, firstName: 'Maya', email });
    expect([status, faults]).toEqual([409, [{ path: 'email', message: sentences.emailTaken }]]);
  }
  expect(await userOf(mei.userId)).toMatchObject({ first_name: 'Mei', version: 1, pending_email: null });
});

test('of several users changing to the same e-mail, the first to confirm gets it', async () => {
  const email = newEmail();
  const tokens: string[] = [];
  for (let i = 0; i < 4; i++) {
    const mei = await member();
    expect((await save(mei.token, { ...mei.names, email })).status).toBe(200);
    tokens.push(await tokenFor(email));
  }
  const answers = await Promise.all(tokens.map(confirm));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  expect(answers.find(({ status }) => status === 409)?.message).toBe(sentences.emailTaken);
  expect(await db.selectFrom('users').select('id').where('email', '=', email).execute()).toHaveLength(1);
});
