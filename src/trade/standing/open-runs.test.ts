import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { cents } from '#lib/money.ts';
import { newId } from '#lib/uuid.ts';
import { makeTradeMember } from '../../../test/make-trade-account.ts';
import { makeAdministrator, makePerson } from '../../../test/people.ts';
import { standingShop } from '../../../test/standing-shop.ts';

const { deps, ask, db, clock, mopItem, ordersOf, again, path, input, read, morningOf, due, readRun, confirm, mailsTo } =
  await standingShop();

describe('while its next order is open', () => {
  const itself = { needsConfirm: false };
  const save = async ({ of, order }: Awaited<ReturnType<typeof due>>, more: object, by = of.buyer) =>
    ask<typeof order>('PUT', path(of, `/${order.id}`), {
      token: (await again(by)).token,
      body: input({ ...more, version: order.version }),
    });

  test('another day replaces it, so that one order comes and not two', async () => {
    const which = await due({}, itself);
    const { body } = await save(which, { ...itself, firstOn: '2026-11-18' });
    expect(body).toMatchObject({
      runs: [{ dueOn: '2026-11-16', state: 'skipped' }],
      days: [{ on: '2026-11-18' }, {}, {}],
    });
    for (const day of ['2026-11-15', '2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19']) await morningOf(day);
    expect(await ordersOf(which.of.accountId)).toHaveLength(1);
    expect((await read(which)).runs).toMatchObject([
      { dueOn: '2026-11-18', state: 'ordered' },
      { dueOn: '2026-11-16', state: 'skipped' },
    ]);
  });

  test('a colleague who takes it over is notified, and it is ordered on the day after at the earliest', async () => {
    const which = await due({}, itself);
    const colleague = await makePerson(deps, { firstName: 'Ari', lastName: 'Novak' });
    await makeTradeMember(db, which.of.accountId, { user: colleague });
    clock.set('2026-11-16T01:00:00Z');
    await save(which, itself, colleague);
    expect((await mailsTo(colleague.email)).at(-1)?.subject).toBe(
      'Standing order for Depot on Tue 17/11/2026: $190.00',
    );
    await morningOf('2026-11-16');
    expect(await ordersOf(which.of.accountId)).toEqual([]);
    await morningOf('2026-11-17');
    expect(await ordersOf(which.of.accountId)).toHaveLength(1);
  });

  test('one that was not confirmed is not ordered at once when it no longer needs that', async () => {
    const which = await due();
    clock.set('2026-11-19T01:00:00Z');
    await save(which, itself);
    await morningOf('2026-11-19');
    expect(await ordersOf(which.of.accountId)).toEqual([]);
    await morningOf('2026-11-20');
    expect(await ordersOf(which.of.accountId)).toHaveLength(1);
  });

  test('if its orderer leaves or its list is archived, nothing is ordered and the contact person is notified', async () => {
    const left = await due({}, itself);
    const archived = await due({}, itself);
    for (const { of } of [left, archived])
      await db
        .updateTable('trade_accounts')
        .set({ contact_email: `contact.${of.accountId}@example.com` })
        .where('id', '=', of.accountId)
        .execute();
    await db.updateTable('trade_members').set({ removed_at: clock.now() }).where('id', '=', left.of.memberId).execute();
    await db
      .updateTable('order_lists')
      .set({ archived_at: clock.now() })
      .where('id', '=', archived.order.listId)
      .execute();
    await morningOf('2026-11-16');
    for (const { of } of [left, archived]) {
      expect(await ordersOf(of.accountId)).toEqual([]);
      expect(await mailsTo(`contact.${of.accountId}@example.com`)).toHaveLength(1);
    }
    expect((await read(archived)).pauseReason).toContain('Its order list was archived.');
  });

  test('an archived site ends it', async () => {
    const which = await due({}, itself);
    const staff = await makeAdministrator(deps, { claims: ['ManageAccounts'] });
    const { accountId, siteId } = which.of;
    const path = `/v1/trade-accounts/${accountId}/sites/${siteId}`;
    expect((await ask('DELETE', path, { token: staff.token })).status).toBe(204);
    await morningOf('2026-11-16');
    expect(await ordersOf(accountId)).toEqual([]);
    const listed = await ask('GET', `/v1/trade-accounts/${accountId}/standing-orders`, {
      token: (await again(staff)).token,
    });
    expect(listed.body).toEqual([]);
  });

  test('one that fails holds up no other', async () => {
    const broken = await due({}, { ...itself, poNumber: 'BROKEN' });
    const sound = await due({}, itself);
    await sql`
      create function refuse_broken() returns trigger language plpgsql as $$ begin raise 'broken'; end $$;
      create trigger refuse_broken before insert on trade_orders for each row when (new.po_number = 'BROKEN')
        execute function refuse_broken()`.execute(db);
    await expect(morningOf('2026-11-16')).rejects.toThrow('broken');
    await sql`drop trigger refuse_broken on trade_orders`.execute(db);
    expect([await ordersOf(broken.of.accountId), await ordersOf(sound.of.accountId)]).toEqual([
      [],
      [expect.anything()],
    ]);
    await morningOf('2026-11-16');
    expect(await ordersOf(broken.of.accountId)).toHaveLength(1);
  });

  test('quantities that are rounded up to whole cartons are not called missing', async () => {
    const which = await due();
    const listId = newId();
    await sql`insert into price_lists (id, name, created_at) values (${listId}, ${listId}, now())`.execute(db);
    await sql`insert into order_multiples (price_list_id, item_id, units) values (${listId}, ${mopItem}, 6)`.execute(
      db,
    );
    await sql`update trade_accounts set price_list_id = ${listId} where id = ${which.of.accountId}`.execute(db);
    expect(await readRun(which)).toMatchObject({ leftOut: [], lines: [{ quantity: 2 }, { quantity: 6 }], total: 240 });
    expect((await confirm(which, 240)).body).toMatchObject({ state: 'ordered', reason: '' });
  });
});

test('the limits shown with what is due are those of the reader, in whose name a press would order', async () => {
  const which = await due({}, { needsConfirm: false });
  const { accountId, buyer, approver } = which.of;
  const limit = { limit_cents: cents(5_000), limit_period: 'order' };
  await db.updateTable('trade_members').set(limit).where('user_id', '=', buyer.id).execute();
  expect(await readRun(which)).toMatchObject({
    approvalReasons: ['This order of $190.00 is $140.00 above your limit of $50.00 for each order.'],
    approvers: ['Mira Okoye'],
    needsApprovalByItself: true,
  });
  const manager = await makePerson(deps);
  await makeTradeMember(db, accountId, { user: manager, role: 'administrator' });
  expect(await readRun({ ...which, of: { ...which.of, buyer: manager } })).toMatchObject({
    approvalReasons: [],
    approvers: [],
    needsApprovalByItself: true,
  });
  await db
    .updateTable('trade_members')
    .set({ removed_at: clock.now() })
    .where('user_id', 'in', [approver.id, manager.id])
    .execute();
  expect((await readRun(which)).approvers).toEqual([]);
  expect((await confirm(which)).body.state).toBe('approval');
});
