import cookie from '@fastify/cookie';
import Fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { pageHeaders } from '#platform/rendering/page-headers.server.ts';
import { Problem } from '#lib/api/problem.ts';
import { guardPages } from '../src/page-guard.server.ts';

const publicUrl = 'http://shop.test';
const app = Fastify();
await app.register(cookie);
guardPages(app, {
  publicUrl,
  headers: pageHeaders({ publicUrl, paymentProvider: 'test', adConversionId: undefined }),
  acceptsForms: async (url) => url === '/login/',
});
app.get('/fails', async () => Promise.reject(new Error('select * from users')));
app.get('/busy', async () => Promise.reject(new Problem(503, 'The server is busy. Please try again.')));
app.post('/*', async (request) => `${request.headers['content-type']} ${String(request.body ?? '')}`);
afterAll(() => app.close());

const form = 'application/x-www-form-urlencoded';
const own = { host: 'shop.test', origin: publicUrl, 'content-type': form };
const post = (headers: Record<string, string>, payload = 'a=b') =>
  app.inject({ method: 'POST', url: '/login/', headers, payload });

test('forms of this site are accepted, also without origin and media type', async () => {
  expect((await post(own)).body).toBe(`${form} a=b`);
  expect((await post({ host: 'shop.test', 'content-type': form })).statusCode).toBe(200);
  expect((await app.inject({ method: 'POST', url: '/logout/', headers: { host: 'shop.test' } })).body).toBe(`${form} `);
});

test.each([
  [403, { ...own, origin: 'https://evil.example' }],
  [403, { ...own, origin: 'null' }],
  [403, { ...own, origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' }],
  [403, { ...own, 'sec-fetch-site': 'cross-site' }],
  [403, { host: 'shop.test', 'content-type': form, cookie: 'session=abc' }],
  [415, { ...own, 'content-type': 'application/json' }],
  [415, { ...own, 'content-type': 'multipart/form-data; boundary=x' }],
  [415, { ...own, 'content-type': 'text/plain' }],
])('%i for a form with %o', async (status, headers) => {
  const answer = await post(headers);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8']);
  expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'");
});

test('a form that is too large is answered with a client error', async () => {
  const answer = await post(own, `a=${'b'.repeat(300_000)}`);
  expect(answer.statusCode).toBe(413);
  expect(answer.body).toContain('The request is too large.');
});

test('an internal error is reported without details', async () => {
  const answer = await app.inject('/fails');
  expect(answer.statusCode).toBe(500);
  expect(answer.body).toContain('Something went wrong on our side');
  expect(answer.body).not.toContain('select');
  expect((await app.inject('/busy')).statusCode).toBe(503);
});

test.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)(
  '%s is refused on a page, whatever it brings',
  async (method) => {
    for (const [url, allow] of [
      ['/login/', 'GET, HEAD, POST'],
      ['/shopping/products/all', 'GET, HEAD'],
    ] as const) {
      const answer = await app.inject({ method, url, headers: { host: 'shop.test' }, payload: { a: 1 } });
      expect([answer.statusCode, answer.headers['allow'], answer.headers['content-type']]).toEqual([
        405,
        allow,
        'text/html; charset=utf-8',
      ]);
      expect(answer.body).toContain('A page cannot be changed this way.');
    }
  },
);
