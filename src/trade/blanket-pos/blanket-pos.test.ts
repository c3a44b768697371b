import { expect, test } from 'vitest';
import { newId } from '#lib/uuid.ts';
import { approvalShop } from '../../../test/approval-shop.ts';
import { buyer as details, checkOut, checkoutOf } from '../../../test/buyer.ts';
import { makeTradeMember, makeTradeSite } from '../../../test/make-trade-account.ts';
import { makeAdministrator, makePerson } from '../../../test/people.ts';
import { orderDeskOf } from '../../../test/sold.ts';
import { signInAgain } from '../../../test/trade-buyer.ts';
import type { BlanketPoOnPage } from './blanket-po-words.ts';

const { shop, deps, ask, db, clock, cleaner, mop, company } = await approvalShop();
const staff = await makeAdministrator(deps, { claims: ['ManageAccounts', 'ManageCartOrders'] });
const desk = orderDeskOf(shop, staff);

type Company = Awaited<ReturnType<typeof company>>;

const token = () => signInAgain(shop, staff); // the clock advances

const add = async ({ accountId, siteId }: Pick<Company, 'accountId' | 'siteId'>, more: object = {}) =>
  ask<BlanketPoOnPage>('POST', `/v1/trade-accounts/${accountId}/blanket-pos`, {
    token: await token(),
    body: { siteId, number: 'BPO-7', amount: 200, ...more },
  });
const read = async ({ accountId }: Company) =>
  (await ask<BlanketPoOnPage[]>('GET', `/v1/trade-accounts/${accountId}/blanket-pos`, { token: await token() })).body;
const leftOf = async (of: Company) => (await read(of)).map(({ used, left }) => [used, left]);

/** An order on account of some cleaners, $90 each, with a PO number. */
const order = async ({ siteId, buyer }: Company, qty: number, purchaseOrder = 'BPO-7', product = cleaner) =>
  checkOut(
    shop,
    checkoutOf([{ product, qty }], {
      billingInfo: { ...details, purchaseOrder },
      trade: { siteId, isOnAccount: true },
      cardNumber: null,
      expiryDate: null,
      cvc: null,
    }),
    { token: await signInAgain(shop, buyer) },
  );

test('orders with its number use it up, in any case of letters, and not beyond', async () => {
  const of = await company();
  expect((await add(of)).status).toBe(201);
  expect((await order(of, 1, 'bpo-7')).status).toBe(201);
  expect(await leftOf(of)).toEqual([[90, 110]]);
  const { status, body } = await order(of, 2);
  expect([status, body.orderIssues]).toEqual([
    200,
    [
      {
        reason:
          'This order of $180.00 is more than the $110.00 left on PO BPO-7. The PO has to be raised, or the order needs another PO number.',
      },
    ],
  ]);
  expect((await order(of, 2, 'PO-1')).status).toBe(201); // no blanket PO
  expect((await order(of, 1)).status).toBe(201);
  expect(await leftOf(of)).toEqual([[180, 20]]);
});

test('blanks that a copied number has more, or other than usual ones, make no difference', async () => {
  const of = await company();
  expect((await add(of, { number: 'BPO   7\u00a0A' })).body.number).toBe('BPO 7 A');
  for (const typed of ['BPO 7 A', 'BPO\u00a07   A']) expect((await order(of, 1, typed)).status).toBe(201);
  expect(await leftOf(of)).toEqual([[180, 20]]);
});

test('of two orders at the same moment only one gets what is left', async () => {
  for (let round = 0; round < 3; round++) {
    const of = await company();
    await add(of, { amount: 100 });
    // Different goods, because orders of the same goods wait for each other.
    const answers = await Promise.all([order(of, 1), order(of, 6, 'BPO-7', mop)]);
    expect(answers.filter(({ body }) => body.orderId !== null)).toHaveLength(1);
  }
});

test('a cancelled order, a refund and a higher amount leave more; another site does not use it', async () => {
  const of = await company();
  await add(of);
  const elsewhere = await makeTradeSite(db, of.accountId, { name: 'Tower' });
  await db.updateTable('trade_members').set({ has_all_sites: true }).where('id', '=', of.memberId).execute();
  const { body: first } = await order(of, 1);
  const { body: second } = await order(of, 1);
  expect((await order({ ...of, siteId: elsewhere }, 5)).status).toBe(201);
  expect(await leftOf(of)).toEqual([[180, 20]]);
  await desk.refund(first.orderId ?? '', { amount: 30 });
  expect(await leftOf(of)).toEqual([[150, 50]]);
  await desk.change(second.orderId ?? '', 2, { notify: false });
  expect(await leftOf(of)).toEqual([[60, 140]]);
  const [blanketPo] = await read(of);
  const path = `/v1/trade-accounts/${of.accountId}/blanket-pos/${blanketPo?.id}`;
  const changed = { number: 'BPO-8', amount: 500, validTo: null, version: blanketPo?.version };
  expect(await ask('PUT', path, { token: await token(), body: changed })).toMatchObject({ body: { left: 440 } });
  expect((await ask('PUT', path, { token: await token(), body: changed })).status).toBe(409);
});

test('a cancelled order is opened again only if its blanket PO has enough left', async () => {
  const of = await company();
  await add(of, { amount: 100 });
  const { body: first } = await order(of, 1);
  await desk.change(first.orderId ?? '', 2, { notify: false });
  const { body: second } = await order(of, 1);
  const refused = await desk.change(first.orderId ?? '', 0, { notify: false });
  expect(refused).toMatchObject({ status: 409, message: expect.stringContaining('$10.00 left on PO BPO-7') });
  expect(await leftOf(of)).toEqual([[90, 10]]);
  await desk.change(second.orderId ?? '', 2, { notify: false });
  expect((await desk.change(first.orderId ?? '', 0, { notify: false })).status).toBe(200);
  expect(await leftOf(of)).toEqual([[90, 10]]);
});

test('after its last day it is refused until it is extended or ended', async () => {
  const of = await company();
  const added = await add(of, { validTo: '2026-11-30' });
  expect(await read(of)).toMatchObject([{ isOver: false }]);
  clock.set('2026-12-01T01:00:00Z');
  expect(await read(of)).toMatchObject([{ isOver: true }]);
  const { body } = await order(of, 1);
  expect(body.orderIssues).toEqual([
    { reason: 'PO BPO-7 was valid until 30/11/2026. The PO has to be extended, or the order needs another PO number.' },
  ]);
  const path = `/v1/trade-accounts/${of.accountId}/blanket-pos/${added.body.id}`;
  expect((await ask('DELETE', path, { token: await token() })).status).toBe(204);
  expect((await order(of, 1)).status).toBe(201);
  expect(await read(of)).toEqual([]);
  clock.set('2026-11-10T01:00:00Z');
});

test('a request for approval is refused if its PO has too little left', async () => {
  const of = await company({ budget: 50 });
  await add(of, { amount: 80 });
  const body = checkoutOf([{ product: cleaner }], {
    billingInfo: { ...details, purchaseOrder: 'BPO-7' },
    trade: { siteId: of.siteId, isOnAccount: true },
    cardNumber: null,
    expiryDate: null,
    cvc: null,
  });
  const headers = { 'idempotency-key': newId() };
  const { status, message } = await ask('POST', '/v1/trade/approvals', { token: of.buyer.token, body, headers });
  expect([status, message]).toEqual([
    409,
    'This order of $90.00 is more than the $80.00 left on PO BPO-7. The PO has to be raised, or the order needs another PO number.',
  ]);
});

test('all faults are reported at once; a number is there once for a site, and fits the pattern of the account', async () => {
  const of = await company();
  expect((await add(of, { number: '', amount: 0, validTo: 'soon' })).faults.map(({ path }) => path).sort()).toEqual([
    'amount',
    'number',
    'validTo',
  ]);
  await db
    .updateTable('trade_accounts')
    .set({ po_rule: 'pattern', po_pattern: 'AAA-9' })
    .where('id', '=', of.accountId)
    .execute();
  expect((await add(of, { number: 'X', validTo: '2026-11-01' })).faults).toEqual([
    { path: 'number', message: 'The PO number must look like AAA-9.' },
    { path: 'validTo', message: 'The last day must not have passed.' },
  ]);
  await add(of);
  expect((await add(of, { number: 'bpo-7' })).message).toBe('This site has a blanket PO with this number already.');
});

test('the account’s people keep those of their own sites, and see no others', async () => {
  const [of, other] = [await company(), await company()];
  const manager = await makePerson(deps);
  const elsewhere = await makeTradeSite(db, of.accountId, { name: 'Tower' });
  await makeTradeMember(db, of.accountId, { user: manager, role: 'administrator', siteIds: [of.siteId] });
  await add({ ...of, siteId: elsewhere }, { number: 'BPO-9' });
  const path = `/v1/trade/accounts/${of.accountId}/blanket-pos`;
  const { token } = manager;
  const body = { siteId: of.siteId, number: 'BPO-7', amount: 50 };
  const added = await ask<BlanketPoOnPage>('POST', path, { token, body });
  expect(added.status).toBe(201);
  expect((await ask('POST', path, { token, body: { ...body, siteId: elsewhere } })).status).toBe(404);
  expect((await ask('POST', path, { token: of.buyer.token, body })).status).toBe(403);
  const seen = await ask<BlanketPoOnPage[]>('GET', path, { token: of.buyer.token });
  expect(seen.body.map(({ number }) => number)).toEqual(['BPO-7']);
  expect((await ask('GET', path, { token: other.buyer.token })).status).toBe(403);
  const [hidden] = (await read(of)).filter(({ number }) => number === 'BPO-9');
  expect((await ask('DELETE', `${path}/${hidden?.id}`, { token })).status).toBe(404);
  expect((await ask('DELETE', `${path}/${added.body.id}`, { token })).status).toBe(204);
});
