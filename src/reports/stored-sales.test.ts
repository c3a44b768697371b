import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inTransaction } from '#platform/db/db.server.ts';
import { day, dayOf } from '#lib/day.ts';
import { type Cents, cents } from '#lib/money.ts';
import { distributeAdjustment } from '#orders/documents/distribute-adjustment.ts';
import { refusedRefund } from '#orders/payment/payment-provider.ts';
import { settleRefundFromProvider } from '#orders/refund/reverse-refund.server.ts';
import { settleRefunds } from '#orders/refund/pay-refund.server.ts';
import { addUnits } from '#stock/ledger/record-movements.server.ts';
import { testApp } from '../../test/app.ts';
import { buyer, checkOut, checkoutOf } from '../../test/buyer.ts';
import { makeCategory, makeProduct } from '../../test/make.ts';
import { makePromo } from '../../test/make-promo.ts';
import { makeAdministrator } from '../../test/people.ts';
import { orderDeskOf } from '../../test/sold.ts';
import type { BreakdownOnPage, SalesOnPage } from './sales-contract.ts';
import { rebuildDailySales } from './daily-sales.server.ts';
import { rebuildItemSales } from './daily-item-sales.server.ts';
import { isLong } from '../../test/long.ts';

const runs = isLong ? 2_000 : 40;

const shop = await testApp();
const { db, clock } = shop.deps;

/** Instants around midnight in Sydney: the end of a month, and the end of daylight saving. */
const instants = [
  '2026-03-31T12:59:59Z',
  '2026-03-31T13:00:00Z',
  '2026-04-03T12:59:59Z',
  '2026-04-03T13:00:00Z',
  '2026-04-04T12:59:59Z',
  '2026-04-04T13:00:00Z',
  '2026-04-05T13:59:59Z',
  '2026-04-05T14:00:00Z',
];
/** Part of one month and all of another. */
const query = 'startDate=2026-03-15&endDate=2026-04-30';
const afterAll = day('2026-05-01');

/** An administrator with all claims, signed in at each instant, since sessions end before the next. */
const tokens: string[] = [];
for (const at of instants) {
  clock.set(at);
  const { token } = await makeAdministrator(shop.deps, { claims: ['ManageCartOrders', 'ViewReports'] });
  tokens.push(token);
}

function signedIn(moment: number): string {
  clock.set(instants[moment] ?? '');
  return tokens[moment] ?? '';
}

const traits = { onHand: 0, allowSaleWithoutStock: true };
const mop = await makeProduct(db, { ...traits, price: 7.77, categories: [await makeCategory(db)] });
const soap = await makeProduct(db, { ...traits, price: 12 });
const products = [mop, soap];
const { code: promoCode } = await makePromo(db, { percentage: 15 });

/** Cards that pay, with refunds that succeed, are refused once, get no response once, or are refused. */
const cards = ['4242424242424242', '4000000000007726', '4000000000003220', '4000000000005126'];

/** Each kind with its range and frequency. */
const kinds = {
  buy: [4, { min: 1, max: 9 }],
  status: [4, { min: 0, max: 4 }],
  refund: [3, { min: 1, max: 2_000 }],
  'refund lines': [3, { min: 0, max: 2_000 }],
  'refund all': [1, { max: 0 }],
  settle: [1, { max: 0 }],
  'come back': [2, { max: 0 }],
  deliver: [2, { min: 1, max: 900 }],
  'add up': [3, { max: 0 }],
  keep: [3, { max: 0 }],
} as const;
type Kind = keyof typeof kinds;

interface Step {
  kind: Kind;
  /** When. */
  at: number;
  /** Index of the order, card or product. */
  of: number;
  amount: number;
}

const stepOf = (kind: Kind): fc.Arbitrary<Step> =>
  fc.record({
    kind: fc.constant(kind),
    at: fc.nat(instants.length - 1),
    of: fc.nat(99),
    amount: fc.integer({ min: 0, ...kinds[kind][1] }),
  });

const step: fc.Arbitrary<Step> = fc.oneof(
  ...Object.entries(kinds).map(([kind, [weight]]) => ({ weight, arbitrary: stepOf(kind as Kind) })), // its own keys
);

/** Every sequence starts with a sale, so that there is something to cancel and refund. */
const sequence = fc
  .tuple(stepOf('buy'), fc.array(step, { minLength: 2, maxLength: 13 }))
  .map(([sale, others]) => [sale, ...others]);

const orders: string[] = [];

/** The effect of each kind; refused operations change nothing. */
const does: Record<Kind, (step: Step) => Promise<unknown>> = {
  buy: async ({ of, amount }) => {
    const shippingInfo = of % 5 > 1 ? { ...buyer, shippingMethod: 2 } : { shippingMethod: 1 };
    const means = { cardNumber: cards[of % cards.length], shippingInfo, ...(amount > 5 && { promoCode }) };
    const lines = [{ product: mop, qty: amount }, ...(of % 3 > 0 ? [{ product: soap, qty: 1 }] : [])];
    const { body } = await checkOut(shop, checkoutOf(lines, means));
    expect(body.status).toBe(0);
    orders.push(body.orderId ?? '');
  },
  status: async ({ at, of, amount }) => {
    if (orders.length === 0) return;
    const to = amount === 3 ? 2 : amount;
    expect([200, 409]).toContain((await deskAt(at).change(orders[of % orders.length] ?? '', to)).status);
  },
  refund: (one) => refund(one, { amount: one.amount / 100 }),
  'refund lines': async (one) => {
    const order = orders[one.of % orders.length];
    if (!order) return;
    const line = db.selectFrom('order_items').select('id').where('order_id', '=', order).orderBy('position').limit(1);
    await refund(one, {
      lines: [
        { orderItemId: (await line.executeTakeFirst())?.id, quantity: 1 + (one.of % 2), restock: one.of % 3 > 0 },
      ],
      ...(one.amount > 1_200 && { amount: one.amount / 100 }),
      ...(one.amount % 2 > 0 && { refundShipping: true }),
    });
  },
  'refund all': (one) => refund(one, {}),
  settle: () => settleRefunds(shop.deps),
  'come back': async ({ of }) => {
    const done = await db.selectFrom('refunds').selectAll().where('state', '=', 'done').orderBy('id').execute();
    const refund = done[of % done.length];
    if (refund) await settleRefundFromProvider(failingDeps, `refund:${refund.id}:${refund.retries}`);
  },
  deliver: ({ of, amount }) => {
    const [itemId = ''] = products[of % products.length]?.itemIds ?? [];
    const about = { reason: null, at: clock.now(), purchasePrice: cents(amount) };
    return inTransaction(db, (tx) => addUnits(tx, { itemId, quantity: 1 + (of % 7) }, about));
  },
  'add up': () => rebuildDailySales(db),
  keep: () => rebuildItemSales(db, dayOf(clock.now())),
};

/** A provider that reports for every refund that its money came back. */
const failingDeps = {
  ...shop.deps,
  payments: { ...shop.deps.payments, readRefund: async () => refusedRefund('The account is closed.') },
};

const deskAt = (moment: number) => orderDeskOf(shop, { token: signedIn(moment), id: '', email: '' });

async function refund({ at, of }: Step, body: object): Promise<void> {
  if (orders.length === 0) return;
  expect([201, 409]).toContain((await deskAt(at).refund(orders[of % orders.length] ?? '', body)).status);
}

async function take(one: Step): Promise<void> {
  signedIn(one.at);
  await does[one.kind](one);
}

const names = [
  'orders',
  'sales',
  'discounts',
  'refunds',
  'gst',
  'gstRefunded',
  'delivery',
  'deliveryRefunded',
] as const;
type Figures = Record<(typeof names)[number], number>;
const nothing = (): Figures => Object.fromEntries(names.map((name) => [name, 0])) as Figures; // its own names

/** Expected shares of each note, in cents: all refunds of its order distributed again in sequence. */
async function notesByHand() {
  const notes = await db
    .selectFrom('adjustment_notes as n')
    .innerJoin('refunds as r', 'r.id', 'n.refund_id')
    .innerJoin('orders as o', 'o.id', 'r.order_id')
    .selectAll('r')
    .select(['o.shipping_fee_cents as fee', 'n.issued_at as at', 'n.amount_cents as amount', 'n.gst_cents as gst'])
    .orderBy(({ fn }) => fn<number>('length', ['n.number']))
    .orderBy('n.number')
    .execute();
  const items = await db.selectFrom('order_items').selectAll().orderBy('position').execute();
  const back = await db.selectFrom('refund_lines').selectAll().execute();
  const taken = new Map<string, number[]>();
  const shared = new Map<string, number[]>();
  return notes.map(({ id, order_id: orderId, at, amount, gst, fee, shipping_cents: shipping }) => {
    const sign = Math.sign(amount);
    const lines = items.filter((one) => one.order_id === orderId);
    const of = (line: (typeof lines)[number]) =>
      back.find((one) => one.refund_id === id && one.order_item_id === line.id);
    const named = [...lines.map((line) => of(line)?.amount_cents ?? 0), shipping];
    const whole = [...lines.map((one) => one.quantity * one.price_cents - one.discount_cents), fee];
    const before = taken.get(orderId) ?? whole.map(() => 0);
    const left = whole.map((one, i) => cents(one - (before[i] ?? 0)));
    const shares = sign < 0 ? (shared.get(id) ?? []).map((share) => -share) : sharesOf(amount, left, named);
    shared.set(id, shares);
    taken.set(
      orderId,
      before.map((one, i) => one + (shares[i] ?? 0)),
    );
    const restocked = lines.map((line) => (of(line)?.is_restocked ? sign * (of(line)?.quantity ?? 0) : 0));
    return { orderId, at, amount, gst, lines, shares, restocked, delivery: shares.at(-1) ?? 0 };
  });
}

function sharesOf(amount: number, left: readonly Cents[], named: readonly number[]): number[] {
  const [shippingLeft = cents(0), shippingRefunded = 0] = [left.at(-1), named.at(-1)];
  const lines = left.slice(0, -1).map((one, i) => ({ id: '', left: one, refunded: cents(named[i] ?? 0) }));
  const adjustment = distributeAdjustment({
    amount: cents(amount),
    lines,
    shippingLeft,
    shippingRefunded: cents(shippingRefunded),
  });
  return [...adjustment.lines, adjustment.delivery];
}

const countedOrders = () =>
  db.selectFrom('orders').selectAll().where('payment', '=', 'paid').where('status', '<>', 2).execute();

/** Expected figures of the days, in cents: all orders and adjustment notes in one loop. */
async function daysByHand(): Promise<Map<string, Figures>> {
  const days = new Map<string, Figures>();
  const on = (instant: Date): Figures => {
    const figures = days.get(dayOf(instant)) ?? nothing();
    days.set(dayOf(instant), figures);
    return figures;
  };
  const notes = await notesByHand();
  for (const order of await countedOrders()) {
    const sold = on(order.placed_at);
    sold.delivery += order.shipping_fee_cents;
    sold.orders += 1;
    sold.sales += order.amount_paid_cents;
    sold.discounts += order.discount_cents;
    sold.gst += order.gst_cents;
    for (const { at, amount, gst, delivery } of notes.filter(({ orderId }) => orderId === order.id)) {
      on(at).refunds += amount;
      on(at).gstRefunded += gst;
      on(at).deliveryRefunded += delivery;
    }
  }
  return days;
}

interface Goods {
  units: number;
  sales: number;
  refunds: number;
  cost: number;
}

/** Expected sales by product: all lines with the ledger's last cost, less their notes' shares. */
async function goodsByHand(): Promise<Map<string, Goods>> {
  const goods = new Map<string, Goods>();
  const lines = await db.selectFrom('order_items').selectAll().execute();
  const movements = await db
    .selectFrom('stock_movements')
    .selectAll()
    .where('direction', '=', 1)
    .orderBy('id')
    .execute();
  const items = await db.selectFrom('product_items').select(['id', 'average_cost_cents as cost']).execute();
  const notes = await notesByHand();
  for (const { id } of await countedOrders()) {
    const adjusting = notes.filter(({ orderId }) => orderId === id);
    for (const line of lines.filter((one) => one.order_id === id)) {
      const sum = goods.get(line.product_id) ?? { units: 0, sales: 0, refunds: 0, cost: 0 };
      const took = movements.findLast((one) => one.order_id === id && one.item_id === line.item_id);
      const cost = took?.average_cost_cents ?? items.find((item) => item.id === line.item_id)?.cost;
      sum.units += line.quantity;
      sum.sales += line.quantity * line.price_cents - line.discount_cents;
      const place = ({ lines: its }: (typeof notes)[number]) => its.findIndex((one) => one.id === line.id);
      const restocked = adjusting.reduce((units, note) => units + (note.restocked[place(note)] ?? 0), 0);
      sum.refunds += adjusting.reduce((amount, note) => amount + (note.shares[place(note)] ?? 0), 0);
      sum.cost += (line.quantity - restocked) * Number(cost);
      goods.set(line.product_id, sum);
    }
  }
  return goods;
}

const inCents = (dollars: number): number => Math.round(dollars * 100);

async function read<Body>(path: string): Promise<Body> {
  const { status, body } = await shop.ask<Body>('GET', `/v1/reports/${path}?${query}`, { token: signedIn(0) });
  expect(status).toBe(200);
  return body;
}

/** Expects the reports to equal the orders. */
async function expectEqual(): Promise<void> {
  const days = await daysByHand();
  const sales = await read<SalesOnPage>('sales');
  for (const { day: on, ...told } of sales.days) {
    const figures = names.map((name) => [name, name === 'orders' ? told.orders : inCents(told[name])]);
    expect([on, Object.fromEntries(figures)]).toEqual([on, days.get(on) ?? nothing()]);
  }
  const goods = await goodsByHand();
  const breakdown = await read<BreakdownOnPage>('sales-breakdown');
  expect(breakdown.products).toHaveLength(goods.size);
  for (const { id, units, sales: brought, refunds, cost } of breakdown.products) {
    const sum = goods.get(id);
    const told = { units, sales: inCents(brought), refunds: inCents(refunds) };
    expect(told).toEqual({ units: sum?.units, sales: sum?.sales, refunds: sum?.refunds });
    expect(Math.abs(inCents(cost) - (sum?.cost ?? 0))).toBeLessThan(0.501);
  }
  expectWhole(breakdown, sales.total);
}

type Row = Record<'sales' | 'refunds' | 'net', number>;

const addedUp = (rows: Row[]) => {
  const of = (name: keyof Row) => rows.reduce((sum, row) => sum + inCents(row[name]), 0);
  return { sales: of('sales'), refunds: of('refunds'), net: of('net') };
};

/** Products, categories and promos each add up to the days' totals, including delivery. */
function expectWhole(
  { products: sold, categories, promos, delivery, all }: BreakdownOnPage,
  days: SalesOnPage['total'],
) {
  const whole = addedUp([days]);
  expect(whole.net).toBe(whole.sales - whole.refunds);
  expect(addedUp([all])).toEqual(whole);
  expect(addedUp([...sold, delivery])).toEqual(whole);
  expect(addedUp([...categories, delivery])).toEqual(whole);
  expect(addedUp(promos)).toEqual(whole);
  expect(promos.reduce((sum, one) => sum + one.orders, 0)).toBe(days.orders);
}

test(`${runs} sequences of orders, cancellations, reopenings and refunds: stored figures equal the orders`, async () => {
  await fc.assert(
    fc.asyncProperty(sequence, async (steps) => {
      for (const one of steps) await take(one);
      await expectEqual();
      await rebuildItemSales(db, afterAll);
      expect(await db.selectFrom('changed_sales_days').selectAll().execute()).toEqual([]);
      await expectEqual();
    }),
    { numRuns: runs },
  );
  expect(orders.length).toBeGreaterThanOrEqual(runs);
});

test('a transaction that is open during a rebuild is counted after it commits', async () => {
  signedIn(2);
  const { body } = await checkOut(shop, checkoutOf([{ product: mop, qty: 1 }]));
  await rebuildItemSales(db, afterAll);
  const tx = await db.startTransaction().execute();
  const id = body.orderId ?? '';
  await tx.updateTable('orders').set({ status: 2 }).where('id', '=', id).execute();
  await rebuildItemSales(db, afterAll);
  await expectEqual();
  await tx.commit().execute();
  await expectEqual();
  await rebuildItemSales(db, afterAll);
  await expectEqual();
});

test('simultaneous rebuilds during new orders lose nothing', async () => {
  signedIn(3);
  const buying = Array.from({ length: 12 }, () => checkOut(shop, checkoutOf([{ product: mop, qty: 1 }])));
  const adding = Array.from({ length: 6 }, (_, i) =>
    i % 2 === 0 ? rebuildDailySales(db) : rebuildItemSales(db, afterAll),
  );
  await Promise.all([...buying, ...adding]);
  await expectEqual();
  await rebuildItemSales(db, afterAll);
  await expectEqual();
});

test("a sale without a stored cost has the item's current cost", async () => {
  await db
    .updateTable('stock_movements')
    .set({ average_cost_cents: null })
    .where('item_id', 'in', mop.itemIds)
    .execute();
  await db.updateTable('sales_days').set({ are_goods_kept: false }).execute();
  await rebuildItemSales(db, afterAll);
  await expectEqual();
  await take({ kind: 'deliver', at: 5, of: 0, amount: 5_000 });
  await expectEqual();
});
