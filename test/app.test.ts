import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import { testApp } from './app.ts';
import { openDb } from '#platform/db/db.server.ts';
import { createApp } from '../src/app.server.ts';

const { app, ask, log, deps } = await testApp();
beforeAll(() => app.listen({ port: 0, host: '127.0.0.1' }));

/** Sends raw bytes and reads until the connection ends. */
function raw(request: string): Promise<string> {
  const { port } = app.server.address() as AddressInfo; // it listens on a port
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    socket.on('data', (bytes) => (answer += bytes.toString()));
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

const asking = (target: string, host = 'shop.test'): string =>
  `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;

function problemIn(answer: string) {
  expect(answer).toMatch(/^content-type: application\/problem\+json; charset=utf-8/im);
  return JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)) as Record<string, unknown>; // from our own server
}

describe('requests that reach no route are answered with a problem', () => {
  test('for an address that cannot be decoded', async () => {
    const problem = problemIn(await raw(asking('/v1/products/details/%E0%A4%A')));
    expect(problem).toMatchObject({ status: 400, Message: 'The address is not valid.', requestId: expect.any(String) });
    const page = await raw(asking('/shopping/products/%E0%A4%A'));
    expect(page).toMatch(/^HTTP\/1.1 400 /);
    expect(page).toMatch(/^content-type: text\/html/im);
    expect(page).toContain('The address is not valid.');
    expect(page).not.toContain('%E0');
  });

  test.each(['[', 'a b', 'user@evil.example', 'evil.example/x?', 'evil.example:99999'])(
    'for the host %s',
    async (host) => {
      expect(problemIn(await raw(asking('/v1/products', host)))).toMatchObject({ status: 400 });
      expect(problemIn(await raw(asking('/', host)))).toMatchObject({ status: 400 });
    },
  );

  test('for two hosts, even if they are the same', async () => {
    for (const second of ['shop.test', 'evil.example'])
      for (const target of ['/v1/products', '/'])
        expect(problemIn(await raw(asking(target, `shop.test\r\nhOST: ${second}`)))).toMatchObject({ status: 400 });
  });

  test.each(['shop.test:8080', '[::1]:3000', '127.0.0.1', ''])('but not for the host "%s"', async (host) => {
    expect(await raw(asking('/healthz', host))).toMatch(/^HTTP\/1.1 200 /);
  });

  test.each(['http://shop.test/healthz', 'HTTP://evil.example/healthz'])(
    'nor for %s, a whole address',
    async (target) => {
      expect(await raw(asking(target))).toMatch(/^HTTP\/1.1 200 /);
      expect(await raw(asking(target.replace('/healthz', '?a=1')))).toMatch(/^HTTP\/1.1 (?:200|404) /);
    },
  );

  test('for malformed HTTP, and for endless headers', async () => {
    expect(problemIn(await raw('NOT HTTP\r\n\r\n'))).toMatchObject({
      status: 400,
      Message: 'The request is not valid.',
    });
    expect(problemIn(await raw(asking(`/${'a'.repeat(20_000)}`)))).toMatchObject({ status: 431 });
  });

  test.each(['/v1', '/v1/', '/v1/nothing', '/v1//products', '/files/products/none'])('%s', async (path) => {
    const { status, message } = await ask('GET', path);
    expect([status, message]).toEqual([404, expect.any(String)]);
  });
});

test.each([
  [{ 'content-encoding': 'x-none' }, 415],
  [{ 'content-encoding': 'gzip, gzip' }, 415],
  [{ 'content-encoding': 'identity' }, 200],
  [{ 'content-type': 'application/json; charset=iso-8859-1' }, 415],
  [{ 'content-type': 'application/json;charset="utf-16"; a=b' }, 415],
  [{ 'content-type': 'application/json; Charset="UTF-8"' }, 200],
])('a body with %j answers %i', async (headers, status) => {
  const answer = await ask('POST', '/v1/shopping-cart-items', { body: { cartItems: [] }, headers });
  expect(answer.status).toBe(status);
  if (status === 415) expect(answer.message).toBe('This type of content is not supported.');
});

test('without a body its media type is ignored', async () => {
  const headers = { 'content-type': 'text/html; charset=iso-8859-1' };
  expect((await ask('GET', '/v1/products', { headers })).status).toBe(200);
});

test.each(['/v1/products', '/v1/nothing', '/healthz', '/robots.txt', '/files/products/none'])(
  '%s forbids content sniffing and framing',
  async (path) => {
    expect((await ask('GET', path)).headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
  },
);

describe('faults are reported in sentences', () => {
  const faultsOf = async (path: string, body: object | string) => (await ask('POST', path, { body })).faults;
  const token = '/v1/core/auth/token';

  test('not with names of types', async () => {
    expect(await faultsOf('/v1/core/accounts', [])).toEqual([{ path: '', message: 'The request is not valid.' }]);
    expect(await faultsOf('/v1/shopping-cart-items', { cartItems: [null, 1] })).toEqual([
      { path: 'cartItems.0', message: 'This field is required.' },
      { path: 'cartItems.1', message: 'The request is not valid.' },
    ]);
    const grant = { ClientId: 'web', GrantType: 'password' };
    expect(await faultsOf(token, { ...grant, UserName: 1, Password: {} })).toEqual([
      { path: 'UserName', message: 'Must be text.' },
      { path: 'Password', message: 'Must be text.' },
    ]);
  });

  test('for invalid paging', async () => {
    const body = {
      firstName: 'Ann',
      lastName: 'Lee',
      email: 'ann@example.com',
      mobile: '0400000000',
      password: 'password1',
      confirmPassword: 'password1',
      acceptedTheTerms: true,
    };
    const { access_token } = (await ask<{ access_token: string }>('POST', '/v1/core/accounts', { body })).body;
    const { faults } = await ask('GET', '/v1/shopping-orders?page=0&pageSize=101', { token: access_token });
    expect(faults.map(({ path }) => path)).toEqual(['page', 'pageSize']);
    for (const { message } of faults) expect(message).not.toMatch(/expected|received|NaN/);
  });
});

test('a body of 100,000 nested lists is refused with a sentence', async () => {
  const body = `{"UserName":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
  const answer = await ask('POST', '/v1/core/auth/token', { body });
  expect([answer.status, answer.message]).toEqual([400, 'The request is nested too deeply.']);
});

test('an invalid token is refused instead of being treated as a guest', async () => {
  const { status, headers } = await ask('POST', '/v1/shopping-checkouts', { body: {}, token: 'not.a.token' });
  expect([status, headers['www-authenticate']]).toEqual([401, 'Bearer']);
  expect((await ask('GET', '/v1/products', { token: 'not.a.token' })).status).toBe(200);
});

test('a database that does not respond is reported as not ready within the time limit', async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => void sockets.push(socket.on('error', () => {}))).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo; // it listens on a port
  const { db, close } = openDb({ host: '127.0.0.1', port, connectionTimeoutMillis: 30_000 }, { error() {} });
  const waiting = await createApp({ ...deps, db }, { pages: false });
  const start = performance.now();
  const answer = await waiting.inject('/readyz');
  expect([answer.statusCode, answer.json()]).toEqual([503, { status: 'unavailable', reason: 'database' }]);
  expect(performance.now() - start).toBeLessThan(25_000);
  await waiting.close();
  for (const socket of sockets) socket.destroy(); // otherwise closing the pool waits for its connection
  silent.close();
  await close();
});

test('every call with a version accepts its omission and null', async () => {
  interface Body {
    content?: Record<string, { schema?: { properties?: Record<string, object>; required?: string[] } }>;
  }
  const { body } = await ask<{ paths: Record<string, Record<string, { requestBody?: Body }>> }>(
    'GET',
    '/v1/openapi.json',
  );
  const schemas = Object.values(body.paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ requestBody }) => requestBody?.content?.['application/json']?.schema ?? [])
    .filter(({ properties }) => properties && 'version' in properties);
  expect(schemas.length).toBeGreaterThan(6);
  for (const { properties, required } of schemas) {
    expect(required ?? []).not.toContain('version');
    expect(JSON.stringify(properties?.['version'])).toContain('"null"');
  }
});

test('no internal error was logged', () => {
  expect(log()).not.toMatch(/"level":(50|60)/);
});
