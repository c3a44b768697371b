import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '#lib/uuid.ts';
import { makeProduct } from '../../../../test/make.ts';
import { makeAdministrator } from '../../../../test/people.ts';
import { testApp } from '../../../../test/app.ts';
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
const remove = (listId: string, row: object) => ask('POST', `${pathOf(listId)}/remove`, { token, body: row });
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
  for (const one of await rowsOf(list)) expect((await remove(list, asRead(one))).status).toBe(204);
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
  expect((await remove(list, asRead(priced))).status).toBe(204);
  expect(await rowsOf(list)).toEqual([]);
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
