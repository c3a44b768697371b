import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { createApp } from '../src/app.server.ts';
import { type Endpoint, sharedEndpoint } from '#lib/api/endpoint.ts';
import { z } from 'zod';
import { rebuildListings, showStock } from '#catalogue/products/listings/rebuild-listings.server.ts';
import { topics } from '#platform/db/changes.server.ts';
import { followMaintenance, switchMaintenance } from '#platform/maintenance/maintenance.server.ts';
import { setOnHand } from '#stock/ledger/set-on-hand.server.ts';
import { type RequestOptions, testApp } from './app.ts';
import { makeCategory, makeProduct } from './make.ts';
import { makeAdministrator } from './people.ts';

const { deps, askOf } = await testApp({ environment: { CDN: 'on' } });
const { db, changes } = deps;
const maintenance = await followMaintenance(deps);
// Without cached replies: these are dropped by the same tags, so a missing tag would hide the change.
const uncached = { ...deps, maintenance, cacheBytes: 0, sortedBytes: 0 };
const app = await createApp(uncached, { pages: false });
const ask = askOf(app);
afterAll(async () => {
  await maintenance.stop();
  await app.close();
});

const top = await makeCategory(db, 'Paper');
const sub = await makeCategory(db, 'Towels', top);
const other = await makeCategory(db, 'Mops');
const towel = await makeProduct(db, { name: 'Hand towel', categories: [sub] });
const roll = await makeProduct(db, { name: 'Paper roll', categories: [sub] });
const mop = await makeProduct(db, { name: 'Mop', categories: [other] });
await sql`insert into product_complements (product_id, complement_id, position) values (${mop.id}, ${towel.id}, 0)`.execute(
  db,
);
await sql`insert into product_redirects (old_url, product_id) values ('former-towel', ${towel.id})`.execute(db);
const admin = await makeAdministrator(deps, { claims: ['ManageCartProducts', 'ManageUserPermissions'] });

/** All addresses that answer to `GET`, from the OpenAPI description; parameters stand for what exists. */
async function addresses(): Promise<string[]> {
  const { body } = await ask<{ paths: Record<string, object> }>('GET', '/v1/openapi.json');
  return Object.entries(body.paths)
    .filter(([, methods]) => 'get' in methods)
    .map(([path]) => path.replace('{idOrUrl}', towel.url).replaceAll(/\{\w+\}/g, towel.id));
}

const shared = [
  '/v1/products',
  '/v1/products/categories',
  `/v1/products/details/${towel.url}`,
  '/v1/products/flat-categories',
  '/v1/products/popular',
  '/v1/settings/public',
  '/v1/site/menus/shown',
];
const publicly = 'public, max-age=0, s-maxage=60, stale-while-revalidate=600, stale-if-error=86400';

const isPublic = ({ headers }: { headers: Record<string, unknown> }): boolean =>
  /public|s-maxage/.test(String(headers['cache-control'])) || headers['surrogate-key'] !== undefined;

test('exactly the replies that are the same for everybody may be kept by shared caches, with tags and without cookies', async () => {
  const kept: string[] = [];
  for (const path of await addresses()) {
    const answer = await ask('GET', path);
    if (!isPublic(answer)) {
      expect(answer.headers['cache-control']).toMatch(/no-store|no-cache/);
      continue;
    }
    kept.push(path);
    expect(answer.headers).toMatchObject({
      'cache-control': publicly,
      'surrogate-key': expect.stringMatching(/^\S+( \S+)*$/),
    });
    expect(String(answer.headers['cache-tag']).split(',')).toEqual(String(answer.headers['surrogate-key']).split(' '));
    expect(answer.headers['set-cookie']).toBeUndefined();
  }
  expect(kept.sort()).toEqual(shared);
});

const callers: RequestOptions[] = [
  { token: admin.token },
  { cookies: { session: 'x' } },
  { cookies: { refresh: 'x', a: 'b' } },
];

test('nothing is public for a caller with a session or a token, nor what failed', async () => {
  for (const path of await addresses()) {
    for (const options of callers) expect(isPublic(await ask('GET', path, options))).toBe(false);
  }
  for (const path of ['/v1/products/details/unknown', '/v1/products?page=x', '/v1/unknown'])
    expect(isPublic(await ask('GET', path))).toBe(false);
});

test('without CDN=on nothing is public', async () => {
  const { ask: askOther } = await testApp();
  for (const path of await addresses()) expect(isPublic(await askOther('GET', path))).toBe(false);
});

test('an endpoint that shared caches may keep does not compile without tags', () => {
  const shapes = { summary: 'A paper', reply: z.string() };
  // @ts-expect-error -- the tags are missing
  const untagged: Endpoint = sharedEndpoint('/v1/paper', shapes);
  // @ts-expect-error -- there is no tag
  sharedEndpoint('/v1/paper', shapes, () => []);
  // @ts-expect-error -- nothing purges this tag
  sharedEndpoint('/v1/paper', shapes, () => ['papers']);
  expect(untagged.method).toBe('GET');
});

interface Kept {
  text: string;
  tags: string[];
}

/** Everything that a shared cache could hold, by its address. */
async function everythingShared(): Promise<Map<string, Kept>> {
  const lists = ['all', top.url, sub.url, other.url].map((url) => `/v1/products?category=${url}&facets=true`);
  const details = [towel.url, roll.url, mop.url, 'former-towel'].map((url) => `/v1/products/details/${url}`);
  const others = ['/v1/products?search=towel', `/v1/products?search=mopp&category=${sub.url}`];
  const kept = new Map<string, Kept>();
  for (const path of new Set([...shared, ...lists, ...details, ...others])) {
    const { bytes, headers } = await ask('GET', path);
    const tags = headers['surrogate-key'];
    if (tags !== undefined) kept.set(path, { text: String(bytes), tags: String(tags).split(' ') });
  }
  return kept;
}

async function purged(): Promise<Set<string>> {
  const { rows } = await sql<{ tag: string }>`select tag from cache_purges`.execute(db);
  return new Set(rows.map(({ tag }) => tag));
}

let heard = 0;
for (const topic of topics) changes.subscribe(topic, () => void (heard += 1)); // after the app, which has dropped its own copies by then

/** Makes a change; returns the addresses whose reply is another now, and fails if one of them has no tag that was purged. */
async function changedBy(change: () => Promise<unknown>): Promise<string[]> {
  const before = await everythingShared();
  await sql`delete from cache_purges`.execute(db);
  const heardBefore = heard;
  await change();
  await expect.poll(() => heard).toBeGreaterThan(heardBefore);
  const after = await everythingShared();
  const tags = await purged();
  const changed = [...before].filter(([path, { text }]) => after.get(path)?.text !== text);
  expect(changed.filter(([, kept]) => !kept.tags.some((tag) => tags.has(tag)))).toEqual([]);
  return changed.map(([path]) => path);
}

const inProduct = (id: string, write: ReturnType<typeof sql>) => () =>
  db.transaction().execute(async (tx) => {
    await write.execute(tx);
    await rebuildListings(tx, [id]);
  });
const counted =
  (itemId: string, quantity: number, more: Record<string, number> = {}) =>
  () =>
    db.transaction().execute(async (tx) => {
      const counts = Object.entries({ [itemId]: quantity, ...more });
      const rows = counts.map(([id, counted]) => ({ itemId: id, quantity: counted, purchasePrice: null }));
      await showStock(tx, await setOnHand(tx, rows, { reason: 'Count', at: new Date() }));
    });
/** Gives the mop a url that redirected to another product. */
const takingFormerUrl = (url: string) => async () => {
  const rest = { productName: 'Mop', categories: [other.id], productCode: 'MOP', sellingPrice: 10 };
  const body = { id: mop.id, productUrl: url, ...rest };
  expect((await ask('PUT', '/v1/manage-products', { token: admin.token, body })).status).toBe(200);
};
const setting = (change: (content: { company: object }) => object) => async () => {
  const { token } = admin;
  const { body } = await ask<{ company: object }>('GET', '/v1/settings', { token });
  const { status } = await ask('PUT', '/v1/settings', { token, body: { ...body, ...change(body) } });
  expect(status).toBe(200);
};
const maintenanceMode = (isOn: boolean) => async () => {
  await switchMaintenance(db, { isOn, by: 'a test', at: new Date() });
  await expect.poll(() => maintenance.current() !== undefined).toBe(isOn);
};
const [towelItem = ''] = towel.itemIds;
const [mopItem = ''] = mop.itemIds;

describe('whatever shows a change has a tag that the change purges', () => {
  test.each([
    [
      'a price',
      inProduct(towel.id, sql`update product_items set price_cents = 4321 where product_id = ${towel.id}`),
      5,
    ],
    ['a name', inProduct(roll.id, sql`update products set name = 'Paper reel' where id = ${roll.id}`), 4],
    ['out of stock', counted(towelItem, 0), 5],
    ['back in stock', counted(towelItem, 10), 5],
    ['the limit of low stock', setting(() => ({ lowStockFrom: 5 })), 0],
    ['low stock', counted(towelItem, 3), 1],
    ['low stock beside another item that is sold out', counted(towelItem, 2, { [mopItem]: 0 }), 4],
    ['another product at a former url', takingFormerUrl('former-towel'), 1],
    [
      'another category',
      inProduct(roll.id, sql`update product_categories set category_id = ${other.id} where product_id = ${roll.id}`),
      5,
    ],
    ['hidden', inProduct(roll.id, sql`update products set is_active = false where id = ${roll.id}`), 5],
    ['shown again', inProduct(roll.id, sql`update products set is_active = true where id = ${roll.id}`), 5],
    [
      'a category',
      () =>
        ask('POST', '/v1/manage-product-categories', { token: admin.token, body: { name: 'Soap', parentId: null } }),
      2,
    ],
    ['the company', setting(({ company }) => ({ company: { ...company, name: 'Spruce Two' } })), 1],
    ['maintenance', maintenanceMode(true), 1],
    ['the end of maintenance', maintenanceMode(false), 1],
  ])('%s', async (_, change, atLeast) => {
    expect((await changedBy(change)).length).toBeGreaterThanOrEqual(atLeast);
  });
});

test('a price purges its own product and lists, not other categories', async () => {
  await sql`delete from cache_purges`.execute(db);
  await inProduct(towel.id, sql`update product_items set price_cents = 999 where product_id = ${towel.id}`)();
  expect([...(await purged())].sort()).toEqual(
    ['products', `product-${towel.id}`, `product-${mop.id}`, `category-${top.url}`, `category-${sub.url}`].sort(),
  );
});

test('a change that is rolled back purges nothing', async () => {
  await sql`delete from cache_purges`.execute(db);
  const undone = db.transaction().execute(async (tx) => {
    await rebuildListings(tx, [towel.id]);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await purged()).toEqual(new Set());
});
