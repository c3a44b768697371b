import { describe, expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { makeProduct } from '../../../test/make.ts';
import { orderDeskOf, makeManager, placePaidOrder } from '../../../test/sold.ts';
import { mailOfChange } from './status-mail.ts';

const shop = await testApp();
const { db } = shop.deps;
const manager = await makeManager(shop.deps);
const desk = orderDeskOf(shop, manager);

describe('the mail about a status change', () => {
  test('is sent if requested, once for each change', async () => {
    const order = await placePaidOrder(shop, [{ product: await makeProduct(db, { name: 'Glass Cleaner' }) }]);
    await shop.deps.jobs.finishAll();
    shop.mails.length = 0;
    await desk.change(order.id, 4);
    await desk.change(order.id, 1, { notify: true });
    await desk.change(order.id, 1, { notify: true });
    await desk.change(order.id, 2);
    await desk.change(order.id, 0, { notify: true });
    await shop.deps.jobs.finishAll();
    expect(shop.mails.map(({ to, subject }) => `${to}: ${subject}`)).toEqual([
      expect.stringMatching(/^kim@example\.com: Your order SO-\d+ is ready to collect$/),
      expect.stringMatching(/^kim@example\.com: Your order SO-\d+ is going ahead$/),
    ]);
    expect(shop.mails[0]?.html).toContain('Glass Cleaner');
    expect(shop.mails[0]?.text).toContain(`/shopping/order/${order.id}?key=`);
  });

  test('of a cancellation promises only what has not been refunded yet', async () => {
    const mailAfter = async (refunds: readonly number[]) => {
      const order = await placePaidOrder(shop, [{ product: await makeProduct(db) }]);
      for (const amount of refunds) await desk.refund(order.id, { amount });
      await shop.deps.jobs.finishAll();
      shop.mails.length = 0;
      await desk.change(order.id, 2, { notify: true });
      await shop.deps.jobs.finishAll();
      return shop.mails.find(({ subject }) => subject.endsWith('has been cancelled'))?.text;
    };
    expect(await mailAfter([])).toMatch(/You paid \$10\.00\. We will refund it to your/);
    expect(await mailAfter([4])).toMatch(
      /You paid \$10\.00 and have been refunded \$4\.00 of it\. We will refund the other \$6\.00 to your/,
    );
  });

  test.each([
    [0, 4, 'picking'],
    [4, 1, 'completed'],
    [1, 2, 'cancelled'],
    [2, 0, 'reopened'],
    [2, 1, 'reopened'],
    [4, 0, undefined],
    [4, 4, undefined],
    [1, 3, undefined], // a refund has its own mail
  ])('from %i to %i is %s', (before, after, kind) => {
    expect(mailOfChange(before, after)).toBe(kind);
  });
});
