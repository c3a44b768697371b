import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { addDays, day, instantAt } from '#lib/day.ts';
import { newId } from '#lib/uuid.ts';
import { lockOrder } from '#orders/stored/change-order.server.ts';
import type { Tx } from '#platform/db/db.server.ts';
import { testApp } from '../../../test/app.ts';
import { checkOut } from '../../../test/buyer.ts';
import { makeProduct } from '../../../test/make.ts';
import { makeAdministrator } from '../../../test/people.ts';
import { makeTradeBuyer, onAccountCheckout, signInAgain, type TradeBuyer } from '../../../test/trade-buyer.ts';
import { remindOverdueAccounts } from './reminders.server.ts';
import type { AgeingOnPage } from './shapes.ts';

const shop = await testApp();
const { db, clock } = shop.deps;
const mop = await makeProduct(db, { price: 100, onHand: 10_000 });
const clerk = await makeAdministrator(shop.deps, { claims: ['ManageAccounts', 'ManageCartOrders'] });

/** A clerk's call about an account. Sessions end when the clock is moved on. */
async function ask<Body>(method: 'GET' | 'POST', { account }: TradeBuyer, what: string, body?: object) {
  const token = await signInAgain(shop, clerk);
  return shop.ask<Body>(method, `/v1/trade-accounts/${account.id}/${what}`, { token, ...(body && { body }) });
}

const pay = (buyer: TradeBuyer, amount: number, onDay: string) =>
  ask('POST', buyer, 'payments', { id: newId(), amount, onDay, reference: 'EFT', note: '' });

/** An account that owes $100 from the day on which it was ordered. */
async function accountThatOwes(): Promise<TradeBuyer> {
  const buyer = await makeTradeBuyer(shop, { terms: { kind: 'days', days: 0 } });
  const { body } = await checkOut(shop, onAccountCheckout(buyer.siteId, mop), {
    token: await signInAgain(shop, buyer.user),
  });
  expect(body.orderId).not.toBeNull();
  return buyer;
}

/** Holds locks in a transaction, and returns what releases them. */
async function holding(lock: (tx: Tx) => Promise<unknown>): Promise<() => Promise<void>> {
  const [held, locked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const done = db.transaction().execute(async (tx) => {
    await lock(tx);
    locked.resolve();
    await held.promise;
  });
  await locked.promise;
  return () => {
    held.resolve();
    return done;
  };
}

const holdingCounters = () => holding((tx) => sql`select from counters where name = 'order' for update`.execute(tx));

/** How many statements wait for a lock. */
async function waitingCount(): Promise<number> {
  const { rows } = await sql`select from pg_stat_activity where wait_event_type = 'Lock'
    and datname = current_database()`.execute(db);
  return rows.length;
}

const untilWaiting = (count: number) => expect.poll(waitingCount).toBeGreaterThanOrEqual(count);

async function invoicesOf({ account }: TradeBuyer): Promise<number> {
  const entries = db.selectFrom('account_entries').select('id').where('account_id', '=', account.id);
  return (await entries.where('kind', '=', 'invoice').execute()).length;
}

test('a payment and an order at the same moment: the payment pays the order’s invoice', async () => {
  clock.set('2026-11-10T01:00:00Z');
  const buyer = await makeTradeBuyer(shop);
  const token = await signInAgain(shop, buyer.user);
  const release = await holdingCounters();
  const ordering = checkOut(shop, onAccountCheckout(buyer.siteId, mop), { token });
  await untilWaiting(1); // the order waits for its number
  const commit = await holding((tx) => sql`lock table audit_log in exclusive mode`.execute(tx));
  const paying = pay(buyer, 60, '2026-11-10');
  await untilWaiting(2); // the payment has found no invoice, and waits to be recorded
  await release();
  await expect.poll(() => invoicesOf(buyer)).toBe(1);
  await Promise.race([ordering, untilWaiting(2)]); // the order waits for the payment
  await commit();
  expect([(await ordering).body.orderId === null, (await paying).status]).toEqual([false, 201]);
  expect((await ask('GET', buyer, 'credit')).body).toMatchObject({ invoices: [{ open: 40 }], credits: [] });
});

test('an invoice can be written off while its order is locked, so that the two never wait for each other', async () => {
  clock.set('2026-11-20T01:00:00Z');
  const buyer = await accountThatOwes();
  const [invoice] = (await ask<{ invoices: { entryId: string; orderId: string }[] }>('GET', buyer, 'credit')).body
    .invoices;
  const unlock = await holding((tx) => lockOrder(tx, invoice?.orderId ?? ''));
  const body = { id: newId(), entryId: invoice?.entryId, amount: 50, reason: 'Will not be paid' };
  let status: number | undefined;
  const writingOff = ask('POST', buyer, 'write-offs', body).then((answer) => (status = answer.status));
  await expect.poll(async () => status !== undefined || (await waitingCount()) > 0).toBe(true);
  const whileLocked = status;
  await unlock();
  await writingOff;
  expect(whileLocked).toBe(201);
});

test('credit that pays an invoice across midnight at the end of a month leaves the past statement right', async () => {
  clock.set('2027-03-31T12:00:00Z');
  const buyer = await makeTradeBuyer(shop);
  clock.set('2027-03-31T12:59:59.900Z'); // midnight in Sydney is at 13:00
  const token = await signInAgain(shop, buyer.user);
  const release = await holdingCounters();
  const ordering = checkOut(shop, onAccountCheckout(buyer.siteId, mop), { token });
  await untilWaiting(1);
  clock.set('2027-03-31T13:00:00.200Z');
  expect((await pay(buyer, 60, '2027-04-01')).status).toBe(201);
  await release();
  await ordering;
  clock.set('2027-05-10T01:00:00Z');
  const march = 'statement?startDate=2027-03-01&endDate=2027-03-31';
  const { body } = await ask<{ closing: number; ageing: AgeingOnPage }>('GET', buyer, march);
  expect([body.closing, body.ageing.balance]).toEqual([100, 100]);
});

test('the job reminds once a week, also when clocks change and after it has run late', async () => {
  for (const mondays of [
    ['2027-09-27', '2027-10-04', '2027-10-11'],
    ['2028-03-27', '2028-04-03', '2028-04-10'],
  ]) {
    const dues = mondays.map((monday) => instantAt(day(monday), '08:00'));
    clock.set(addDays(day(mondays[0] ?? ''), -30) + 'T01:00:00Z');
    const buyer = await accountThatOwes();
    for (const [week, due] of dues.entries()) {
      for (const hours of [week === 0 ? 2 : 0, 30, 100]) {
        clock.set(new Date(due.getTime() + hours * 3_600_000).toISOString());
        await remindOverdueAccounts(shop.deps, due);
      }
      const sent = db.selectFrom('account_reminders').select('id').where('account_id', '=', buyer.account.id);
      expect([mondays[week], (await sent.execute()).length]).toEqual([mondays[week], week + 1]);
    }
  }
});

test('a reminder by hand is refused on the same day only', async () => {
  clock.set('2028-06-01T00:00:00Z');
  const buyer = await accountThatOwes();
  clock.set('2028-06-13T06:00:00Z'); // 16:00
  expect((await ask('POST', buyer, 'reminders')).status).toBe(202);
  clock.set('2028-06-13T13:00:00Z');
  expect((await ask('POST', buyer, 'reminders')).status).toBe(409);
  clock.set('2028-06-13T23:30:00Z'); // 9:30 of the next day
  expect((await ask('POST', buyer, 'reminders')).status).toBe(202);
});
