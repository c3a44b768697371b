import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '#lib/uuid.ts';
import { testApp } from '../../../test/app.ts';
import type { Tokens } from '../contract.ts';
import { sentences } from '../sentences.ts';
import { hashPassword } from '../sign-in/password-hashing.server.ts';
import { insertUser } from '../profile/write-users.server.ts';

const shop = await testApp();
const { ask, deps, mails } = shop;
const { db, clock, jobs } = deps;
const old = 'clean sweep 7';
const fresh = 'brand new broom 8';
const passwordHash = await hashPassword(old);

let made = 0;
async function customer(email = `member.${++made}@example.com`) {
  const person = { firstName: 'Mei', lastName: 'Tanaka', email, mobile: '0491570156', passwordHash, at: clock.now() };
  const { userId } = await db.transaction().execute((tx) => insertUser(tx, person));
  return { email, userId };
}

const signIn = (UserName: string, Password: string) =>
  ask('POST', '/v1/core/auth/token', { body: { UserName, Password, ClientId: 'web', GrantType: 'password' } });

const forget = (email: string, headers: Record<string, string> = {}) =>
  ask('PATCH', `/v1/core/accounts/${encodeURIComponent(email)}/password/reset/request`, { headers });

const validate = async (resetToken: unknown) =>
  (await ask('POST', '/v1/core/accounts/token/validate', { body: { resetToken } })).body;

const reset = (resetToken: string, more: object = {}) =>
  ask('POST', '/v1/core/accounts/password/reset', {
    body: { password: fresh, confirmPassword: fresh, resetToken, ...more },
  });

/** The token of the last mailed link. */
async function mailedToken(): Promise<string> {
  await jobs.finishAll();
  const { text = '' } = mails.at(-1) ?? {};
  return /^Choose a new password: http:\/\/shop\.test\/reset-password\/\?t=([\w-]{43})$/m.exec(text)?.[1] ?? '';
}

async function accountWithLink() {
  const { email, userId } = await customer();
  expect((await forget(email)).status).toBe(200);
  return { email, userId, token: await mailedToken() };
}

/** Whether the token gives access to the user's own profile. */
const opens = async (userId: string, token: string | null) =>
  (await ask('GET', `/v1/core/accounts/${userId}`, { token })).status;

test('a forgotten password is replaced by the mailed link', async () => {
  const { email, userId } = await customer();
  const before = (await signIn(email, old)).body as unknown as Tokens;
  const answer = await forget(email, { host: 'evil.example', 'x-forwarded-host': 'evil.example' });
  expect([answer.status, answer.body]).toEqual([
    200,
    { message: 'Change password has been initiated. Please check you email.' },
  ]);
  const token = await mailedToken();
  expect(mails.at(-1)).toMatchObject({ to: email, subject: 'Choose a new password for Spruce' });
  expect(mails.at(-1)?.html).not.toContain('evil.example');
  expect(await validate(token)).toEqual({ isValid: true });
  expect(await validate(token)).toEqual({ isValid: true }); // validating does not use it up

  const done = await reset(token);
  expect(done.status).toBe(200);
  const tokens = done.body as unknown as Tokens;
  expect(tokens).toEqual({ access_token: expect.any(String), refresh_token: expect.any(String), expires_in: 900 });
  expect(await opens(userId, tokens.access_token)).toBe(200);
  expect(await opens(userId, before.access_token)).toBe(401);
  const grant = { ClientId: 'web', GrantType: 'refresh_token', RefreshToken: before.refresh_token };
  expect((await ask('POST', '/v1/core/auth/token', { body: grant })).status).toBe(401);
  expect((await signIn(email, old)).status).toBe(401);
  expect((await signIn(email, fresh)).status).toBe(200);
  await jobs.finishAll();
  expect(mails.at(-1)).toMatchObject({ to: email, subject: 'Your Spruce password has been changed' });
});

test('the site stores the new tokens in cookies', async () => {
  const { userId, token } = await accountWithLink();
  const body = { password: fresh, confirmPassword: fresh, resetToken: token };
  const answer = await ask('POST', '/v1/core/accounts/password/reset', { body, headers: { 'x-session': 'cookie' } });
  expect(answer.body).toEqual({ access_token: null, refresh_token: null, expires_in: 900 });
  const session = answer.cookies.find(({ name }) => name === 'session')?.value ?? null;
  expect(await opens(userId, session)).toBe(200);
});

/** Expects every endpoint to reject an invalid link. */
async function expectInvalid(token: string): Promise<void> {
  expect(await validate(token)).toEqual({ isValid: false });
  const { status, message } = await reset(token);
  expect([status, message]).toEqual([400, 'Account does not exist.']);
}

test('a link works once', async () => {
  const { email, token } = await accountWithLink();
  expect((await reset(token)).status).toBe(200);
  await expectInvalid(token);
  expect((await signIn(email, fresh)).status).toBe(200);
});

test('of ten concurrent resets with one link, one succeeds', async () => {
  const { email, userId, token } = await accountWithLink();
  const passwords = Array.from({ length: 10 }, (_, i) => `brand new broom ${i}`);
  const answers = await Promise.all(passwords.map((password) => reset(token, { password, confirmPassword: password })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(400)]);
  const winner = passwords[answers.findIndex(({ status }) => status === 200)] ?? '';
  expect((await signIn(email, winner)).status).toBe(200);
  expect(await activeSessions(userId)).toBe(2); // the session of the reset and this one
});

const activeSessions = async (userId: string) =>
  (await db.selectFrom('sessions').select('id').where('user_id', '=', userId).where('ended_at', 'is', null).execute())
    .length;

test('a link is valid for 60 minutes', async () => {
  const { token } = await accountWithLink();
  clock.advance(3_600_000 - 1);
  expect(await validate(token)).toEqual({ isValid: true });
  clock.advance(1);
  await expectInvalid(token);
});

test('a new request replaces the earlier link', async () => {
  const { email, token } = await accountWithLink();
  await forget(email);
  const newer = await mailedToken();
  expect(newer).not.toBe(token);
  await expectInvalid(token);
  expect((await reset(newer)).status).toBe(200);
});

test('forged links are invalid', async () => {
  const { userId, token } = await accountWithLink();
  const { id, hash } = await db
    .selectFrom('mailed_links')
    .select(['id', 'hash'])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  const swapped = `${token.slice(0, -1)}${token.endsWith('A') ? 'E' : 'A'}`;
  const forged = ['', 'x', id, userId, hash.toString('hex'), hash.toString('base64url'), `${token} `, swapped];
  for (const one of [...forged, token.toUpperCase(), '\u0000', 'x'.repeat(10_000), newId()]) await expectInvalid(one);
  expect((await ask('POST', '/v1/core/accounts/token/validate', { body: { resetToken: { $ne: '' } } })).status).toBe(
    400,
  );
  expect((await ask('POST', '/v1/core/accounts/token/validate', { body: {} })).status).toBe(400);
  expect(await validate(token)).toEqual({ isValid: true });
});

test('the database contains no link token in plain text', async () => {
  const { email } = await customer();
  await forget(email);
  const { rows } = await sql<{ row: string }>`
    select j::text as row from jobs.job j union all select l::text from mailed_links l`.execute(db);
  const token = await mailedToken();
  expect(token).toHaveLength(43);
  expect(rows.length).toBeGreaterThan(1);
  for (const { row } of rows) {
    expect(row).not.toContain(token);
    expect(row).not.toContain(Buffer.from(token).toString('hex'));
  }
});

test('all faults are reported at once, and the link remains valid', async () => {
  const { token } = await accountWithLink();
  const faults = async (more: object) => (await reset(token, more)).faults.map(({ path, message }) => [path, message]);
  expect(await faults({ password: '', confirmPassword: '' })).toEqual([['password', 'Password is required.']]);
  expect(await faults({ password: 'short 7' })).toEqual([
    ['password', 'Password must have at least 8 characters.'],
    ['confirmPassword', 'Passwords must match'],
  ]);
  expect(await faults({ password: 'no digit here', confirmPassword: 'no digit here' })).toEqual([
    ['password', 'Password must contain a number.'],
  ]);
  expect(await faults({ confirmPassword: undefined })).toEqual([['confirmPassword', 'Passwords must match']]);
  expect((await reset(token)).status).toBe(200);
});

test('a reset changes only the password', async () => {
  const { userId, token } = await accountWithLink();
  const other = await customer();
  const greedy = {
    userType: '3',
    usersClaims: ['ManageUsers'],
    id: other.userId,
    userId: other.userId,
    email: 'x@example.com',
  };
  const before = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow();
  expect((await reset(token, greedy)).status).toBe(200);
  const after = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow();
  expect(after).toEqual({ ...before, password_hash: after.password_hash });
  expect(after.password_hash).not.toBe(before.password_hash);
  expect((await signIn(other.email, old)).status).toBe(200);
});

test('a sign-in with the old password that began before a reset gets no session', async () => {
  const { email, userId, token } = await accountWithLink();
  const [done] = await Promise.all([reset(token), signIn(email, old), signIn(email, old), signIn(email, old)]);
  expect(done.status).toBe(200);
  expect(await activeSessions(userId)).toBe(1);
});

test('a reset unlocks an account that wrong passwords had blocked', async () => {
  const { email, token } = await accountWithLink();
  for (let i = 0; i < 10; i++) {
    const body = { UserName: email, Password: 'wrong 1', ClientId: 'web', GrantType: 'password' };
    await ask('POST', '/v1/core/auth/token', { body, ip: `203.0.113.${i}` });
  }
  expect((await signIn(email, old)).status).toBe(429);
  expect((await reset(token)).status).toBe(200);
  expect((await signIn(email, fresh)).status).toBe(200);
});

test('the mail goes to the stored address, whatever the case or width of the entered e-mail', async () => {
  const { email } = await customer('Ines.Kirk@Example.com');
  const wide = 'ｉnes.ｋirk@example.com';
  const kelvin = 'ines.\u212Airk@example.com'; // U+212A, the Kelvin sign, whose lower case is k
  const unseen = 'ines.kirk@exam\u200Bple.com';
  await jobs.finishAll();
  for (const typed of [email.toUpperCase(), ` ${email} `, wide, kelvin, unseen]) {
    mails.length = 0;
    expect((await forget(typed)).status).toBe(200);
    await mailedToken();
    expect(mails.map(({ to }) => to)).toEqual(['Ines.Kirk@Example.com']);
  }
});

test.each(['\u0131nes.look@example.com', 'ines.l\u043Eok@example.com'])(
  'an address that only looks like a stored e-mail gets no mail: %s',
  async (typed) => {
    await customer('ines.look@example.com').catch(() => undefined); // the first of these cases creates it
    await jobs.finishAll();
    mails.length = 0;
    expect([400, 404]).toContain((await forget(typed)).status);
    await jobs.finishAll();
    expect(mails).toEqual([]);
  },
);

test('unknown and archived accounts get 404', async () => {
  const { email, userId, token } = await accountWithLink();
  await db.updateTable('users').set({ archived_at: clock.now() }).where('id', '=', userId).execute();
  await jobs.finishAll();
  mails.length = 0;
  for (const one of ['nobody@example.com', email]) {
    const { status, message } = await forget(one);
    expect([status, message]).toEqual([404, 'Account does not exist.']);
  }
  await expectInvalid(token);
  await jobs.finishAll();
  expect(mails).toEqual([]);
});

test.each(['alinta@', 'a b@example.com', 'a@example.com\r\nbcc: b@example.com', `${'n'.repeat(300)}@example.com`])(
  'an invalid e-mail gets 400: %j',
  async (typed) => {
    const { status, faults } = await forget(typed);
    expect([status, faults]).toEqual([400, [{ path: 'email', message: 'Invalid Email Address' }]]);
  },
);

test('five mails are sent in a quarter of an hour, then requests get 429', async () => {
  const { email, token } = await accountWithLink();
  clock.advance(60_000);
  mails.length = 0;
  const answers = await Promise.all(Array.from({ length: 10 }, () => forget(email)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(6);
  expect(refused[0]?.message).toBe(sentences.tooManyMails);
  expect(refused[0]?.headers['retry-after']).toBe('840');
  await expectInvalid(token);
  expect(await validate(await mailedToken())).toEqual({ isValid: true });
  clock.advance(840_000);
  expect((await forget(email)).status).toBe(200);
});
