import { createHmac } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { postWebhook } from '#platform/http/post-webhook.server.ts';
import { makeAdministrator } from '../../test/people.ts';
import { slicesApp } from '../../test/slices.ts';
import { settingsRoutes } from './routes.server.ts';
import type { SecretInfo } from './webhook-contract.ts';
import { longTest } from '../../test/long.ts';

const { ask, deps } = await slicesApp([settingsRoutes]);
deps.resolveHost = (host) => lookup(host, { all: true });
const { db, clock } = deps;

/** A receiving system: the events it received, and its response to the next one. */
const received: { headers: IncomingMessage['headers']; body: string }[] = [];
let answer: (response: ServerResponse) => void = (response) => response.writeHead(204).end();
const other = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString()));
  request.on('end', () => {
    received.push({ headers: request.headers, body });
    answer(response);
  });
});
await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening));
const address = `http://127.0.0.1:${(other.address() as AddressInfo).port}/hook`; // it listens on a port, not on a socket
afterAll(() => {
  other.closeAllConnections();
  other.close();
});

const manager = async () => (await makeAdministrator(deps, { claims: ['ManageUserPermissions'] })).token;
const secretPath = '/v1/settings/webhook/secret';
const testPath = '/v1/settings/webhook/test';
const secretNow = async () => (await ask('GET', secretPath, { token: await manager() })).body as SecretInfo; // validated by the shape
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

/** A port that nobody listens on. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo; // as above
  await new Promise((closed) => server.close(closed));
  return port;
}

beforeEach(() => {
  received.length = 0;
  answer = (response) => response.writeHead(204).end();
});

test('a test without address or secret reports what is missing', async () => {
  expect(await sendTest()).toMatchObject({ status: 409, message: 'Save a web address first.' });
  await setAddress(address);
  expect(await sendTest()).toMatchObject({ status: 409, message: 'Create a signing secret first.' });
  expect(await secretNow()).toEqual({ hint: null, createdDate: null, createdBy: null, formerUntil: null });
});

test('a secret is returned once, and afterwards only its end, in responses and in the history', async () => {
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
  for (const returned of [settings.body, await secretNow(), log])
    expect(JSON.stringify(returned)).not.toContain(secret);
});

test('a test event has its own id and is signed over time and body', async () => {
  const secret = await replace();
  await setAddress(address);
  const { status, body } = await sendTest();
  expect(status).toBe(200);
  expect(body).toMatchObject({ isTaken: true, status: 204 });
  expect((body as { message: string }).message).toMatch(/^The event was accepted: 204 after [\d,]+ ms\.$/);
  const [event, ...more] = received;
  expect(more).toEqual([]);
  const read = JSON.parse(event?.body ?? '') as { id: string }; // in the format of the module
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

test('events are also signed with the replaced secret for a day, but not with earlier ones', async () => {
  const [first, second, third] = [await replace(), await replace(), await replace()];
  const signers = async (): Promise<string[]> => {
    received.length = 0;
    await sendTest();
    const [{ headers, body } = { headers: {}, body: '' }] = received;
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

test('concurrent replacements leave one current and one replaced secret', async () => {
  await Promise.all([1, 2, 3, 4, 5].map(replace));
  const rows = await db.selectFrom('webhook_secrets').select('expires_at as expiresAt').execute();
  expect(rows.filter(({ expiresAt }) => expiresAt === null)).toHaveLength(1);
  expect(rows).toHaveLength(2);
});

test('every failure is reported with the same sentence', async () => {
  const failed = {
    isTaken: false,
    status: null,
    message:
      'The event was not accepted. The address must be public and respond with a status from 200 to 299 within 10 seconds.',
  };
  for (const status of [500, 404, 307]) {
    received.length = 0;
    answer = (response) => response.writeHead(status, { location: '/elsewhere' }).end();
    expect((await sendTest()).body).toEqual(failed);
    expect(received).toHaveLength(1); // redirects are not followed
  }
  answer = (response) => response.destroy();
  expect((await sendTest()).body).toEqual(failed);
  const elsewhere = [
    `http://localhost:${await closedPort()}/hook`,
    'https://no-such-host.invalid/',
    'https://127.0.0.1/',
  ];
  for (const other of [...elsewhere, address.replace('http:', 'https:')]) {
    await setAddress(other);
    expect((await sendTest()).body).toEqual(failed);
  }
  await setAddress(address);
});

longTest('a receiver that does not respond is given up after 10 seconds', async () => {
  answer = () => {};
  const began = performance.now();
  expect((await sendTest()).body).toMatchObject({ isTaken: false, status: null });
  expect(performance.now() - began).toBeGreaterThan(9_500);
});

test('nothing is sent to an address that is not public', async () => {
  const before = deps.resolveHost;
  delete deps.resolveHost;
  const { port } = new URL(address);
  for (const host of ['127.0.0.1', 'localhost', '[::1]']) {
    await setAddress(`http://${host}:${port}/hook`);
    expect((await sendTest()).body).toMatchObject({ isTaken: false, status: null });
  }
  // A name that resolves differently when it is checked and when it is connected to.
  let lookups = 0;
  deps.resolveHost = async () => (lookups++ === 0 ? [] : [{ address: '127.0.0.1', family: 4 }]);
  await setAddress(`https://rebound.example:${port}/hook`);
  expect((await sendTest()).body).toMatchObject({ isTaken: false });
  expect([lookups, received]).toEqual([1, []]);
  if (before) deps.resolveHost = before;
  await setAddress(address);
});

test('the connection goes to the address that was checked', async () => {
  const { port } = new URL(address);
  const before = deps.resolveHost;
  deps.resolveHost = async () => [{ address: '127.0.0.1', family: 4 }];
  const answered = await postWebhook(
    { url: `http://no-such-host.invalid:${port}/hook`, secrets: ['x'] },
    { id: 'one', type: 'test', createdAt: clock.now(), data: {} },
    { at: clock.now(), resolve: deps.resolveHost },
  );
  expect(answered).toMatchObject({ kind: 'answered', status: 204 });
  expect(received[0]?.headers.host).toBe(`no-such-host.invalid:${port}`);
  if (before) deps.resolveHost = before;
});

test('only administrators who manage permissions read, replace and send', async () => {
  const { token } = await makeAdministrator(deps, { claims: ['ManageUsers', 'ManageForms'] });
  for (const [caller, status] of [
    [token, 403],
    [null, 401],
  ] as const) {
    expect((await ask('GET', secretPath, { token: caller })).status).toBe(status);
    expect((await ask('POST', secretPath, { token: caller })).status).toBe(status);
    expect((await ask('POST', testPath, { token: caller })).status).toBe(status);
  }
  expect(received).toEqual([]);
});
