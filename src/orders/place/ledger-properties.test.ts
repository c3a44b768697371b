import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startSession } from '#accounts/sign-in/sessions.server.ts';
import { dayOf } from '#lib/day.ts';
import { cents, gstIn } from '#lib/money.ts';
import { testApp } from '../../../test/app.ts';
import { checkOut, checkoutOf } from '../../../test/buyer.ts';
import { makeProduct, makeSupplier } from '../../../test/make.ts';
import { makePromo } from '../../../test/make-promo.ts';
import { type ModelPromo, OrderModel, shelvesOf, storedNow } from '../../../test/order-model.ts';
import { makeAdministrator } from '../../../test/people.ts';
import { StockModel } from '../../../test/shelf.ts';
import { type OrderDesk, orderDeskOf, type RefundNow, placePaidOrder } from '../../../test/sold.ts';
import { type Goods, StorekeeperModel } from '../../../test/warehouse.ts';
import { settleRefunds } from '../refund/pay-refund.server.ts';
import { isLong } from '../../../test/long.ts';

const runs = Number(process.env['SPRUCE_RUNS'] ?? (isLong ? 10_000 : 100));

const shop = await testApp();
const { db, clock } = shop.deps;
const manager = await makeAdministrator(shop.deps, { claims: ['ManageCartOrders', 'ManageCartStock', 'ViewReports'] });
const supplierId = await makeSupplier(db);

const goods: Goods[] = [];
const shelf = new StockModel();
for (const [place, price] of [3.33, 10, 0.05].entries()) {
  const [code, isEndless] = [`LEDGER-${place}`, price === 10];
  const traits = { code, price, onHand: 10, supplierId, allowSaleWithoutStock: isEndless };
  const product = { ...(await makeProduct(db, traits)), code, isEndless };
  goods.push(product);
  shelf.begin(product.id, 10);
}
await sql`update stock_movements set created_at = '2026-01-01'`.execute(db); // they were stored with the real time
const { code: promoCode } = await makePromo(db, { percentage: 12.5, isOneTime: true });
const promo: ModelPromo = { holder: undefined };

/** Cards that pay, with different refund outcomes: see `test-provider.server.ts`. */
const cards = ['4242424242424242', '4242424242424242', '4000000000007726', '4000000000003220', '4000000000005126'];

const counts = fc.array(fc.option(fc.nat(15)), { minLength: 3, maxLength: 3 });
const sale = {
  card: fc.nat(cards.length - 1),
  quantities: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 3 }),
  withPromo: fc.boolean(),
};
const step = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('sell' as const), ...sale }) },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('status' as const), of: fc.nat(2), to: fc.constantFrom(0, 1, 2, 2, 4) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('refund' as const),
      of: fc.nat(2),
      units: fc.array(fc.record({ quantity: fc.nat(3), restock: fc.boolean() }), { maxLength: 3 }),
      part: fc.option(fc.integer({ min: 1, max: 120 })),
      isAll: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      product: fc.nat(2),
      quantity: fc.integer({ min: 1, max: 6 }),
      direction: fc.constantFrom(0, 2),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('look' as const, 'import' as const), counts }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('receive' as const),
      quantities: fc.array(fc.nat(4), { minLength: 3, maxLength: 3 }),
      isTwice: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('count' as const, 'retry' as const, 'withdraw' as const, 'settle' as const),
    }),
  },
);
/** The generated steps as a union with one member for each kind, since one generator can make several kinds. */
type EachKind<S, K> = S extends { kind: infer All } ? (K extends All ? Omit<S, 'kind'> & { kind: K } : never) : never;
type Generated = typeof step extends fc.Arbitrary<infer S> ? S : never;
type Step = { [K in Generated['kind']]: EachKind<Generated, K> }[Generated['kind']];
type Of<K extends Step['kind']> = Extract<Step, { kind: K }>;

const sequence = fc.record({
  orders: fc.array(fc.record(sale), { minLength: 1, maxLength: 2 }),
  steps: fc.array(step, { minLength: 2, maxLength: 10 }),
});

interface Run {
  desk: OrderDesk;
  warehouse: StorekeeperModel;
  token: string;
  orders: OrderModel[];
}

/** The orders of the day, for the expected sales report. */
let soldToday: OrderModel[] = [];

/** Creating a file is slow, so it is downloaded only after every 50 sequences. */
const fileEvery = 50;
let checked = 0;

/** Advances the clock, perhaps into a new day. */
function wait(milliseconds: number): void {
  const before = dayOf(clock.now());
  clock.advance(milliseconds);
  if (dayOf(clock.now()) === before) return;
  shelf.nextDay();
  soldToday = [];
}

/** Starts a run an hour later, signed in again. */
async function begin(): Promise<Run> {
  wait(3_600_000);
  const caller = { userId: manager.id, ip: '192.0.2.1', userAgent: undefined };
  const { access_token: token } = await startSession(shop.deps, db, caller);
  const warehouse = new StorekeeperModel(shop, { goods, shelf, token });
  return { desk: orderDeskOf(shop, { ...manager, token }), warehouse, token, orders: [] };
}

/** Places an order, with the promo if it is free; refused if stock is short. */
async function buy(run: Run, { card, quantities, withPromo }: Omit<Of<'sell'>, 'kind'>): Promise<void> {
  const lines = quantities.map((qty, place) => ({ product: goods[place] as Goods, qty })); // at most as many as goods
  const isThere = lines.every(({ product, qty }) => product.isEndless || shelf.onHand(product.id) >= qty);
  const isPromo = withPromo && promo.holder === undefined;
  const more = { cardNumber: cards[card] };
  if (!isThere || (withPromo && !isPromo)) {
    const { body } = await checkOut(shop, checkoutOf(lines, { ...more, ...(withPromo && { promoCode }) }));
    return expect(body.status).toBe(1);
  }
  const order = await placePaidOrder(shop, lines, { ...more, ...(isPromo && { promoCode }) });
  const model = new OrderModel(
    order,
    lines.map(({ product }) => product),
    { shelf, promo: isPromo ? promo : undefined },
  );
  run.orders.push(model);
  soldToday.push(model);
}

async function take(run: Run, one: Step): Promise<void> {
  wait(1_000);
  const { warehouse } = run;
  if (one.kind === 'sell') return buy(run, one);
  if (one.kind === 'move') return warehouse.move(one.product, one.direction, one.quantity);
  if (one.kind === 'look') return warehouse.look(one.counts);
  if (one.kind === 'count') return warehouse.writeCount();
  if (one.kind === 'import') return warehouse.bring(one.counts);
  if (one.kind === 'receive') return warehouse.receive(supplierId, one);
  if (one.kind === 'settle') return settle(run);
  if (one.kind === 'retry' || one.kind === 'withdraw') return goOn(run, one.kind);
  const model = run.orders[one.of % Math.max(run.orders.length, 1)];
  if (!model) return;
  return one.kind === 'status' ? change(run, model, one.to) : refund(run, model, one);
}

async function change({ desk }: Run, model: OrderModel, to: number): Promise<void> {
  const may = model.mayBecome(to);
  expect((await desk.change(model.order.id, to)).status).toBe(may ? 200 : 409);
  if (may) model.changed(to);
}

async function refund({ desk }: Run, model: OrderModel, { units, part, isAll }: Of<'refund'>): Promise<void> {
  const lines = units.flatMap(({ quantity, restock }, place) => {
    const line = model.lines[place];
    return line && quantity > 0 ? [{ orderItemId: line.id, quantity, restock }] : [];
  });
  const amount = part === null ? undefined : Math.max(1, Math.round(model.order.amountPaid * part)) / 100;
  const body = isAll ? {} : { ...(lines.length > 0 && { lines }), ...(amount !== undefined && { amount }) };
  const answer = await desk.refund(model.order.id, body);
  expect([201, 409]).toContain(answer.status);
  if (answer.status === 201) model.answered(answer.body);
}

/** Half a minute later pending refunds are settled. */
async function settle(run: Run): Promise<void> {
  wait(40_000);
  await settleRefunds(shop.deps);
  await lookAtRefunds(run);
}

async function lookAtRefunds({ orders, token }: Run): Promise<void> {
  for (const model of orders) {
    const path = `/v1/manage-orders/${model.order.id}/refunds`;
    if (model.refunds.size === 0) continue;
    for (const now of (await shop.ask<RefundNow[]>('GET', path, { token })).body) model.answered(now);
  }
}

/** Retries or withdraws the last unpaid refund. */
async function goOn(run: Run, how: 'retry' | 'withdraw'): Promise<void> {
  const open = run.orders.flatMap(({ refunds }) =>
    [...refunds.values()].filter(({ state }) => state === 'pending' || state === 'failed'),
  );
  const last = open.at(-1);
  if (!last) return;
  await run.desk[how](last);
  await lookAtRefunds(run);
}

async function check({ orders, warehouse }: Run): Promise<void> {
  const shelves = await shelvesOf(db, goods);
  for (const { id, isEndless } of goods) {
    const expected = shelf.onHand(id);
    expect(shelves.get(id)).toEqual({ onHand: expected, ledger: expected });
    if (!isEndless) expect(expected).toBeGreaterThanOrEqual(0);
  }
  for (const { order, refunded, status, holdsPromo, paidBack: notes } of orders) {
    const paid = Math.round(order.amountPaid * 100);
    expect(await storedNow(db, order.id)).toEqual({
      status,
      refunded,
      doneRefunds: refunded,
      doneGst: gstIn(cents(refunded)),
      charged: paid,
      paidBack: refunded,
      holdsPromo,
      notes,
      isWithin: true,
    });
    expect(refunded).toBeLessThanOrEqual(paid);
  }
  const sales = new Map<string, number>();
  for (const { lines } of soldToday.filter(({ status }) => status !== 2))
    for (const { product, total } of lines) sales.set(product.id, (sales.get(product.id) ?? 0) + total);
  await warehouse.checkReport(sales);
  if (checked++ % fileEvery === 0) await warehouse.checkFile();
}

/** Restores stock and the promo for the next run. */
async function end(run: Run): Promise<void> {
  for (const model of run.orders) await change(run, model, 2);
  await db.updateTable('redemptions').set({ released_at: clock.now() }).where('released_at', 'is', null).execute();
  promo.holder = undefined;
  for (const [place, { id }] of goods.entries()) {
    const missing = 10 - shelf.onHand(id);
    if (missing > 0) await run.warehouse.move(place, 0, missing);
  }
}

test(`${runs} sequences of operations on goods and money: stock, ledger, report, provider and promo agree`, async () => {
  await fc.assert(
    fc.asyncProperty(sequence, async ({ orders, steps }) => {
      const run = await begin();
      for (const one of orders) await buy(run, one);
      for (const one of steps) await take(run, one);
      await take(run, { kind: 'settle' });
      await check(run);
      await end(run);
    }),
    { numRuns: runs, endOnFailure: true }, // each run starts with the state that the last one left
  );
});
