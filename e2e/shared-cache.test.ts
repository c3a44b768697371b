import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServerBuild } from 'react-router';
import { address } from './place.ts';
import { expect, test } from './test.ts';

/* Pages behind a shared cache: what it may keep, and what it never may. */

const publicly = 'public, max-age=0, s-maxage=60, stale-while-revalidate=600, stale-if-error=86400';

let product = '';
test.beforeAll(async () => {
  const { products } = (await (await fetch(`${address}/v1/products?pageSize=1`)).json()) as {
    products: { url: string }[];
  }; // as the contract says
  product = products[0]?.url ?? '';
});

/** Some of the pages that are made of blocks. */
const sitePages = ['/', '/about-us/', '/careers/', '/contact-us/', '/services', '/aged-care'];

/** The addresses of all pages, with something that exists for each parameter that a public page has. */
async function pages(): Promise<string[]> {
  const build = (await import(pathToFileURL(join(process.cwd(), 'build/server/index.js')).href)) as ServerBuild;
  const pathOf = (id: string | undefined): string => {
    const route = build.routes[id ?? ''];
    return route ? `${pathOf(route.parentId)}/${route.path ?? ''}` : '';
  };
  const parents = new Set(Object.values(build.routes).map((route) => route?.parentId));
  const ofProgram = Object.keys(build.routes)
    .filter((id) => !parents.has(id))
    .map((id) => pathOf(id).replaceAll(/\/+/g, '/'))
    .map((path) =>
      path
        .replace(':category', 'all')
        .replace(':url', product)
        .replaceAll(/:\w+\??|\*/g, 'x'),
    );
  return [...sitePages, ...ofProgram];
}

/** The page at its canonical address; redirects elsewhere are not followed. */
async function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  const answer = await fetch(new URL(path, address), { headers, redirect: 'manual' });
  return answer.status === 301 ? get(answer.headers.get('location') ?? '', headers) : answer;
}

const publicPages = [
  '/',
  '/about-us',
  '/careers',
  '/contact-us',
  '/services',
  '/shopping/products/all',
  '/shopping/product-detail/',
];

test('pages that are the same for everybody are public, with tags and without cookies; all others are stored by nobody', async () => {
  const kept: string[] = [];
  for (const path of await pages()) {
    const { status, headers } = await get(path);
    if (headers.get('cache-control') !== publicly) {
      if (status === 200) expect([path, headers.get('cache-control')]).toEqual([path, 'private, no-store']);
      expect([path, headers.get('surrogate-key')]).toEqual([path, null]);
      continue;
    }
    kept.push(path);
    expect([path, status, headers.get('set-cookie')]).toEqual([path, 200, null]);
    expect(headers.get('surrogate-key')?.split(' ')).toContain('settings');
    expect(headers.get('cache-tag')).toBe(headers.get('surrogate-key')?.replaceAll(' ', ','));
    expect(headers.get('content-security-policy')).not.toContain('nonce-');
    expect(headers.get('vary')).toBe('accept-encoding');
  }
  for (const path of publicPages) expect(kept.some((one) => one.startsWith(path))).toBe(true);
  expect(
    kept.filter((path) => /cart|checkout|login|register|account|admin|order|password|\/forms\//.test(path)),
  ).toEqual([]);
});

test('a page names what it shows', async () => {
  const tagsOf = async (path: string) => (await get(path)).headers.get('surrogate-key')?.split(' ').sort() ?? [];
  expect(await tagsOf('/about-us/')).toEqual(['settings', 'site']);
  expect(await tagsOf('/shopping/products/all')).toEqual([
    'catalogue',
    'categories',
    'products',
    'settings',
    'site', // the menus
  ]);
  const detail = await tagsOf(`/shopping/product-detail/${product}`);
  expect(detail).toEqual(expect.arrayContaining(['catalogue', 'settings', 'categories']));
  expect(detail.filter((tag) => tag.startsWith('product-')).length).toBeGreaterThan(1);
  expect(detail.some((tag) => tag.startsWith('category-'))).toBe(true);
  // The data that scripts fetch are tagged alike, and so is a page in memory, and one that has not changed.
  const list = await get('/shopping/products/all');
  expect(await tagsOf('/shopping/products/all.data')).toEqual(await tagsOf('/shopping/products/all'));
  const unchanged = await get('/shopping/products/all', { 'if-none-match': list.headers.get('etag') ?? '' });
  expect([unchanged.status, unchanged.headers.get('cache-control')]).toEqual([304, publicly]);
});

const callers: Record<string, string>[] = [
  { cookie: 'session=x' },
  { cookie: 'theme=dark; refresh=x' },
  { authorization: 'Bearer x' },
];

test('readers with a session or a token get nothing that a shared cache may keep @long', async () => {
  for (const path of await pages()) {
    await get(path); // now it is in memory, if it can be
    for (const headers of callers) {
      const answer = await get(path, headers);
      expect([path, answer.headers.get('cache-control')]).not.toEqual([path, publicly]);
      expect([path, answer.headers.get('surrogate-key')]).toEqual([path, null]);
    }
  }
});
