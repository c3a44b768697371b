import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { serveClientFiles } from './page-bundle.server.ts';

const folder = await mkdtemp(join(tmpdir(), 'spruce-files-'));
await mkdir(join(folder, 'assets'));
const script = `export const greeting = '${'G’day. '.repeat(100)}';`;
await writeFile(join(folder, 'assets/page-x1.js'), script);
await writeFile(join(folder, 'assets/page-x1.js.br'), brotliCompressSync(script));
await writeFile(join(folder, 'assets/page-x1.js.gz'), gzipSync(script));
await writeFile(join(folder, 'assets/text-x2.woff2'), 'a font');
await writeFile(join(folder, 'forms-worker.js'), '/**/');
const app = Fastify();
serveClientFiles(app, folder);
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const ask = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ method, url, headers });

test.each([
  ['gzip, deflate, br', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['br;q=0, gzip', 'gzip', gunzipSync],
  ['', undefined, (bytes: Buffer) => bytes],
])('who accepts "%s" gets the copy %s', async (accepted, coding, unpack) => {
  const answer = await ask('/assets/page-x1.js', { 'accept-encoding': accepted });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-length': String(answer.rawPayload.length),
    'x-content-type-options': 'nosniff',
    vary: 'accept-encoding',
  });
  expect(answer.headers['content-encoding']).toBe(coding);
  expect(String(unpack(answer.rawPayload))).toBe(script);
});

test('a file without compressed copies is sent as it is', async () => {
  const answer = await ask('/assets/text-x2.woff2', { 'accept-encoding': 'br' });
  expect(answer.body).toBe('a font');
  expect(answer.headers).toMatchObject({ 'content-type': 'font/woff2', 'content-length': '6' });
  expect(answer.headers).not.toHaveProperty('content-encoding');
});

test('an unchanged file is not sent again, and HEAD sends no body', async () => {
  const { headers } = await ask('/assets/page-x1.js', { 'accept-encoding': 'br' });
  const again = { 'accept-encoding': 'br', 'if-none-match': String(headers.etag) };
  expect(await ask('/assets/page-x1.js', again)).toMatchObject({ statusCode: 304, body: '' });
  expect((await ask('/assets/page-x1.js', { ...again, 'accept-encoding': 'gzip' })).statusCode).toBe(200);
  const head = await ask('/assets/page-x1.js', { 'accept-encoding': 'br' }, 'HEAD');
  expect(head).toMatchObject({ statusCode: 200, body: '' });
  expect(head.headers['content-length']).toBe(headers['content-length']);
});

test('copies and files elsewhere have no address of their own', async () => {
  for (const path of ['/assets/page-x1.js.br', '/assets/..%2fforms-worker.js', '/assets/'])
    expect((await ask(path)).statusCode).toBe(404);
  const worker = await ask('/forms-worker.js');
  expect(worker.headers['content-security-policy']).toBe("default-src 'none'; connect-src 'self'");
});
