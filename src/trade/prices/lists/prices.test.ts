import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { newId } from '#lib/uuid.ts';
import { makeProduct } from '../../../../test/make.ts';
import { makeAdministrator } from '../../../../test/people.ts';
import { testApp } from '../../../../test/app.ts';
import { newPrice, restoredRow } from './price-cells.ts';
import { type PriceRow, priceSentences } from './prices-contract.ts';

const { ask, deps } = await testApp();
const { db } = deps;
const { token } = await makeAdministrator(deps, { claims: ['ManageAccounts'] });

async function addList(): Promise<string> {
  const { body } = await ask<{ id: string }>('POST', '/v1/price-lists', { token, body: { name: `List ${newId()}` } });
  return body.id;
}
const pathOf = (listId: string) => `/v1/price-lists/${listId}/prices`;
const rowsOf = async (listId: string, query = '') =>
  (await ask<PriceRow[]>('GET', `${pathOf(listId)}${query}`, { token })).body;
const save = (listId: string, body: object) => ask('PUT', pathOf(listId), { token, body });
const remove = (listId: string, row: object) =>
  ask<{ multiple: number | null }>('POST', `${pathOf(listId)}/remove`, { token, body: row });
/** A row as a change names what it replaces. */
const asRead = ({ itemId, minQuantity, validFrom, validTo, price, multiple }: PriceRow) => ({
  itemId,
  minQuantity,
  validFrom,
  validTo,
  price,
  multiple,
});
const shortOf = ({ code, minQuantity, price, validFrom, validTo, multiple }: PriceRow) =>
  [code, minQuantity, price, validFrom, validTo, multiple]
    .map((part) => part ?? '')
    .join(' ')
    .trimEnd();

const lastAuditEntry = async () => {
  deps.clock.advance(1);
  return db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
};

const mop = await makeProduct(db, { name: 'Flat mop', code: 'MOP', items: [{ code: 'MOP', price: 22 }] });
const bags = await makeProduct(db, {
  name: 'Bin bags',
  variations: ['Size'],
  items: [
    { code: 'BAG-S', price: 11, values: ['Small'] },
    { code: 'BAG-L', price: 15, values: ['Large'] },
  ],
});
const [mopId = ''] = mop.itemIds;
const [smallId = '', largeId = ''] = bags.itemIds;
await sql`update product_items set average_cost_cents = 1000.4 where id = ${mopId}`.execute(db);

test('prices are added, changed in place and removed, each with an entry in the history', async () => {
  const list = await addList();
  expect((await save(list, { itemId: mopId, price: 19.8, multiple: 6 })).status).toBe(204);
  expect(await lastAuditEntry()).toMatchObject({
    action: 'price',
    entity: 'price-list',
    entity_id: list,
    before: null,
    after: { item: 'MOP Flat mop', price: 19.8, carton: 6 },
  });
  const [row] = await rowsOf(list);
  if (!row) throw new Error('no row');
  expect(row).toEqual({
    itemId: mopId,
    productId: mop.id,
    code: 'MOP',
    productName: 'Flat mop',
    variation: '',
    isSold: true,
    basePrice: 22,
    cost: 10,
    minQuantity: 1,
    price: 19.8,
    margin: 8, // 19.80 without GST is 18.00
    validFrom: null,
    validTo: null,
    multiple: 6,
  });
  await save(list, { itemId: mopId, minQuantity: 10, price: 18.7, validFrom: '2026-04-01', validTo: '2026-06-30' });
  expect((await rowsOf(list)).map(shortOf)).toEqual(['MOP 1 19.8   6', 'MOP 10 18.7 2026-04-01 2026-06-30 6']);
  const changed = { itemId: mopId, price: 17.6, multiple: null, replaces: asRead(row) };
  expect((await save(list, changed)).status).toBe(204);
  expect(await lastAuditEntry()).toMatchObject({ before: { price: 19.8, carton: 6 }, after: { price: 17.6 } });
  expect((await rowsOf(list)).map(shortOf)).toEqual(['MOP 1 17.6', 'MOP 10 18.7 2026-04-01 2026-06-30']);
  // As it was read before the change, the row is gone.
  for (const answer of [await save(list, changed), await remove(list, asRead(row))])
    expect([answer.status, answer.message]).toEqual([409, priceSentences.changed]);
  for (const one of await rowsOf(list)) expect((await remove(list, asRead(one))).status).toBe(200);
  expect(await lastAuditEntry()).toMatchObject({ before: { price: 18.7, fromQuantity: 10 }, after: null });
  expect(await rowsOf(list)).toEqual([]);
});

test('a carton without a price is a row, stays with the item’s last price and goes with it', async () => {
  const list = await addList();
  await save(list, { itemId: smallId, price: null, multiple: 12 });
  const [carton] = await rowsOf(list);
  if (!carton) throw new Error('no row');
  expect([shortOf(carton), carton.margin]).toEqual(['BAG-S     12', null]);
  await save(list, { itemId: smallId, price: 9, multiple: 12, replaces: asRead(carton) });
  const [priced] = await rowsOf(list);
  if (!priced) throw new Error('no row');
  expect(shortOf(priced)).toBe('BAG-S 1 9   12');
  await save(list, { itemId: smallId, price: null, multiple: 12, replaces: asRead(priced) });
  expect((await rowsOf(list)).map(shortOf)).toEqual(['BAG-S     12']);
  await save(list, { itemId: smallId, price: 9, replaces: asRead(carton) });
  expect((await remove(list, asRead(priced))).body).toEqual({ multiple: 12 });
  expect(await rowsOf(list)).toEqual([]);
});

test('a carton that a list has for an item is changed only by somebody who has seen it', async () => {
  const list = await addList();
  const add = (minQuantity: number, carton: object) =>
    save(list, { itemId: smallId, minQuantity, price: 9, ...carton });
  await add(1, { multiple: 6 });
  for (const carton of [{ multiple: null }, { multiple: 12 }, { multiple: 12, replacedMultiple: 4 }]) {
    const { status, message } = await add(10, carton);
    expect([status, message]).toEqual([409, priceSentences.cartonChanged]);
  }
  expect((await rowsOf(list)).map(shortOf)).toEqual(['BAG-S 1 9   6']);
  expect((await add(10, { multiple: 6 })).status).toBe(204);
  expect(await lastAuditEntry()).toMatchObject({ before: null, after: { fromQuantity: 10, carton: 6 } });
  expect((await add(20, { multiple: 12, replacedMultiple: 6 })).status).toBe(204);
  expect(await lastAuditEntry()).toMatchObject({
    before: { item: 'BAG-S Bin bags (Small)', carton: 6 },
    after: { fromQuantity: 20, carton: 12 },
  });
  expect((await rowsOf(list)).map(shortOf)).toEqual(['BAG-S 1 9   12', 'BAG-S 10 9   12', 'BAG-S 20 9   12']);
});

describe('on a page that does not show a colleague’s change of the carton', () => {
  const typed = { minQuantity: '10', price: '8', validFrom: '', validTo: '', multiple: '6' };
  /** A list with two prices and a carton of 6, as the page shows it before the colleague's change. */
  async function listOnPage() {
    const list = await addList();
    await save(list, { itemId: smallId, price: 9, multiple: 6 });
    await save(list, { itemId: smallId, minQuantity: 60, price: 7 });
    const [first, last] = await rowsOf(list);
    if (!first || !last) throw new Error('no rows');
    const toTwelve = () => save(list, { ...asRead(first), multiple: 12, replaces: asRead(first) });
    return { list, first, last, toTwelve };
  }

  test('a new price leaves that carton as it is, unless it is edited', async () => {
    const { list, first, toTwelve } = await listOnPage();
    await toTwelve();
    expect((await save(list, newPrice(first, { ...typed, multiple: '4' }))).message).toBe(priceSentences.cartonChanged);
    expect((await save(list, newPrice(first, typed))).status).toBe(204);
    expect((await rowsOf(list)).map(shortOf)).toEqual(['BAG-S 1 9   12', 'BAG-S 10 8   12', 'BAG-S 60 7   12']);
    const [shown] = await rowsOf(list);
    if (!shown) throw new Error('no row');
    expect((await save(list, newPrice(shown, { ...typed, minQuantity: '20', multiple: '' }))).status).toBe(204);
    expect((await rowsOf(list)).map(({ multiple }) => multiple)).toEqual([null, null, null, null]);
  });

  test('a price that is brought back leaves it too', async () => {
    const { list, last, toTwelve } = await listOnPage();
    const { body } = await remove(list, asRead(last));
    await toTwelve();
    expect((await save(list, restoredRow(last, body))).status).toBe(204);
    expect((await rowsOf(list)).map(shortOf)).toEqual(['BAG-S 1 9   12', 'BAG-S 60 7   12']);
  });

  test('the item’s last price is brought back with the carton that went with it', async () => {
    const { list, first, last } = await listOnPage();
    await remove(list, asRead(last));
    const { body } = await remove(list, asRead(first));
    expect(await rowsOf(list)).toEqual([]);
    expect((await save(list, restoredRow(first, body))).status).toBe(204);
    expect((await rowsOf(list)).map(shortOf)).toEqual(['BAG-S 1 9   6']);
  });
});

test('a change replaces only a price of its own item', async () => {
  const list = await addList();
  await save(list, { itemId: mopId, price: 15 });
  const [row] = await rowsOf(list);
  const { status, faults } = await save(list, { itemId: smallId, price: 14, replaces: row && asRead(row) });
  expect([status, faults]).toEqual([400, [{ path: 'replaces.itemId', message: priceSentences.otherItem }]]);
  expect((await rowsOf(list)).map(shortOf)).toEqual(['MOP 1 15']);
});

test('all faults of a row are reported at once', async () => {
  const list = await addList();
  const { faults } = await save(list, { itemId: mopId, minQuantity: 0, price: 0, multiple: 1, validTo: 'soon' });
  expect(faults.map(({ path }) => path).sort()).toEqual(['minQuantity', 'multiple', 'price', 'validTo']);
  expect((await save(list, { itemId: mopId })).faults).toEqual([{ path: 'price', message: priceSentences.nothing }]);
  const turned = { itemId: mopId, price: 5, validFrom: '2026-05-02', validTo: '2026-05-01' };
  expect((await save(list, turned)).faults).toEqual([{ path: 'validTo', message: priceSentences.daysInOrder }]);
  expect((await save(list, { itemId: mopId, price: 5, validTo: '1999-12-31' })).faults).toEqual([
    { path: 'validTo', message: priceSentences.daysInOrder },
  ]);
  expect((await save(list, { itemId: newId(), price: 5 })).message).toBe(priceSentences.itemGone);
  await save(list, { itemId: mopId, price: 5 });
  expect((await save(list, { itemId: mopId, price: 6 })).message).toBe(priceSentences.taken);
});

test('a row that only names a carton has neither a quantity nor days', async () => {
  const list = await addList();
  const row = { itemId: smallId, price: null, multiple: 12 };
  const days = { minQuantity: 5, validFrom: '2026-04-01', validTo: '2026-06-30' };
  expect((await save(list, { ...row, ...days })).faults).toEqual(
    ['minQuantity', 'validFrom', 'validTo'].map((path) => ({ path, message: priceSentences.onlyWithPrice })),
  );
  expect(await rowsOf(list)).toEqual([]);
});

test('of three changes of the same price at once, one is saved and the others get a conflict', async () => {
  const list = await addList();
  await save(list, { itemId: mopId, price: 20 });
  const [row] = await rowsOf(list);
  const replaces = row && asRead(row);
  const answers = await Promise.all([21, 22, 23].map((price) => save(list, { itemId: mopId, price, replaces })));
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 409, 409]);
  expect(await rowsOf(list)).toHaveLength(1);
});

test('an archived list’s prices can be read but not changed', async () => {
  const list = await addList();
  await save(list, { itemId: mopId, price: 20 });
  await ask('POST', `/v1/price-lists/${list}/archive`, { token });
  expect((await save(list, { itemId: mopId, minQuantity: 5, price: 19 })).status).toBe(409);
  expect(await rowsOf(list)).toHaveLength(1);
});

test('rows are sorted, searched, filtered and paged', async () => {
  const list = await addList();
  await save(list, { itemId: mopId, price: 10.98 }); // 9.98 without GST, below 10.004
  await save(list, { itemId: smallId, price: 9.5 });
  await save(list, { itemId: smallId, minQuantity: 20, price: 9, validFrom: '2026-03-03' });
  await save(list, { itemId: largeId, price: 12, validTo: '2026-03-01' });
  const codes = async (query = '') =>
    (await rowsOf(list, query)).map(({ code, minQuantity }) => `${code} ${minQuantity}`);
  expect(await codes()).toEqual(['BAG-S 1', 'BAG-S 20', 'BAG-L 1', 'MOP 1']);
  expect(await codes('?sort=-code')).toEqual(['MOP 1', 'BAG-S 1', 'BAG-S 20', 'BAG-L 1']);
  expect(await codes('?sort=price')).toEqual(['BAG-S 20', 'BAG-S 1', 'MOP 1', 'BAG-L 1']);
  expect(await codes('?search=bag-l')).toEqual(['BAG-L 1']);
  expect(await codes('?search=flat')).toEqual(['MOP 1']);
  expect(await codes('?show=belowCost')).toEqual(['MOP 1']);
  expect(await codes('?show=later')).toEqual(['BAG-S 20']);
  expect(await codes('?show=over')).toEqual(['BAG-L 1']);
  const second = await ask<PriceRow[]>('GET', `${pathOf(list)}?page=2&pageSize=3`, { token });
  expect([second.body.length, second.headers['x-total-count']]).toEqual([1, '4']);
  const beyond = await ask<PriceRow[]>('GET', `${pathOf(list)}?page=3&pageSize=3`, { token });
  expect([beyond.body.length, beyond.headers['x-total-count']]).toEqual([0, '4']);
});

test('the filter of prices below cost finds those whose margin is negative, with the cost rounded as it is shown', async () => {
  const list = await addList();
  await save(list, { itemId: mopId, price: 11 }); // $10.00 without GST, and a cost of $10.004
  for (let quantity = 2; quantity <= 12; quantity++)
    await save(list, { itemId: mopId, minQuantity: quantity, price: (1096 + quantity) / 100 });
  const negative = (await rowsOf(list)).filter(({ margin }) => (margin ?? 0) < 0);
  expect(negative.map(({ price }) => price)).toEqual([10.98, 10.99]);
  expect(await rowsOf(list, '?show=belowCost')).toEqual(negative);
});

test('items are found by name or code, the exact code first', async () => {
  const list = await addList();
  await save(list, { itemId: largeId, price: 12, multiple: 6 });
  const found = async (search: string) =>
    (
      await ask<(PriceRow & { isListed: boolean })[]>('GET', `/v1/price-lists/${list}/items?search=${search}`, {
        token,
      })
    ).body;
  expect((await found('bag')).map(({ code, isListed, multiple }) => [code, isListed, multiple])).toEqual([
    ['BAG-S', false, null],
    ['BAG-L', true, 6],
  ]);
  expect(await found('mop')).toEqual([
    {
      itemId: mopId,
      code: 'MOP',
      productName: 'Flat mop',
      variation: '',
      basePrice: 22,
      cost: 10,
      multiple: null,
      isListed: false,
    },
  ]);
  expect(await found('')).toEqual([]);
});
