import { afterAll, describe, expect, test } from 'vitest';
import { newId } from '#lib/uuid.ts';
import { createApp } from '#app.server.ts';
import { type TestApp, testApp } from '../../../test/app.ts';
import { checkOut, checkoutOf, type CheckoutResponse } from '../../../test/buyer.ts';
import { makeProduct } from '../../../test/make.ts';
import { makePromo } from '../../../test/make-promo.ts';
import { chargesOf, onHandOf } from '../../../test/shop-state.ts';
import { settleWaitingOrders } from './settle-waiting-orders.server.ts';
import { isLong } from '../../../test/long.ts';

const shop = await testApp();
const { db, clock } = shop.deps;

/** A second process, which shares only the database with the first one. */
const otherApp = await createApp(shop.deps, { pages: false });
afterAll(() => otherApp.close());
const other: Pick<TestApp, 'ask'> = { ask: shop.askOf(otherApp) };

const rounds = isLong ? 10 : 1;
const times = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));

/** Half of the buyers use each process. */
const at = (n: number) => (n % 2 === 0 ? shop : other);

async function answers(
  checkouts: Promise<{ status: number; body: CheckoutResponse }>[],
): Promise<{ placed: CheckoutResponse[]; refused: CheckoutResponse[] }> {
  const all = await Promise.all(checkouts);
  expect(all.filter(({ status }) => status !== 200 && status !== 201)).toEqual([]);
  const placed = all.map(({ body }) => body).filter((body) => body.status === 0);
  const refused = all.map(({ body }) => body).filter((body) => body.status === 1);
  for (const body of refused) expect(body.orderIssues.length).toBeGreaterThan(0);
  return { placed, refused };
}

test('more orders than database connections do not block each other right after a start', async () => {
  const product = await makeProduct(db, { onHand: 100 });
  const { placed } = await answers(times(40, () => checkOut(shop, checkoutOf([{ product }]))));
  expect(placed).toHaveLength(40);
});

describe.each(times(rounds, (n) => n))('simultaneously (round %i)', () => {
  test('200 orders for 10 units, some with the item on two lines, sell exactly 10', async () => {
    const product = await makeProduct(db, { onHand: 10 });
    const lines = (n: number) => (n % 10 === 0 ? [{ product }, { product }] : [{ product }]);
    const { placed } = await answers(times(200, (n) => checkOut(at(n), checkoutOf(lines(n)))));
    const ids = placed.map(({ orderId }) => orderId);
    const sold = await db.selectFrom('order_items').select('quantity').where('order_id', 'in', ids).execute();
    expect(sold.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(10);
    expect(await onHandOf(db, product)).toEqual({ onHand: 0, ledger: 0 });
    expect(new Set(placed.map(({ orderNumber }) => orderNumber)).size).toBe(placed.length);
  });

  test('100 uses of a one-time promo redeem it once', async () => {
    const product = await makeProduct(db, { onHand: 1000 });
    const { code } = await makePromo(db, { percentage: 10, isOneTime: true });
    const { placed, refused } = await answers(
      times(100, (n) => checkOut(at(n), checkoutOf([{ product }], { promoCode: code }))),
    );
    expect(placed).toHaveLength(1);
    expect(new Set(refused.map(({ orderIssues }) => orderIssues[0]?.reason))).toEqual(
      new Set([`The promo code ${code} has already been used.`]),
    );
    expect(await onHandOf(db, product)).toEqual({ onHand: 999, ledger: 999 });
  });

  test('one key used 50 times at once and 50 times later gives one order and one charge', async () => {
    const product = await makeProduct(db, { onHand: 1000 });
    const key = newId();
    const body = checkoutOf([{ product }]);
    const { placed } = await answers(times(50, (n) => checkOut(at(n), body, { key })));
    const after = await answers(times(50, (n) => checkOut(at(n), body, { key })));
    expect(new Set([...placed, ...after.placed].map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect([placed.length, after.placed.length]).toEqual([50, 50]);
    expect(await onHandOf(db, product)).toEqual({ onHand: 999, ledger: 999 });
    expect(await chargesOf(db, placed[0]?.orderId ?? null)).toEqual([{ amount: 1000, outcome: 'paid' }]);
    const charge = await db.selectFrom('test_charges').select('asked').where('key', '=', key).executeTakeFirst();
    expect(charge).toBeDefined();
  });

  test('orders of the same goods in any sequence, half of them declined, never deadlock', async () => {
    const products = await Promise.all(times(6, () => makeProduct(db, { onHand: 200 })));
    const shuffled = (n: number) =>
      products.map((product, i) => ({ product, by: (i * 7 + n * 5) % 11 })).sort((a, b) => a.by - b.by);
    const { placed, refused } = await answers(
      times(120, (n) =>
        checkOut(at(n), checkoutOf(shuffled(n), n % 2 === 0 ? {} : { cardNumber: '4000000000000002' })),
      ),
    );
    expect([placed.length, refused.length]).toEqual([60, 60]);
    for (const product of products) expect(await onHandOf(db, product)).toEqual({ onHand: 140, ledger: 140 });
  });

  test('the last unit is released for the next buyer when a card is declined', async () => {
    const product = await makeProduct(db, { onHand: 1 });
    await answers(times(30, (n) => checkOut(at(n), checkoutOf([{ product }], { cardNumber: '4000000000000002' }))));
    expect(await onHandOf(db, product)).toEqual({ onHand: 1, ledger: 1 });
    expect((await checkOut(shop, checkoutOf([{ product }]))).body.status).toBe(0);
  });

  test('an order is confirmed once, by the first process', async () => {
    const product = await makeProduct(db, { onHand: 10 });
    const key = newId();
    const body = checkoutOf([{ product }], { cardNumber: '4000002500003155' });
    expect((await checkOut(shop, body, { key })).body.isPending).toBe(true);
    clock.advance(11_000);
    const before = await db
      .selectFrom('counters')
      .select('value')
      .where('name', '=', 'order')
      .executeTakeFirstOrThrow();
    const [asked] = await Promise.all([
      answers(times(20, (n) => checkOut(at(n), body, { key }))),
      ...times(20, () => settleWaitingOrders(shop.deps)),
    ]);
    expect(new Set(asked.placed.map(({ orderNumber }) => orderNumber)).size).toBe(1);
    const now = await db.selectFrom('counters').select('value').where('name', '=', 'order').executeTakeFirstOrThrow();
    expect(now.value - before.value).toBe(1);
    expect(await chargesOf(db, asked.placed[0]?.orderId ?? null)).toEqual([{ amount: 1000, outcome: 'paid' }]);
  });
});
