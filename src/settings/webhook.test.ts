import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { makeAdministrator } from '../../test/people.ts';
import { slicesApp } from '../../test/slices.ts';
import { settingsRoutes } from './routes.server.ts';
import type { SecretInfo } from './webhook-contract.ts';

const { ask, deps } = await slicesApp([settingsRoutes]);
const { db, clock } = deps;

/** Another system: what came to it, and what it does with the next. */
const came: { headers: IncomingMessage['headers']; body: string }[] = [];
let answer: (response: ServerResponse) => void = (response) => response.writeHead(204).end();
const other = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString()));
  request.on('end', () => {
    came.push({ headers: request.headers, body });
    answer(response);
  });
});
await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening));
const address = `http://127.0.0.1:${(other.address() as AddressInfo).port}/hook`; // listens on a port, not a socket
afterAll(() => {
  other.closeAllConnections();
  other.close();
});

const manager = async () => (await makeAdministrator(deps, { claims: ['ManageUserPermissions'] })).token;
const secretPath = '/v1/settings/webhook/secret';
const testPath = '/v1/settings/webhook/test';
const secretNow = async () => (await ask('GET', secretPath, { token: await manager() })).body as SecretInfo; // as the shape says
const replace = async () => {
  const { status, body } = await ask('POST', secretPath, { token: await manager() });
  expect(status).toBe(201);
  return (body as { secret: string }).secret;
};
const sendTest = async () => ask('POST', testPath, { token: await manager() });

async function setAddress(webhookUrl: string): Promise<void> {
  const token = await manager();
  const { body } = await ask('GET', '/v1/settings', { token });
  const saved = await ask('PUT', '/v1/settings', { token, body: { ...(body as object), webhookUrl } });
  expect(saved.status).toBe(200);
}

const signedWith = (secret: string, time: string, body: string): string =>
  createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');

/** A port that somebody had and nobody listens on. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo; // as above
  await new Promise((closed) => server.close(closed));
  return port;
}

beforeEach(() => {
  came.length = 0;
  answer = (response) => response.writeHead(204).end();
});

test('without address or secret a test says what is missing', async () => {
  expect(await sendTest()).toMatchObject({ status: 409, message: 'Save a web address first.' });
  await setAddress(address);
  expect(await sendTest()).toMatchObject({ status: 409, message: 'Make a signing secret first.' });
  expect(await secretNow()).toEqual({ hint: null, createdDate: null, createdBy: null, formerUntil: null });
});

test('a secret is told once, and afterwards by its end alone, in no answer and no history', async () => {
  const secret = await replace();
  expect(secret).toMatch(/^whsec_[\w-]{43}$/);
  expect(await secretNow()).toEqual({
    hint: secret.slice(-4),
    createdDate: clock.now().toISOString(),
    createdBy: 'Ngaio Bell',
    formerUntil: null,
  });
  const settings = await ask('GET', '/v1/settings', { token: await manager() });
  const log = await db.selectFrom('audit_log').selectAll().where('action', '=', 'webhook-secret').execute();
  expect(log).toMatchObject([{ entity: 'settings', after: { signingSecret: `ends in ${secret.slice(-4)}` } }]);
  for (const told of [settings.body, await secretNow(), log]) expect(JSON.stringify(told)).not.toContain(secret);
});

test('a test is an event of its own, signed over time and body', async () => {
  const secret = await replace();
  await setAddress(address);
  const { status, body } = await sendTest();
  expect(status).toBe(200);
  expect(body).toMatchObject({ isTaken: true, status: 204 });
  expect((body as { message: string }).message).toMatch(/^The event was taken: 204 after [\d,]+ ms\.$/);
  const [event, ...more] = came;
  expect(more).toEqual([]);
  const read = JSON.parse(event?.body ?? '') as { id: string }; // as the module writes it
  expect(read).toEqual({
    id: event?.headers['webhook-id'],
    type: 'test',
    createdDate: clock.now().toISOString(),
    data: { message: 'This is a test.', sentBy: 'Ngaio Bell' },
  });
  const signature = String(event?.headers['webhook-signature']);
  const time = /^t=(\d+),/.exec(signature)?.[1] ?? '';
  expect(Number(time)).toBe(Math.floor(clock.now().getTime() / 1000));
  expect(signature.split(',v1=').slice(1)).toContain(signedWith(secret, time, event?.body ?? ''));
});

test('a secret that is replaced signs beside the new one for a day, and one before it no more', async () => {
  const [first, second, third] = [await replace(), await replace(), await replace()];
  const signers = async (): Promise<string[]> => {
    came.length = 0;
    await sendTest();
    const [{ headers, body } = { headers: {}, body: '' }] = came;
    const [time = '', ...hexes] = String(headers['webhook-signature']).replace(/^t=/, '').split(',v1=');
    const secrets = { first, second, third };
    return hexes.map((hex) => {
      const found = Object.entries(secrets).find(([, secret]) => signedWith(secret, time, body) === hex);
      return found?.[0] ?? 'none';
    });
  };
  expect(await signers()).toEqual(['third', 'second']);
  expect((await secretNow()).formerUntil).toBe(new Date(clock.now().getTime() + 86_400_000).toISOString());
  clock.advance(86_400_000);
  expect(await signers()).toEqual(['third']);
  expect((await secretNow()).formerUntil).toBeNull();
});

test('secrets replaced at once leave one that signs alone afterwards', async () => {
  await Promise.all([1, 2, 3, 4, 5].map(replace));
  const rows = await db.selectFrom('webhook_secrets').select('expires_at as expiresAt').execute();
  expect(rows.filter(({ expiresAt }) => expiresAt === null)).toHaveLength(1);
  expect(rows).toHaveLength(2);
});

test.each([
  [500, 'The event was not taken: the answer was 500.'],
  [404, 'The event was not taken: the answer was 404.'],
  [307, 'The event was not taken: the answer was 307, and events do not follow to other addresses.'],
])('an answer of %i is told', async (status, message) => {
  answer = (response) => response.writeHead(status, { location: '/elsewhere' }).end();
  expect((await sendTest()).body).toEqual({ isTaken: false, status, message });
  expect(came).toHaveLength(1);
});

test('what goes wrong on the way is told in a sentence', async () => {
  const { host } = new URL(address);
  answer = (response) => response.destroy();
  const told = async () => ((await sendTest()).body as { message: string }).message;
  expect(await told()).toBe(`${host} broke the connection off.`);
  const closed = await closedPort();
  await setAddress(`http://localhost:${closed}/hook`);
  expect(await told()).toBe(`localhost:${closed} refused the connection.`);
  await setAddress('https://no-such-host.invalid/');
  expect(await told()).toBe('There is no server with the name no-such-host.invalid.');
  await setAddress(address.replace('http:', 'https:'));
  expect(await told()).toBe(`${host} does not speak https.`);
  await setAddress(address);
});

test('who does not answer is given up after 10 seconds', async () => {
  answer = () => {};
  const began = performance.now();
  const { body } = await sendTest();
  expect(body).toEqual({
    isTaken: false,
    status: null,
    message: `${new URL(address).host} did not answer within 10 seconds.`,
  });
  expect(performance.now() - began).toBeGreaterThan(9_500);
});

test('only those who manage permissions read, replace and send', async () => {
  const { token } = await makeAdministrator(deps, { claims: ['ManageUsers', 'ManageForms'] });
  for (const [caller, status] of [
    [token, 403],
    [null, 401],
  ] as const) {
    expect((await ask('GET', secretPath, { token: caller })).status).toBe(status);
    expect((await ask('POST', secretPath, { token: caller })).status).toBe(status);
    expect((await ask('POST', testPath, { token: caller })).status).toBe(status);
  }
  expect(came).toEqual([]);
});
