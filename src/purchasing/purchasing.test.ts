import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { inTransaction } from '#platform/db/db.server.ts';
import { addDays, dayOf } from '#lib/day.ts';
import { newId } from '#lib/uuid.ts';
import { returnUnits, takeUnits } from '#stock/ledger/record-movements.server.ts';
import { makeProduct, type MadeProduct, makeSupplier } from '../../test/make.ts';
import { pdfText } from '../../test/pdf-text.ts';
import { makeAdministrator } from '../../test/people.ts';
import { onHandOf } from '../../test/shop-state.ts';
import { slicesApp } from '../../test/slices.ts';
import type { PurchaseOrderOnPage } from './contract.ts';
import type { SuggestionOnPage } from './reorder-contract.ts';
import { purchasingRoutes } from './routes.server.ts';

const { app, ask, deps } = await slicesApp([purchasingRoutes]);
const { db, clock } = deps;
const { token } = await makeAdministrator(deps, { claims: ['ManageCartStock'] });

const supplierId = await makeSupplier(db, 'Cascade Supply');
const itemOf = ({ itemIds: [id = ''] }: MadeProduct): string => id;
const asOrder = (body: unknown) => body as PurchaseOrderOnPage; // the endpoint's shape

async function order(...lines: [product: MadeProduct, quantity: number, price?: number][]) {
  const body = {
    supplierId,
    lines: lines.map(([product, quantity, purchasePrice = 2]) => ({
      itemId: itemOf(product),
      quantity,
      purchasePrice,
    })),
  };
  const { status, body: made } = await ask('POST', '/v1/purchase-orders', { token, body });
  expect(status).toBe(201);
  return asOrder(made);
}

const receive = (id: string, lines: object[], receiptId = newId()) =>
  ask('POST', `/v1/purchase-orders/${id}/receive`, { token, body: { receiptId, lines } });

const firstLine = ({ lines: [line] }: PurchaseOrderOnPage, quantity: number, purchasePrice = 2) => [
  { lineId: line?.id, quantity, purchasePrice },
];

describe('suggestions', () => {
  const suggested = async (product: MadeProduct): Promise<SuggestionOnPage | undefined> => {
    const { status, body } = await ask('GET', `/v1/purchasing/suppliers/${supplierId}/reorder`, { token });
    expect(status).toBe(200);
    const { items } = body as { items: SuggestionOnPage[] }; // the endpoint's shape
    return items.find(({ itemId }) => itemId === itemOf(product));
  };

  test('are enough for lead time and cover days, less stock on hand and on order', async () => {
    const product = await makeProduct(db, { onHand: 200, supplierId });
    const unit = (quantity: number) => ({ itemId: itemOf(product), quantity });
    const orderId = newId();
    await inTransaction(db, async (tx) => {
      const old = new Date(clock.now().getTime() - 91 * 86_400_000);
      await takeUnits(tx, newId(), { units: [unit(50)], at: old });
      await takeUnits(tx, orderId, { units: [unit(100)], at: clock.now() });
      await returnUnits(tx, [unit(10)], { reason: 'SO-1', at: clock.now(), orderId });
    });
    // 90 sold in 90 days is one a day, so 7 + 30 days need 37, and 60 are on hand.
    expect(await suggested(product)).toMatchObject({ onHand: 60, sold: 90, perDay: 1, suggested: 0 });
    const terms = `/v1/purchasing/suppliers/${supplierId}/terms`;
    const set = await ask('PUT', terms, { token, body: { leadDays: 30, coverDays: 60, version: 0 } });
    expect([set.status, set.body]).toEqual([200, { leadDays: 30, coverDays: 60, version: 1 }]);
    expect(await suggested(product)).toMatchObject({ suggested: 30 });
    await order([product, 25]);
    expect(await suggested(product)).toMatchObject({ due: 25, suggested: 5 });
    const late = await ask('PUT', terms, { token, body: { leadDays: 1, coverDays: 1, version: 0 } });
    expect([late.status, late.message]).toEqual([409, 'Someone else has changed this in the meantime.']);
    const wrong = await ask('PUT', terms, { token, body: { leadDays: -1, coverDays: 0 } });
    expect(wrong.faults).toEqual([
      { path: 'leadDays', message: 'Must be a whole number from 0 to 365.' },
      { path: 'coverDays', message: 'Must be a whole number from 1 to 365.' },
    ]);
  });
});

test('suppliers with low items are listed, those with the most first; items sold without stock are never low', async () => {
  const [one, other] = [await makeSupplier(db, 'Low Supply'), await makeSupplier(db, 'Lower Supply')];
  await makeProduct(db, { onHand: 2, supplierId: one });
  for (const onHand of [0, 5, 6]) await makeProduct(db, { onHand, supplierId: other });
  await makeProduct(db, { onHand: 0, supplierId: one, allowSaleWithoutStock: true });
  const { body } = await ask('GET', '/v1/purchasing/low', { token });
  const low = body as unknown as { id: string; items: number }[]; // the endpoint's shape
  const shown = low.filter(({ id }) => [one, other].includes(id)).map(({ id, items }) => [id, items]);
  expect(shown).toEqual([
    [other, 2],
    [one, 1],
  ]);
  const reorder = await ask('GET', `/v1/purchasing/suppliers/${one}/reorder`, { token });
  const { items } = reorder.body as { items: SuggestionOnPage[] }; // the endpoint's shape
  expect(items.map(({ isLow, lowAt }) => [isLow, lowAt]).toSorted()).toEqual([
    [false, 5],
    [true, 5],
  ]);
});

describe('receiving', () => {
  test('adds partial deliveries to the stock at their prices, and completes the order with the last', async () => {
    const [mop, bucket] = [
      await makeProduct(db, { onHand: 0, supplierId }),
      await makeProduct(db, { onHand: 5, supplierId }),
    ];
    const made = await order([mop, 10, 3], [bucket, 4, 1.5]);
    expect(made).toMatchObject({ state: 'open', supplier: 'Cascade Supply', units: 14, received: 0, total: 36 });
    expect(made.number).toMatch(/^PO-1000\d\d$/);
    const part = asOrder((await receive(made.id, firstLine(made, 4, 2.5))).body);
    expect(part).toMatchObject({ state: 'open', received: 4, receipts: [{ units: 4, by: 'Ngaio Bell' }] });
    const rest = made.lines.map(({ id }, i) => ({
      lineId: id,
      quantity: i === 0 ? 6 : 4,
      purchasePrice: i === 0 ? 3 : 1.5,
    }));
    const whole = await receive(made.id, rest);
    expect([whole.status, asOrder(whole.body).state]).toEqual([200, 'received']);
    expect([await onHandOf(db, mop), await onHandOf(db, bucket)]).toEqual([
      { onHand: 10, ledger: 10 },
      { onHand: 9, ledger: 9 },
    ]);
    const movements = await db
      .selectFrom('stock_movements')
      .select(['direction', 'quantity', 'reason', 'purchase_price_cents as price', 'average_cost_cents as average'])
      .where('item_id', '=', itemOf(mop))
      .orderBy('quantity')
      .execute();
    expect(movements).toEqual([
      { direction: 0, quantity: 4, reason: made.number, price: 250, average: '250.0000' },
      { direction: 0, quantity: 6, reason: made.number, price: 300, average: '280.0000' },
    ]);
    const again = await receive(made.id, firstLine(made, 1));
    expect([again.status, again.message]).toEqual([409, 'This purchase order is no longer open.']);
  });

  test('refuses a delivery of more than was ordered, with a fault for each line', async () => {
    const [mop, bucket] = [
      await makeProduct(db, { onHand: 0, supplierId }),
      await makeProduct(db, { onHand: 0, supplierId }),
    ];
    const made = await order([mop, 3], [bucket, 3]);
    const { status, faults } = await receive(
      made.id,
      made.lines.map(({ id }, i) => ({ lineId: id, quantity: 3 + i, purchasePrice: 1 })),
    );
    expect([status, faults]).toEqual([409, [{ path: 'lines.1.quantity', message: 'Only 3 more units were ordered.' }]]);
    expect(await onHandOf(db, mop)).toEqual({ onHand: 0, ledger: 0 });
  });

  test('accepts more than was ordered with a reason, which is stored with the delivery and in the history', async () => {
    const [mop, bucket] = [
      await makeProduct(db, { onHand: 0, supplierId }),
      await makeProduct(db, { onHand: 0, supplierId }),
    ];
    const made = await order([mop, 3], [bucket, 1]);
    const post = (lines: object[], overReason: string) =>
      ask('POST', `/v1/purchase-orders/${made.id}/receive`, { token, body: { receiptId: newId(), lines, overReason } });
    expect((await post(firstLine(made, 5), ' ')).status).toBe(409);
    const { status, body } = await post(firstLine(made, 5), 'A carton holds five.');
    expect([status, body]).toMatchObject([
      200,
      { state: 'open', receipts: [{ units: 5, overReason: 'A carton holds five.' }] },
    ]);
    expect(await onHandOf(db, mop)).toEqual({ onHand: 5, ledger: 5 });
    const logged = await db
      .selectFrom('audit_log')
      .select('after')
      .where('entity_id', '=', made.id)
      .where('action', '=', 'receive')
      .executeTakeFirstOrThrow();
    expect(logged.after).toMatchObject({ units: 5, reason: 'A carton holds five.' });
    const [line, other] = made.lines;
    const lines = [
      { id: line?.id, quantity: 3, purchasePrice: 2 },
      { id: other?.id, quantity: 2, purchasePrice: 2 },
    ];
    expect((await ask('PUT', `/v1/purchase-orders/${made.id}`, { token, body: { lines } })).status).toBe(200);
    const rest = await post([{ lineId: other?.id, quantity: 2, purchasePrice: 2 }], 'Not needed');
    expect(rest.body).toMatchObject({ state: 'received', receipts: [{}, { overReason: null }] });
  });

  test('adds a delivery that is sent twelve times at once only once', async () => {
    const mop = await makeProduct(db, { onHand: 0, supplierId });
    const made = await order([mop, 20]);
    const receiptId = newId();
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => receive(made.id, firstLine(made, 5), receiptId)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200));
    expect(await onHandOf(db, mop)).toEqual({ onHand: 5, ledger: 5 });
    const counted = await receive(made.id, firstLine(made, 6), receiptId); // the same delivery id with other quantities
    expect([counted.status, counted.message]).toEqual([
      409,
      'This delivery has already been received with other quantities or prices. Check the order first.',
    ]);
    expect((await receive(made.id, firstLine(made, 5, 2.5), receiptId)).status).toBe(409);
    expect(await onHandOf(db, mop)).toEqual({ onHand: 5, ledger: 5 });
    const other = await order([mop, 5]);
    const stolen = await receive(other.id, firstLine(other, 5), receiptId);
    expect(stolen.status).toBe(409);
  });

  test('never adds more than was ordered from twelve simultaneous deliveries', async () => {
    const mop = await makeProduct(db, { onHand: 0, supplierId });
    const made = await order([mop, 20]);
    const answers = await Promise.all(Array.from({ length: 12 }, () => receive(made.id, firstLine(made, 3))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(6);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(6);
    expect(await onHandOf(db, mop)).toEqual({ onHand: 18, ledger: 18 });
  });

  test.each([0, -1, 1.5, '3', 1_000_001, null])('a quantity of %j is refused', async (quantity) => {
    const mop = await makeProduct(db, { onHand: 0, supplierId });
    const made = await order([mop, 3]);
    const { status, faults } = await receive(made.id, [{ lineId: made.lines[0]?.id, quantity, purchasePrice: 1 }]);
    expect([status, faults]).toEqual([
      400,
      [{ path: 'lines.0.quantity', message: 'Must be a whole number from 1 to 1,000,000.' }],
    ]);
  });
});

describe('an order', () => {
  test('is cancelled once, and then receives nothing', async () => {
    const made = await order([await makeProduct(db, { onHand: 0, supplierId }), 3]);
    const cancel = (version: number) =>
      ask('PATCH', `/v1/purchase-orders/${made.id}/cancel`, { token, body: { version } });
    expect((await cancel(made.version + 1)).status).toBe(409);
    expect(asOrder((await cancel(made.version)).body).state).toBe('cancelled');
    expect((await cancel(made.version + 1)).message).toBe('This purchase order is no longer open.');
    expect((await receive(made.id, firstLine(made, 1))).status).toBe(409);
  });

  test('can be closed short with a reason after a delivery, and then receives and expects nothing', async () => {
    const mop = await makeProduct(db, { onHand: 0, supplierId });
    const made = await order([mop, 10]);
    const close = (reason: string, version?: number) =>
      ask('PATCH', `/v1/purchase-orders/${made.id}/close`, { token, body: { reason, version } });
    expect((await close('Gone')).message).toBe('Nothing has been received. Cancel the order instead.');
    const part = asOrder((await receive(made.id, firstLine(made, 4))).body);
    expect((await close('')).faults).toEqual([{ path: 'reason', message: 'Reason is required.' }]);
    expect((await close('Gone', made.version)).status).toBe(409);
    const { body } = await close('No longer made.', part.version);
    expect(body).toMatchObject({ state: 'closed', closedReason: 'No longer made.', received: 4, expectedDate: null });
    expect((await receive(made.id, firstLine(made, 1))).status).toBe(409);
    expect((await close('Again')).status).toBe(409);
    const { body: reorder } = await ask('GET', `/v1/purchasing/suppliers/${supplierId}/reorder`, { token });
    const { items } = reorder as { items: SuggestionOnPage[] }; // the endpoint's shape
    expect(items.find(({ itemId }) => itemId === itemOf(mop))).toMatchObject({ due: 0, onHand: 4 });
    expect((await ask('GET', '/v1/purchase-orders?state=closed', { token })).body).toMatchObject([{ id: made.id }]);
  });

  test("is expected after its supplier's lead time", async () => {
    const slow = await makeSupplier(db, 'Slow Supply');
    const product = await makeProduct(db, { supplierId: slow });
    const body = { supplierId: slow, lines: [{ itemId: itemOf(product), quantity: 1, purchasePrice: 1 }] };
    const post = () => ask('POST', '/v1/purchase-orders', { token, body });
    expect((await post()).body).toMatchObject({ expectedDate: null });
    await ask('PUT', `/v1/purchasing/suppliers/${slow}/terms`, { token, body: { leadDays: 10, coverDays: 5 } });
    const made = asOrder((await post()).body);
    expect(made.expectedDate).toBe(addDays(dayOf(new Date(made.createdDate)), 10));
  });

  test('is refused if its total is too large to be exact', async () => {
    const goods = await Promise.all(Array.from({ length: 10 }, () => makeProduct(db, { supplierId })));
    const lines = goods.map((one) => ({ itemId: itemOf(one), quantity: 1_000_000, purchasePrice: 9_999_999.99 }));
    const made = await order([goods[0] as MadeProduct, 1]); // there are ten
    for (const [method, path] of [
      ['POST', ''],
      ['PUT', `/${made.id}`],
    ] as const) {
      const { status, faults } = await ask(method, `/v1/purchase-orders${path}`, {
        token,
        body: { supplierId, lines },
      });
      expect([status, faults[0]?.message]).toEqual([400, 'The total of the order is too high.']);
    }
  });

  test("accepts its supplier's items only, each once", async () => {
    const [own, other] = [await makeProduct(db, { supplierId }), await makeProduct(db)];
    const post = (...products: MadeProduct[]) => {
      const lines = products.map((product) => ({ itemId: itemOf(product), quantity: 1, purchasePrice: 1 }));
      return ask('POST', '/v1/purchase-orders', { token, body: { supplierId, lines } });
    };
    expect((await post(own, other)).faults).toEqual([
      { path: 'lines.1.itemId', message: 'This item no longer exists.' },
    ]);
    expect((await post(own, own)).faults).toEqual([
      { path: 'lines', message: 'An item can be in a purchase order only once.' },
    ]);
    expect((await post()).faults).toEqual([{ path: 'lines', message: 'Choose at least one item to order.' }]);
  });

  test('is still listed and found after its supplier is deleted', async () => {
    const gone = await makeSupplier(db, 'Fleeting Wholesale');
    const product = await makeProduct(db, { supplierId: gone });
    const body = { supplierId: gone, lines: [{ itemId: itemOf(product), quantity: 1, purchasePrice: 1 }] };
    await ask('POST', '/v1/purchase-orders', { token, body });
    await sql`update products set supplier_id = null where id = ${product.id}`.execute(db);
    await db.deleteFrom('suppliers').where('id', '=', gone).execute();
    const { body: rows, headers } = await ask('GET', '/v1/purchase-orders?page=1&search=fleeting&state=open', {
      token,
    });
    expect([rows, headers['x-total-count']]).toMatchObject([
      [{ supplier: 'Fleeting Wholesale', supplierId: null }],
      '1',
    ]);
  });

  test('can be downloaded as a PDF with its lines and total', async () => {
    const made = await order([await makeProduct(db, { name: 'Flat Mop', code: 'FM-9', supplierId }), 12, 4.25]);
    const { statusCode, headers, rawPayload } = await app.inject({
      url: `/v1/purchase-orders/${made.id}/pdf`,
      headers: { authorization: `Bearer ${token}` },
    });
    expect([statusCode, headers['content-disposition']]).toEqual([200, `attachment; filename="${made.number}.pdf"`]);
    const [text] = pdfText(rawPayload);
    for (const part of ['Purchase Order', made.number, 'Cascade Supply', 'Flat Mop', 'FM-9', '12', '$4.25', '$51.00'])
      expect(text).toContain(part);
  });

  test('breaks a long note into pages with header and footer', async () => {
    const made = await order([await makeProduct(db, { supplierId }), 1, 1]);
    const note = Array.from({ length: 100 }, (_, n) => `Gate ${n}`).join('\n');
    const [line] = made.lines;
    const body = { note, version: made.version, lines: [{ id: line?.id, quantity: 1, purchasePrice: 1 }] };
    expect((await ask('PUT', `/v1/purchase-orders/${made.id}`, { token, body })).status).toBe(200);
    const headers = { authorization: `Bearer ${token}` };
    const { rawPayload } = await app.inject({ url: `/v1/purchase-orders/${made.id}/pdf`, headers });
    const pages = pdfText(rawPayload);
    expect(pages.length).toBeGreaterThan(1);
    for (const [place, text] of pages.entries()) {
      expect(text).toContain(`Page ${place + 1} of ${pages.length}`);
      if (place > 0) expect(text).toContain(`Purchase Order ${made.number}, continued`);
    }
    expect(pages.join('\n').match(/^Gate \d+$/gm)).toHaveLength(100);
  });
});
