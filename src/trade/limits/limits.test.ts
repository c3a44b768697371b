import { describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { orderDeskOf } from '../../../test/sold.ts';
import { makeTradeMember } from '../../../test/make-trade-account.ts';
import { makeAdministrator, makePerson } from '../../../test/people.ts';
import { approvalShop } from '../../../test/approval-shop.ts';

const { shop, deps, ask, db, clock, cleaner, mop, company, order, ordersOf, spentOf, again } = await approvalShop();

describe('a limit of a month', () => {
  test('lets $90 of $100 pass, asks for approval of the second $90, and starts again on the first of the next month', async () => {
    const of = await company({ limit: 100 });
    expect((await order(of, [{ product: cleaner }])).status).toBe(201);
    const second = await order(of, [{ product: cleaner }]);
    expect(second).toMatchObject({ status: 200, body: { status: 1, needsApproval: true } });
    expect(second.body.orderIssues).toEqual([
      {
        reason:
          'This order of $90.00 puts you $80.00 above your limit of $100.00 for November, of which $10.00 is left.',
      },
    ]);
    expect(await ordersOf(of.accountId)).toHaveLength(1);
    clock.set('2026-11-30T12:59:59Z'); // 23:59:59 in Sydney
    expect((await order(of, [{ product: cleaner }], await again(of.buyer))).body.needsApproval).toBe(true);
    clock.set('2026-11-30T13:00:00Z');
    expect((await order(of, [{ product: cleaner }], await again(of.buyer))).status).toBe(201);
    clock.set('2026-11-10T01:00:00Z');
  });

  test('is freed once by cancelling the order, and taken again by reopening it', async () => {
    const of = await company({ limit: 100, budget: 100 });
    const { body } = await order(of, [{ product: cleaner }]);
    const { token } = await makeAdministrator(deps, { claims: ['ManageCartOrders'] });
    const status = (orderStatus: number) =>
      ask('PATCH', '/v1/manage-orders/change-status', {
        token,
        body: { orderId: body.orderId, orderStatus, notify: false },
      });
    await status(2);
    await status(2);
    expect([await spentOf(of.memberId), await spentOf(of.siteId)]).toEqual([0, 0]);
    await status(0);
    expect([await spentOf(of.memberId), await spentOf(of.siteId)]).toEqual([90, 90]);
    expect((await order(of, [{ product: cleaner }])).body.needsApproval).toBe(true);
    await status(2);
    expect((await order(of, [{ product: cleaner }])).status).toBe(201);
  });

  test('is freed by a refund of the whole order, and not again by its cancellation; a refund of a part frees nothing', async () => {
    const of = await company({ limit: 100, budget: 100 });
    const { body } = await order(of, [{ product: cleaner }]);
    const desk = orderDeskOf(shop, await makeAdministrator(deps, { claims: ['ManageCartOrders'] }));
    const { total } = await db
      .selectFrom('orders')
      .select('total_cents as total')
      .where('id', '=', body.orderId)
      .executeTakeFirstOrThrow();
    await desk.refund(body.orderId ?? '', { amount: 10 });
    expect([await spentOf(of.memberId), await spentOf(of.siteId)]).toEqual([90, 90]);
    await desk.refund(body.orderId ?? '', { amount: total / 100 - 10 });
    await desk.change(body.orderId ?? '', 2, { notify: false });
    expect([await spentOf(of.memberId), await spentOf(of.siteId)]).toEqual([0, 0]);
  });

  test('is locked by a cancellation before the budget of the site, as by an order, so that neither waits for the other', async () => {
    const of = await company({ limit: 100, budget: 100 });
    const { body } = await order(of, [{ product: cleaner }]);
    const { token } = await makeAdministrator(deps, { claims: ['ManageCartOrders'] });
    const spendOf = (ownerId: string) => sql`select from trade_spend where owner_id = ${ownerId} for update nowait`;
    let cancellation: Promise<{ status: number }> | undefined;
    await db.transaction().execute(async (tx) => {
      await spendOf(of.memberId).execute(tx);
      cancellation = ask('PATCH', '/v1/manage-orders/change-status', {
        token,
        body: { orderId: body.orderId, orderStatus: 2, notify: false },
      });
      await expect
        .poll(
          async () =>
            (
              await sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(
                db,
              )
            ).rows,
        )
        .toHaveLength(1);
      await spendOf(of.siteId).execute(tx);
    });
    expect((await cancellation)?.status).toBe(200);
    expect([await spentOf(of.memberId), await spentOf(of.siteId)]).toEqual([0, 0]);
  });

  test('of an order looks at each order alone', async () => {
    const of = await company({ limit: 100, limitPeriod: 'order' });
    expect((await order(of, [{ product: cleaner }])).status).toBe(201);
    expect((await order(of, [{ product: cleaner }])).status).toBe(201);
    const { body } = await order(of, [{ product: cleaner, qty: 2 }]);
    expect(body.orderIssues).toEqual([
      { reason: 'This order of $180.00 is $80.00 above your limit of $100.00 for each order.' },
    ]);
  });
});

describe("a site's budget", () => {
  test('of two people who order at the same moment, one passes and the other learns what is left', async () => {
    const of = await company({ budget: 1_000 });
    const other = await makePerson(deps);
    await makeTradeMember(db, of.accountId, { user: other });
    expect((await order(of, [{ product: cleaner, qty: 10 }])).status).toBe(201); // $900
    const answers = await Promise.all([order(of, [{ product: cleaner }]), order(of, [{ product: cleaner }], other)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 201]);
    const refused = answers.find(({ status }) => status === 200);
    expect(refused?.body.orderIssues).toEqual([
      {
        reason:
          'This order of $90.00 puts Depot $80.00 above its budget of $1,000.00 for November, of which $10.00 is left.',
      },
    ]);
    expect(await spentOf(of.siteId)).toBe(990);
  });

  test('is shown with the approvers', async () => {
    const of = await company({ budget: 600, limit: 100 });
    await order(of, [{ product: mop, qty: 3 }]);
    const { body } = await ask('GET', `/v1/trade/sites/${of.siteId}/spending`, { token: of.buyer.token });
    expect(body).toEqual({
      month: '2026-11-01',
      budget: 600,
      spent: 30,
      limit: 100,
      limitPeriod: 'month',
      spentByYou: 30,
      approvers: ['Mira Okoye'],
    });
  });
});
