import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/db/db.server.ts';
import { firstAnswers, manyAddresses } from './first-answers.ts';
import type { BenchRequest } from './load.ts';
import { tradeRows } from './trade-rows.ts';

export interface Row {
  name: string;
  /** `cold` caches no responses; pages are requested at addresses never requested before. */
  server: 'cold' | 'cached';
  /** Created for each measurement. */
  asks: () => BenchRequest[];
  /** Each address is requested once before; for pages that only the disk has room for. */
  hasEachOnce?: boolean;
  connections?: number;
  wanted?: number;
  /** The reference: one indexed select by default, or a route that returns a constant. */
  limit?: 'json';
  /** The limit for 95 % of the responses. */
  allowedMs?: number;
  /** Measures the mails of the orders that `asks` place, not the orders. */
  isOfMails?: boolean;
}

const sampleSize = 2_000;

const column = async (db: Db, statement: RawBuilder<{ value: string }>): Promise<string[]> =>
  (await statement.execute(db)).rows.map(({ value }) => value);

/** Different products, sampled evenly from the whole catalogue; all of it if it has no more than `most`. */
export const sampleIds = (db: Db, count: number, most = sampleSize): Promise<string[]> =>
  column(
    db,
    sql`select bench.product_id((k::bigint * ${count}::bigint / ${Math.min(most, count)}::bigint)::int)::text as value
      from generate_series(0, ${Math.min(most, count) - 1}::int) k order by bench.chance(k, 77)`,
  );

interface Sample {
  urls: string[];
  /** Of every product, or of as many as memory has no room for. */
  allUrls: string[];
  names: string[];
  categories: string[];
  /** Ids of products without variations that are in stock. */
  plain: string[];
}

async function sampleOf(db: Db, count: number): Promise<Sample> {
  const among = sql`where id = any(${await sampleIds(db, count)}::uuid[])`;
  return {
    urls: await column(db, sql`select url as value from products ${among}`),
    allUrls: await column(
      db,
      sql`select url as value from products where id = any(${await sampleIds(db, count, manyAddresses)}::uuid[])`,
    ),
    names: await column(db, sql`select name as value from products ${among}`),
    categories: await column(db, sql`select url as value from categories order by md5(url)`),
    plain: await column(
      db,
      sql`select id::text as value from products ${among} and not has_variations and not is_out_of_stock`,
    ),
  };
}

/** The measurements; to add one, add an entry here. */
export async function rowsFor(db: Db, count: number, staff: Record<string, string>): Promise<Row[]> {
  const { urls, allUrls, names, categories, plain } = await sampleOf(db, count);
  const sixSorts = ['1', '2', '3', '4', '5', '6'];
  const around500 = Array.from({ length: 25 }, (_, place) => String(488 + place));
  return [
    ...both(
      'list, first page of a category',
      categories.map((category) => list({ category })),
    ),
    ...both(
      'list, page 500 of all',
      around500.flatMap((page) => sixSorts.map((sort) => list({ page, sort }))),
    ),
    ...Object.entries(await firstAnswers(db)).map(([name, asks]): Row => ({ name, server: 'cold', asks: () => asks })),
    ...both('search, two words', searches(names.map(twoWords))),
    ...both(
      'facets of a category',
      categories.map((category) => list({ category, facets: 'true' })),
    ),
    { name: 'product detail', server: 'cold', asks: () => details(allUrls) },
    { name: 'product detail', server: 'cached', asks: () => details(urls) }, // as many as memory has room for
    { name: 'cart of five lines', server: 'cached', asks: () => carts(plain) },
    ...(await tradeRows(db, { ids: plain, cartBodies: cartBodies(plain), staff })),
    ...pageRows(
      'page of a list',
      categories.map((url) => `/shopping/products/${url}`),
    ),
    ...pageRows(
      'page of a product',
      urls.map((url) => `/shopping/product-detail/${url}`),
    ),
    ...inTurn(allUrls.slice(0, mostInTurn).map((url) => `/shopping/product-detail/${url}`)),
    { name: 'pages of the site, rendered', server: 'cached', asks: () => neverAsked(sitePages) },
    {
      name: 'pages of the site, cached',
      server: 'cached',
      asks: () => sitePages.map((path) => ({ path, headers: browser })),
      limit: 'json',
    },
    // Last: mails and invoices of these orders are still being made when their buyers are done.
    { ...eightBuyers, name: 'orders by eight buyers', asks: () => orders(plain) },
    { ...eightBuyers, name: 'mails of orders after an outage', asks: () => orders(plain), isOfMails: true },
  ];
}

const eightBuyers = { server: 'cached', connections: 8, wanted: 201 } as const;

const both = (name: string, asks: BenchRequest[]): Row[] => [
  { name, server: 'cold', asks: () => asks },
  { name, server: 'cached', asks: () => asks },
];

const details = (urls: string[]): BenchRequest[] => urls.map((url) => ({ path: `/v1/products/details/${url}` }));

const list = (query: Record<string, string>): BenchRequest => ({ path: `/v1/products?${new URLSearchParams(query)}` });

const sitePages = ['/', '/services', '/aged-care', '/contact-us/', '/about-us/'];
const pagesAtOnce = 20_000;
const pagesKept = 40;

/** Requests of addresses that no request has had before. */
function neverAsked(paths: string[]): BenchRequest[] {
  const round = randomUUID();
  return Array.from({ length: pagesAtOnce }, (_, place) => ({
    path: `${paths[place % paths.length]}?visit=${round}-${place}`,
  }));
}

function pageRows(name: string, paths: string[]): Row[] {
  const again = paths.slice(0, pagesKept).map((path) => ({ path }));
  return [
    { name: `${name}, rendered`, server: 'cached', asks: () => neverAsked(paths) },
    { name: `${name}, cached`, server: 'cached', asks: () => again },
  ];
}

const browser = { 'accept-encoding': 'gzip, deflate, br' };

/** Each is rendered once before it is measured, which takes about 10 ms. */
const mostInTurn = 10_000;

/** More product pages than memory holds, one after another, for visitors and for members. */
function inTurn(paths: string[]): Row[] {
  const member = { ...browser, cookie: 'session=signed-in; member=m.Robin' }; // a public page is sent without reading the session
  const row = (readers: string, headers: Record<string, string>): Row => ({
    name: `page of ${paths.length} products in turn, ${readers}`,
    server: 'cached',
    hasEachOnce: true,
    asks: () => paths.map((path) => ({ path, headers })),
  });
  return [row('visitors', browser), row('members', member)];
}

const drawn = 20_000;

/** Searches with the distribution of visitors: the second most frequent phrase half as often as the first, the third a third as often. */
function searches(phrases: string[]): BenchRequest[] {
  const distinct = [...new Set(phrases)];
  const whole = distinct.reduce((sum, _, rank) => sum + 1 / (rank + 1), 0);
  const asks = distinct.flatMap((search, rank) =>
    Array.from({ length: Math.ceil(drawn / whole / (rank + 1)) }, () => list({ search })),
  );
  return asks
    .map((ask, place) => ({ ask, order: (place * 7919) % asks.length }))
    .sort((a, b) => a.order - b.order)
    .map(({ ask }) => ask);
}

/** Two different words of a name, neither of them its brand: what a visitor types who wants such a thing. */
function twoWords(name: string, place: number): string {
  const words = [
    ...new Set(
      name
        .split(' ')
        .slice(1)
        .filter((word) => /^[a-z]{3,}$/i.test(word)),
    ),
  ];
  const first = words[place % words.length] ?? name;
  const second = words[(place + 1 + (place % Math.max(words.length - 1, 1))) % words.length] ?? '';
  return first === second ? first : `${first} ${second}`;
}

const json = { 'content-type': 'application/json' };
const lines = (ids: string[], from: number, many: number) =>
  Array.from({ length: many }, (_, place) => ({
    id: ids[(from * 7 + place * 13) % ids.length],
    variationItemId: null,
    qty: 1 + (place % 3),
  }));

const cartBodies = (ids: string[]): object[] =>
  Array.from({ length: sampleSize }, (_, from) => ({ promoCode: '', cartItems: lines(ids, from, 5) }));

const carts = (ids: string[]): BenchRequest[] =>
  cartBodies(ids).map((body) => ({
    path: '/v1/shopping-cart-items',
    method: 'POST',
    headers: json,
    body: JSON.stringify(body),
  }));

const ordersAtOnce = 10_000;

const buyer = {
  firstName: 'Robin',
  lastName: 'Buyer',
  email: 'robin@example.com',
  mobile: '0491570006',
  unitNumber: '',
  streetNumber: '12',
  streetName: 'Example Street',
  city: 'Sydney',
  state: 'NSW',
  postcode: '2000',
};

const orders = (ids: string[]): BenchRequest[] =>
  Array.from({ length: ordersAtOnce }, (_, from) => ({
    path: '/v1/shopping-checkouts',
    method: 'POST',
    headers: { ...json, 'idempotency-key': randomUUID() },
    body: JSON.stringify({
      billingInfo: buyer,
      shippingInfo: { ...buyer, shippingMethod: 2 },
      cardNumber: '4242424242424242',
      expiryDate: '12/40',
      cvc: '123',
      promoCode: '',
      userId: null,
      ipAddress: '',
      cartItems: lines(ids, from, 3),
    }),
  }));
