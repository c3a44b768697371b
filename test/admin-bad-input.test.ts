import { describe, expect, test } from 'vitest';
import { claims, type Method } from '#lib/api/endpoint.ts';
import { changedBySomeoneElse } from '#lib/api/sentences.ts';
import { newId } from '#lib/uuid.ts';
import { testApp } from './app.ts';
import { goodCalls } from './back-office-calls.ts';
import { tableSums } from './contents.ts';
import { formulaShop } from './formula-shop.ts';
import { makeAdministrator } from './people.ts';
import { longTest } from './long.ts';

const shop = await testApp();
const { ask, deps } = shop;
const { db } = deps;
const world = await formulaShop(shop);
world.keeper = await makeAdministrator(deps, { claims });
const { token } = world.keeper;
const calls = await goodCalls(shop, world);

type Operation = {
  security?: object[];
  'x-access'?: unknown;
  parameters?: { name: string; in: string }[];
  requestBody?: { content: object };
};
const { body: api } = await ask<{ paths: Record<string, Record<string, Operation>> }>('GET', '/v1/openapi.json');
const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, operation]) =>
    operation.security && !['member', 'setup-link'].includes(operation['x-access'] as string)
      ? [{ name: `${method.toUpperCase()} ${path}`, operation }]
      : [],
  ),
);

type Json = string | number | boolean | null | Json[] | { [name: string]: Json };
type Place = (string | number)[];

/** Every value inside that is no list or object, with its path; and every list. */
function placesIn(value: Json, place: Place = []): [Place, Json][] {
  if (value === null || typeof value !== 'object') return [[place, value]];
  const inner = Array.isArray(value)
    ? value.flatMap((one, i) => placesIn(one, [...place, i]))
    : Object.entries(value).flatMap(([name, one]) => placesIn(one, [...place, name]));
  return Array.isArray(value) ? [[place, value], ...inner] : inner;
}

function withAt(value: Json, [first, ...rest]: Place, put: Json): Json {
  if (first === undefined) return put;
  const copy = structuredClone(value) as { [name: string]: Json }; // a path leads through lists and objects
  copy[first] = withAt(copy[first] ?? null, rest, put);
  return copy;
}

const isId = (value: string): boolean => /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(value);
const isDay = (value: string): boolean => /^\d{4}-\d\d-\d\d/.test(value);

/** Values that must be refused in place of a value. */
function wrongFor(value: Json): Json[] {
  if (Array.isArray(value)) return ['x', 5, true, { 0: 'x' }, [[]], [{}], [null], ['x']];
  const others: Json[] = [[], ['x'], {}, { toString: 'x' }];
  if (typeof value === 'number') return ['', '5', '1e3', '٣', '0x10', true, 1e308, -1e15, 0.123456, 2 ** 53, ...others];
  if (typeof value === 'boolean') return ['true', 'yes', 1, 0, ...others];
  if (typeof value !== 'string') return [true, ...others];
  if (isId(value)) return ['', 'x', `${value}'`, newId(), 5, true, ...others];
  if (isDay(value)) return ['2026-02-30', 'yesterday', '٢٠٢٦-٠٣-٠٢', '1e3', 20260302, true, ...others];
  return [5, true, ...others];
}

/**
 * Endpoints that accept an unknown id: the caller's own id of something new; or of something already deleted, so that
 * nothing remains to be done. The size of a file is counted, not read.
 */
const takesAnyId = new Set([
  'PUT /v1/manage-products variations.0.id',
  'PUT /v1/manage-products variations.0.options.0.value',
  'PUT /v1/manage-products variations.0.options.1.value',
  'POST /v1/purchase-orders/{id}/receive receiptId',
  'POST /v1/trade-accounts/{id}/payments id',
  'POST /v1/trade-accounts/{id}/pay-backs id',
  'POST /v1/trade-accounts/{id}/write-offs id',
  'POST /v1/trade-accounts/accounting/exports id',
  'POST /v1/users/archive ids.0',
  'POST /v1/users/restore ids.0',
  'POST /v1/manage-products/bulk ids.0',
  'POST /v1/manage-products/price-change/preview ids.0',
  'POST /v1/manage-products/price-change ids.0',
  'POST /v1/shopping-cart/promoCode/products categoryIds.0',
  'POST /v1/submissions/status ids.0',
  'POST /v1/submissions/delete ids.0',
  'POST /v1/enquiries/status ids.0',
  'POST /v1/enquiries/spam ids.0',
  'POST /v1/enquiries/delete ids.0',
  'PUT /v1/site/pages/{id} content.blocks.0.id',
  'POST /v1/site/pages/{id}/preview content.blocks.0.id',
]);
const isNotRead = new Set([
  'POST /v1/manage-products/upload productImages.0.size',
  'POST /v1/form-builder/upload-forms files.0.size',
]);

/** Replacements that are valid: lists of any texts, and a file's column that is skipped. */
const isGoodToo = new Set([
  'POST /v1/manage-products/imports/{id}/check columns = [null]',
  'POST /v1/manage-products/imports/{id}/check columns = ["x"]',
  'POST /v1/search-synonyms phrases = ["x"]',
  'POST /v1/search-synonyms finds = ["x"]',
  'PUT /v1/search-synonyms finds = ["x"]',
]);

/** Texts that have broken other programs; the endpoint may accept or refuse them. */
const hostile = [
  'a\u0000b\ud800c\u202e\u200b',
  `'; drop table users; --<script>alert(1)</script>%00\${7*7}`,
  'ﬀ'.repeat(20_000),
];

const pathOf = (name: string, params: Record<string, string> = {}): string =>
  (name.split(' ')[1] ?? '').replace(/\{(\w+)\}/g, (_, part: string) => params[part] ?? newId());

/** Internals that no response may reveal: a stack trace, SQL, a file. */
const inside = /\.ts:\d+|node_modules|\bselect\b.*\bfrom\b|violates|constraint|\/tmp\//;

async function sent(method: Method, path: string, body?: object | string) {
  const answer = await ask(method, path, { token, ...(body !== undefined && { body }) });
  if (answer.status >= 400) expect(answer.bytes.toString()).not.toMatch(inside);
  return answer;
}

const send = (name: string, body: object | string) =>
  sent(name.split(' ')[0] as Method, pathOf(name, calls[name]?.params), body); // names are in the format of the API's description

const shown = (value: Json): string => JSON.stringify(value).slice(0, 60);

test('every endpoint of the back office that takes a body has a good call here', () => {
  const taking = operations.filter(({ operation }) => 'application/json' in (operation.requestBody?.content ?? {}));
  expect(Object.keys(calls).sort()).toEqual(taking.map(({ name }) => name).sort());
  expect(taking.length).toBeGreaterThan(40);
});

describe.each(Object.entries(calls))('%s', (name, { body }) => {
  const good = body as Json;

  test('refuses values of another type with a sentence, and changes nothing', async () => {
    const before = await tableSums(db);
    const wrong: string[] = [];
    for (const [place, value] of placesIn(good)) {
      const at = `${name} ${place.join('.')}`;
      for (const bad of wrongFor(value)) {
        if (typeof bad === 'string' && isId(bad) && takesAnyId.has(at)) continue;
        if (typeof bad === 'number' && isNotRead.has(at)) continue;
        if (isGoodToo.has(`${at} = ${shown(bad)}`)) continue;
        const { status, message } = await send(name, withAt(good, place, bad) as object);
        if (![400, 404, 409].includes(status) || !message)
          wrong.push(`${place.join('.')} = ${shown(bad)} answered ${status}`);
      }
    }
    for (const whole of [[], 'x', 5, true, '{"a":1']) {
      const { status, message } = await send(name, typeof whole === 'string' ? whole : JSON.stringify(whole));
      if (status !== 400 || !message) wrong.push(`${JSON.stringify(whole)} answered ${status}`);
    }
    expect(wrong).toEqual([]);
    expect(await tableSums(db)).toEqual(before);
  });
});

test('every versioned endpoint refuses an older version, and changes nothing', async () => {
  const versioned = operations.filter(({ operation }) =>
    JSON.stringify(operation.requestBody ?? '').includes('"version":'),
  );
  const before = await tableSums(db);
  for (const { name } of versioned) {
    const { status, message } = await send(name, { ...calls[name]?.body, version: -1 });
    expect([name, status, message]).toEqual([name, 409, changedBySomeoneElse]);
  }
  expect(await tableSums(db)).toEqual(before);
  expect(versioned.length).toBeGreaterThan(12);
});

describe.each(Object.entries(calls))('%s', (name, { body }) => {
  const good = body as Json;

  test('accepts valid input', async () => {
    const { status, message } = await send(name, body);
    expect([Math.floor(status / 100), message]).toEqual([2, undefined]);
  });

  test('survives any text', async () => {
    for (const [place, value] of placesIn(good)) {
      if (typeof value !== 'string') continue;
      for (const text of hostile)
        expect((await send(name, withAt(good, place, text) as object)).status).toBeLessThan(500);
    }
    for (const text of ['{"__proto__":{"isAdmin":true}}', '{"constructor":{"prototype":1}}', '-0', '1e999'])
      expect((await send(name, text)).status).toBe(400);
  });
});

describe('queries and addresses', () => {
  const values = ['', '-1', '1e3', '٣', '99999999999999999999', '2026-02-30', '%00', '%ff', 'a&a=b', newId()];

  longTest('no value of a query or address breaks an endpoint', async () => {
    const broken: string[] = [];
    let count = 0;
    for (const { name, operation } of operations) {
      const [method = ''] = name.split(' ');
      if (method !== 'GET') continue;
      for (const { name: parameter, in: kind } of operation.parameters ?? []) {
        for (const value of values) {
          const path = pathOf(name, kind === 'path' ? { [parameter]: value.replace('&', '%26') || '-' } : {});
          const { status, message } = await sent('GET', kind === 'query' ? `${path}?${parameter}=${value}` : path);
          count += 1;
          if (status >= 500 || (status >= 400 && !message))
            broken.push(`${name} ${parameter}=${value} answered ${status}`);
        }
      }
    }
    expect(broken).toEqual([]);
    expect(count).toBeGreaterThan(1000);
  });
});

test('none of these calls logged an error', () => {
  const surprises = shop
    .log()
    .split('\n')
    .filter((line) => line.includes('"level":50'));
  expect(surprises).toEqual([]);
});
