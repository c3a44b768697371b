import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Method } from '#lib/api/endpoint.ts';
import { testApp } from './app.ts';
import { longTest } from './long.ts';
import { makeAdministrator } from './people.ts';
import { claims } from '#lib/api/endpoint.ts';
import { openLog } from '#platform/process/log.server.ts';

const shop = await testApp();
const { ask } = shop;
const { token } = await makeAdministrator(shop.deps, { claims });

type Properties = Record<string, object>;
interface Operation {
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema?: { properties?: Properties } }> };
}
const { body: api } = await ask<{ paths: Record<string, Record<string, Operation>> }>('GET', '/v1/openapi.json');

interface Secret {
  value: string;
  /** Finds it however it is encoded. */
  needle: RegExp;
  inPath?: string;
}

/** Things that somebody enters and that no log may hold. */
const secrets = {
  email: () => ({ value: `kim.${randomBytes(2).toString('hex')}@leak.example`, needle: /leak\.example/ }),
  token: () => {
    const value = randomBytes(32).toString('base64url');
    return { value, needle: new RegExp(value) };
  },
  card: () => ({ value: '4242 4242 4242 4242', needle: /4242(?:%20|\+|[ -])?4242(?:%20|\+|[ -])?4242/ }),
  /** A path may hold any words, but a query, a body or a header must not show up. */
  name: () => ({ value: 'Zebediah Quarkson', needle: /Zebediah/, inPath: 'x' }),
} satisfies Record<string, () => Secret>;
type Kind = keyof typeof secrets;
const kinds = Object.keys(secrets) as Kind[];

/** Calls an endpoint with a secret in every part of its path, its query, its headers and its body. */
async function callWith(
  { value, inPath = value }: Secret,
  path: string,
  [method, operation]: [string, Operation],
): Promise<void> {
  const encoded = encodeURIComponent(value);
  const query = (operation.parameters ?? []).filter((one) => one.in === 'query').map(({ name }) => name);
  const names = Object.keys(operation.requestBody?.content['application/json']?.schema?.properties ?? {});
  const url = `${path.replace(/\{\w+\}/g, encodeURIComponent(inPath))}?${[...query, 'email', 'anything'].map((name) => `${name}=${encoded}`).join('&')}`;
  const fields = Object.fromEntries([...names, 'email', 'password'].map((name) => [name, value]));
  await ask(method.toUpperCase() as Method, url, {
    token,
    headers: {
      'user-agent': value,
      referer: `http://shop.test/?a=${encoded}`,
      'x-forwarded-for': value,
      cookie: `a=${encoded}`,
    },
    ...(method !== 'get' && { body: fields }),
  });
}

/** Calls every endpoint and some addresses that do not exist with a secret of each kind. Returns what the log held of them. */
async function crawl(): Promise<string[]> {
  const leaks: string[] = [];
  for (const kind of kinds) {
    const secret: Secret = secrets[kind]();
    const start = shop.logLines.length;
    for (const [path, methods] of Object.entries(api.paths))
      for (const operation of Object.entries(methods)) await callWith(secret, path, operation);
    for (const path of ['/{a}', '/v1/{a}/b', '/%7E{a}', '/a/{a}', '//{a}', '/v1/{a}%', '/{a}@{a}'])
      await callWith(secret, path, ['get', {}]);
    const leaking = shop.logLines.slice(start).filter((line) => secret.needle.test(line));
    leaks.push(...leaking.slice(0, 5).map((line) => `${kind}: ${line}`));
  }
  return leaks;
}

test('no e-mail, token, card or name that somebody enters anywhere reaches the log', async () => {
  expect(await crawl()).toEqual([]);
  expect(shop.logLines.length).toBeGreaterThan(500);
});

/** Texts that quote a secret, as errors of the database and of the framework do. */
const quoting: Partial<Record<Kind, ((value: string) => string)[]>> = {
  email: [
    (value) => `Key (lower(email))=(${value}) already exists.`,
    (value) => `Route GET:/a/${encodeURIComponent(value)}/b not found`,
    (value) => `GET /login/?return-url=${encodeURIComponent(`/a?email=${encodeURIComponent(value)}`)}`,
  ],
  token: [
    (value) => `Reply was already sent in "/v1/shopping-orders/1?key=${value}&print=1" (GET)?`,
    (value) => `GET /login/?return-url=${encodeURIComponent(`/shopping/order/1?print=1&key=${value}`)}`,
  ],
  card: [
    (value) => `invalid input syntax for type integer: "${value}"`,
    (value) => `Route GET:/a/${encodeURIComponent(value)}?b=c not found`,
    (value) => `{"note":"my card is ${value.replaceAll(' ', '')}, expires 12/30"}`,
  ],
};

longTest('100 MB of log that quote an e-mail, a token or a card in every line hold none of them', () => {
  const leaks: string[] = [];
  let needle = /^/;
  let bytes = 0;
  const write = (line: string): void => {
    bytes += line.length;
    if (leaks.length < 5 && needle.test(line)) leaks.push(line);
  };
  const log = openLog('info', { write });
  const began = performance.now();
  for (let count = 0; bytes < 100 * 1024 * 1024; count++) {
    const kind = kinds[count % kinds.length] ?? 'email';
    const secret = secrets[kind]();
    needle = secret.needle;
    for (const quote of quoting[kind] ?? []) {
      log.info({ detail: quote(secret.value), n: count }, quote(secret.value));
      log.warn({ err: new Error(quote(secret.value)) }, 'failed');
    }
  }
  expect(leaks).toEqual([]);
  console.info(`${Math.round(bytes / 1024 / 1024)} MB of log in ${Math.round((performance.now() - began) / 1000)} s.`);
});
