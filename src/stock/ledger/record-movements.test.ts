import { describe, expect, test } from 'vitest';
import { inTransaction, type Tx } from '#platform/db/db.server.ts';
import { cents } from '#lib/money.ts';
import { newId } from '#lib/uuid.ts';
import { freshDatabase } from '../../../test/database.ts';
import { makeProduct, type MadeProduct } from '../../../test/make.ts';
import { onHandOf } from '../../../test/shop-state.ts';
import { addUnits, returnUnits, removeUnits, takeUnits, releaseUnits } from './record-movements.server.ts';

const { db } = await freshDatabase();
const at = new Date('2026-03-02T01:00:00Z');
const because = { reason: 'Because', at };

const within = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => inTransaction(db, work);
const itemOf = ({ itemIds: [id = ''] }: MadeProduct): string => id;

const costOf = async (product: MadeProduct): Promise<number> => {
  const row = await db
    .selectFrom('product_items')
    .select('average_cost_cents as cost')
    .where('id', '=', itemOf(product))
    .executeTakeFirstOrThrow();
  return Number(row.cost);
};

const isOutOfStock = async ({ id }: MadeProduct): Promise<boolean | undefined> =>
  (await db.selectFrom('products').select('is_out_of_stock as is').where('id', '=', id).executeTakeFirst())?.is;

const movementsOf = (product: MadeProduct) =>
  db
    .selectFrom('stock_movements')
    .select(['direction', 'quantity', 'reason', 'purchase_price_cents as price', 'order_id as orderId'])
    .where('item_id', '=', itemOf(product))
    .where('reason', 'is distinct from', 'Made for a test')
    .orderBy('id')
    .execute();

describe('the purchase price', () => {
  test('is the moving average of additions', async () => {
    const product = await makeProduct(db, { onHand: 0 });
    const itemId = itemOf(product);
    await within((tx) => addUnits(tx, { itemId, quantity: 10 }, { ...because, purchasePrice: cents(100) }));
    await within((tx) => addUnits(tx, { itemId, quantity: 30 }, { ...because, purchasePrice: cents(200) }));
    expect(await costOf(product)).toBe(175);
    expect(await within((tx) => removeUnits(tx, { itemId, quantity: 20 }, because))).toBe(true);
    expect(await costOf(product)).toBe(175);
    await within((tx) => addUnits(tx, { itemId, quantity: 1 }, { ...because, purchasePrice: cents(200) }));
    expect(await costOf(product)).toBeCloseTo((20 * 175 + 200) / 21, 3);
    expect(await onHandOf(db, product)).toEqual({ onHand: 21, ledger: 21 });
  });

  test('is reset by an addition to negative stock', async () => {
    const product = await makeProduct(db, { onHand: 0, allowSaleWithoutStock: true });
    const itemId = itemOf(product);
    await within((tx) => takeUnits(tx, newId(), { units: [{ itemId, quantity: 5 }], at }));
    await within((tx) => addUnits(tx, { itemId, quantity: 8 }, { ...because, purchasePrice: cents(300) }));
    expect(await costOf(product)).toBe(300);
    expect(await onHandOf(db, product)).toEqual({ onHand: 3, ledger: 3 });
  });

  test('is unchanged by returns, which are recorded at that price and for that order', async () => {
    const product = await makeProduct(db, { onHand: 0 });
    const itemId = itemOf(product);
    const orderId = newId();
    await within((tx) => addUnits(tx, { itemId, quantity: 3 }, { ...because, purchasePrice: cents(100) }));
    await within((tx) => addUnits(tx, { itemId, quantity: 1 }, { ...because, purchasePrice: cents(201) }));
    await within((tx) => takeUnits(tx, orderId, { units: [{ itemId, quantity: 4 }], at }));
    await within((tx) => returnUnits(tx, [{ itemId, quantity: 2 }], { reason: 'SO-100001', at, orderId }));
    expect(await costOf(product)).toBe(125.25);
    expect(await movementsOf(product)).toContainEqual({
      direction: 0,
      quantity: 2,
      reason: 'SO-100001',
      price: 125,
      orderId,
    });
    expect(await onHandOf(db, product)).toEqual({ onHand: 2, ledger: 2 });
  });
});

describe('units', () => {
  test('are taken all or not at all', async () => {
    const [many, few] = [await makeProduct(db, { onHand: 10 }), await makeProduct(db, { onHand: 1 })];
    const units = [many, few].map((product) => ({ itemId: itemOf(product), quantity: 2 }));
    const taking = within(async (tx) => {
      if (!(await takeUnits(tx, newId(), { units, at }))) throw new Error('Not all there.');
    });
    await expect(taking).rejects.toThrow('Not all there.');
    expect([await onHandOf(db, many), await onHandOf(db, few)]).toEqual([
      { onHand: 10, ledger: 10 },
      { onHand: 1, ledger: 1 },
    ]);
  });

  test('that are released leave no movement', async () => {
    const product = await makeProduct(db, { onHand: 2 });
    const orderId = newId();
    await within((tx) => takeUnits(tx, orderId, { units: [{ itemId: itemOf(product), quantity: 2 }], at }));
    expect(await isOutOfStock(product)).toBe(true);
    await within((tx) => releaseUnits(tx, orderId));
    await within((tx) => releaseUnits(tx, orderId));
    expect(await movementsOf(product)).toEqual([]);
    expect(await isOutOfStock(product)).toBe(false);
    expect(await onHandOf(db, product)).toEqual({ onHand: 2, ledger: 2 });
  });

  test('are not removed beyond the stock on hand by 30 requests at once', async () => {
    const product = await makeProduct(db, { onHand: 7 });
    const units = { itemId: itemOf(product), quantity: 1 };
    const removed = await Promise.all(
      Array.from({ length: 30 }, () => within((tx) => removeUnits(tx, units, because))),
    );
    expect(removed.filter(Boolean)).toHaveLength(7);
    expect(await onHandOf(db, product)).toEqual({ onHand: 0, ledger: 0 });
    expect(await isOutOfStock(product)).toBe(true);
  });
});
