import { expect, test } from 'vitest';
import type { ReplyOf } from '#lib/api/endpoint.ts';
import { newId } from '#lib/uuid.ts';
import { testApp } from '../../../test/app.ts';
import type { Tokens } from '../contract.ts';
import type { listSessions } from './security-contract.ts';
import { deviceOf } from './device-name.ts';

const { ask, deps } = await testApp();
const { clock } = deps;
const password = 'clean sweep 7';
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

test.each([
  [firefox, 'Firefox on Windows'],
  [iphone, 'Safari on iPhone'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
    'Safari on Mac',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; SM-S931B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36',
    'Samsung Internet on Android',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0.0.0 Mobile/15E148 Safari/604.1',
    'Chrome on iPad',
  ],
  [
    'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    'Chrome on a Chromebook',
  ],
  ['okhttp/4.12 (Android 15)', 'An app on Android'],
  ['curl/8.5.0', 'An unknown device'],
  ['', 'An unknown device'],
  [null, 'An unknown device'],
])('%j is described as %s', (agent, device) => {
  expect(deviceOf(agent)).toBe(device);
});

let made = 0;
async function registerField() {
  const email = `member.${++made}@example.com`;
  const person = { firstName: 'Mei', lastName: 'Tanaka', email, mobile: '0491570156' };
  const body = { ...person, password, confirmPassword: password, acceptedTheTerms: true };
  const { access_token: token } = (await ask('POST', '/v1/core/accounts', { body, headers: { 'user-agent': firefox } }))
    .body as unknown as Tokens;
  return { email, token };
}

async function signedIn(UserName: string, agent: string) {
  const body = { UserName, Password: password, ClientId: 'web', GrantType: 'password' };
  const answer = await ask('POST', '/v1/core/auth/token', { body, headers: { 'user-agent': agent } });
  return (answer.body as unknown as Tokens).access_token;
}

const sessions = (token: string | null) =>
  ask<ReplyOf<typeof listSessions>>('GET', '/v1/core/auth/sessions', { token });
const end = async (token: string | null, id: string) =>
  (await ask('DELETE', `/v1/core/auth/sessions/${id}`, { token })).status;

test('the list of sessions marks the current one', async () => {
  const { email, token } = await registerField();
  const begun = clock.now().toISOString();
  clock.advance(60_000);
  const phone = await signedIn(email, iphone);
  await signedIn((await registerField()).email, firefox); // another user
  const { body } = await sessions(phone);
  const later = clock.now().toISOString();
  expect(body).toEqual([
    { id: expect.any(String), device: 'Safari on iPhone', createdDate: later, lastUsedDate: later, isCurrent: true },
    { id: expect.any(String), device: 'Firefox on Windows', createdDate: begun, lastUsedDate: begun, isCurrent: false },
  ]);
  expect((await sessions(token)).body.map(({ isCurrent }) => isCurrent)).toEqual([true, false]);
  expect((await sessions(null)).status).toBe(401);
});

test('a session is ended with its access tokens and removed from the list', async () => {
  const { email, token } = await registerField();
  const phone = await signedIn(email, iphone);
  const [here] = (await sessions(phone)).body;
  expect(await end(token, here?.id ?? '')).toBe(204);
  expect((await sessions(phone)).status).toBe(401);
  expect((await sessions(token)).body).toHaveLength(1);
  expect(await end(token, here?.id ?? '')).toBe(404);
});

test("a user can neither end nor detect another user's session", async () => {
  const [mei, other] = [await registerField(), await registerField()];
  const [theirs] = (await sessions(other.token)).body;
  for (const id of [theirs?.id ?? '', newId(), 'x']) expect(await end(mei.token, id)).toBe(404);
  expect(await end(null, theirs?.id ?? '')).toBe(401);
  expect((await sessions(other.token)).status).toBe(200);
});

test('all other sessions are ended at once', async () => {
  const { email, token } = await registerField();
  const [phone, tablet] = [await signedIn(email, iphone), await signedIn(email, iphone)];
  const other = await registerField();
  expect((await ask('DELETE', '/v1/core/auth/sessions', { token: phone })).status).toBe(204);
  expect((await sessions(phone)).body).toHaveLength(1);
  for (const one of [token, tablet]) expect((await sessions(one)).status).toBe(401);
  expect((await sessions(other.token)).status).toBe(200);
  expect((await ask('DELETE', '/v1/core/auth/sessions', {})).status).toBe(401);
});
