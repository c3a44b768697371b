import { describe, expect, test } from 'vitest';
import { cents } from '#lib/money.ts';
import { newId } from '#lib/uuid.ts';
import { settleWaitingOrders } from '#orders/place/settle-waiting-orders.server.ts';
import { makePromo } from '../../../test/make-promo.ts';
import { makeTradeMember, makeTradeSite } from '../../../test/make-trade-account.ts';
import { makePerson, type Person } from '../../../test/people.ts';
import { makeProduct } from '../../../test/make.ts';
import { checkOut, checkoutOf, buyer } from '../../../test/buyer.ts';
import { approvalShop, type Company } from '../../../test/approval-shop.ts';
import type { Approval } from './contract.ts';

const {
  shop,
  deps,
  ask,
  db,
  clock,
  chemicals,
  cleaner,
  mop,
  company,
  order,
  request,
  read,
  approveIt,
  ordersOf,
  spentOf,
} = await approvalShop();

/** Removes the buyer from the account, and lets them accept another invitation. */
async function rejoin(of: Company, by: Person, { role, limit }: { role: string; limit: number | null }): Promise<void> {
  const path = `/v1/trade/accounts/${of.accountId}/people`;
  const { body: here } = await ask<PeopleJson>('GET', path, { token: by.token });
  const person = here.people.find(({ userId }) => userId === of.buyer.id);
  expect((await ask('DELETE', `${path}/${person?.id}`, { token: by.token })).status).toBe(204);
  const roleId = here.roles.find(({ name }) => name === role)?.id;
  const invitation = { email: of.buyer.email, roleId, hasAllSites: true, siteIds: [], limit, limitPeriod: 'month' };
  expect((await ask('POST', path, { token: by.token, body: invitation })).status).toBe(201);
  await deps.jobs.finishAll();
  const mail = shop.mails.findLast(({ to, text }) => to === of.buyer.email && text.includes('/trade/join'));
  const token = /\/trade\/join\?t=([\w.-]+)/.exec(mail?.text ?? '')?.[1];
  const joined = await ask('POST', '/v1/trade/invitations/accept', { token: of.buyer.token, body: { token } });
  expect(joined.status).toBe(200);
  const { body: after } = await ask<PeopleJson>('GET', path, { token: by.token });
  expect(after.people.find(({ userId }) => userId === of.buyer.id)).toMatchObject({ id: person?.id, roleName: role });
}

interface PeopleJson {
  people: { id: string; userId: string | null; roleName: string }[];
  roles: { id: string; name: string }[];
}

describe('a rule', () => {
  const rules = (of: Company, list: object[], by: Person) =>
    ask('PUT', `/v1/trade/accounts/${of.accountId}/approval-rules`, { token: by.token, body: { rules: list } });

  test('asks for approval by amount, category and new item', async () => {
    const of = await company();
    const admin = await makePerson(deps);
    await makeTradeMember(db, of.accountId, { user: admin, role: 'administrator' });
    await order(of, [{ product: mop }]);
    const list = [
      { kind: 'amount', siteId: null, amount: 50 },
      { kind: 'category', siteId: of.siteId, categoryId: chemicals.id },
      { kind: 'newItem', siteId: null },
    ];
    expect(await rules(of, list, admin)).toMatchObject({ status: 200, body: { rules: list } });
    expect(await rules(of, list, of.buyer)).toMatchObject({ status: 403 });
    expect((await order(of, [{ product: mop }])).status).toBe(201);
    const { body } = await order(of, [{ product: mop }, { product: cleaner }]);
    expect(body.orderIssues.map(({ reason }) => reason)).toEqual([
      'Orders above $50.00 need approval.',
      'Floor cleaner needs approval, as all of Chemicals does.',
      'Floor cleaner needs approval, because this site has not ordered it before.',
    ]);
    const bad = [{ kind: 'category', siteId: newId(), categoryId: newId() }];
    expect((await rules(of, bad, admin)).faults.map(({ path }) => path)).toEqual([
      'rules.0.siteId',
      'rules.0.categoryId',
    ]);
  });

  test('that is changed does not touch open requests', async () => {
    const of = await company();
    const admin = await makePerson(deps);
    await makeTradeMember(db, of.accountId, { user: admin, role: 'administrator' });
    await rules(of, [{ kind: 'amount', siteId: null, amount: 50 }], admin);
    const { body } = await request(of, [{ product: cleaner }]);
    await rules(of, [], admin);
    expect(await read(body.id, of.buyer)).toMatchObject({
      state: 'open',
      reasons: ['Orders above $50.00 need approval.'],
    });
  });
});

describe('an approval', () => {
  test('places the order on account in the name of its buyer, above the budget', async () => {
    const of = await company({ budget: 50 });
    const { status, body } = await request(of, [{ product: cleaner }]);
    expect(status).toBe(201);
    const seen = await read(body.id, of.approver);
    expect(seen).toMatchObject({
      state: 'open',
      siteName: 'Depot',
      requestedBy: 'Kim Lee',
      total: 90,
      poNumber: 'PO-1',
      mayDecide: true,
      lines: [{ name: 'Floor cleaner', quantity: 1, price: 90, total: 90 }],
      reasons: [
        'This order of $90.00 puts Depot $40.00 above its budget of $50.00 for November, of which $50.00 is left.',
      ],
    });
    const decided = await approveIt(body.id, of.approver, seen.hash);
    expect(decided).toMatchObject({ status: 200, body: { state: 'approved', mayDecide: false } });
    const placed = await db
      .selectFrom('orders')
      .select(['user_id', 'payment', 'payment_provider', 'total_cents'])
      .where('id', '=', decided.body.orderId ?? '')
      .executeTakeFirst();
    expect(placed).toEqual({ user_id: of.buyer.id, payment: 'paid', payment_provider: 'account', total_cents: 9_000 });
    expect(await spentOf(of.siteId)).toBe(90);
    await deps.jobs.finishAll();
    expect(shop.mails.filter(({ to }) => to === of.buyer.email).map(({ subject }) => subject)).toContain(
      'Approved: your order for Depot',
    );
  });

  test('shows what is left now, of the buyer by name, and its history what was left when it was asked for', async () => {
    const of = await company({ budget: 95, limit: 80 });
    const { body } = await request(of, [{ product: cleaner }]);
    const asked =
      'This order of $90.00 puts Kim Lee $10.00 above their limit of $80.00 for November, of which $80.00 is left.';
    expect((await read(body.id, of.approver)).reasons).toEqual([asked]);
    await deps.jobs.finishAll();
    expect(shop.mails.find(({ to }) => to === of.approver.email)?.text).toContain(asked);
    expect((await read(body.id, of.buyer)).reasons).toEqual([
      'This order of $90.00 puts you $10.00 above your limit of $80.00 for November, of which $80.00 is left.',
    ]);
    expect((await order(of, [{ product: mop }])).status).toBe(201);
    const seen = await read(body.id, of.approver);
    expect(seen.reasons).toEqual([
      'This order of $90.00 puts Depot $5.00 above its budget of $95.00 for November, of which $85.00 is left.',
      'This order of $90.00 puts Kim Lee $20.00 above their limit of $80.00 for November, of which $70.00 is left.',
    ]);
    expect(seen.events).toMatchObject([{ kind: 'requested', note: asked }]);
    const { body: other } = await request(of, [{ product: mop }]);
    expect((await approveIt(body.id, of.approver, seen.hash)).status).toBe(200);
    expect((await read(other.id, of.approver)).reasons).toEqual([
      'This order of $10.00 puts Depot $15.00 above its budget of $95.00 for November, which is already exceeded by $5.00.',
      'This order of $10.00 puts Kim Lee $30.00 above their limit of $80.00 for November, which is already exceeded by $20.00.',
    ]);
  });

  test('by two devices at the same moment makes one order', async () => {
    const of = await company({ budget: 50 });
    const second = await makePerson(deps);
    await makeTradeMember(db, of.accountId, { user: second, role: 'approver' });
    const { body } = await request(of, [{ product: cleaner }]);
    const { hash } = await read(body.id, of.approver);
    const answers = await Promise.all([
      approveIt(body.id, of.approver, hash),
      approveIt(body.id, of.approver, hash),
      approveIt(body.id, second, hash),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await ordersOf(of.accountId)).toHaveLength(1);
    expect(await approveIt(body.id, second, hash)).toMatchObject({
      status: 409,
      message: 'This request has been decided already.',
    });
    expect(await spentOf(of.siteId)).toBe(90);
  });

  test('and a withdrawal at the same moment: one of them counts', async () => {
    for (let round = 0; round < 5; round++) {
      const of = await company({ budget: 50 });
      const { body } = await request(of, [{ product: cleaner }]);
      const { hash } = await read(body.id, of.approver);
      const [approved, withdrawn] = await Promise.all([
        approveIt(body.id, of.approver, hash),
        ask('POST', `/v1/trade/approvals/${body.id}/withdraw`, { token: of.buyer.token }),
      ]);
      expect([approved.status, withdrawn.status].sort()).toEqual([200, 409]);
      expect(await ordersOf(of.accountId)).toHaveLength(approved.status === 200 ? 1 : 0);
    }
  });

  test('is refused for one’s own order, for other sites and accounts, and without the permission', async () => {
    const of = await company({ budget: 50 });
    const { body } = await request(of, [{ product: cleaner }], { by: of.approver });
    const { hash, mayDecide } = await read(body.id, of.approver);
    expect(mayDecide).toBe(false);
    expect(await approveIt(body.id, of.approver, hash)).toMatchObject({
      status: 403,
      message: 'You cannot approve your own order.',
    });
    expect((await approveIt(body.id, of.buyer, hash)).status).toBe(404);
    const stranger = (await company()).approver;
    expect((await ask('GET', `/v1/trade/approvals/${body.id}`, { token: stranger.token })).status).toBe(404);
    expect((await approveIt(body.id, stranger, hash)).status).toBe(404);
    const elsewhere = await makePerson(deps);
    const otherSite = await makeTradeSite(db, of.accountId, { name: 'Office' });
    await makeTradeMember(db, of.accountId, { user: elsewhere, role: 'approver', siteIds: [otherSite] });
    expect((await approveIt(body.id, elsewhere, hash)).status).toBe(404);
    expect(await ordersOf(of.accountId)).toEqual([]);
  });

  test('after a price has changed shows the new one and asks again', async () => {
    const of = await company({ budget: 5 });
    const soap = await makeProduct(db, { name: 'Soap', price: 20 });
    const { body } = await request(of, [{ product: soap }]);
    const { hash } = await read(body.id, of.approver);
    await db
      .updateTable('product_items')
      .set({ price_cents: cents(2_500) })
      .where('id', '=', soap.itemIds[0] ?? '')
      .execute();
    const first = await approveIt(body.id, of.approver, hash);
    expect(first.status).toBe(409);
    expect(first.message).toContain('from $20.00 to $25.00');
    const seen = await read(body.id, of.approver);
    expect(seen).toMatchObject({ state: 'open', total: 25 });
    expect(seen.events.map(({ kind }) => kind)).toEqual(['requested', 'changed']);
    expect((await approveIt(body.id, of.approver, hash)).status).toBe(409);
    expect(await approveIt(body.id, of.approver, seen.hash)).toMatchObject({ status: 200, body: { total: 25 } });
  });

  test('after stock has run short shows what is left and asks again', async () => {
    const of = await company({ budget: 5 });
    const soap = await makeProduct(db, { name: 'Brush', price: 20, onHand: 5 });
    const { body } = await request(of, [{ product: soap, qty: 5 }]);
    const { hash } = await read(body.id, of.approver);
    await db
      .updateTable('product_items')
      .set({ on_hand: 2 })
      .where('id', '=', soap.itemIds[0] ?? '')
      .execute();
    expect((await approveIt(body.id, of.approver, hash)).status).toBe(409);
    const seen = await read(body.id, of.approver);
    expect(seen).toMatchObject({ state: 'open', total: 40, lines: [{ quantity: 2 }] });
    expect(await approveIt(body.id, of.approver, seen.hash)).toMatchObject({
      status: 200,
      body: { state: 'approved' },
    });
  });

  test('stays open if the credit is not enough', async () => {
    const of = await company({ budget: 50, creditLimit: 60 });
    const { body } = await request(of, [{ product: cleaner }]);
    const { hash } = await read(body.id, of.approver);
    expect((await approveIt(body.id, of.approver, hash)).status).toBe(409);
    expect(await read(body.id, of.approver)).toMatchObject({ state: 'open', orderId: null });
    expect(await spentOf(of.siteId)).toBe(0);
  });

  test('can be declined with a reason, which the buyer reads', async () => {
    const of = await company({ budget: 50 });
    const { body } = await request(of, [{ product: cleaner }]);
    const path = `/v1/trade/approvals/${body.id}/decline`;
    expect((await ask('POST', path, { token: of.approver.token, body: { reason: ' ' } })).faults).toEqual([
      { path: 'reason', message: 'Please give a reason.' },
    ]);
    await ask('POST', path, { token: of.approver.token, body: { reason: 'Use up the old ones first.' } });
    expect(await read(body.id, of.buyer)).toMatchObject({ state: 'declined', mayWithdraw: false });
    await deps.jobs.finishAll();
    const mail = shop.mails.findLast(({ to }) => to === of.buyer.email);
    expect(mail?.text).toContain('Use up the old ones first.');
  });

  test('by mail needs no session, and only that approver’s link works', async () => {
    const of = await company({ budget: 50 });
    const { body } = await request(of, [{ product: cleaner }]);
    await deps.jobs.finishAll();
    const mail = shop.mails.find(({ to }) => to === of.approver.email);
    expect(mail?.text).toContain('1 x Floor cleaner');
    const token = /\/trade\/approve\?t=(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
    const seen = await ask<Approval>('POST', '/v1/trade/approvals/by-mail/read', { body: { token } });
    const approver = 'Mira Okoye';
    expect(seen).toMatchObject({ status: 200, body: { id: body.id, mayDecide: true, approver } });
    const forged = token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    expect((await ask('POST', '/v1/trade/approvals/by-mail/read', { body: { token: forged } })).status).toBe(400);
    const { hash } = seen.body;
    // A mail that was forwarded to the buyer decides nothing where the buyer is signed in.
    for (const [what, more] of [
      ['read', {}],
      ['approve', { hash }],
      ['decline', { reason: 'No.' }],
    ] as const) {
      const call = { token: of.buyer.token, body: { token, ...more } };
      expect(await ask('POST', `/v1/trade/approvals/by-mail/${what}`, call)).toMatchObject({
        status: 403,
        message: `This link is for ${approver}, but you are signed in as somebody else. Sign out to use it.`,
      });
    }
    expect(await ask('POST', '/v1/trade/approvals/by-mail/approve', { body: { token, hash } })).toMatchObject({
      status: 200,
      body: { state: 'approved' },
    });
    expect(await ordersOf(of.accountId)).toHaveLength(1);
    await db
      .updateTable('trade_members')
      .set({ removed_at: clock.now() })
      .where('user_id', '=', of.approver.id)
      .execute();
    expect((await ask('POST', '/v1/trade/approvals/by-mail/read', { body: { token } })).status).toBe(400);
  });

  test('is requested once with one key, and listed for those whom it concerns', async () => {
    const of = await company({ budget: 50 });
    const key = newId();
    const first = await request(of, [{ product: cleaner }], { key });
    const second = await request(of, [{ product: cleaner }], { key });
    expect(second.body.id).toBe(first.body.id);
    expect(await request(of, [{ product: cleaner, qty: 2 }], { key })).toMatchObject({
      status: 409,
      message: 'This key was already used for another order.',
    });
    const list = async ({ token }: Person) =>
      (
        await ask<{ id: string; mayDecide: boolean }[]>('GET', `/v1/trade/accounts/${of.accountId}/approvals`, {
          token,
        })
      ).body;
    expect(await list(of.buyer)).toMatchObject([{ id: first.body.id, mayDecide: false }]);
    expect(await list(of.approver)).toMatchObject([{ id: first.body.id, mayDecide: true }]);
    const colleague = await makePerson(deps);
    await makeTradeMember(db, of.accountId, { user: colleague });
    expect(await list(colleague)).toEqual([]);
  });

  test('of somebody who has left the account can still be given: the request belongs to the site', async () => {
    const of = await company({ budget: 50 });
    const { body } = await request(of, [{ product: cleaner }]);
    await db.updateTable('trade_members').set({ removed_at: clock.now() }).where('id', '=', of.memberId).execute();
    expect((await ask('GET', `/v1/trade/approvals/${body.id}`, { token: of.buyer.token })).status).toBe(404);
    const { hash } = await read(body.id, of.approver);
    expect(await approveIt(body.id, of.approver, hash)).toMatchObject({ status: 200, body: { state: 'approved' } });
  });

  test('is refused for one’s own order after leaving the account and joining it again, and the month’s limit stays used', async () => {
    const of = await company({ limit: 100 });
    const admin = await makePerson(deps);
    await makeTradeMember(db, of.accountId, { user: admin, role: 'administrator' });
    await order(of, [{ product: cleaner }]);
    const { body } = await request(of, [{ product: cleaner }]);
    await rejoin(of, admin, { role: 'Buyer', limit: 100 });
    expect((await order(of, [{ product: cleaner }])).body.orderIssues).toHaveLength(1);
    await rejoin(of, admin, { role: 'Approver', limit: null });
    const { hash, requestedBy, mayDecide } = await read(body.id, of.buyer);
    expect([requestedBy, mayDecide]).toEqual(['Kim Lee', false]);
    expect(await approveIt(body.id, of.buyer, hash)).toMatchObject({
      status: 403,
      message: 'You cannot approve your own order.',
    });
    expect((await approveIt(body.id, of.approver, hash)).status).toBe(200);
  });

  test('is refused for an archived site and a closed account, also of an order of $0', async () => {
    const of = await company({ budget: 50 });
    const sample = await makeProduct(db, { name: 'Sample', price: 0, onHand: 10 });
    const { body } = await request(of, [{ product: sample }]);
    const { hash } = await read(body.id, of.approver);
    const setClosed = (status: string) =>
      db.updateTable('trade_accounts').set({ status }).where('id', '=', of.accountId).execute();
    await setClosed('closed');
    const closed = { status: 409, message: 'This trade account is closed. Please contact us.' };
    expect(await approveIt(body.id, of.approver, hash)).toMatchObject(closed);
    expect(await request(of, [{ product: cleaner }])).toMatchObject(closed);
    await setClosed('open');
    await db.updateTable('trade_sites').set({ archived_at: clock.now() }).where('id', '=', of.siteId).execute();
    const archived = { status: 409, message: 'This site is archived, so nothing can be ordered for it.' };
    expect(await approveIt(body.id, of.approver, hash)).toMatchObject(archived);
    expect(await read(body.id, of.approver)).toMatchObject({ state: 'open' });
    expect(await ordersOf(of.accountId)).toEqual([]);
  });

  test('after the promo has ended shows the full price and asks again', async () => {
    const of = await company({ budget: 50 });
    const { id, code } = await makePromo(db, { percentage: 10 });
    const { body } = await request(of, [{ product: cleaner }], { more: { promoCode: code } });
    const seen = await read(body.id, of.approver);
    expect(seen).toMatchObject({ total: 81, discount: 9 });
    await db.updateTable('promos').set({ archived_at: clock.now() }).where('id', '=', id).execute();
    expect((await approveIt(body.id, of.approver, seen.hash)).status).toBe(409);
    const changed = await read(body.id, of.approver);
    expect(changed).toMatchObject({ state: 'open', total: 90, discount: 0 });
    expect(await approveIt(body.id, of.approver, changed.hash)).toMatchObject({ status: 200, body: { total: 90 } });
  });

  test('needs a valid key, if any, so that nobody takes one of the program’s own', async () => {
    const of = await company({ budget: 50 });
    for (const key of [`standing ${newId()}`, 'short', 'a'.repeat(6_000)]) {
      expect(await request(of, [{ product: cleaner }], { key })).toMatchObject({
        status: 400,
        faults: [{ path: 'Idempotency-Key' }],
      });
      const body = { siteId: of.siteId, items: [{ id: cleaner.id, qty: 1 }], message: '' };
      const headers = { 'idempotency-key': key };
      const quote = await ask('POST', '/v1/trade/quotes', { token: of.buyer.token, body, headers });
      expect(quote).toMatchObject({ status: 400, faults: [{ path: 'Idempotency-Key' }] });
    }
  });

  test('cannot be blocked by a checkout with its id as the key', async () => {
    const of = await company({ budget: 50 });
    const { body } = await request(of, [{ product: cleaner }]);
    await checkOut(shop, checkoutOf([{ product: mop }]), { key: body.id });
    const { hash } = await read(body.id, of.approver);
    expect(await approveIt(body.id, of.approver, hash)).toMatchObject({ status: 200, body: { state: 'approved' } });
  });

  test('is mailed to the buyer also if the process dies before the order has its number', async () => {
    const of = await company({ budget: 50 });
    const { body } = await request(of, [{ product: cleaner }]);
    const { hash } = await read(body.id, of.approver);
    const rename = (from: string, to: string) =>
      db.updateTable('counters').set({ name: to }).where('name', '=', from).execute();
    await rename('order', 'missing'); // the order is placed, but cannot be confirmed
    expect((await approveIt(body.id, of.approver, hash)).status).toBe(500);
    await rename('missing', 'order');
    clock.advance(15_000);
    await settleWaitingOrders(shop.deps);
    const approved = await read(body.id, of.buyer);
    expect(approved).toMatchObject({ state: 'approved', orderNumber: expect.stringMatching(/^SO-/) });
    await deps.jobs.finishAll();
    const mails = shop.mails.filter(({ to, text }) => to === of.buyer.email && text.includes(`/approvals/${body.id}`));
    expect(mails).toHaveLength(1);
  });

  test('stores no password, and registers nobody', async () => {
    const of = await company({ budget: 50 });
    const passwords = { password: 'Clean-Floor-7', confirmPassword: 'Clean-Floor-7' };
    const asked = (more: object) =>
      request(of, [{ product: cleaner }], { more: { billingInfo: { ...buyer, ...more } } });
    expect((await asked({ ...passwords, registerAccount: true })).faults[0]?.path).toBe('billingInfo.registerAccount');
    const { body } = await asked(passwords);
    const stored = await db.selectFrom('approvals').select('body').where('id', '=', body.id).executeTakeFirstOrThrow();
    expect(JSON.stringify(stored.body)).not.toContain('Clean-Floor-7');
  });
});
