import Fastify from 'fastify';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { subscribeToChanges } from '#platform/db/changes.server.ts';
import { systemClock } from '#platform/process/clock.server.ts';
import { registry } from '#platform/http/register-endpoint.server.ts';
import { rebuildListings } from '#catalogue/products/listings/rebuild-listings.server.ts';
import { freshDatabase } from '../../test/database.ts';
import { makeProduct } from '../../test/make.ts';
import { shopRoutes } from './routes.server.ts';

const { db, connection } = await freshDatabase();
const app = Fastify();
const changes = await subscribeToChanges(connection, app.log);
await app.register(async (v1) => shopRoutes(registry(v1, async () => null).on, { db, changes, clock: systemClock }), {
  prefix: '/v1',
});
afterAll(() => changes.stop());

const priceShown = async (url: string): Promise<number> =>
  (await app.inject({ url: `/v1/products/details/${url}` })).json<{ price: number }>().price;

test('a cached response is dropped when the catalogue changes, and not before', async () => {
  const { id, url } = await makeProduct(db, { price: 5 });
  await expect.poll(() => priceShown(url)).toBe(5);
  await sql`update product_items set price_cents = 600 where product_id = ${id}`.execute(db);
  expect(await priceShown(url)).toBe(5);
  await db.transaction().execute((tx) => rebuildListings(tx, [id]));
  await expect.poll(() => priceShown(url)).toBe(6);
});

test('a rolled-back change drops nothing', async () => {
  const { id, url } = await makeProduct(db, { price: 7 });
  const undone = db.transaction().execute(async (tx) => {
    await sql`update product_items set price_cents = 800 where product_id = ${id}`.execute(tx);
    await rebuildListings(tx, [id]);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await priceShown(url)).toBe(7);
});

test('a word, a beginning and a misspelt word are found as soon as a product has them', async () => {
  const searches = ['zebrawood polish', 'polish zebraw', 'zebrawod polish'];
  const totals = () =>
    Promise.all(
      searches.map(async (search) => {
        const { body } = await app.inject({ url: `/v1/products?${new URLSearchParams({ search })}` });
        return (JSON.parse(body) as { totalCount: number }).totalCount;
      }),
    );
  expect(await totals()).toEqual([0, 0, 0]);
  await makeProduct(db, { name: 'Zebrawood polish' });
  await expect.poll(totals).toEqual([1, 1, 1]);
});
