import fc from 'fast-check';
import Fastify, { type FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { subscribeToChanges } from '#platform/db/changes.server.ts';
import { makeMetrics } from '#platform/metrics/metrics.server.ts';
import { systemClock } from '#platform/process/clock.server.ts';
import { handleProblems } from '#platform/http/problems.server.ts';
import { registry } from '#platform/http/register-endpoint.server.ts';
import { rebuildListings } from '#catalogue/products/listings/rebuild-listings.server.ts';
import { freshDatabase } from '../../../test/database.ts';
import { type MadeCategory, type MadeProduct, makeCategory, makeProduct } from '../../../test/make.ts';
import { readMetrics } from '../../../test/read-metrics.ts';
import { shopRoutes } from '../routes.server.ts';

const { db, connection } = await freshDatabase();
const { log } = Fastify();
const metrics = makeMetrics(log);
const changes = await subscribeToChanges(connection, log);
afterAll(async () => {
  metrics.stop();
  await changes.stop();
});

async function shop(sortedBytes?: number): Promise<FastifyInstance> {
  const app = Fastify();
  handleProblems(app);
  const deps = { db, changes, clock: systemClock, metrics, cacheBytes: 0, sortedBytes };
  await app.register(async (v1) => shopRoutes(registry(v1, async () => null).on, deps), { prefix: '/v1' });
  return app;
}
const fromMemory = await shop();
const fromDatabase = await shop(0);

const ask = async (app: FastifyInstance, query: Record<string, string>, options: string[] = []): Promise<unknown> => {
  const given = new URLSearchParams(query);
  for (const option of options) given.append('option', option);
  const { statusCode, body } = await app.inject({ url: `/v1/products?${given}` });
  return { statusCode, body: JSON.parse(body) as unknown };
};

async function hits(): Promise<number> {
  const isHit = ({ labels }: { labels: Record<string, string> }) =>
    labels['cache'] === 'categories' && labels['result'] === 'hit';
  return readMetrics(await metrics.text()).find(isHit)?.value ?? 0;
}

/** Asks for lists until they come from memory. */
async function readIntoMemory(categories: string[]): Promise<void> {
  for (const category of categories) {
    const before = await hits();
    await expect
      .poll(async () => {
        await ask(fromMemory, { category });
        return hits();
      })
      .toBeGreaterThan(before);
  }
}

const categories: MadeCategory[] = [];
const products: MadeProduct[] = [];
const urls = (): string[] => ['all', ...categories.map(({ url }) => url)];

beforeAll(async () => {
  const top = await makeCategory(db, 'Top');
  categories.push(
    top,
    await makeCategory(db, 'Low', top),
    await makeCategory(db, 'Other'),
    await makeCategory(db, 'Empty'),
  );
  for (let i = 0; i < 40; i++) {
    const sizes = ['S', 'L', 'xl', '5 L'].filter((_, at) => (i >> at) % 2 === 1);
    const colours = i % 3 === 0 ? ['Red', 'blue'] : ['Green'];
    const values = sizes.flatMap((size) => (i % 4 === 1 ? colours.map((colour) => [size, colour]) : [[size]]));
    products.push(
      await makeProduct(db, {
        name: `${['Mop', 'bucket', 'Crème', 'mop 5 L'][i % 4]} ${i % 7}`,
        code: `${['B', 'a', 'C'][i % 3]}${i}`,
        price: 1 + ((i * 7) % 11),
        onHand: i % 5 === 0 ? 0 : 3,
        categories: [categories[i % 3] as MadeCategory],
        ...(i % 2 === 1 && {
          variations: i % 4 === 1 ? ['Size', 'colour'] : ['size'],
          items: values.map((own, at) => ({
            values: own,
            price: 1 + ((i + at) % 9),
            onHand: (i + at) % 4,
            code: `V${i}-${at}`,
          })),
        }),
      }),
    );
  }
});

const query = fc.record(
  {
    category: fc.constantFrom('all', 'top', 'low', 'other', 'empty'),
    sort: fc.constantFrom('1', '2', '3', '4', '5', '6'),
    page: fc.constantFrom('1', '2', '3', '5', '40'),
    pageSize: fc.constantFrom('1', '3', '8', '100'),
    minPrice: fc.constantFrom('0', '2.5', '4', '20'),
    maxPrice: fc.constantFrom('20', '25', '30.01', '9999999'),
    inStock: fc.constantFrom('true', 'false'),
    facets: fc.constantFrom('true', 'false'),
  },
  { requiredKeys: [] },
);
const options = fc.subarray(['Size:S', 'size:l', 'SIZE:5 L', 'Colour:Blue', 'colour:green', 'Weight:1 kg']);

async function expectSame(given: Record<string, string>, chosen: string[]): Promise<void> {
  const category = given['category'] && (urls().find((url) => url.startsWith(given['category'] ?? '')) ?? 'all');
  const own = { ...given, ...(category && { category }) };
  expect(await ask(fromMemory, own, chosen)).toEqual(await ask(fromDatabase, own, chosen));
}

test('a list from memory is the same as from the database, for all sorts, filters, pages and facets', async () => {
  await readIntoMemory(urls());
  const before = await hits();
  await fc.assert(fc.asyncProperty(query, options, expectSame), { numRuns: 300 });
  expect(await hits()).toBe(before + 300);
});

test('a change is shown at once, and not only once the category is read again', async () => {
  await readIntoMemory(['all']);
  const [product] = products as [MadeProduct];
  for (const price of [900, 950, 999]) {
    await sql`update product_items set price_cents = ${price * 100} where product_id = ${product.id}`.execute(db);
    await db.transaction().execute((tx) => rebuildListings(tx, [product.id]));
    const dearest = async () =>
      (await ask(fromMemory, { sort: '6', pageSize: '1', minPrice: String(price) })) as {
        body: { totalCount: number; products: { price: number }[] };
      };
    await expect.poll(async () => (await dearest()).body.products[0]?.price).toBe(price);
    const before = await hits();
    expect((await dearest()).body.totalCount).toBe(1);
    expect(await hits()).toBe(before); // the database was asked
    await readIntoMemory(['all']);
    expect((await dearest()).body.products[0]?.price).toBe(price);
  }
});

test('an unknown category is not found, however often it is asked for', async () => {
  for (let time = 0; time < 12; time++)
    expect(await ask(fromMemory, { category: 'nowhere' })).toMatchObject({ statusCode: 404 });
});
