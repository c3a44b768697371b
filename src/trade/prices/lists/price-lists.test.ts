import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '#lib/uuid.ts';
import { makeAdministrator } from '../../../../test/people.ts';
import { makeTradeAccount, makeTradeSite } from '../../../../test/make-trade-account.ts';
import { testApp } from '../../../../test/app.ts';
import { type PriceList, sentences } from './contract.ts';

const { ask, deps } = await testApp();
const { db } = deps;
const path = '/v1/price-lists';
const { token } = await makeAdministrator(deps, { claims: ['ManageAccounts'] });

let made = 0;

async function add(input: object = {}): Promise<PriceList> {
  const { status, body, message } = await ask('POST', path, { token, body: { name: `List ${++made}`, ...input } });
  expect([status, message]).toEqual([201, undefined]);
  return body as unknown as PriceList; // the endpoint's shape
}
const change = (list: PriceList, input: object) => {
  const { name, parentId, adjustPercent, validFrom, validTo, version } = list;
  const body = { name, parentId, adjustPercent, validFrom, validTo, version, ...input };
  return ask('PUT', `${path}/${list.id}`, { token, body });
};
const read = async (id: string) => (await ask('GET', `${path}/${id}`, { token })).body as unknown as PriceList; // its shape
const archive = ({ id }: PriceList) => ask('POST', `${path}/${id}/archive`, { token });
const names = async (query = '') =>
  (await ask<PriceList[]>('GET', `${path}${query}`, { token })).body.map(({ name }) => name);

const lastAuditEntry = async () => {
  deps.clock.advance(1);
  return db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
};

test('a list is added, changed, archived and restored, each with an entry in the history', async () => {
  const parent = await add({ name: 'Trade' });
  const list = await add({
    name: '  City   contract ',
    parentId: parent.id,
    adjustPercent: -12.5,
    validTo: '2026-12-31',
  });
  expect(list).toEqual({
    id: expect.any(String),
    name: 'City   contract',
    parentId: parent.id,
    parentName: 'Trade',
    adjustPercent: -12.5,
    validFrom: null,
    validTo: '2026-12-31',
    status: 'active',
    priceCount: 0,
    accountCount: 0,
    siteCount: 0,
    childCount: 0,
    createdDate: deps.clock.now().toISOString(),
    version: 1,
  });
  expect(await lastAuditEntry()).toMatchObject({
    action: 'create',
    entity: 'price-list',
    entity_id: list.id,
    after: { name: 'City   contract', parent: 'Trade', adjustPercent: -12.5, validTo: '2026-12-31' },
  });
  const { body } = await change(list, { adjustPercent: 5, validFrom: '2026-04-01' });
  expect(body).toMatchObject({ adjustPercent: 5, status: 'later', version: 2 });
  expect(await lastAuditEntry()).toMatchObject({ action: 'update', before: { adjustPercent: -12.5 } });
  expect((await change(list, { name: 'Other' })).status).toBe(409);
  expect((await archive(list)).status).toBe(204);
  expect(await read(list.id)).toMatchObject({ status: 'archived', version: 3 });
  expect(await lastAuditEntry()).toMatchObject({ action: 'archive', before: { name: 'City   contract' } });
  expect((await change(await read(list.id), { name: 'Other' })).message).toBe(sentences.isArchived);
  expect(await names()).not.toContain('City   contract');
  expect(await names('?status=archived')).toEqual(['City   contract']);
  const taken = await add({ name: 'city   CONTRACT' });
  expect((await ask('POST', `${path}/${list.id}/restore`, { token })).message).toBe(sentences.nameTaken);
  await archive(taken);
  expect((await ask('POST', `${path}/${list.id}/restore`, { token })).status).toBe(204);
  expect(await lastAuditEntry()).toMatchObject({ action: 'restore', entity_id: list.id });
});

test('all faults are reported at once, with the sentences of the form', async () => {
  const body = { name: '', adjustPercent: 500.001, validFrom: '2026-05-02', validTo: '2026-05-01', parentId: 'x' };
  const { status, faults } = await ask('POST', path, { token, body });
  expect(status).toBe(400);
  expect(faults.map(({ path: at }) => at).sort()).toEqual(['adjustPercent', 'name', 'parentId', 'validTo']);
  const late = await ask('POST', path, { token, body: { ...body, name: 'Late', adjustPercent: 0, parentId: null } });
  expect(late.faults).toEqual([{ path: 'validTo', message: sentences.daysInOrder }]);
  await add({ name: 'Once' });
  expect((await ask('POST', path, { token, body: { name: 'ONCE' } })).faults).toEqual([
    { path: 'name', message: sentences.nameTaken },
  ]);
});

test('a list can have five levels of parents, and never becomes its own', async () => {
  const lists = [await add()];
  for (let level = 1; level <= 5; level++) lists.push(await add({ parentId: lists.at(-1)?.id }));
  const [first, , third] = lists;
  const last = lists.at(-1);
  if (!first || !third || !last) throw new Error('not made');
  const tooDeep = [{ path: 'parentId', message: sentences.tooDeep }];
  expect((await ask('POST', path, { token, body: { name: 'Sixth', parentId: last.id } })).faults).toEqual(tooDeep);
  // A parent above the first would push the last one down.
  const above = await add();
  expect((await change(first, { parentId: above.id })).faults).toEqual(tooDeep);
  const own = [{ path: 'parentId', message: sentences.ownParent }];
  expect((await change(first, { parentId: first.id })).faults).toEqual(own);
  expect((await change(first, { parentId: third.id })).faults).toEqual(own);
  expect((await change(first, { parentId: newId() })).faults).toEqual([
    { path: 'parentId', message: sentences.notFound },
  ]);
});

test('two changes at the same moment do not make two lists each other’s parent', async () => {
  for (let round = 0; round < 5; round++) {
    const [one, two] = [await add(), await add()];
    const answers = await Promise.all([change(one, { parentId: two.id }), change(two, { parentId: one.id })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  }
});

test('a list in use is not archived; the sentence says what uses it', async () => {
  const list = await add();
  const account = await makeTradeAccount(db, { priceListId: list.id });
  await makeTradeAccount(db, { priceListId: list.id, status: 'closed' });
  await makeTradeSite(db, account.id, { name: 'Dock', priceListId: list.id });
  const child = await add({ parentId: list.id });
  expect(await read(list.id)).toMatchObject({ accountCount: 1, siteCount: 1, childCount: 1 });
  const refused = await archive(list);
  expect([refused.status, refused.message]).toEqual([
    409,
    '1 account, 1 site and 1 other list use this price list. Choose another there before you archive this one.',
  ]);
  await archive(child);
  await sql`update trade_sites set archived_at = now() where price_list_id = ${list.id}`.execute(db);
  expect((await archive(list)).message).toMatch(/^1 account uses this price list\./);
  await sql`update trade_accounts set price_list_id = null where id = ${account.id}`.execute(db);
  expect((await archive(list)).status).toBe(204);
  expect((await ask('POST', `${path}/${child.id}/restore`, { token })).message).toBe(sentences.parentArchived);
});

test('archiving waits for an account that is choosing the list at this moment', async () => {
  const list = await add();
  const account = await makeTradeAccount(db);
  const choosing = await db.startTransaction().execute();
  await sql`update trade_accounts set price_list_id = ${list.id} where id = ${account.id}`.execute(choosing);
  const archiving = archive(list);
  await new Promise((done) => setTimeout(done, 200));
  await choosing.commit().execute();
  expect((await archiving).status).toBe(409);
});

test('lists are searched, sorted and paged', async () => {
  await add({ name: 'Zebra hospitals', adjustPercent: 400 });
  await add({ name: 'Aged hospitals', adjustPercent: 300 });
  expect(await names('?search=hosp')).toEqual(['Aged hospitals', 'Zebra hospitals']);
  expect(await names('?search=hospitals&sort=-adjustPercent')).toEqual(['Zebra hospitals', 'Aged hospitals']);
  const { body, headers } = await ask<PriceList[]>('GET', `${path}?search=hospitals&page=2&pageSize=1`, { token });
  expect([body.length, headers['x-total-count']]).toEqual([1, '2']);
  const choices = await ask<{ name: string }[]>('GET', `${path}/names`, { token });
  expect(choices.body.map(({ name }) => name)).toContain('Aged hospitals');
});

test('the claim is required, and an unknown list is not found', async () => {
  const other = await makeAdministrator(deps, { claims: ['ManageCartProducts'] });
  expect((await ask('GET', path, { token: other.token })).status).toBe(403);
  for (const [method, end] of [
    ['GET', ''],
    ['POST', '/archive'],
    ['POST', '/restore'],
    ['GET', '/prices'],
  ] as const)
    expect((await ask(method, `${path}/${newId()}${end}`, { token })).status).toBe(404);
});
