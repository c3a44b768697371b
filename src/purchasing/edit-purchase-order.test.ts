import { describe, expect, test } from 'vitest';
import { newId } from '#lib/uuid.ts';
import { historyRoutes } from '#history/routes.server.ts';
import { makeProduct, type MadeProduct, makeSupplier } from '../../test/make.ts';
import { pdfText } from '../../test/pdf-text.ts';
import { makeAdministrator } from '../../test/people.ts';
import { slicesApp } from '../../test/slices.ts';
import type { PurchaseOrderOnPage } from './contract.ts';
import type { OrderableItemOnPage } from './reorder-contract.ts';
import { purchasingRoutes } from './routes.server.ts';

const { app, ask, deps } = await slicesApp([purchasingRoutes, historyRoutes]);
const { db } = deps;
const { token } = await makeAdministrator(deps, { claims: ['ManageCartStock'] });
const supplierId = await makeSupplier(db, 'Cascade Supply');
const itemOf = ({ itemIds: [id = ''] }: MadeProduct): string => id;
const newProduct = (name = 'Flat Mop', code = `C-${newId().slice(-8)}`) =>
  makeProduct(db, { name, code, onHand: 0, supplierId });

const asOrder = (body: unknown) => body as PurchaseOrderOnPage; // the endpoint's shape

async function order(...lines: [product: MadeProduct, quantity: number][]): Promise<PurchaseOrderOnPage> {
  const wanted = lines.map(([product, quantity]) => ({ itemId: itemOf(product), quantity, purchasePrice: 2 }));
  const { body } = await ask('POST', '/v1/purchase-orders', { token, body: { supplierId, lines: wanted } });
  return asOrder(body);
}

interface RequestedLine {
  id?: string | undefined;
  itemId?: string;
  quantity: number;
  purchasePrice: number;
}

const edit = (id: string, lines: RequestedLine[], more: object = {}) =>
  ask('PUT', `/v1/purchase-orders/${id}`, { token, body: { lines, ...more } });

/** The stored lines as a request sends them. */
const linesOf = ({ lines }: PurchaseOrderOnPage): RequestedLine[] =>
  lines.map(({ id, quantity, purchasePrice }) => ({ id, quantity, purchasePrice }));

const receive = ({ id, lines: [line] }: PurchaseOrderOnPage, quantity: number) => {
  const body = { receiptId: newId(), lines: [{ lineId: line?.id, quantity, purchasePrice: 2 }] };
  return ask('POST', `/v1/purchase-orders/${id}/receive`, { token, body });
};

const read = async (id: string) => asOrder((await ask('GET', `/v1/purchase-orders/${id}`, { token })).body);

describe('an open purchase order', () => {
  test('can get other quantities and prices, fewer lines and new ones, and its PDF shows them', async () => {
    const [mop, bucket, cloth] = [
      await newProduct('Flat Mop', 'FM-9'),
      await newProduct('Bucket', 'BU-1'),
      await newProduct('Cloth', 'CL-7'),
    ];
    const made = await order([mop, 10], [bucket, 4]);
    const [first] = linesOf(made);
    const lines = [
      { ...first, quantity: 12, purchasePrice: 2.5 },
      { itemId: itemOf(cloth), quantity: 100, purchasePrice: 0.4 },
    ];
    const { status, body } = await edit(made.id, lines, { version: made.version, note: 'Side entrance' });
    expect(status).toBe(200);
    expect(asOrder(body)).toMatchObject({
      state: 'open',
      version: made.version + 1,
      total: 70,
      units: 112,
      note: 'Side entrance',
      lines: [
        { id: made.lines[0]?.id, name: 'Flat Mop', quantity: 12, purchasePrice: 2.5 },
        { name: 'Cloth', code: 'CL-7', quantity: 100, purchasePrice: 0.4, received: 0 },
      ],
    });
    const paper = await app.inject({
      url: `/v1/purchase-orders/${made.id}/pdf`,
      headers: { authorization: `Bearer ${token}` },
    });
    const [text = ''] = pdfText(paper.rawPayload);
    for (const part of ['Cloth', '$0.40', '$70.00', 'Side entrance']) expect(text).toContain(part);
    expect(text).not.toContain('Bucket');
    const history = await ask('GET', `/v1/history/purchase-order/${made.id}`, { token });
    const entries = history.body as { action: string; before: object; after: object }[]; // the endpoint's shape
    expect(entries.find(({ action }) => action === 'update')).toMatchObject({
      before: { total: '$28.00', lines: ['Flat Mop (FM-9): 10 at $2.00', 'Bucket (BU-1): 4 at $2.00'] },
      after: { total: '$70.00', lines: ['Flat Mop (FM-9): 12 at $2.50', 'Cloth (CL-7): 100 at $0.40'] },
    });
  });

  test('refuses to reduce, remove or reprice a line below what was received, and reports all faults', async () => {
    const made = await order([await newProduct('Mop'), 10], [await newProduct(), 4]);
    await receive(made, 6);
    const [first, second] = linesOf(made);
    const low = await edit(made.id, [
      { ...first, quantity: 5, purchasePrice: 3 },
      { ...second, quantity: 1, purchasePrice: 9 },
    ]);
    expect(low.status).toBe(409);
    expect(low.faults).toEqual([
      { path: 'lines.0.quantity', message: 'Must be 6 or more, because 6 units have been received.' },
      { path: 'lines.0.purchasePrice', message: 'The price cannot be changed: some units have been received.' },
    ]);
    const away = await edit(made.id, [{ ...second, quantity: 4, purchasePrice: 2 }]);
    expect([away.status, away.message]).toEqual([409, 'Mop cannot be removed: 6 units have been received.']);
    expect(await read(made.id)).toMatchObject({ units: 14, received: 6, total: 28 });
    expect((await edit(made.id, [{ ...first, quantity: 20, purchasePrice: 2 }])).status).toBe(200);
  });

  test('becomes Received once nothing more is expected', async () => {
    const made = await order([await newProduct(), 10], [await newProduct(), 4]);
    await receive(made, 6);
    const { body } = await edit(made.id, [{ ...linesOf(made)[0], quantity: 6, purchasePrice: 2 }]);
    expect(asOrder(body)).toMatchObject({ state: 'received', units: 6, received: 6 });
    expect(await edit(made.id, linesOf(asOrder(body)))).toMatchObject({
      status: 409,
      message: 'Only an open purchase order can be changed.',
    });
  });

  test('refuses a change based on an older version', async () => {
    const made = await order([await newProduct(), 10]);
    const wanted = (quantity: number) => [{ ...linesOf(made)[0], quantity, purchasePrice: 2 }];
    expect((await edit(made.id, wanted(11), { version: made.version })).status).toBe(200);
    expect(await edit(made.id, wanted(12), { version: made.version })).toMatchObject({
      status: 409,
      message: 'Someone else has changed this in the meantime.',
    });
    expect((await read(made.id)).units).toBe(11);
  });

  test("accepts its supplier's items only, each once, and no lines of other orders", async () => {
    const [own, again] = [await newProduct(), await newProduct()];
    const otherSuppliers = await makeProduct(db);
    const made = await order([own, 1]);
    const other = await order([again, 1]);
    const lineOf = (product: MadeProduct) => ({ itemId: itemOf(product), quantity: 1, purchasePrice: 1 });
    for (const [lines, faults] of [
      [
        [...linesOf(made), lineOf(otherSuppliers)],
        [{ path: 'lines.1.itemId', message: 'This item no longer exists.' }],
      ],
      [
        [...linesOf(made), lineOf(own)],
        [{ path: 'lines.1.itemId', message: 'An item can be in a purchase order only once.' }],
      ],
      [linesOf(other), [{ path: 'lines.0.id', message: 'This line is no longer part of the order.' }]],
      [[], [{ path: 'lines', message: 'Choose at least one item to order.' }]],
      [[lineOf(again), lineOf(again)], [{ path: 'lines.1', message: 'An item can be in a purchase order only once.' }]],
      [[{ quantity: 1, purchasePrice: 1 }], [{ path: 'lines.0.itemId', message: 'This item no longer exists.' }]],
    ] as const) {
      expect(await edit(made.id, [...lines])).toMatchObject({ status: 400, faults });
    }
    expect(await read(made.id)).toEqual(made);
  });

  test('is never reduced below received units by a concurrent edit', async () => {
    for (let again = 0; again < 4; again++) {
      const made = await order([await newProduct(), 20]);
      const line = linesOf(made)[0];
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, n) =>
          n % 2 ? edit(made.id, [{ ...line, quantity: 5 + n, purchasePrice: 2 }]) : receive(made, 4),
        ),
      );
      for (const { status } of answers) expect([200, 409]).toContain(status);
      const { units, received, state } = await read(made.id);
      expect(received).toBeLessThanOrEqual(units);
      expect(state).toBe(received === units ? 'received' : 'open');
    }
  });

  test('cannot be changed without the claim to manage stock', async () => {
    const made = await order([await newProduct(), 10]);
    const clerk = await makeAdministrator(deps, { claims: ['ViewReports'] });
    const asked = { token: clerk.token, body: { lines: linesOf(made) } };
    expect((await ask('PUT', `/v1/purchase-orders/${made.id}`, asked)).status).toBe(403);
  });
});

test("the supplier's items are searched by words of name, variation and code", async () => {
  await newProduct('Zephyr Duster', 'ZD-100');
  await makeProduct(db, { name: 'Zephyr Fan' });
  const found = async (search: string) => {
    const { body } = await ask('GET', `/v1/purchasing/suppliers/${supplierId}/items?search=${search}`, { token });
    return (body as OrderableItemOnPage[]).map(({ name, code }) => `${name} ${code}`); // the endpoint's shape
  };
  expect(await found('zeph')).toEqual(['Zephyr Duster ZD-100']);
  expect(await found('zd-100')).toEqual(['Zephyr Duster ZD-100']);
  expect(await found('nothing')).toEqual([]);
});
