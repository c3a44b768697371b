import { SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { runAs } from '#platform/access/actor.server.ts';
import { testApp } from '../../../test/app.ts';
import { accessTokens } from './access-tokens.server.ts';
import type { Tokens } from '../contract.ts';
import { sentences } from '../sentences.ts';
import { hashPassword } from './password-hashing.server.ts';
import { insertUser } from '../profile/write-users.server.ts';
import { actorOf, deleteExpiredSessions } from './sessions.server.ts';

const { app, ask, deps } = await testApp();
const { db, clock } = deps;
const password = 'clean sweep 7';
const passwordHash = await hashPassword(password);

let made = 0;
async function customer() {
  const email = `member.${++made}@example.com`;
  const person = { firstName: 'Mei', lastName: 'Tanaka', email, mobile: '0491570156', passwordHash, at: clock.now() };
  const { userId } = await db.transaction().execute((tx) => insertUser(tx, person));
  return { email, userId };
}

async function signedIn() {
  const { email, userId } = await customer();
  const answer = await ask('POST', '/v1/core/auth/token', { body: passwordGrant(email) });
  const { access_token, refresh_token } = answer.body as Tokens;
  return { email, userId, access: access_token ?? '', refresh: refresh_token ?? '' };
}

const passwordGrant = (UserName: string) => ({ UserName, Password: password, ClientId: 'web', GrantType: 'password' });
const refreshGrant = (RefreshToken?: string | null) => ({ RefreshToken, ClientId: 'web', GrantType: 'refresh_token' });
const refreshed = (token?: string | null) => ask('POST', '/v1/core/auth/token', { body: refreshGrant(token) });

/** Whether a token, or cookies, give access to the user's profile. */
const opens = async (userId: string, request: object) =>
  (await ask('GET', `/v1/core/accounts/${userId}`, request)).status;

test('a refresh token is rotated and stored only as a hash', async () => {
  const { userId, refresh } = await signedIn();
  const stored = await db.selectFrom('refresh_tokens').select('hash').execute();
  expect(stored.some(({ hash }) => hash.toString('utf8').includes(refresh))).toBe(false);
  const answer = await refreshed(refresh);
  const { access_token, refresh_token } = answer.body as Tokens;
  expect(answer.status).toBe(200);
  expect(refresh_token).not.toBe(refresh);
  expect(await opens(userId, { token: access_token })).toBe(200);
  expect((await refreshed(refresh_token)).status).toBe(200);
});

test('twenty concurrent refreshes create one new refresh token and all succeed', async () => {
  const { userId, refresh } = await signedIn();
  const answers = await Promise.all(Array.from({ length: 20 }, () => refreshed(refresh)));
  const tokens = answers.map(({ body }) => body as Tokens);
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  const next = tokens.filter(({ refresh_token }) => refresh_token !== null);
  expect(next).toHaveLength(1);
  for (const { access_token } of tokens) expect(await opens(userId, { token: access_token })).toBe(200);
  clock.advance(11_000);
  expect((await refreshed(next[0]?.refresh_token)).status).toBe(200);
});

test('a used token works for ten seconds; after that it ends its session', async () => {
  const { userId, refresh } = await signedIn();
  const second = (await refreshed(refresh)).body as Tokens;
  clock.advance(10_000);
  expect((await refreshed(refresh)).body).toMatchObject({ access_token: expect.any(String), refresh_token: null });
  const third = (await refreshed(second.refresh_token)).body as Tokens;
  clock.advance(1);
  const reused = await refreshed(refresh);
  expect([reused.status, reused.message]).toEqual([401, sentences.sessionEnded]);
  expect((await refreshed(third.refresh_token)).status).toBe(401);
  expect(await opens(userId, { token: third.access_token })).toBe(401);
});

test("a stolen token ends one session, not the user's other sessions", async () => {
  const { email, userId, refresh } = await signedIn();
  const elsewhere = (await ask('POST', '/v1/core/auth/token', { body: passwordGrant(email) })).body as Tokens;
  await refreshed(refresh);
  clock.advance(11_000);
  expect((await refreshed(refresh)).status).toBe(401);
  expect(await opens(userId, { token: elsewhere.access_token })).toBe(200);
});

test('tokens expire: access tokens after 15 minutes, refresh tokens after 30 days', async () => {
  const { userId, access, refresh } = await signedIn();
  clock.advance(899_000);
  expect(await opens(userId, { token: access })).toBe(200);
  clock.advance(1_000);
  expect(await opens(userId, { token: access })).toBe(401);
  clock.advance(30 * 86_400_000 - 900_001);
  const { refresh_token } = (await refreshed(refresh)).body as Tokens;
  clock.advance(30 * 86_400_000);
  expect((await refreshed(refresh_token)).status).toBe(401);
});

test('unknown refresh tokens are refused', async () => {
  for (const token of ['x', 'x'.repeat(10_000), '\u0000']) {
    const answer = await refreshed(token);
    expect([answer.status, answer.message]).toEqual([401, sentences.sessionEnded]);
  }
});

test('forged access tokens are rejected', async () => {
  const { userId, access } = await signedIn();
  const [head = '', payload = '', signature = ''] = access.split('.');
  const { sid } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { sid: string };
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const body = { sid, sub: userId, exp: 4_000_000_000 };
  const key = (secret: string) => new TextEncoder().encode(secret);
  const jwt = () => new SignJWT({ sid }).setSubject(userId).setExpirationTime('30 days');
  const forged = [
    `${encoded({ alg: 'none', typ: 'at+jwt' })}.${encoded(body)}.`,
    `${head}.${encoded(body)}.${signature}`,
    `${head}.${payload}.${signature.slice(0, -4)}AAAA`,
    `${head}.${payload}`,
    await jwt().setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' }).sign(key('a secret of somebody else, also long')),
    await jwt().setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' }).sign(key(deps.env.sessionSecret)),
    await jwt().setProtectedHeader({ alg: 'HS512', typ: 'at+jwt' }).sign(key(deps.env.sessionSecret)),
  ];
  for (const token of forged) expect(await opens(userId, { token })).toBe(401);
  const other = await customer();
  const mixed = await accessTokens(deps.env, clock).sign({ userId: other.userId, sessionId: sid });
  expect(await opens(other.userId, { token: mixed })).toBe(401);
});

test('revoking ends the session and its access tokens immediately', async () => {
  const { userId, access, refresh } = await signedIn();
  const next = (await refreshed(refresh)).body as Tokens;
  expect((await ask('POST', '/v1/core/auth/revoke', { body: { RefreshToken: next.refresh_token } })).status).toBe(200);
  expect(await opens(userId, { token: access })).toBe(401);
  expect(await opens(userId, { token: next.access_token })).toBe(401);
  expect((await refreshed(next.refresh_token)).status).toBe(401);
  expect((await ask('POST', '/v1/core/auth/revoke', { body: { RefreshToken: 'unknown' } })).status).toBe(200);
  expect((await ask('POST', '/v1/core/auth/revoke')).status).toBe(200);
});

test('an access token is enough to end its session', async () => {
  const { userId, access } = await signedIn();
  await ask('POST', '/v1/core/auth/revoke', { token: access });
  expect(await opens(userId, { token: access })).toBe(401);
});

test('archiving a user ends their sessions immediately, and removing a claim takes effect immediately', async () => {
  const { userId, access, refresh } = await signedIn();
  await db.updateTable('users').set({ archived_at: clock.now() }).where('id', '=', userId).execute();
  expect(await opens(userId, { token: access })).toBe(401);
  expect((await refreshed(refresh)).status).toBe(401);
  await db.updateTable('users').set({ archived_at: null }).where('id', '=', userId).execute();
  expect(await opens(userId, { token: access })).toBe(200);
});

const site = { 'x-session': 'cookie', origin: 'http://shop.test' };

async function withCookies() {
  const { email, userId } = await customer();
  const answer = await ask('POST', '/v1/core/auth/token', { body: passwordGrant(email), headers: site });
  return { answer, userId, jar: jarOf(answer.cookies) };
}

const jarOf = (cookies: { name: string; value: string }[]): Record<string, string> =>
  Object.fromEntries(cookies.map(({ name, value }) => [name, value]));

test('the site stores its tokens in HttpOnly cookies', async () => {
  const { answer, userId, jar } = await withCookies();
  expect(answer.body).toEqual({ access_token: null, refresh_token: null, expires_in: 900 });
  expect(answer.cookies).toEqual([
    { name: 'session', value: expect.any(String), path: '/', httpOnly: true, sameSite: 'Lax', maxAge: 900 },
    { name: 'refresh', value: expect.any(String), path: '/', httpOnly: true, sameSite: 'Lax', maxAge: 2_592_000 },
  ]);
  expect(await opens(userId, { cookies: jar })).toBe(200);
});

test('a refresh by cookie sets new cookies, and a refused one clears them', async () => {
  const { jar } = await withCookies();
  const request = { body: refreshGrant(), headers: site, cookies: jar };
  const answer = await ask('POST', '/v1/core/auth/token', request);
  expect(answer.body).toEqual({ access_token: null, refresh_token: null, expires_in: 900 });
  expect(answer.cookies.map(({ name }) => name)).toEqual(['session', 'refresh']);
  expect((await ask('POST', '/v1/core/auth/token', request)).cookies.map(({ name }) => name)).toEqual(['session']);
  clock.advance(11_000);
  const refused = await ask('POST', '/v1/core/auth/token', request);
  expect(refused.status).toBe(401);
  expect(refused.cookies.map(({ name, value }) => [name, value])).toEqual([
    ['session', ''],
    ['refresh', ''],
  ]);
});

test('an expired session cookie is renewed during a request, also for concurrent tabs', async () => {
  const { userId, jar } = await withCookies();
  clock.advance(900_000);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      ask('GET', `/v1/core/accounts/${userId}`, { cookies: i % 2 ? jar : { refresh: jar['refresh'] ?? '' } }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  const renewed = answers.flatMap(({ cookies }) => cookies);
  expect(renewed.filter(({ name }) => name === 'session')).toHaveLength(20);
  const next = renewed.filter(({ name }) => name === 'refresh');
  expect(next).toHaveLength(1);
  clock.advance(900_000);
  expect(await opens(userId, { cookies: jarOf(next) })).toBe(200);
});

test('cookies of an ended session are cleared', async () => {
  const { userId, jar } = await withCookies();
  await ask('POST', '/v1/core/auth/revoke', { headers: site, cookies: jar });
  const answer = await ask('GET', `/v1/core/accounts/${userId}`, { cookies: jar });
  expect(answer.status).toBe(401);
  expect(answer.cookies.map(({ name, value }) => [name, value])).toEqual([
    ['session', ''],
    ['refresh', ''],
  ]);
});

test('signing out by cookie ends the session and clears the cookies', async () => {
  const { userId, jar } = await withCookies();
  const answer = await ask('POST', '/v1/core/auth/revoke', { headers: site, cookies: jar });
  expect(answer.body).toEqual({ message: sentences.signedOut });
  expect(answer.cookies.map(({ name, value }) => [name, value])).toEqual([
    ['session', ''],
    ['refresh', ''],
  ]);
  expect(await opens(userId, { token: jar['session'] })).toBe(401);
});

test("a sign-out called by a page ends the session of the page's user", async () => {
  const { userId, access } = await signedIn();
  const reader = await actorOf(
    deps,
    (await accessTokens(deps.env, clock).verify(access)) ?? { userId: '', sessionId: '' },
  );
  await runAs({ actor: reader }, () =>
    app.inject({ method: 'POST', url: '/v1/core/auth/revoke', headers: { 'x-session': 'cookie' } }),
  );
  expect(await opens(userId, { token: access })).toBe(401);
});

test.each([
  [{ origin: 'http://shop.test' }, 200],
  [{ origin: 'http://localhost:80', host: 'localhost:80' }, 200],
  [{ 'sec-fetch-site': 'same-origin', origin: 'null' }, 200],
  [{ origin: 'http://evil.example' }, 403],
  [{ origin: 'http://shop.test.evil.example' }, 403],
  [{ origin: 'https://shop.test' }, 403],
  [{ origin: 'null' }, 403],
  [{ 'sec-fetch-site': 'cross-site', origin: 'http://shop.test' }, 403],
  [{ 'sec-fetch-site': 'same-site' }, 403],
  [{}, 403],
])('an unsafe call with cookies and %j gets %i', async (headers, status) => {
  const { userId, jar } = await withCookies();
  const answer = await ask('POST', '/v1/core/auth/revoke', {
    headers: { 'x-session': 'cookie', ...headers },
    cookies: jar,
  });
  expect(answer.status).toBe(status);
  if (status === 403) expect(answer.message).toBe(sentences.crossSite);
  const own = { body: { RefreshToken: 'of somebody else' }, headers, cookies: jar };
  const other = await ask('POST', '/v1/core/auth/revoke', own);
  expect([other.status, other.cookies.length]).toEqual(status === 200 ? [200, 2] : [403, 0]);
  expect(await opens(userId, { token: jar['session'] })).toBe(status === 200 ? 401 : 200);
  const again = { body: refreshGrant(), headers: { 'x-session': 'cookie', ...headers }, cookies: jar };
  expect((await ask('POST', '/v1/core/auth/token', again)).status).toBe(status === 200 ? 401 : status);
});

test("cookies are for the site's pages alone: without the X-Session header a refresh needs the token", async () => {
  const { jar } = await withCookies();
  const answer = await ask('POST', '/v1/core/auth/token', {
    body: refreshGrant(),
    headers: { origin: site.origin },
    cookies: jar,
  });
  expect([answer.status, answer.message]).toEqual([400, 'RefreshToken is required.']);
});

test.each([undefined, null, ''])('a refresh grant without a token (%s) gets 400', async (RefreshToken) => {
  const answer = await ask('POST', '/v1/core/auth/token', { body: refreshGrant(RefreshToken) });
  expect([answer.status, answer.faults]).toEqual([
    400,
    [{ path: 'RefreshToken', message: 'RefreshToken is required.' }],
  ]);
  const browser = await ask('POST', '/v1/core/auth/token', { body: refreshGrant(RefreshToken), headers: site });
  expect(browser.status).toBe(401); // its cookie has expired
});

test('expired sessions are deleted', async () => {
  const { userId } = await signedIn();
  clock.advance(31 * 86_400_000 + 1);
  await deleteExpiredSessions(deps);
  expect(await db.selectFrom('sessions').selectAll().where('user_id', '=', userId).execute()).toEqual([]);
});
