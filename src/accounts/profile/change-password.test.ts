import { beforeEach, expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import type { Tokens } from '../contract.ts';
import { sentences } from '../sentences.ts';
import { hashPassword } from '../sign-in/password-hashing.server.ts';
import { insertUser } from './write-users.server.ts';

const shop = await testApp();
const { ask, deps, mails } = shop;
const { db, clock, jobs } = deps;
const old = 'clean sweep 7';
const fresh = 'brand new broom 8';
const passwordHash = await hashPassword(old);

let made = 0;
beforeEach(() => clock.advance(20 * 60_000)); // separates the failure counts of the tests

async function customer() {
  const email = `member.${++made}@example.com`;
  const person = { firstName: 'Mei', lastName: 'Tanaka', email, mobile: '0491570156', passwordHash, at: clock.now() };
  const { userId } = await db.transaction().execute((tx) => insertUser(tx, person));
  return { email, userId };
}

const signIn = (UserName: string, Password: string) =>
  ask('POST', '/v1/core/auth/token', { body: { UserName, Password, ClientId: 'web', GrantType: 'password' } });

async function signedIn(email: string, password = old): Promise<string | null> {
  return ((await signIn(email, password)).body as unknown as Tokens).access_token;
}

const change = (token: string | null, more: object = {}) =>
  ask('POST', '/v1/users/password', {
    token,
    body: { currentPassword: old, password: fresh, confirmPassword: fresh, ...more },
  });

const opens = async (userId: string, token: string | null) =>
  (await ask('GET', `/v1/core/accounts/${userId}`, { token })).status;

test('a password is changed with the current one, and only this session survives', async () => {
  const { email, userId } = await customer();
  const here = await signedIn(email);
  const there = await signedIn(email);
  const answer = await change(here);
  expect([answer.status, answer.body]).toEqual([200, { message: sentences.passwordChanged }]);
  expect([await opens(userId, here), await opens(userId, there)]).toEqual([200, 401]);
  expect([(await signIn(email, old)).status, (await signIn(email, fresh)).status]).toEqual([401, 200]);
  await jobs.finishAll();
  expect(mails.at(-1)).toMatchObject({ to: email, subject: expect.stringContaining('password has been changed') });
});

test.each([
  [{ currentPassword: 'wrong one 1' }, 'currentPassword', 'Your current password is incorrect.'],
  [{ currentPassword: '' }, 'currentPassword', 'Current password is required.'],
  [{ currentPassword: undefined }, 'currentPassword', 'Current password is required.'],
  [{ currentPassword: 7 }, 'currentPassword', 'Current password is required.'],
  [{ password: 'short 1', confirmPassword: 'short 1' }, 'password', 'Password must have at least 8 characters.'],
  [{ confirmPassword: 'another one 9' }, 'confirmPassword', 'Passwords must match'],
])('%j is refused and changes nothing', async (more, path, message) => {
  const { email, userId } = await customer();
  const here = await signedIn(email);
  const there = await signedIn(email);
  const { status, faults } = await change(here, more);
  expect({ status, faults }).toEqual({ status: 400, faults: [{ path, message }] });
  expect([await opens(userId, here), await opens(userId, there)]).toEqual([200, 200]);
  expect((await signIn(email, old)).status).toBe(200);
});

test('wrong passwords count as failed sign-ins: the eleventh attempt gets 429, even with the right password', async () => {
  const { email } = await customer();
  const token = await signedIn(email);
  for (let n = 0; n < 10; n++) expect((await change(token, { currentPassword: `guess ${n}` })).status).toBe(400);
  const answer = await change(token);
  expect([answer.status, answer.message]).toEqual([429, sentences.tooManyFailures]);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  expect((await signIn(email, old)).status).toBe(429);
});

test('of concurrent changes one succeeds', async () => {
  const { email } = await customer();
  const token = await signedIn(email);
  const own = (n: number) => ({ password: `number ${n} of many`, confirmPassword: `number ${n} of many` });
  const answers = await Promise.all([1, 2, 3].map((n) => change(token, own(n))));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
});

test('a change of password invalidates earlier reset links', async () => {
  const { email } = await customer();
  await ask('PATCH', `/v1/core/accounts/${email}/password/reset/request`);
  await jobs.finishAll();
  const resetToken = /\?t=([\w-]{43})/.exec(mails.at(-1)?.text ?? '')?.[1];
  expect((await change(await signedIn(email))).status).toBe(200);
  const { body } = await ask('POST', '/v1/core/accounts/token/validate', { body: { resetToken } });
  expect(body).toEqual({ isValid: false });
});

test('a change of password requires a signed-in user', async () => {
  expect((await change(null)).status).toBe(401);
});
