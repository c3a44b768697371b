import { expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { makeProduct } from '../../../test/make.ts';
import { makePromo } from '../../../test/make-promo.ts';
import { makeAdministrator } from '../../../test/people.ts';
import { orderDeskOf, placePaidOrder } from '../../../test/sold.ts';
import type { PromoOnPage } from './promo-form.ts';
import { usesPath } from './promo-uses-path.ts';

const shop = await testApp();
const { db } = shop.deps;
const manager = await makeAdministrator(shop.deps, { claims: ['ManageCartPromoCodes', 'ManageCartOrders'] });
const desk = orderDeskOf(shop, manager);
const product = await makeProduct(db, { price: 20, onHand: 100 });

async function promoOf(id: string): Promise<PromoOnPage> {
  const { body } = await shop.ask<PromoOnPage[]>('GET', '/v1/shopping-cart/promoCode', manager);
  const found = body.find((promo) => promo.id === id);
  if (!found) throw new Error('There is no such promo.');
  return found;
}

/** The orders behind a promo's link, as the list's page asks for them. */
async function ordersBehind(promo: PromoOnPage): Promise<{ ids: string[]; total: unknown }> {
  const { searchParams } = new URL(usesPath(promo), 'http://shop.test');
  const [startDate, endDate] = [searchParams.get('startDate'), searchParams.get('endDate')];
  const body = { startDate, endDate, orderStatuses: searchParams.getAll('orderStatuses').map(Number) };
  const query = `promo=${searchParams.get('promo')}&promoId=${searchParams.get('promoId')}&page=1`;
  const answer = await shop.ask<{ id: string }[]>('POST', `/v1/manage-orders/filter?${query}`, { ...manager, body });
  return { ids: answer.body.map(({ id }) => id).sort(), total: answer.headers['x-total-count'] };
}

test('the uses of a promo equal the orders of its link, regardless of changed codes', async () => {
  const first = await makePromo(db, { code: 'AUTUMN', percentage: 10 });
  const orders = [];
  for (let n = 0; n < 3; n++) orders.push(await placePaidOrder(shop, [{ product }], { promoCode: first.code }));
  await desk.change(orders.pop()?.id ?? '', 2);
  const renamed = { ...(await promoOf(first.id)), code: 'WINTER' };
  expect((await shop.ask('PUT', '/v1/shopping-cart/promoCode', { ...manager, body: renamed })).status).toBe(200);
  orders.push(await placePaidOrder(shop, [{ product, qty: 2 }], { promoCode: 'winter' }));
  const second = await makePromo(db, { code: 'AUTUMN', percentage: 50 });
  const other = await placePaidOrder(shop, [{ product }], { promoCode: 'AUTUMN' });

  const now = await promoOf(first.id);
  expect(now).toMatchObject({ code: 'WINTER', uses: 3, discountGiven: 8 });
  expect(await ordersBehind(now)).toEqual({ ids: orders.map(({ id }) => id).sort(), total: '3' });
  const otherNow = await promoOf(second.id);
  expect(otherNow).toMatchObject({ code: 'AUTUMN', uses: 1, discountGiven: 10 });
  expect(await ordersBehind(otherNow)).toEqual({ ids: [other.id], total: '1' });
});
