import { beforeEach, expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { buyer, checkOut, checkoutOf } from '../../../test/buyer.ts';
import { makeProduct } from '../../../test/make.ts';
import { makePromo } from '../../../test/make-promo.ts';

const shop = await testApp({ environment: { COMPANY_EMAIL: 'office@example.com.au' } });
const { db, jobs } = shop.deps;
const product = await makeProduct(db, { name: 'Glass <cleaner>', code: 'GC-1', price: 23.9, onHand: 1000 });
const password = 'correct horse 1';
const { body: made } = await shop.ask<{ access_token: string }>('POST', '/v1/core/accounts', {
  body: { ...buyer, email: 'ada@example.com', password, confirmPassword: password, acceptedTheTerms: true },
});
await db
  .updateTable('users')
  .set({ user_type: 3, claims: ['ManageUserPermissions'] })
  .execute();

async function notify(...orders: string[]): Promise<void> {
  const token = made.access_token;
  const { body } = await shop.ask<{ notifications: object }>('GET', '/v1/settings', { token });
  const changed = { ...body, notifications: { ...body.notifications, orders } };
  expect((await shop.ask('PUT', '/v1/settings', { token, body: changed })).status).toBe(200);
}

/** The mails to the company: those that are not the buyer's. */
const notices = () => shop.mails.filter(({ to }) => to !== buyer.email);

beforeEach(async () => {
  await jobs.finishAll();
  shop.mails.length = 0;
});

test('the company is notified of a placed order with everything needed to pick and send it', async () => {
  const { code } = await makePromo(db, { percentage: 10 });
  const shippingInfo = { shippingMethod: 2, sameAsCheckoutDetails: true };
  const order = checkoutOf([{ product, qty: 2 }], { shippingInfo, promoCode: code });
  const { body } = await checkOut(shop, order, { key: 'notified-only-once' });
  await checkOut(shop, order, { key: 'notified-only-once' });
  await jobs.finishAll();
  await jobs.finishAll();
  expect(notices()).toHaveLength(1);
  const [mail] = notices();
  expect(mail).toMatchObject({ to: 'office@example.com.au', replyTo: 'kim@example.com' });
  expect(mail?.subject).toBe(`New order ${body.orderNumber}, $55.52`);
  const facts = [
    'Kim Lee',
    'kim@example.com',
    '0491 570 006',
    'GC-1 · 2 × $23.90',
    '-$4.78',
    'Unit 3, 9 Test Road, Newtown NSW 2042',
  ];
  for (const fact of [...facts, 'Standard Delivery', 'Visa ending in 4242', 'INV-100001']) {
    expect(mail?.text).toContain(fact);
    expect(mail?.html).toContain(fact);
  }
  expect(mail?.html).toContain('Glass &lt;cleaner&gt;');
});

test('its link opens the order only with ManageCartOrders', async () => {
  const { body } = await checkOut(shop, checkoutOf([{ product }]));
  await jobs.finishAll();
  const [mail] = notices();
  expect(mail?.text).toContain(`Open the order: http://shop.test/admin/view-order-details/${body.orderId}/\n`);
  expect(`${mail?.text} ${mail?.html}`).not.toContain('key=');
  expect(mail?.attachments).toBeUndefined();
  expect(mail?.text).toContain('To be picked up by:\nKim Lee\n0491 570 006');
});

test('each address of the settings is notified', async () => {
  await notify('store@example.com.au', 'owner@example.com.au');
  await checkOut(shop, checkoutOf([{ product }]));
  await jobs.finishAll();
  expect(
    notices()
      .map(({ to }) => to)
      .sort(),
  ).toEqual(['owner@example.com.au', 'store@example.com.au']);
  shop.mails.length = 0;
  await notify();
  await checkOut(shop, checkoutOf([{ product }]));
  await jobs.finishAll();
  expect(shop.mails.map(({ to }) => to)).toEqual([buyer.email]);
});

test('a corrected address gets the mail if it has not been sent yet', async () => {
  await notify('stroe@example.com.au');
  await checkOut(shop, checkoutOf([{ product }]));
  await notify('store@example.com.au');
  await jobs.finishAll();
  expect(notices().map(({ to }) => to)).toEqual(['store@example.com.au']);
});

test('nobody is notified of an order that was not placed', async () => {
  await checkOut(shop, checkoutOf([{ product }], { cardNumber: '4000000000000002' }));
  await checkOut(shop, checkoutOf([{ product }], { expectedTotal: 1 }));
  await jobs.finishAll();
  expect(shop.mails).toEqual([]);
});
