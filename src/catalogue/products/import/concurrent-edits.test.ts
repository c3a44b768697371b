import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { lockTree } from '#catalogue/categories/category-tree.server.ts';
import { inTransaction, type Tx } from '#platform/db/db.server.ts';
import { cents } from '#lib/money.ts';
import type { ImportReport } from '../import-export-contract.ts';
import { addUnits } from '#stock/ledger/record-movements.server.ts';
import { testApp } from '../../../../test/app.ts';
import { type MadeProduct, makeCategory, makeProduct } from '../../../../test/make.ts';
import { importClient } from '../../../../test/send-import.ts';
import { makeAdministrator } from '../../../../test/people.ts';

const { ask, deps } = await testApp();
const { db } = deps;
const { check, start, read } = importClient({ ask, deps });
const path = '/v1/manage-products';
const { token } = await makeAdministrator(deps, { claims: ['ManageCartProducts', 'ManageCartStock'] });
const noStock = await makeAdministrator(deps, { claims: ['ManageCartProducts'] });
const shelf = await makeCategory(db, 'Brushes');
const other = await makeCategory(db, 'Brooms');

interface ConcurrentWork {
  /**
   * Runs in a transaction that commits when the import waits for it. An import that reads before it locks has read too early
   * by then.
   */
  lock: (tx: Tx) => Promise<unknown>;
  /** Runs in a transaction of its own while the import waits. */
  work?: () => Promise<unknown>;
  by?: string;
}

async function importDuring(csv: string, { lock, work, by = token }: ConcurrentWork): Promise<ImportReport> {
  const { id } = await check(csv, by);
  await start(id, by);
  const running = Promise.withResolvers<Promise<void>>();
  await inTransaction(db, async (tx) => {
    await lock(tx);
    running.resolve(deps.jobs.finishAll());
    await expect.poll(waiting).toBe(1);
    await work?.();
  });
  await running.promise;
  const { report } = await read(id, by);
  if (!report) throw new Error('The import has no report.');
  return report;
}

const waiting = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows[0]?.count ?? 0;
};

const make = (url: string) =>
  makeProduct(db, { name: 'Brush', url, code: url, categories: [shelf], onHand: 2, shortDescription: 'Soft.' });

const addSeven =
  ({ itemIds: [itemId = ''] }: MadeProduct) =>
  (tx: Tx) =>
    addUnits(tx, { itemId, quantity: 7 }, { reason: null, at: deps.clock.now(), purchasePrice: cents(100) });

const put = async (body: object) => expect((await ask('PUT', path, { token, body })).status).toBe(200);

const stateOf = async (id: string) => {
  const product = await db
    .selectFrom('products as p')
    .innerJoin('product_items as i', 'i.product_id', 'p.id')
    .select(['p.name', 'p.short_description as short', 'p.is_active as isActive'])
    .select(['i.price_cents as price', 'i.on_hand as onHand', 'i.id as itemId'])
    .where('p.id', '=', id)
    .executeTakeFirstOrThrow();
  const { itemId, ...state } = product;
  const moved = await db
    .selectFrom('stock_movements')
    .select(['reason', 'direction', 'quantity'])
    .where('item_id', '=', itemId)
    .where('reason', '=', 'Import')
    .execute();
  return { ...state, moved };
};

test('stock that changes before the import writes is not changed back without the claim', async () => {
  const brush = await make('soft-brush');
  const file = 'url,name,code,price,stock\nsoft-brush,Brush,soft-brush,12.00,2\n';
  const report = await importDuring(file, { lock: addSeven(brush), by: noStock.token });
  expect(report.faults.map(({ message }) => message)).toEqual(['You are not allowed to change stock.']);
  expect(await stateOf(brush.id)).toMatchObject({ price: 1000, onHand: 9, moved: [] });
});

test('the report shows the stock movement to a user who may move stock', async () => {
  const brush = await make('hard-brush');
  const file = 'url,name,code,stock\nhard-brush,Brush,hard-brush,2\n';
  const report = await importDuring(file, { lock: addSeven(brush) });
  expect(report.changes).toMatchObject([{ columns: ['stock'] }]);
  const moved = [{ reason: 'Import', direction: 2, quantity: 7 }];
  expect(await stateOf(brush.id)).toMatchObject({ onHand: 2, moved });
});

test('a concurrent edit survives in columns that the file lacks; the report shows what the file overwrites', async () => {
  const { id } = await make('wide-brush');
  const edit = {
    id,
    productName: 'Broom',
    productUrl: 'wide-brush',
    productCode: 'wide-brush',
    sellingPrice: 11,
    shortDescription: 'Hard.',
    isActive: false,
    categories: [other.id],
  };
  const file = 'url,name,code,price\nwide-brush,Brush,wide-brush,12.00\n';
  const report = await importDuring(file, { lock: lockTree, work: () => put(edit) });
  expect(report.changes).toMatchObject([{ columns: ['name', 'price'] }]);
  expect(await stateOf(id)).toMatchObject({ name: 'Brush', short: 'Hard.', isActive: false, price: 1200, onHand: 2 });
  const places = await db.selectFrom('product_categories').select('category_id').where('product_id', '=', id).execute();
  expect(places).toEqual([{ category_id: other.id }]);
});

test('a concurrent price change survives if the file has no price column', async () => {
  const { id } = await make('long-brush');
  const edit = {
    id,
    productName: 'Brush',
    productUrl: 'long-brush',
    productCode: 'long-brush',
    categories: [shelf.id],
  };
  const file = 'url,name,code,short_description\nlong-brush,Brush,long-brush,Firm.\n';
  await importDuring(file, { lock: lockTree, work: () => put({ ...edit, sellingPrice: 11 }) });
  expect(await stateOf(id)).toMatchObject({ short: 'Firm.', price: 1100 });
});
