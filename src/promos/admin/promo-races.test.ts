import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inTransaction, type Tx } from '#platform/db/db.server.ts';
import { freePromo, isPromoFree, redeemAgain } from '../redemptions.server.ts';
import { testApp } from '../../../test/app.ts';
import { checkOut, checkoutOf } from '../../../test/buyer.ts';
import { makeProduct } from '../../../test/make.ts';
import { makePromo } from '../../../test/make-promo.ts';
import { makeAdministrator } from '../../../test/people.ts';
import type { Promo } from './contract.ts';

const shop = await testApp();
const { ask, deps } = shop;
const { db } = deps;
const path = '/v1/shopping-cart/promoCode';
const { token } = await makeAdministrator(deps, { claims: ['ManageCartPromoCodes'] });
const product = await makeProduct(db, { onHand: 1_000 });

const makeOneTime = (id: string, code: string) =>
  ask<Promo>('PUT', path, {
    token,
    body: { id, code, discountPercentage: 10, isOneTimeUseOnly: true, isApplicableToAllProducts: true },
  });
const order = (promoCode: string) => checkOut(shop, checkoutOf([{ product }], { promoCode }));

const countUses = async (id: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from redemptions where promo_id = ${id} and released_at is null`.execute(db);
  return rows[0]?.count ?? 0;
};

/**
 * Starts `meanwhile` after `first` in a transaction that is still open, then commits it. Returns what `meanwhile` returns.
 */
async function whileOpen<T>(first: (tx: Tx) => Promise<unknown>, meanwhile: () => Promise<T>): Promise<T> {
  const tx = await db.startTransaction().execute();
  await first(tx);
  const going = meanwhile();
  await new Promise((done) => setTimeout(done, 150)); // long enough to finish, if it did not wait for the lock
  await tx.commit().execute();
  return going;
}

/** As in placing an order: the order refers to its promo, then redeems it. */
async function orderIn(tx: Tx, promoId: string): Promise<void> {
  await sql`
    insert into orders select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(), 'number', null,
      'payment', 'awaiting', 'promo_id', ${promoId}::uuid))).* from orders o limit 1`.execute(tx);
  await sql`
    insert into redemptions (order_id, promo_id, is_one_time, redeemed_at)
    select id, promo_id, false, now() from orders where promo_id = ${promoId}`.execute(tx);
}

test('making a promo one-time waits for the orders that are redeeming it, and counts them', async () => {
  await order('');
  const { id, code } = await makePromo(db, { percentage: 10 });
  const { body } = await whileOpen(
    (tx) => orderIn(tx, id),
    () => makeOneTime(id, code),
  );
  expect(body).toMatchObject({ isOneTimeUseOnly: true, status: 'usedUp' });
  expect((await order(code)).body).toMatchObject({
    status: 1,
    orderIssues: [{ reason: `The promo code ${code} has already been used.` }],
  });
  expect(await countUses(id)).toBe(1);
});

test('an order waits while its promo becomes one-time, and is then the only one', async () => {
  const { id, code } = await makePromo(db, { percentage: 10 });
  const answers = await whileOpen(
    async (tx) => {
      await sql`select from promos where id = ${id} for update`.execute(tx);
      await sql`update promos set is_one_time_use_only = true where id = ${id}`.execute(tx);
    },
    () => Promise.all([order(code), order(code), order(code)]),
  );
  expect(answers.map(({ body }) => body.status).sort()).toEqual([0, 1, 1]);
  expect(await countUses(id)).toBe(1);
});

test('an order that is reopened while its promo becomes one-time uses it up', async () => {
  const { id, code } = await makePromo(db, { percentage: 10 });
  const { orderId } = (await order(code)).body;
  const opened = orderId ?? '';
  await inTransaction(db, (tx) => freePromo(tx, opened, deps.clock.now()));
  await whileOpen(
    async (tx) => {
      await sql`select from promos where id = ${id} for update`.execute(tx);
      await sql`update promos set is_one_time_use_only = true where id = ${id}`.execute(tx);
    },
    () =>
      inTransaction(db, async (tx) => {
        if (await isPromoFree(tx, opened)) await redeemAgain(tx, opened, deps.clock.now());
      }),
  );
  const { rows } = await sql`select from redemptions where promo_id = ${id} and is_one_time`.execute(db);
  expect([rows.length, (await order(code)).body.status, await countUses(id)]).toEqual([1, 1, 1]);
});

test('of ten orders while a promo becomes one-time, at most one succeeds after the change', async () => {
  for (let round = 0; round < 3; round++) {
    const { id, code } = await makePromo(db, { percentage: 10 });
    const before = Array.from({ length: 5 }, () => order(code));
    const change = makeOneTime(id, code);
    const after = Array.from({ length: 5 }, () => order(code));
    const placed = await Promise.all([...before, ...after]);
    const { body } = await change;
    const known = body.status === 'usedUp' ? await countUses(id) : 0;
    expect(placed.filter(({ body: answer }) => answer.status === 0)).toHaveLength(await countUses(id));
    if (known === 0) expect(await countUses(id)).toBe(1);
    expect((await order(code)).body.status).toBe(1);
  }
});

test('an order whose promo is deleted meanwhile is refused without a charge', async () => {
  const { id, code } = await makePromo(db, { percentage: 10 });
  const { status, body } = await whileOpen(
    (tx) => sql`delete from promos where id = ${id}`.execute(tx),
    () => order(code),
  );
  expect([status, body]).toMatchObject([
    200,
    { status: 1, orderIssues: [{ reason: 'This promo code is not valid.' }], orderId: null },
  ]);
});

test('a simultaneous deletion and order end with an archived promo and an order, or a deleted promo and a refusal', async () => {
  for (let round = 0; round < 6; round++) {
    const { id, code } = await makePromo(db, { percentage: 10 });
    const [placed, gone] = await Promise.all([order(code), ask('DELETE', `${path}/${id}`, { token })]);
    expect([placed.status, gone.status]).toEqual([placed.status === 201 ? 201 : 200, 204]);
    const { rows } = await sql`select from promos where id = ${id}`.execute(db);
    expect(rows).toHaveLength(placed.body.status === 0 ? 1 : 0);
  }
});
