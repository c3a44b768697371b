import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#lib/uuid.ts';
import { testApp } from '../../../test/app.ts';
import { makeProduct } from '../../../test/make.ts';
import { makeTradeAccount, makeTradeMember } from '../../../test/make-trade-account.ts';
import { makePerson, type Person } from '../../../test/people.ts';
import type { OrderList } from './contract.ts';

const shop = await testApp();
const { deps } = shop;
const { db } = deps;
const mop = await makeProduct(db, { code: 'FM-40' });
const account = await makeTradeAccount(db, { sites: ['Depot', 'Tower'] });
const [depot = '', tower = ''] = account.siteIds;
const other = await makeTradeAccount(db, { sites: ['Elsewhere'] });
const [elsewhere = ''] = other.siteIds;

const list = { name: 'Standing list', items: [{ itemId: mop.itemIds[0], par: 4, multiple: 1, note: '' }] };

async function member(accountId: string, traits: Omit<Parameters<typeof makeTradeMember>[2], 'user'>): Promise<Person> {
  const user = await makePerson(deps);
  await makeTradeMember(db, accountId, { user, ...traits });
  return user;
}

const people = {
  'a buyer of the site': await member(account.id, { siteIds: [depot] }),
  'a buyer of another site': await member(account.id, { siteIds: [tower] }),
  'an accounts contact': await member(account.id, { role: 'accountsContact' }),
  'a reader of lists': await member(account.id, {}),
  'a buyer of another account': await member(other.id, {}),
  'a member without an account': await makePerson(deps),
};

/** A role that may order, but not change lists. */
const readerRole = newId();
let listId = '';

beforeAll(async () => {
  await db
    .insertInto('trade_roles')
    .values({ id: readerRole, account_id: account.id, name: 'Reader', permissions: ['Order'], created_at: new Date() })
    .execute();
  await db
    .updateTable('trade_members')
    .set({ role_id: readerRole })
    .where('user_id', '=', people['a reader of lists'].id)
    .execute();
  const { token } = people['a buyer of the site'];
  const { body } = await shop.ask<OrderList>('POST', `/v1/trade/sites/${depot}/lists`, { token, body: list });
  listId = body.id;
});

const calls = {
  read: ['GET', () => 'lists', undefined],
  download: ['GET', () => `lists/${listId}/file?format=csv`, undefined],
  'see past orders': ['GET', () => 'ordered-items', undefined],
  search: ['GET', () => 'items?search=FM-40', undefined],
  'check codes': ['POST', () => 'items/check', { text: 'FM-40 2' }],
  add: ['POST', () => 'lists', { ...list, name: 'Another' }],
  change: ['PUT', () => `lists/${listId}`, list],
  copy: ['POST', () => `lists/${listId}/copy`, { siteId: depot, name: 'A copy' }],
  archive: ['DELETE', () => `lists/${listId}`, undefined],
  restore: ['POST', () => `lists/${listId}/restore`, undefined],
} as const;
type Call = keyof typeof calls;
const reading: readonly Call[] = ['read', 'download', 'see past orders', 'search', 'check codes'];
const all = Object.keys(calls) as Call[]; // the keys of calls

const allowed: Record<keyof typeof people, readonly Call[]> = {
  'a buyer of the site': all,
  'a buyer of another site': [],
  'an accounts contact': [],
  'a reader of lists': reading,
  'a buyer of another account': [],
  'a member without an account': [],
};

describe.each(Object.entries(allowed))('%s', (name, may) => {
  test.each(all)('may %s the lists of a site, or gets 403', async (call) => {
    const { token } = people[name as keyof typeof people]; // a key of allowed, which has the same
    const [method, path, body] = calls[call];
    const url = `/v1/trade/sites/${depot}/${path()}`;
    const { status } = await shop.ask(method, url, { token, ...(body && { body }) });
    if (may.includes(call)) expect(status).toBeLessThan(300);
    else expect(status).toBe(403);
  });
});

test('a list is not found under another site, and is copied to no site of others', async () => {
  const both = await makePerson(deps);
  await makeTradeMember(db, account.id, { user: both });
  await makeTradeMember(db, other.id, { user: both });
  const { token } = both;
  const path = (siteId: string, rest = '') => `/v1/trade/sites/${siteId}/lists/${listId}${rest}`;
  const ask = async (method: 'GET' | 'PUT' | 'POST' | 'DELETE', url: string, body?: object) =>
    (await shop.ask(method, url, { token, ...(body && { body }) })).status;
  for (const siteId of [tower, elsewhere]) {
    expect(await ask('PUT', path(siteId), list)).toBe(404);
    expect(await ask('DELETE', path(siteId))).toBe(404);
    expect(await ask('POST', path(siteId, '/restore'))).toBe(404);
    expect(await ask('GET', path(siteId, '/file?format=csv'))).toBe(404);
    expect(await ask('POST', path(siteId, '/copy'), { siteId, name: 'Copy' })).toBe(404);
  }
  expect(await ask('POST', path(depot, '/copy'), { siteId: elsewhere, name: 'Copy' })).toBe(403);
  const { token: buyerOfDepot } = people['a buyer of the site'];
  const refused = await shop.ask('POST', path(depot, '/copy'), {
    token: buyerOfDepot,
    body: { siteId: tower, name: 'Copy' },
  });
  expect(refused.status).toBe(403);
});
