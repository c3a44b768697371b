import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inTransaction, type Tx } from '#platform/db/db.server.ts';
import { testApp } from '../../../../test/app.ts';
import { makeCategory, makeProduct } from '../../../../test/make.ts';
import { makeAdministrator } from '../../../../test/people.ts';
import type { ProductDetail } from '../contract.ts';

const { ask, deps } = await testApp();
const { db } = deps;
const { token } = await makeAdministrator(deps, { claims: ['ManageCartProducts'] });
const shelf = await makeCategory(db, 'Locks');

const waiting = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows[0]?.count ?? 0;
};

const rename = async (id: string) => {
  const { body } = await ask<ProductDetail>('GET', `/v1/manage-products/${id}`, { token });
  const categories = body.categories.map((one) => one.id);
  const changed = { ...body, productName: 'Renamed', categories, variations: [], productSupplierId: null };
  return ask('PUT', '/v1/manage-products', { token, body: changed });
};

/** The status of a rename that has read the product and then waits for `lock` until `work` is committed. */
async function renameDuring(id: string, lock: (tx: Tx) => Promise<unknown>, work: (tx: Tx) => Promise<unknown>) {
  let renaming: ReturnType<typeof rename> | undefined;
  await inTransaction(db, async (tx) => {
    await lock(tx);
    renaming = rename(id);
    await expect.poll(waiting).toBe(1);
    await work(tx);
  });
  return (await renaming)?.status;
}

const lockProduct = (id: string) => (tx: Tx) => sql`select from products where id = ${id} for update`.execute(tx);
const lockItems = (id: string) => (tx: Tx) =>
  sql`select from product_items where product_id = ${id} for update`.execute(tx);

test('a change waits for another change of the product, and is then refused as outdated', async () => {
  const { id } = await makeProduct(db, { code: 'LOCK-1', price: 2, categories: [shelf] });
  const raise = (tx: Tx) => sql`update products set version = version + 1 where id = ${id}`.execute(tx);
  expect(await renameDuring(id, lockProduct(id), raise)).toBe(409);
});

test('a change locks items before their product, as checkouts do, so that they cannot deadlock', async () => {
  const { id } = await makeProduct(db, { code: 'LOCK-2', price: 2, categories: [shelf] });
  const isProductFree = (tx: Tx) => sql`select from products where id = ${id} for update nowait`.execute(tx);
  expect(await renameDuring(id, lockItems(id), isProductFree)).toBe(200);
});
