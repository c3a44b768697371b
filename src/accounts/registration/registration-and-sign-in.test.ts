import { expect, test } from 'vitest';
import { newId } from '#lib/uuid.ts';
import { testApp } from '../../../test/app.ts';
import type { Profile, Tokens } from '../contract.ts';
import { sentences } from '../sentences.ts';

const { ask, deps } = await testApp();
const { db } = deps;

let made = 0;
const person = (more: object = {}) => ({
  firstName: 'Alinta',
  lastName: 'Marlowe',
  email: `alinta.${++made}@example.com`,
  mobile: '0491 570 006',
  password: 'clean sweep 7',
  confirmPassword: 'clean sweep 7',
  acceptedTheTerms: true,
  ...more,
});

async function registerField(more: object = {}) {
  const input = person(more);
  const answer = await ask('POST', '/v1/core/accounts', { body: { userType: '1', ...input } });
  expect(answer.status).toBe(201);
  const tokens = answer.body as Tokens;
  return { input, ...tokens, userId: subjectOf(tokens.access_token) };
}

/** The site itself reads the user's id from the token (specification, section 3). */
function subjectOf(token: string | null): string {
  const payload = JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString()) as { sub: string };
  return payload.sub;
}

const signIn = (UserName: string, Password: string, more: object = {}) =>
  ask('POST', '/v1/core/auth/token', { body: { UserName, Password, ClientId: 'web', GrantType: 'password', ...more } });

const userOf = (id: string) => db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

test('registration creates an individual, signs them in and returns 201', async () => {
  const { input, userId, access_token, refresh_token, expires_in } = await registerField();
  expect(refresh_token).toMatch(/^[\w-]{43}$/);
  expect(expires_in).toBe(900);
  expect(await userOf(userId)).toMatchObject({ user_type: 1, claims: [], mobile: '0491570006', version: 1 });
  expect((await userOf(userId)).password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  const profile = await ask('GET', `/v1/core/accounts/${userId}/`, { token: access_token });
  expect(profile.body).toEqual({
    id: userId,
    userType: 1,
    firstName: 'Alinta',
    lastName: 'Marlowe',
    email: input.email,
    pendingEmail: null,
    mobile: '0491570006',
    companyName: null,
    abn: null,
    fullAddress: '',
    unitNumber: null,
    streetNumber: null,
    streetName: null,
    city: null,
    state: null,
    postcode: null,
    usersClaims: [],
    version: 1,
  } satisfies Profile);
});

test('a registration cannot create anything but an individual', async () => {
  const id = newId();
  const greedy = {
    userType: '3',
    usersClaims: ['ManageUsers'],
    claims: ['ManageUsers'],
    id,
    user_type: 3,
    archived_at: null,
    version: 9,
  };
  const { userId } = await registerField(greedy);
  expect(userId).not.toBe(id);
  expect(await userOf(userId)).toMatchObject({ user_type: 1, claims: [], version: 1 });
});

test('a registration reports all faults at once, in field order', async () => {
  const { status, faults } = await ask('POST', '/v1/core/accounts', { body: {} });
  expect(status).toBe(400);
  expect(faults).toEqual([
    { path: 'firstName', message: 'First name is required.' },
    { path: 'lastName', message: 'Last name is required.' },
    { path: 'email', message: 'Email is required.' },
    { path: 'mobile', message: 'Mobile is required.' },
    { path: 'password', message: 'Password is required.' },
    { path: 'acceptedTheTerms', message: 'Please accept the terms and conditions.' },
  ]);
});

test.each([
  ['firstName', 'A', 'First name must have at least 2 characters.'],
  ['lastName', 'x'.repeat(31), 'First name is too long.'],
  ['firstName', '   ', 'First name is required.'],
  ['firstName', 7, 'First name is required.'],
  ['email', 'alinta@', 'Invalid email address'],
  ['email', 'alinta@example.com\u0000', undefined],
  ['email', 'ａlinta@example.com', 'Invalid email address'],
  ['email', 'a@example.com\r\nbcc: b@example.com', 'Invalid email address'],
  ['mobile', '0491 570', 'Invalid phone number.'],
  ['password', 'short 7', 'Password must have at least 8 characters.'],
  ['password', 'no digit here', 'Password must contain a number.'],
  ['password', `7${'x'.repeat(128)}`, 'Password is too long.'],
  ['confirmPassword', 'clean sweep 8', 'Passwords must match'],
  ['confirmPassword', undefined, 'Passwords must match'],
  ['acceptedTheTerms', false, 'Please accept the terms and conditions.'],
  ['acceptedTheTerms', 'true', 'Please accept the terms and conditions.'],
])('a registration with %s %j: %s', async (path, value, message) => {
  const confirmed = path === 'password' ? { confirmPassword: value } : {};
  const before = await count();
  const { status, faults } = await ask('POST', '/v1/core/accounts', { body: person({ [path]: value, ...confirmed }) });
  if (message === undefined) return expect(status).toBe(201);
  expect(status).toBe(400);
  expect(faults).toEqual([{ path, message }]);
  expect(await count()).toBe(before);
});

const count = async () =>
  (
    await db
      .selectFrom('users')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n;

test('an e-mail is taken regardless of case and surrounding blanks', async () => {
  const { input } = await registerField({ email: 'Sal.Okonkwo@Example.com' });
  for (const email of ['Sal.Okonkwo@Example.com', 'SAL.OKONKWO@EXAMPLE.COM', '  sal.okonkwo@example.com ']) {
    const { status, message, faults } = await ask('POST', '/v1/core/accounts', { body: { ...input, email } });
    expect([status, message]).toEqual([409, 'An account with this email already exists.']);
    expect(faults).toEqual([{ path: 'email', message: 'An account with this email already exists.' }]);
  }
});

test('of twenty concurrent registrations of one e-mail, one succeeds and the others get 409', async () => {
  const input = person();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      ask('POST', '/v1/core/accounts', { body: { ...input, email: i % 2 ? input.email : input.email.toUpperCase() } }),
    ),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ status, message }) => status === 409 && message === sentences.emailTaken)).toHaveLength(19);
});

test('sign-in accepts the e-mail in any case and Unicode form', async () => {
  const { input } = await registerField();
  const wide = [...input.email]
    .map((c) => (/[a-z]/.test(c) ? String.fromCodePoint(c.charCodeAt(0) + 0xfee0) : c))
    .join('');
  for (const name of [input.email, input.email.toUpperCase(), ` ${input.email} `, wide]) {
    const { status, body } = await signIn(name, input.password);
    expect(status).toBe(200);
    expect(body).toEqual({ access_token: expect.any(String), refresh_token: expect.any(String), expires_in: 900 });
  }
});

test('sign-in reports missing and invalid fields', async () => {
  expect((await signIn('', '')).faults).toEqual([
    { path: 'UserName', message: 'Username is required.' },
    { path: 'Password', message: 'Password is required.' },
  ]);
  expect((await signIn('a@example.com', 'b', { ClientId: 'mobile' })).status).toBe(400);
  expect((await signIn('a@example.com', 'b', { ClientId: undefined })).status).toBe(400);
  expect((await signIn('a@example.com', 'b', { GrantType: 'client_credentials' })).status).toBe(400);
  expect(
    (
      await ask('POST', '/v1/core/auth/token', {
        body: '{"UserName":',
        headers: { 'content-type': 'application/json' },
      })
    ).status,
  ).toBe(400);
});

test('a wrong password, an unknown user and an archived user get the same response', async () => {
  const { input } = await registerField();
  const archived = await registerField();
  await db.updateTable('users').set({ archived_at: deps.clock.now() }).where('id', '=', archived.userId).execute();
  const answers = await Promise.all([
    signIn(input.email, 'wrong password 1'),
    signIn('nobody@example.com', 'wrong password 1'),
    signIn(archived.input.email, archived.input.password),
    signIn('nobody\u0000@example.com', 'x'),
    signIn(`${'n'.repeat(5000)}@example.com`, 'x'.repeat(5000)),
  ]);
  for (const { status, message } of answers) expect([status, message]).toEqual([401, sentences.signInFailed]);
});

test('an unknown user takes as much processor time as a wrong password', async () => {
  const { input } = await registerField();
  const least = { known: Infinity, unknown: Infinity }; // minimum processor time, because other load can only add to it
  const work = async (name: string) => {
    await db.deleteFrom('sign_in_failures').execute();
    const before = process.cpuUsage();
    await signIn(name, 'wrong password 1');
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  for (let i = 0; i < 15; i++) {
    least.known = Math.min(least.known, await work(input.email));
    least.unknown = Math.min(least.unknown, await work('nobody@example.com'));
  }
  expect(least.unknown / least.known).toBeGreaterThan(0.7);
  expect(least.unknown / least.known).toBeLessThan(1.4);
});

test('ten failures for one account block it for the rest of 15 minutes, even for the right password', async () => {
  const { input } = await registerField();
  for (let i = 0; i < 10; i++) {
    expect((await ask('POST', '/v1/core/auth/token', { body: wrong(input.email), ip: `203.0.113.${i}` })).status).toBe(
      401,
    );
    deps.clock.advance(10_000);
  }
  const refused = await signIn(input.email, input.password);
  expect([refused.status, refused.message]).toEqual([429, sentences.tooManyFailures]);
  expect(refused.headers['retry-after']).toBe('800'); // the first of the ten was 100 seconds ago
  expect((await signIn('nobody@example.com', 'x')).status).toBe(401);
  deps.clock.advance(800_000);
  expect((await signIn(input.email, input.password)).status).toBe(200);
});

const wrong = (UserName: string) => ({
  UserName,
  Password: 'wrong password 1',
  ClientId: 'web',
  GrantType: 'password',
});

test('ten failures from one address block all accounts from that network, and only from there', async () => {
  const { input } = await registerField();
  const { body } = { body: { ...wrong(input.email), Password: input.password } };
  for (const [blocked, other] of [
    ['198.51.100.7', '198.51.100.8'],
    ['2001:db8:1:2::1', '2001:db8:1:3::1'],
  ] as const) {
    for (let i = 0; i < 10; i++) {
      await ask('POST', '/v1/core/auth/token', { body: wrong(`nobody.${i}@example.com`), ip: blocked });
    }
    expect((await ask('POST', '/v1/core/auth/token', { body, ip: blocked })).status).toBe(429);
    expect((await ask('POST', '/v1/core/auth/token', { body, ip: other })).status).toBe(200);
  }
  expect((await ask('POST', '/v1/core/auth/token', { body, ip: '2001:db8:1:2:ffff::9' })).status).toBe(429);
});

test('of forty concurrent wrong passwords, only about ten are tried', async () => {
  const { input } = await registerField();
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, i) =>
      ask('POST', '/v1/core/auth/token', { body: wrong(input.email), ip: `192.0.2.${i}` }),
    ),
  );
  const tried = answers.filter(({ status }) => status === 401).length;
  expect(tried).toBeGreaterThanOrEqual(10);
  expect(tried).toBeLessThanOrEqual(11);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(40 - tried);
});

test("the right password resets the account's failures", async () => {
  const { input } = await registerField();
  for (let i = 0; i < 9; i++)
    await ask('POST', '/v1/core/auth/token', { body: wrong(input.email), ip: `203.0.113.${i}` });
  expect((await signIn(input.email, input.password)).status).toBe(200);
  expect((await ask('POST', '/v1/core/auth/token', { body: wrong(input.email), ip: '203.0.113.1' })).status).toBe(401);
});

test('a profile is visible to its user and to administrators with ManageUsers', async () => {
  const owner = await registerField();
  const other = await registerField();
  const profileAs = async (token: string | null) =>
    (await ask('GET', `/v1/core/accounts/${owner.userId}`, { token })).status;
  expect(await profileAs(owner.access_token)).toBe(200);
  expect(await profileAs(null)).toBe(401);
  expect(await profileAs('not.a.token')).toBe(401);
  expect(await profileAs(other.access_token)).toBe(404);
  await db
    .updateTable('users')
    .set({ user_type: 3, claims: ['ManageForms'] })
    .where('id', '=', other.userId)
    .execute();
  expect(await profileAs(other.access_token)).toBe(403);
  await db
    .updateTable('users')
    .set({ claims: ['ManageUsers'] })
    .where('id', '=', other.userId)
    .execute();
  expect(await profileAs(other.access_token)).toBe(200);
  await db.updateTable('users').set({ user_type: 1 }).where('id', '=', other.userId).execute();
  expect(await profileAs(other.access_token)).toBe(404);
});

test.each(['0', 'me', '018f0000-0000-7000-8000-000000000000', "1'or'1'='1", '%00'])(
  'there is no profile with id %s',
  async (id) => {
    const { access_token } = await registerField();
    expect((await ask('GET', `/v1/core/accounts/${id}`, { token: access_token })).status).toBe(404);
  },
);
