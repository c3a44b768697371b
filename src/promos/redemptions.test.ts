import { expect, test } from 'vitest';
import { inTransaction } from '#platform/db/db.server.ts';
import { testApp } from '../../test/app.ts';
import { checkOut, checkoutOf } from '../../test/buyer.ts';
import { makeProduct } from '../../test/make.ts';
import { makePromo } from '../../test/make-promo.ts';
import { freePromo } from './redemptions.server.ts';

const shop = await testApp();
const { db, clock } = shop.deps;
const product = await makeProduct(db, { onHand: 100 });

const orderWith = async (promoCode: string) => (await checkOut(shop, checkoutOf([{ product }], { promoCode }))).body;

test('a one-time promo can be used by one order, until that is cancelled', async () => {
  const { code } = await makePromo(db, { percentage: 10, isOneTime: true });
  const first = await orderWith(code);
  expect(first.status).toBe(0);
  const used = { status: 1, orderIssues: [{ reason: `The promo code ${code} has already been used.` }] };
  expect(await orderWith(code)).toMatchObject(used);
  await inTransaction(db, (tx) => freePromo(tx, first.orderId ?? '', clock.now()));
  expect(await orderWith(code)).toMatchObject({ status: 0 });
  expect(await orderWith(code)).toMatchObject(used);
});

test('any other promo can be used by every order', async () => {
  const { code } = await makePromo(db, { percentage: 10 });
  for (let n = 0; n < 3; n++) expect(await orderWith(code)).toMatchObject({ status: 0 });
});

test('a promo that becomes one-time after its first use is used up', async () => {
  const { code, id } = await makePromo(db, { percentage: 10 });
  expect(await orderWith(code)).toMatchObject({ status: 0 });
  await db.updateTable('promos').set({ is_one_time_use_only: true }).where('id', '=', id).execute();
  expect(await orderWith(code)).toMatchObject({ status: 1 });
});
