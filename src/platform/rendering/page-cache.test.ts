import { createHash } from 'node:crypto';
import { type IncomingHttpHeaders, request as sendRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CacheTag } from '#lib/api/cache-tags.ts';
import type { Sources } from '../db/invalidations.server.ts';
import { isAnonymousRead } from '../http/shared-caching.server.ts';
import { openLog } from '../process/log.server.ts';
import type { Rendered } from './cached-page.server.ts';
import { createPageCache, type PageCache, type PageCacheOptions } from './page-cache.server.ts';
import { openPagesOnDisk, type PagesOnDisk } from './page-store.server.ts';
import { serverWithPages } from './serve-cached-pages.server.ts';
import { makeNonce, type PageHeaders } from './page-headers.server.ts';

const headers: PageHeaders = ({ scripts, styles }) => ['content-security-policy', `script ${scripts}; style ${styles}`];
const contentType = 'text/html; charset=utf-8';

const ofCatalogue: Sources = { topics: ['catalogue', 'settings'], tags: null };

/** A page with a text, scripts, data and a style. */
function rendering(text: string, sources = ofCatalogue): Rendered {
  const nonce = makeNonce();
  const scripts = `<script nonce="${nonce}">one()</script><script nonce="${nonce}" type="module">two()\n</script>`;
  const others = `<script type="application/ld+json">{}</script><script nonce="${nonce}" src="/a.js"></script>`;
  return {
    nonce,
    contentType,
    caching: [],
    sources,
    text: `${scripts}${others}<style nonce="${nonce}">p{}</style>${text}`,
  };
}

let cache: PageCache;
let server: Server;
let renderings: number;
/** Of the requests in the log, which are those that the cache has answered. */
let statuses: number[];

/** Serves `/…` from the cache, and 204 if it has nothing. */
beforeEach(async () => {
  renderings = 0;
  statuses = [];
  await serve({ headers });
});
afterEach(() => server.close());

async function serve(options: PageCacheOptions): Promise<void> {
  cache = createPageCache(options);
  server?.close();
  const log = openLog('info', { write: (line) => void statuses.push((JSON.parse(line) as { status: number }).status) });
  server = serverWithPages(cache, { log })((_request, response) => void response.writeHead(204).end(), {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
}

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

function get(path: string, sent: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  const { port } = server.address() as AddressInfo; // it listens on TCP
  return new Promise((resolve, reject) => {
    const call = sendRequest({ host: '127.0.0.1', port, path, method, headers: sent }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        const body = Buffer.concat(parts);
        const unpack = { br: brotliDecompressSync, gzip: gunzipSync }[response.headers['content-encoding'] ?? ''];
        const text = (unpack ? unpack(body) : body).toString();
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      });
    });
    call.on('error', reject).end();
  });
}

const store = (path: string, text = 'mop', sources = ofCatalogue) =>
  cache.fill(path, async () => rendering(text, sources));

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

test("the policy allows a page's own scripts and styles by hash, and no nonce", async () => {
  await store('/list');
  const answer = await get('/list');
  const allowed = `script ${sha256('one()')} ${sha256('two()\n')}; style ${sha256('p{}')}`;
  expect(answer.headers['content-security-policy']).toBe(allowed);
  expect(answer.text).not.toContain('nonce');
});

test.each([
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.5', 'br'],
  ['gzip;q=0', undefined],
  ['gzip;q=0.0, br;q=0', undefined],
  ['zebra, gzipped', undefined],
  ['*', undefined],
])('a browser that accepts %s gets %s', async (accepted, coding) => {
  await store('/list', 'mop '.repeat(500));
  const plain = await get('/list');
  for (let i = 0; i < 2; i++) {
    const answer = await get('/list', { 'accept-encoding': accepted });
    expect(answer.headers['content-encoding']).toBe(coding);
    expect(answer.headers.vary).toBe('accept-encoding');
    expect(answer.text).toBe(plain.text);
    if (coding)
      expect(Number(answer.headers['content-length'])).toBeLessThan(Number(plain.headers['content-length']) / 4);
  }
});

test('a browser that has the page gets 304 until it changes', async () => {
  await store('/list');
  const first = await get('/list', { 'accept-encoding': 'br' });
  const tag = { 'if-none-match': `"old", ${first.headers.etag}` };
  const again = await get('/list', { ...tag, 'accept-encoding': 'gzip' });
  expect(again).toMatchObject({ status: 304, text: '' });
  expect(statuses).toEqual([200, 304]);
  expect(again.headers['content-security-policy']).toBe(first.headers['content-security-policy']);
  expect(again.headers['content-encoding']).toBeUndefined();
  cache.drop('catalogue');
  await store('/list', 'broom');
  expect(await get('/list', tag)).toMatchObject({ status: 200, text: expect.stringContaining('broom') });
});

test('a reader who may be signed in is never answered from memory', async () => {
  await store('/list');
  expect((await get('/list', { cookie: 'theme=dark; mysession=1' })).status).toBe(200);
  for (const cookie of ['session=x', 'a=b; refresh=x']) expect((await get('/list', { cookie })).status).toBe(204);
  expect((await get('/list', { authorization: 'Bearer x' })).status).toBe(204);
  for (const method of ['POST', 'HEAD']) expect((await get('/list', {}, method)).status).toBe(204);
  const twoHosts = { method: 'GET', url: '/list', headers: {}, rawHeaders: ['Host', 'a.test', 'host', 'a.test'] };
  expect(isAnonymousRead(twoHosts as never)).toBe(false);
  expect(isAnonymousRead({ method: 'GET', url: `/${'a'.repeat(700)}`, headers: {} } as never)).toBe(false);
});

test('a member with the member cookie gets public pages from memory, but not those for visitors', async () => {
  const member = { cookie: 'session=x; member=m.Mei' };
  await store('/list');
  await cache.fill('/cart', async () => ({ ...rendering('cart'), isForVisitors: true }));
  expect((await get('/list', member)).status).toBe(200);
  expect((await get('/cart', member)).status).toBe(204);
  expect((await get('/cart')).status).toBe(200);
  expect((await get('/cart', { cookie: 'member=m.Mei' })).status).toBe(200);
});

test('the address including its query is the key', async () => {
  await store('/list?page=2', 'second');
  expect((await get('/list')).status).toBe(204);
  expect((await get('/list?page=2')).text).toContain('second');
});

test('a change drops the pages that depend on it, and no others', async () => {
  await store('/list');
  await store('/about', 'about', { topics: ['site', 'settings'], tags: null });
  cache.drop('catalogue');
  expect((await get('/list')).status).toBe(204);
  expect((await get('/about')).status).toBe(200);
  cache.drop('settings');
  expect((await get('/about')).status).toBe(204);
  expect(cache.bytes).toBe(0); // pages that are out of date are forgotten when they are requested
});

test('a change that names what it concerns drops only the pages that show it', async () => {
  const showing = (...tags: CacheTag[]): Sources => ({ topics: ['catalogue'], tags });
  await store('/mop', 'mop', showing('product-1', 'settings'));
  await store('/broom', 'broom', showing('product-2'));
  await store('/all', 'all', ofCatalogue);
  const statuses = () => Promise.all(['/mop', '/broom', '/all'].map(async (path) => (await get(path)).status));
  cache.drop('catalogue', ['product-1', 'category-mops']);
  expect(await statuses()).toEqual([204, 200, 204]);
  cache.drop('catalogue', ['catalogue']);
  expect(await statuses()).toEqual([204, 204, 204]);
});

test('a page begun before a change is sent to its requester but not stored', async () => {
  let finish: (text: string) => void = () => {};
  const slow = new Promise<string>((resolve) => {
    finish = resolve;
  });
  const early = cache.fill('/list', async () => rendering(await slow));
  cache.drop('catalogue');
  const late = cache.fill('/list', async () => rendering('new price'));
  expect(await late).not.toBeNull();
  finish('old price');
  expect(await early).not.toBeNull();
  expect((await get('/list')).text).toContain('new price');
});

test('concurrent requests for a page share one rendering', async () => {
  const make = async () => {
    renderings += 1;
    await new Promise((resolve) => setTimeout(resolve, 5));
    return rendering('mop');
  };
  const pages = await Promise.all(Array.from({ length: 20 }, () => cache.fill('/list', make)));
  expect(renderings).toBe(1);
  expect(new Set(pages).size).toBe(1);
});

test('pages that may not be shared are not stored, nor are failures', async () => {
  expect(await cache.fill('/none', async () => null)).toBeNull();
  await expect(cache.fill('/bad', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  await cache.fill('/bad', async () => rendering('back'));
  expect((await get('/bad')).text).toContain('back');
  expect((await get('/none')).status).toBe(204);
});

/** Text that compresses badly, so that pages are of about the same size. */
const long = (path: string) => Array.from({ length: 3_000 }, (_, i) => sha256(`${path}${i}`).slice(8, 16)).join('');

const asBrowser = { 'accept-encoding': 'br' };

test('beyond its size the least recently used pages are dropped first', async () => {
  const big = (path: string) => store(path, long(path));
  await big('/a');
  await serve({ headers, maxBytes: cache.bytes * 2.5 });
  for (const path of ['/a', '/b']) await big(path);
  await get('/a', asBrowser);
  await big('/c');
  const statuses = await Promise.all(['/a', '/b', '/c'].map(async (path) => (await get(path, asBrowser)).status));
  expect(statuses).toEqual([200, 204, 200]);
});

test('memory holds a page as Brotli and in the codings that were requested', async () => {
  await store('/list', 'mop '.repeat(10_000));
  const packed = cache.bytes;
  const { text } = await get('/list');
  expect(text).toContain('mop mop');
  expect(packed).toBeLessThan(text.length / 2);
  await get('/list');
  expect(cache.bytes).toBeGreaterThan(packed + text.length - 1);
});

describe('on disk', () => {
  let folder: string;
  let disk: PagesOnDisk;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'spruce-page-store-'));
    disk = openPagesOnDisk(folder, 1_000_000, () => expect.unreachable()) ?? expect.unreachable();
  });
  afterEach(async () => {
    disk.close();
    await rm(folder, { recursive: true });
  });

  test('a page that memory has no room for is answered as before, until it changes', async () => {
    await serve({ headers, disk, maxBytes: 0 });
    await store('/list?page=2', 'mop '.repeat(5_000), { topics: ['catalogue'], tags: ['product-1'] });
    const plain = await get('/list?page=2');
    expect(plain.status).toBe(200);
    expect(plain.text).toContain('mop mop');
    for (const coding of ['br', 'gzip']) {
      const answer = await get('/list?page=2', { 'accept-encoding': coding });
      expect(answer.text).toBe(plain.text);
      const { 'x-request-id': _, 'content-encoding': __, 'content-length': ___, date: ____, ...same } = answer.headers;
      expect(plain.headers).toMatchObject(same);
    }
    cache.drop('catalogue', ['product-2']);
    expect((await get('/list?page=2')).status).toBe(200);
    cache.drop('catalogue', ['product-1']);
    expect((await get('/list?page=2')).status).toBe(204);
  });

  test('the oldest pages make room for new ones', async () => {
    await serve({ headers, disk, maxBytes: 0 });
    const paths = Array.from({ length: 100 }, (_, i) => `/p${i}`);
    for (const path of paths) await store(path, long(path));
    const found = await Promise.all(paths.map(async (path) => (await get(path)).status));
    const first = found.indexOf(200);
    expect(found.slice(first)).toEqual(Array.from({ length: 100 - first }, () => 200));
    expect(first).toBeGreaterThan(20);
    expect(first).toBeLessThan(80);
  });

  test('a request goes on without a disk that fails', async () => {
    await serve({ headers, disk, maxBytes: 0 });
    await store('/list');
    expect((await get('/list')).status).toBe(200);
    disk.close();
    expect((await get('/list')).status).toBe(204);
    await store('/list');
    expect((await get('/list')).status).toBe(204);
  });

  test('nothing is left in the folder, and a folder that cannot be written to is done without', async () => {
    expect(await readdir(folder)).toEqual([]);
    const failures: unknown[] = [];
    expect(openPagesOnDisk(join(folder, 'missing'), 1_000, (error) => failures.push(error))).toBeUndefined();
    expect(failures).toHaveLength(1);
  });
});

test('a page expires', async () => {
  await serve({ headers, maxAgeMs: 0 });
  await store('/list');
  await new Promise((resolve) => setTimeout(resolve, 2));
  expect((await get('/list')).status).toBe(204);
  expect(cache.bytes).toBe(0);
});
