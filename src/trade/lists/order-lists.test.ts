import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '#lib/uuid.ts';
import { testApp } from '../../../test/app.ts';
import { buyer, checkOut, checkoutOf } from '../../../test/buyer.ts';
import { makeProduct, type MadeProduct } from '../../../test/make.ts';
import { makeTradeAccount, makeTradeMember } from '../../../test/make-trade-account.ts';
import { makePerson, type Person } from '../../../test/people.ts';
import type { CheckedLine, OrderList } from './contract.ts';

const shop = await testApp();
const { deps } = shop;
const { db } = deps;
const mop = await makeProduct(db, { name: 'Flat mop', code: 'FM-40', onHand: 500 });
const cloth = await makeProduct(db, { name: 'Cloth', code: 'MC-1', onHand: 0 });

/** An account with two sites, and somebody with this role for all of them. */
async function account(role: Parameters<typeof makeTradeMember>[2]['role'] = 'buyer') {
  const made = await makeTradeAccount(db, { sites: ['Depot', 'Tower'] });
  const person = await makePerson(deps);
  await makeTradeMember(db, made.id, { user: person, role });
  const [depot = '', tower = ''] = made.siteIds;
  return { ...made, person, depot, tower };
}

const lists = <Body = OrderList>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  { person, path, body }: { person: Person; path: string; body?: object },
) => shop.ask<Body>(method, `/v1/trade/sites/${path}`, { token: person.token, ...(body && { body }) });

const item = (product: MadeProduct, more: object = {}) => ({
  itemId: product.itemIds[0],
  par: 12,
  multiple: 6,
  note: '',
  ...more,
});
const standing = {
  name: 'Standing list',
  items: [item(mop, { note: 'Top shelf' }), item(cloth, { par: null, multiple: 1 })],
};

test('the cartons are those of the price lists in force, also of the list behind the one of the site', async () => {
  const { id, person, depot } = await account();
  const [trade, ended, own] = [newId(), newId(), newId()];
  await sql`
    insert into price_lists (id, name, parent_id, valid_to, created_at) values (${trade}, ${trade}, null, null, now()),
      (${ended}, ${ended}, ${trade}, '2020-01-01', now()), (${own}, ${own}, null, null, now())`.execute(db);
  await sql`
    insert into order_multiples (price_list_id, item_id, units)
    values (${trade}, ${mop.itemIds[0]}, 6), (${ended}, ${mop.itemIds[0]}, 10)`.execute(db);
  await sql`update trade_accounts set price_list_id = ${ended} where id = ${id}`.execute(db);
  await sql`update trade_sites set price_list_id = ${own} where id = ${depot}`.execute(db);
  const { body: list } = await lists('POST', { person, path: `${depot}/lists`, body: standing });
  expect(list.items.map(({ carton }) => carton)).toEqual([6, 1]);
});

test('a product that the shop does not show is found by its code only by a site that has it on a list or has ordered it', async () => {
  const { person, depot, tower } = await account();
  const hidden = await makeProduct(db, { name: 'New scrubber', code: 'NS-77', onHand: 5 });
  const look = async (site: string) =>
    (await lists<CheckedLine[]>('POST', { person, path: `${site}/items/check`, body: { text: 'NS-77 1' } })).body[0];
  await lists('POST', { person, path: `${tower}/lists`, body: { name: 'Machines', items: [item(hidden)] } });
  await sql`update products set is_shown = false where id = ${hidden.id}`.execute(db);
  expect(await look(depot)).toMatchObject({ state: 'unmatched', item: null });
  expect(await look(tower)).toMatchObject({ state: 'notSold', item: { name: 'New scrubber' } });
});

test('a list is added, read with its items, changed as a whole and renamed', async () => {
  const { person, depot } = await account();
  const { status, body: list } = await lists('POST', { person, path: `${depot}/lists`, body: standing });
  expect(status).toBe(201);
  expect(list).toEqual({
    id: list.id,
    name: 'Standing list',
    version: 1,
    items: [
      {
        itemId: mop.itemIds[0],
        productId: mop.id,
        variationItemId: null,
        name: 'Flat mop',
        code: 'FM-40',
        image: `/files/products/${mop.id}`,
        url: mop.url,
        isSold: true,
        isOutOfStock: false,
        carton: 1,
        par: 12,
        multiple: 6,
        note: 'Top shelf',
        last: null,
      },
      expect.objectContaining({ name: 'Cloth', isOutOfStock: true, par: null, multiple: 1 }),
    ],
  });
  const path = `${depot}/lists/${list.id}`;
  const changed = { name: 'Weekly', items: [item(cloth), item(mop)], version: 1 };
  const saved = await lists('PUT', { person, path, body: changed });
  expect(saved).toMatchObject({ status: 200, body: { name: 'Weekly', version: 2 } });
  expect(saved.body.items.map(({ name }) => name)).toEqual(['Cloth', 'Flat mop']);
  const same = await lists('PUT', { person, path, body: { ...changed, version: 2 } });
  expect(same.body.version).toBe(2);
  const { body: all } = await lists<OrderList[]>('GET', { person, path: `${depot}/lists` });
  expect(all).toEqual([saved.body]);
});

test('all faults of a list are reported at once', async () => {
  const { person, depot } = await account();
  const items = [item(mop, { par: 0 }), item(mop, { multiple: 1000 }), item(mop, { note: 'x'.repeat(201) })];
  const { status, faults } = await lists('POST', { person, path: `${depot}/lists`, body: { name: 'S', items } });
  expect(status).toBe(400);
  expect(faults).toEqual([
    { path: 'name', message: 'List name is too short.' },
    { path: 'items.0.par', message: 'The par level must be a whole number from 1 to 999.' },
    { path: 'items.1.multiple', message: 'A carton must have 1 to 999 units.' },
    { path: 'items.2.note', message: 'A note must not exceed 200 characters.' },
  ]);
  const unknown = { ...item(mop), itemId: mop.id };
  const twice = await lists('POST', {
    person,
    path: `${depot}/lists`,
    body: { name: 'List', items: [item(mop), item(mop), unknown] },
  });
  expect(twice.faults).toEqual([
    { path: 'items.1.itemId', message: 'The item is in the list twice.' },
    { path: 'items.2.itemId', message: 'This item does not exist.' },
  ]);
});

test('of two people who save a list at the same time one gets a conflict, and nothing of theirs is stored', async () => {
  const { person, depot } = await account();
  const { body: list } = await lists('POST', { person, path: `${depot}/lists`, body: standing });
  const save = (name: string) =>
    lists('PUT', { person, path: `${depot}/lists/${list.id}`, body: { name, items: [item(mop)], version: 1 } });
  const answers = await Promise.all([save('Mine'), save('Theirs')]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const winner = answers.find(({ status }) => status === 200);
  const { body: all } = await lists<OrderList[]>('GET', { person, path: `${depot}/lists` });
  expect(all).toEqual([winner?.body]);
});

test('a site has no two lists of one name, also not after a restore', async () => {
  const { person, depot, tower } = await account();
  const path = `${depot}/lists`;
  const { body: first } = await lists('POST', { person, path, body: standing });
  const taken = { status: 409, faults: [{ path: 'name', message: 'This site already has a list with this name.' }] };
  expect(await lists('POST', { person, path, body: { ...standing, name: 'standing LIST' } })).toMatchObject(taken);
  expect(await lists('POST', { person, path: `${tower}/lists`, body: standing })).toMatchObject({ status: 201 });
  expect(await lists('DELETE', { person, path: `${path}/${first.id}` })).toMatchObject({ status: 204 });
  expect(await lists('PUT', { person, path: `${path}/${first.id}`, body: standing })).toMatchObject({ status: 404 });
  const { body: second } = await lists('POST', { person, path, body: standing });
  expect(await lists('POST', { person, path: `${path}/${first.id}/restore` })).toMatchObject(taken);
  await lists('DELETE', { person, path: `${path}/${second.id}` });
  const restored = await lists('POST', { person, path: `${path}/${first.id}/restore` });
  expect(restored).toMatchObject({ status: 200, body: first });
});

test('a list is copied to another site of the account, with its items', async () => {
  const { person, depot, tower } = await account();
  const { body: list } = await lists('POST', { person, path: `${depot}/lists`, body: standing });
  const path = `${depot}/lists/${list.id}/copy`;
  const copied = await lists('POST', { person, path, body: { siteId: tower, name: 'From the depot' } });
  expect(copied).toMatchObject({ status: 201, body: { name: 'From the depot', version: 1, items: list.items } });
  expect((await lists<OrderList[]>('GET', { person, path: `${tower}/lists` })).body).toEqual([copied.body]);
});

test('a list is downloaded as CSV and Excel', async () => {
  const { person, depot } = await account();
  const { body: list } = await lists('POST', { person, path: `${depot}/lists`, body: standing });
  const csv = await lists('GET', { person, path: `${depot}/lists/${list.id}/file?format=csv` });
  expect(csv.bytes.toString()).toContain('FM-40,Flat mop,12,6,Top shelf,,,Yes\n');
  const excel = await lists('GET', { person, path: `${depot}/lists/${list.id}/file?format=xlsx` });
  expect(excel.headers['content-disposition']).toMatch(/order-list-\d{4}-\d\d-\d\d\.xlsx/);
});

test('what the site ordered last is shown, and a list begins with the median of its orders', async () => {
  const { person, depot, tower } = await account();
  const order = async (siteId: string, qty: number) => {
    const trade = { siteId, isOnAccount: false };
    const answer = await checkOut(shop, checkoutOf([{ product: mop, qty }], { billingInfo: buyer, trade }), person);
    expect(answer.status).toBe(201);
    return answer.body.orderId ?? '';
  };
  const old = await order(depot, 90);
  await db
    .updateTable('orders')
    .set({ placed_at: new Date('2025-03-01T00:00:00Z') })
    .where('id', '=', old)
    .execute();
  for (const qty of [2, 12, 5, 6]) await order(depot, qty);
  const cancelled = await order(depot, 80);
  await db.updateTable('orders').set({ status: 2 }).where('id', '=', cancelled).execute();
  await order(tower, 70);
  const { body: suggested } = await lists<object[]>('GET', { person, path: `${depot}/ordered-items` });
  expect(suggested).toEqual([
    expect.objectContaining({ code: 'FM-40', orders: 4, median: 6, last: { quantity: 6, day: '2026-03-02' } }),
  ]);
  const { body: list } = await lists('POST', { person, path: `${depot}/lists`, body: standing });
  expect(list.items.map(({ last }) => last)).toEqual([{ quantity: 6, day: '2026-03-02' }, null]);
});

test('an item that is no longer sold stays in its list, and says so', async () => {
  const { person, depot } = await account();
  const gone = await makeProduct(db, { name: 'Old mop', code: 'OLD-1' });
  const { body: list } = await lists('POST', {
    person,
    path: `${depot}/lists`,
    body: { name: 'List', items: [item(gone)] },
  });
  await db.updateTable('product_items').set({ archived_at: new Date() }).where('product_id', '=', gone.id).execute();
  const { body: all } = await lists<OrderList[]>('GET', { person, path: `${depot}/lists` });
  expect(all[0]?.items).toMatchObject([{ name: 'Old mop', isSold: false }]);
  const saved = await lists('PUT', {
    person,
    path: `${depot}/lists/${list.id}`,
    body: { name: 'List', items: [item(gone)] },
  });
  expect(saved.status).toBe(200);
});
