import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { cents } from '#lib/money.ts';
import { makeTradeMember } from '../../../test/make-trade-account.ts';
import { makeAdministrator, makePerson } from '../../../test/people.ts';
import { standingShop } from '../../../test/standing-shop.ts';
import type { StandingOrder } from './contract.ts';

const {
  deps,
  ask,
  db,
  clock,
  mopItem,
  cleanerItem,
  company,
  approveIt,
  readApproval,
  ordersOf,
  again,
  path,
  listOf,
  input,
  add,
  standing,
  read,
  morningOf,
  due,
  readRun,
  confirm,
  change,
  mailsTo,
  tokenFor,
  byMail,
} = await standingShop();

describe('a standing order', () => {
  test('is made from a list, in the name of its maker, with the next three days', async () => {
    const { of, order } = await standing();
    expect(order).toMatchObject({
      listName: 'Weekly',
      every: 'twoWeeks',
      needsConfirm: true,
      poNumber: 'PO-7',
      isPaused: false,
      orderer: 'Kim Lee',
      isOwn: true,
      items: [
        { itemId: cleanerItem, quantity: 2, name: 'Floor cleaner' },
        { itemId: mopItem, quantity: 1 },
      ],
      days: [
        { on: '2026-11-16', isSkipped: false },
        { on: '2026-11-30', isSkipped: false },
        { on: '2026-12-14', isSkipped: false },
      ],
      runs: [],
    });
    expect(await add(of, order.listId)).toMatchObject({
      status: 409,
      message: 'This list has a standing order already.',
    });
  });

  test('is refused with all its faults at once', async () => {
    const of = await company();
    await db.updateTable('trade_accounts').set({ po_rule: 'required' }).where('id', '=', of.accountId).execute();
    const twice = { itemId: mopItem, quantity: 1 };
    const { status, faults } = await add(of, await listOf(of), {
      firstOn: '2026-11-10',
      poNumber: '',
      items: [twice, twice, { itemId: of.siteId, quantity: 1 }],
    });
    expect(status).toBe(400);
    expect(faults).toEqual([
      { path: 'firstOn', message: 'The first day must be after today, and within a year.' },
      { path: 'poNumber', message: 'A PO number is required.' },
      { path: 'items.1.itemId', message: 'The item is there twice.' },
      { path: 'items.2.itemId', message: 'This item does not exist.' },
    ]);
    expect(await add(of, await listOf(of, 'Other'), { items: [] })).toMatchObject({
      faults: [{ path: 'items', message: 'Order at least one item.' }],
    });
  });

  test('belongs to one site: another account and another site do not find it', async () => {
    const { of, order } = await standing();
    const other = await company();
    expect((await add(other, order.listId)).status).toBe(404);
    expect((await ask('GET', path(of), { token: other.buyer.token })).status).toBe(403);
    for (const rest of [`/${order.id}/pause`, `/${order.id}/skip`])
      expect(
        (
          await ask('POST', path(other, rest), {
            token: other.buyer.token,
            body: { isPaused: true, on: '2026-11-16', isSkipped: true },
          })
        ).status,
      ).toBe(404);
    expect((await ask('DELETE', path(other, `/${order.id}`), { token: other.buyer.token })).status).toBe(404);
    const put = { token: other.buyer.token, body: input() };
    expect((await ask('PUT', path(other, `/${order.id}`), put)).status).toBe(404);
  });
});

describe('two days before', () => {
  test('its orderer is asked, and one press in the mail orders it once, on account, with PO number, for the site', async () => {
    const which = await due();
    const { of } = which;
    const mail = (await mailsTo(of.buyer.email)).at(-1);
    expect(mail?.subject).toBe('Confirm $190.00 for Depot?');
    expect(mail?.text).toContain('2 x Floor cleaner');
    const token = await tokenFor(of.buyer);
    expect((await byMail('read', token)).body).toMatchObject({
      state: 'open',
      dueOn: '2026-11-16',
      total: 190,
      isPaused: false,
    });
    expect(await ordersOf(of.accountId)).toEqual([]);
    const { status, body } = await byMail('confirm', token, { total: 190 });
    expect(status).toBe(200);
    expect(body).toMatchObject({ state: 'ordered', by: 'Kim Lee', lines: [], total: 190 });
    expect((await byMail('confirm', token, { total: 190 })).body.orderId).toBe(body.orderId);
    const orders = await db
      .selectFrom('trade_orders as t')
      .innerJoin('orders as o', 'o.id', 't.order_id')
      .select(['o.id', 't.po_number', 't.site_id', 't.is_on_account', 'o.payment', 'o.user_id', 'o.number'])
      .where('t.account_id', '=', of.accountId)
      .execute();
    expect(orders).toMatchObject([
      {
        id: body.orderId,
        po_number: 'PO-7',
        site_id: of.siteId,
        is_on_account: true,
        user_id: of.buyer.id,
        number: body.orderNumber,
      },
    ]);
    expect((await read(which)).runs).toMatchObject([{ state: 'ordered', orderNumber: body.orderNumber }]);
  });

  test('a link with another token, of somebody removed, or of a former orderer is refused', async () => {
    const which = await due();
    const token = await tokenFor(which.of.buyer);
    const forged = token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    for (const what of ['read', 'confirm', 'skip', 'pause'] as const)
      expect((await byMail(what, forged, { total: 190 })).status).toBe(400);
    await db
      .updateTable('trade_members')
      .set({ removed_at: clock.now() })
      .where('id', '=', which.of.memberId)
      .execute();
    for (const what of ['read', 'confirm', 'skip', 'pause'] as const)
      expect(await byMail(what, token, { total: 190 })).toMatchObject({
        status: 400,
        message: 'This link is no longer valid. Sign in to see the standing order.',
      });
    expect(await ordersOf(which.of.accountId)).toEqual([]);
  });

  test('while the database fails, a valid link is not called invalid', async () => {
    const which = await due();
    const token = await tokenFor(which.of.buyer);
    await sql`alter table standing_order_runs rename to away`.execute(db);
    const { status, message } = await byMail('read', token, { total: 190 }).finally(() =>
      sql`alter table away rename to standing_order_runs`.execute(db),
    );
    expect(status).toBe(500);
    expect(message).not.toContain('no longer valid');
    expect((await byMail('read', token, { total: 190 })).status).toBe(200);
  });

  test('confirmed from the mail and the page at the same moment, it is one order', async () => {
    const which = await due();
    const token = await tokenFor(which.of.buyer);
    const colleague = await makePerson(deps);
    await makeTradeMember(db, which.of.accountId, { user: colleague });
    const answers = await Promise.all([
      byMail('confirm', token, { total: 190 }),
      confirm(which),
      confirm(which, 190, colleague),
    ]);
    expect(answers.map(({ status }) => status)).toContain(200);
    expect(await ordersOf(which.of.accountId)).toHaveLength(1);
    expect((await readRun(which)).state).toBe('ordered');
  });

  test('confirmed and skipped at the same moment, it is either', async () => {
    for (let run = 0; run < 5; run++) {
      const which = await due();
      const skipping = change(which, 'skip', { on: '2026-11-16', isSkipped: true });
      const [confirmed, skipped] = await Promise.all([confirm(which), skipping]);
      expect([confirmed.status, skipped.status].sort()).toEqual([200, 409]);
      expect(await ordersOf(which.of.accountId)).toHaveLength(confirmed.status === 200 ? 1 : 0);
    }
  });

  test('what costs something else by now is shown before it is ordered', async () => {
    const which = await due();
    expect(await confirm(which, 180)).toMatchObject({
      status: 409,
      message: 'The order costs $190.00 now, instead of $180.00. Look at it again before you confirm it.',
    });
    expect(await ordersOf(which.of.accountId)).toEqual([]);
  });

  test('what cannot be sold is left out, and said so', async () => {
    const which = await due();
    await db.updateTable('product_items').set({ on_hand: 0 }).where('id', '=', mopItem).execute();
    expect(await readRun(which)).toMatchObject({
      lines: [{ quantity: 2 }],
      leftOut: ['Mop is out of stock.'],
      total: 180,
    });
    expect((await confirm(which, 180)).body).toMatchObject({
      state: 'ordered',
      reason: 'Left out: Mop is out of stock.',
    });
    await db.updateTable('product_items').set({ on_hand: 0 }).where('id', '=', cleanerItem).execute();
    const nothing = await due();
    expect(await confirm(nothing, 0)).toMatchObject({
      status: 409,
      message:
        'None of the items of this order can be sold at the moment. Floor cleaner is out of stock. Mop is out of stock.',
    });
    await db.updateTable('product_items').set({ on_hand: 1_000 }).where('id', 'in', [mopItem, cleanerItem]).execute();
  });

  test('above the budget it asks for approval once, and is ordered when that is given', async () => {
    const which = await due({ budget: 100 });
    const answers = await Promise.all([confirm(which), confirm(which)]);
    expect(answers.map(({ body }) => body.state)).toContain('approval');
    const { approvalId } = await readRun(which);
    expect(approvalId).not.toBeNull();
    const requests = await db
      .selectFrom('approvals')
      .select('id')
      .where('account_id', '=', which.of.accountId)
      .execute();
    expect(requests).toEqual([{ id: approvalId }]);
    expect(await ordersOf(which.of.accountId)).toEqual([]);
    const approver = await again(which.of.approver);
    const { hash, standingOrder } = await readApproval(approvalId ?? '', approver);
    expect(standingOrder).toEqual({ listName: 'Weekly', dueOn: '2026-11-16' });
    expect((await mailsTo(which.of.approver.email)).at(-1)?.text).toContain(
      'From the standing order “Weekly”, due on 16/11/2026.',
    );
    expect((await approveIt(approvalId ?? '', approver, hash)).body.state).toBe('approved');
    expect(await readRun(which)).toMatchObject({ state: 'ordered', total: 190 });
  });

  test('says beforehand that it waits for approval, by mail and on its page', async () => {
    const which = await due({ budget: 100 });
    expect((await readRun(which)).approvalReasons).toEqual([
      'This order of $190.00 puts Depot $90.00 above its budget of $100.00 for November, of which $100.00 is left.',
    ]);
    const mail = (await mailsTo(which.of.buyer.email)).at(-1);
    expect(mail?.text).toContain('Confirm it, and it goes to your approvers.');
    expect(mail?.text).toContain('puts Depot $90.00 above its budget');
    const within = await due({ budget: 500 });
    expect((await readRun(within)).approvalReasons).toEqual([]);
  });

  test('one whose request for approval was withdrawn is no longer said to wait for it', async () => {
    const which = await due({ budget: 100 });
    await confirm(which);
    const { approvalId } = await readRun(which);
    const { token } = await again(which.of.buyer);
    expect((await ask('POST', `/v1/trade/approvals/${approvalId}/withdraw`, { token })).status).toBe(200);
    expect((await readRun(which)).state).toBe('withdrawn');
    expect(await change(which, 'skip', { on: '2026-11-16', isSkipped: false })).toMatchObject({
      status: 409,
      message: 'The request for approval was withdrawn, so this order was not placed.',
    });
  });

  test('what is skipped while approval is asked for is not asked for', async () => {
    const which = await due({ budget: 100 });
    let confirming: ReturnType<typeof confirm> | undefined;
    await db.transaction().execute(async (tx) => {
      await sql`lock table approvals in share mode`.execute(tx); // the request waits here, after its day was found open
      confirming = confirm(which);
      const isWaiting = async () => {
        const { rows } = await sql`select from pg_locks where relation = 'approvals'::regclass and not granted`.execute(
          db,
        );
        return rows.length;
      };
      await expect.poll(isWaiting).toBe(1);
      expect((await change(which, 'skip', { on: '2026-11-16', isSkipped: true })).status).toBe(200);
    });
    expect((await confirming)?.message).toBe('This standing order has been ordered or skipped already.');
    const { accountId } = which.of;
    expect(await db.selectFrom('approvals').select('id').where('account_id', '=', accountId).execute()).toEqual([]);
  });

  test('what nobody confirms is missed when the next is due', async () => {
    const which = await due();
    await morningOf('2026-11-28');
    expect((await read(which)).runs).toMatchObject([
      { dueOn: '2026-11-30', state: 'open' },
      { dueOn: '2026-11-16', state: 'missed' },
    ]);
    expect(await confirm(which)).toMatchObject({
      status: 409,
      message: 'The next order of this standing order is due already.',
    });
  });
});

describe('by itself', () => {
  const itself = { needsConfirm: false };

  test('it is ordered on its day, once by two nodes, after its orderer was notified', async () => {
    const which = await due({}, itself);
    const mail = (await mailsTo(which.of.buyer.email)).at(-1);
    expect(mail?.subject).toBe('Standing order for Depot on Mon 16/11/2026: $190.00');
    await morningOf('2026-11-15');
    expect(await ordersOf(which.of.accountId)).toEqual([]);
    await Promise.all([morningOf('2026-11-16'), morningOf('2026-11-16')]);
    expect(await ordersOf(which.of.accountId)).toHaveLength(1);
    expect(await readRun(which)).toMatchObject({ state: 'ordered', by: null });
  });

  test('one whose orderer is notified on its day, because nothing ran before, is ordered on the day after', async () => {
    const { of } = await standing({}, itself);
    await morningOf('2026-11-16');
    await morningOf('2026-11-16');
    expect(await ordersOf(of.accountId)).toEqual([]);
    await morningOf('2026-11-17');
    expect(await ordersOf(of.accountId)).toHaveLength(1);
  });

  test('what the credit does not allow is tried once and mailed, and can be confirmed once it does', async () => {
    const which = await due({ creditLimit: 100 }, itself);
    await morningOf('2026-11-16');
    await morningOf('2026-11-17');
    const mails = (await mailsTo(which.of.buyer.email)).filter(({ subject }) => subject.startsWith('Not ordered'));
    expect(mails).toHaveLength(1);
    const run = await readRun(which);
    expect(run.state).toBe('open');
    expect(run.reason).not.toBe('');
    expect(mails[0]?.text).toContain(run.reason);
    await db
      .updateTable('trade_accounts')
      .set({ credit_limit_cents: cents(50_000) })
      .where('id', '=', which.of.accountId)
      .execute();
    expect((await confirm(which)).body).toMatchObject({ state: 'ordered', reason: '' });
  });

  test('what it leaves out is mailed', async () => {
    const which = await due({}, itself);
    await db.updateTable('product_items').set({ on_hand: 0 }).where('id', '=', mopItem).execute();
    await morningOf('2026-11-16');
    await db.updateTable('product_items').set({ on_hand: 1_000 }).where('id', '=', mopItem).execute();
    const mail = (await mailsTo(which.of.buyer.email)).find(({ subject }) =>
      subject.startsWith('Some items are missing'),
    );
    expect(mail?.text).toContain('Left out: Mop is out of stock.');
    expect(await ordersOf(which.of.accountId)).toHaveLength(1);
  });
});

describe('is changed', () => {
  test('by skipping a day that is still to come, and by taking that back', async () => {
    const which = await standing();
    clock.set('2026-11-11T01:00:00Z');
    expect((await change(which, 'skip', { on: '2026-11-16', isSkipped: true })).body.days[0]).toEqual({
      on: '2026-11-16',
      isSkipped: true,
    });
    expect((await change(which, 'skip', { on: '2026-11-17', isSkipped: true })).faults).toEqual([
      { path: 'on', message: 'This is not one of the days of the standing order.' },
    ]);
    await change(which, 'skip', { on: '2026-11-30', isSkipped: true });
    await change(which, 'skip', { on: '2026-11-30', isSkipped: false });
    await morningOf('2026-11-14');
    await morningOf('2026-11-28');
    expect((await read(which)).runs).toMatchObject([
      { dueOn: '2026-11-30', state: 'open' },
      { dueOn: '2026-11-16', state: 'skipped' },
    ]);
  });

  test('by pausing, which skips what is open; resumed, it goes on with its next day', async () => {
    const which = await due();
    expect((await change(which, 'pause', { isPaused: true })).body).toMatchObject({
      isPaused: true,
      runs: [{ state: 'skipped', by: 'Kim Lee' }],
    });
    expect(await change(which, 'skip', { on: '2026-11-16', isSkipped: false })).toMatchObject({
      status: 409,
      message: 'This standing order is paused. Resume it first.',
    });
    await morningOf('2026-11-28');
    expect((await read(which)).runs).toHaveLength(1);
    clock.set('2026-12-01T01:00:00Z');
    expect((await change(which, 'pause', { isPaused: false })).body.days[0]?.on).toBe('2026-12-14');
    await morningOf('2026-12-12');
    expect((await read(which)).runs[0]).toMatchObject({ dueOn: '2026-12-14', state: 'open' });
  });

  test('from the mail, too: skipped or paused with one press', async () => {
    const skipped = await due();
    expect((await byMail('skip', await tokenFor(skipped.of.buyer))).body).toMatchObject({
      state: 'skipped',
      isPaused: false,
    });
    const paused = await due();
    expect((await byMail('pause', await tokenFor(paused.of.buyer))).body).toMatchObject({
      state: 'skipped',
      isPaused: true,
    });
  });

  test('by ending it; its list can have another', async () => {
    const which = await due();
    const { token } = await again(which.of.buyer);
    expect((await ask('DELETE', path(which.of, `/${which.order.id}`), { token })).status).toBe(204);
    expect((await confirm(which)).status).toBe(409);
    await morningOf('2026-11-28');
    expect(
      (await add({ ...which.of, buyer: await again(which.of.buyer) }, which.order.listId, { firstOn: '2026-12-01' }))
        .status,
    ).toBe(201);
  });

  test('by saving it, for its next days and in the name of who saves; an outdated version is refused', async () => {
    const which = await standing();
    const colleague = await makePerson(deps, { firstName: 'Ari', lastName: 'Novak' });
    await makeTradeMember(db, which.of.accountId, { user: colleague });
    const body = input({ every: 'month', firstOn: '2026-11-20', version: which.order.version });
    const save = () => ask('PUT', path(which.of, `/${which.order.id}`), { token: colleague.token, body });
    const [shared] = (await ask<StandingOrder[]>('GET', path(which.of), { token: colleague.token })).body;
    expect(shared).toMatchObject({ orderer: 'Kim Lee', isOwn: false });
    expect((await save()).body).toMatchObject({
      orderer: 'Ari Novak',
      isOwn: true,
      days: [{ on: '2026-11-20' }, { on: '2026-12-20' }, { on: '2027-01-20' }],
    });
    expect((await save()).status).toBe(409);
    await morningOf('2026-11-18');
    expect((await mailsTo(colleague.email)).at(-1)?.subject).toBe('Confirm $190.00 for Depot?');
  });

  test('if its orderer has left, it is paused, the contact person is notified, and a colleague takes it over', async () => {
    const which = await standing();
    const { of, order } = which;
    const contact = `contact.${of.accountId}@example.com`;
    await db.updateTable('trade_accounts').set({ contact_email: contact }).where('id', '=', of.accountId).execute();
    await db.updateTable('trade_members').set({ removed_at: clock.now() }).where('id', '=', of.memberId).execute();
    await morningOf('2026-11-14');
    const colleague = await makePerson(deps, { firstName: 'Ari', lastName: 'Novak' });
    await makeTradeMember(db, of.accountId, { user: colleague });
    const left = 'Kim Lee no longer orders for this site. Change and save the standing order to take it over.';
    const { body: orders } = await ask<(typeof order)[]>('GET', path(of), { token: colleague.token });
    expect(orders).toMatchObject([{ isPaused: true, pauseReason: left, runs: [] }]);
    expect((await mailsTo(contact)).map(({ text }) => text)).toEqual([expect.stringContaining(left)]);
    const body = input({ version: order.version });
    const saved = await ask('PUT', path(of, `/${order.id}`), { token: colleague.token, body });
    expect(saved.body).toMatchObject({
      isPaused: false,
      pauseReason: '',
      orderer: 'Ari Novak',
      runs: [{ dueOn: '2026-11-16', state: 'open' }],
    });
  });
});

test('one that is due within two days asks for its first order at once', async () => {
  clock.set('2026-11-10T01:00:00Z');
  const { of, order } = await standing({}, { firstOn: '2026-11-11' });
  expect(order).toMatchObject({ runs: [{ dueOn: '2026-11-11', state: 'open' }], days: [{ on: '2026-11-25' }, {}, {}] });
  expect((await mailsTo(of.buyer.email)).at(-1)?.subject).toBe('Confirm $190.00 for Depot?');
});

test('days that passed while nothing ran are left out, and the next one comes', async () => {
  const which = await standing();
  await morningOf('2026-12-20');
  expect((await read(which)).runs).toEqual([]);
  await morningOf('2026-12-26');
  expect((await read(which)).runs).toMatchObject([{ dueOn: '2026-12-28', state: 'open' }]);
});

test('staff read the standing orders of an account with their history', async () => {
  const which = await due();
  const staff = await makeAdministrator(deps, { claims: ['ManageAccounts'] });
  const { body } = await ask('GET', `/v1/trade-accounts/${which.of.accountId}/standing-orders`, { token: staff.token });
  expect(body).toMatchObject([
    { siteName: 'Depot', listName: 'Weekly', nextOn: '2026-11-30', runs: [{ state: 'open' }] },
  ]);
  await change(which, 'skip', { on: '2026-11-30', isSkipped: true });
  const later = await ask('GET', `/v1/trade-accounts/${which.of.accountId}/standing-orders`, { token: staff.token });
  expect(later.body).toMatchObject([{ nextOn: '2026-12-14' }]);
});
