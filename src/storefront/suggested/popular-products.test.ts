import { expect, test } from 'vitest';
import { rebuildItemSales } from '#reports/daily-item-sales.server.ts';
import { publishChange } from '#platform/db/changes.server.ts';
import { dayOf } from '#lib/day.ts';
import { testApp } from '../../../test/app.ts';
import { makeProduct } from '../../../test/make.ts';
import { placePaidOrder } from '../../../test/sold.ts';

const shop = await testApp();
const { deps, ask } = shop;
const day = 24 * 60 * 60_000;

/** As the running server does every ten minutes. */
const rebuildSales = () => rebuildItemSales(deps.db, dayOf(deps.clock.now()));
const popular = async () => (await ask<{ id: string }[]>('GET', '/v1/products/popular')).body.map(({ id }) => id);

test('bestsellers up to yesterday are popular, also in and after the first month of a shop', async () => {
  const [seldom, often, last] = [
    await makeProduct(deps.db, { onHand: 100 }),
    await makeProduct(deps.db, { onHand: 100 }),
    await makeProduct(deps.db, { onHand: 3 }),
  ];
  expect(await popular()).toEqual([]);
  await placePaidOrder(shop, [{ product: seldom }, { product: often, qty: 5 }, { product: last, qty: 2 }]);
  deps.clock.advance(day);
  await rebuildSales();
  await publishChange(deps.db, 'catalogue');
  await expect.poll(popular).toEqual([often.id, last.id, seldom.id]);
  await placePaidOrder(shop, [{ product: last }]);
  await expect.poll(popular).toEqual([often.id, seldom.id]);
  deps.clock.advance(20 * day);
  await rebuildSales();
  await publishChange(deps.db, 'catalogue');
  await expect.poll(popular).toEqual([often.id, seldom.id]);
});
