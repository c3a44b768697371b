import { randomInt } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { showStock } from '#catalogue/products/listings/rebuild-listings.server.ts';
import { systemClock } from '#platform/process/clock.server.ts';
import { setOnHand } from '#stock/ledger/set-on-hand.server.ts';
import { testApp } from './app.ts';
import { freshDatabase } from './database.ts';
import { makeCategory, makeProduct } from './make.ts';
import { shopProcess } from './own-shop.ts';
import { makeAdministrator } from './people.ts';

/** So many changes; SPRUCE_CHANGES sets another number. */
const changes = Number(process.env['SPRUCE_CHANGES'] ?? 10_000);
const readers = 16;
const writers = 4;
/** An answer that was requested this long after a commit shows it. */
const allowedMs = 300;
const productsOfWriter = 5;

const secret = 'a secret of the tests, long enough to sign';
const database = await freshDatabase();
const { deps } = await testApp({ database, environment: { SESSION_SECRET: secret } });
const { db } = database;
const nodes = await Promise.all(
  ['one', 'two'].map(() => shopProcess(database.connection, { SESSION_SECRET: secret, SHOP_PAGES: 'built' })),
);
afterAll(() => Promise.all(nodes.map((node) => node.end())));
for (const node of nodes) await node.start();
const claims = ['ManageCartProducts', 'ManageUserPermissions', 'ManageSite'] as const;
const signIn = async () => {
  const { token } = await makeAdministrator({ db, clock: systemClock, env: deps.env }, { claims });
  return { token, until: performance.now() + 10 * 60_000 }; // a token is valid for 15 minutes
};
let session = signIn();
async function validToken(): Promise<string> {
  const { token, until } = await session;
  if (performance.now() < until) return token;
  session = signIn();
  return (await session).token;
}

const pick = <T>(values: readonly T[]): T => values[randomInt(values.length)] as T; // none of them is empty
const addressOfSome = (): string => pick(nodes).address;

async function ask<T>(method: string, path: string, body?: object): Promise<T> {
  const headers = { authorization: `Bearer ${await validToken()}`, 'content-type': 'application/json' };
  const answer = await fetch(addressOfSome() + path, { method, headers, body: JSON.stringify(body) });
  expect([method, path, answer.status]).toEqual([method, path, expect.toBeOneOf([200, 201])]);
  return (await answer.json()) as T;
}

/** What something showed, and from when on: a change is done when its call has returned. */
interface Shown {
  value: string;
  begun: number;
  done: number;
}
const history = new Map<string, Shown[]>();
const worst = { staleMs: 0, of: '' };
let checked = 0;

/** Makes a change after which `thing` shows another value. */
async function change(thing: string, value: string, make: () => Promise<unknown>): Promise<void> {
  const shown: Shown = { value, begun: performance.now(), done: Number.POSITIVE_INFINITY };
  history.set(thing, [...(history.get(thing) ?? []).slice(-200), shown]);
  await make();
  shown.done = performance.now();
}

/** Notes for how long `value` had been replaced when it was requested. Values that are to come count as current. */
function check(thing: string, value: string, requested: number, where: string): void {
  const all = history.get(thing) ?? [];
  const at = all.findLastIndex((shown) => shown.value === value);
  if (at < 0) throw new Error(`${where} shows ${thing} as ${value}, which it has never been.`);
  checked += 1;
  const staleMs = requested - (all[at + 1]?.done ?? Number.POSITIVE_INFINITY);
  if (staleMs > worst.staleMs) Object.assign(worst, { staleMs, of: `${where}: ${thing} as ${value}` });
}

let count = 0;
/** A name that says which change of what it is. */
const nameOf = (thing: string): string => `Fresh ${thing} v${++count}`;
const namePattern = /Fresh (\w+) v(\d+)/g;

const categories = await Promise.all(
  Array.from({ length: writers }, async (_, i) => ({ ...(await makeCategory(db)), thing: `category${i}` })),
);
const products = await Promise.all(
  Array.from({ length: writers * productsOfWriter }, async (_, i) => {
    const category = categories[i % writers] ?? expect.unreachable();
    const product = await makeProduct(db, { categories: [category], price: 1 });
    return { ...product, category, thing: `product${i}`, quantity: 10 };
  }),
);
type Product = (typeof products)[number];

async function saveProduct(product: Product, value: string, price: number): Promise<void> {
  const rest = { productCode: product.url, categories: [product.category.id], sellingPrice: price };
  await ask('PUT', '/v1/manage-products', { id: product.id, productUrl: product.url, productName: value, ...rest });
}

/** Saves name and price at once: the price is the number of the change. */
async function rename(product: Product): Promise<void> {
  const value = nameOf(product.thing);
  const price = count;
  await change(`${product.thing} price`, String(price), () =>
    change(product.thing, value, () => saveProduct(product, value, price)),
  );
}

/** Sells the product out, or stocks it again. */
async function turnStock(product: Product): Promise<void> {
  product.quantity = 10 - product.quantity;
  const { quantity } = product;
  await change(`${product.thing} stock`, String(quantity === 0), () =>
    db.transaction().execute(async (tx) => {
      const [itemId = ''] = product.itemIds;
      await showStock(
        tx,
        await setOnHand(tx, [{ itemId, quantity, purchasePrice: null }], { reason: 'Count', at: new Date() }),
      );
    }),
  );
}

async function renameCategory({ id, thing }: (typeof categories)[number]): Promise<void> {
  const name = nameOf(thing);
  await change(thing, name, () => ask('PUT', '/v1/manage-product-categories', { id, name, version: null }));
}

async function renameCompany(): Promise<void> {
  const name = nameOf('company');
  const settings = await ask<{ company: object }>('GET', '/v1/settings');
  const body = { ...settings, company: { ...settings.company, name } };
  await change('company', name, () => ask('PUT', '/v1/settings', body));
}

interface SitePage {
  id: string;
  version: number;
  draft: Record<string, unknown>;
}
let sitePage = await ask<SitePage>('POST', '/v1/site/pages', { title: 'Fresh', path: '/fresh/' });
async function publish(): Promise<void> {
  const title = nameOf('page');
  const { id, version, draft } = sitePage;
  sitePage = await ask<SitePage>('PUT', `/v1/site/pages/${id}`, { content: { ...draft, title }, version });
  await change('page', title, async () => {
    sitePage = await ask<SitePage>('POST', `/v1/site/pages/${id}/publish`, { version: sitePage.version });
  });
}

/** Each writer changes things of its own, so that their histories are in order. */
async function write(writer: number): Promise<void> {
  const own = products.filter((_, i) => i % writers === writer);
  const kinds = [
    () => rename(pick(own)),
    () => rename(pick(own)),
    () => turnStock(pick(own)),
    () => renameCategory(categories[writer] ?? expect.unreachable()),
    writer === 0 ? renameCompany : () => rename(pick(own)),
    writer === 1 ? publish : () => rename(pick(own)),
  ];
  while (made < changes) {
    made += 1;
    await pick(kinds)();
  }
}
let made = 0;

async function read(): Promise<void> {
  const product = pick(products);
  const path = pick([
    `/v1/products/details/${product.url}`,
    `/shopping/product-detail/${product.url}`,
    `/v1/products?category=${product.category.url}`,
    `/shopping/products/${product.category.url}`,
    '/shopping/products/all?search=fresh',
    '/fresh/',
  ]);
  const requested = performance.now();
  const answer = await fetch(addressOfSome() + path, { headers: { 'accept-encoding': 'br' } });
  const text = await answer.text();
  expect([path, answer.status]).toEqual([path, 200]);
  for (const [name, thing = ''] of text.matchAll(namePattern)) check(thing, name, requested, path);
  if (path.startsWith('/v1/products/details/')) {
    const { price, isOutOfStock } = JSON.parse(text) as { price: number; isOutOfStock?: boolean };
    check(`${product.thing} price`, String(price), requested, path);
    check(`${product.thing} stock`, String(isOutOfStock === true), requested, path);
  }
}

test(`of ${changes} changes on two nodes, none is missing from an answer requested ${allowedMs} ms later`, async () => {
  for (const category of categories) await renameCategory(category);
  for (const product of products) {
    await rename(product);
    await turnStock(product);
  }
  await renameCompany();
  await publish();
  let isWriting = true;
  let answers = 0;
  const reading = Array.from({ length: readers }, async () => {
    for (; isWriting; answers++) await read();
  });
  const writing = Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
  await Promise.all([
    writing.finally(() => {
      isWriting = false;
    }),
    ...reading,
  ]);
  console.log(JSON.stringify({ changes: made, answers, checked, worst }));
  expect(checked).toBeGreaterThan(changes);
  expect(worst).toMatchObject({ staleMs: expect.toSatisfy((ms: number) => ms < allowedMs) });
}, 3_600_000);
