import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '../src/app.server.ts';
import { changesPaused } from '#lib/api/sentences.ts';
import { run } from '#platform/maintenance/command.server.ts';
import { followMaintenance, switchMaintenance } from '#platform/maintenance/maintenance.server.ts';
import { hashPassword } from '#accounts/sign-in/password-hashing.server.ts';
import { insertUser } from '#accounts/profile/write-users.server.ts';
import { testApp } from './app.ts';
import { checkoutOf } from './buyer.ts';
import { makeProduct } from './make.ts';
import { makeAdministrator } from './people.ts';
import { tracesOf } from './shop-state.ts';

const { deps, askOf } = await testApp();
const { db, log, clock } = deps;
const maintenance = await followMaintenance({ db, log });
const app = await createApp({ ...deps, maintenance }, { pages: false });
const ask = askOf(app);
afterAll(async () => {
  await maintenance.stop();
  await app.close();
});

const settings = async () => (await ask<{ maintenance: string | null }>('GET', '/v1/settings/public')).body.maintenance;

beforeAll(async () => {
  expect(await settings()).toBeNull();
  const reason = 'We are moving to a larger server.';
  await switchMaintenance(db, { isOn: true, reason, by: 'a test', at: clock.now() });
});

test('every page can say why, as soon as the switch has returned', async () => {
  expect(await settings()).toBe(
    'We are moving to a larger server. We are doing maintenance. You can look at everything; orders, forms and changes are paused for a few minutes.',
  );
});

test('an order is refused with a sentence and a time to come back, and leaves nothing', async () => {
  const product = await makeProduct(db, { onHand: 5 });
  const before = await tracesOf(db);
  const headers = { 'idempotency-key': 'maintenance-1' };
  const answer = await ask('POST', '/v1/shopping-checkouts', { body: checkoutOf([{ product }]), headers });
  expect(answer).toMatchObject({ status: 503, message: changesPaused, headers: { 'retry-after': '60' } });
  expect(await tracesOf(db)).toEqual(before);
});

test.each([
  ['PUT', '/v1/settings'],
  ['DELETE', '/v1/manage-products/0196a0f0-0000-7000-8000-000000000000'],
  ['POST', '/v1/contact-us/send'],
  ['POST', '/v1/payments/stripe/webhook'],
  ['POST', '/v1/no/such/path'],
] as const)('%s %s is refused before anything else', async (method, path) => {
  expect(await ask(method, path, { body: {} })).toMatchObject({ status: 503, message: changesPaused });
});

test('an upload is refused before its body is read', async () => {
  let wasRead = false;
  const body = new Readable({
    read() {
      wasRead = true;
      this.push(null);
    },
  });
  const { statusCode } = await app.inject({
    method: 'POST',
    url: '/v1/manage-products/upload',
    headers: { 'content-type': 'image/png', 'content-length': '1000000' },
    payload: body,
  });
  expect([statusCode, wasRead]).toEqual([503, false]);
});

test('everything can be read, also by POST', async () => {
  const { token } = await makeAdministrator(deps, { claims: ['ManageCartOrders', 'ManageUsers'] });
  expect((await ask('GET', '/v1/products')).status).toBe(200);
  const product = await makeProduct(db, { price: 10 });
  const cart = [{ id: product.id, variationItemId: null, qty: 1 }];
  const body = { startDate: '2026-01-01', endDate: '2026-12-31', orderStatuses: [0] };
  const answers = [
    await ask('POST', '/v1/shopping-cart-items', { body: { cartItems: cart, promoCode: null } }),
    await ask('POST', '/v1/manage-orders/filter', { token, body }),
    await ask('POST', '/v1/users/filter', { token, body: {} }),
  ];
  expect(answers.map(({ status }) => status)).not.toContain(503);
});

test('people can sign in and out, so that staff can look at orders', async () => {
  const passwordHash = await hashPassword('clean sweep 7');
  const person = { firstName: 'Ngaio', lastName: 'Bell', email: 'staff@example.com', mobile: '0491570157' };
  await db.transaction().execute((tx) => insertUser(tx, { ...person, passwordHash, at: clock.now() }));
  const signIn = { ClientId: 'web', GrantType: 'password', UserName: person.email, Password: 'clean sweep 7' };
  const { status, body } = await ask<{ refresh_token: string }>('POST', '/v1/core/auth/token', { body: signIn });
  expect(status).toBe(200);
  expect((await ask('POST', '/v1/core/auth/revoke', { body: { RefreshToken: body.refresh_token } })).status).toBe(200);
});

test('switched off, changes are accepted within two seconds', async () => {
  await switchMaintenance(db, { isOn: false, by: 'a test', at: clock.now() });
  await expect.poll(settings, { timeout: 10_000 }).toBeNull();
  expect((await ask('POST', '/v1/contact-us/send', { body: {} })).status).toBe(400);
});

test('the command explains itself', async () => {
  expect(await run([])).toBe(2);
  expect(await run(['off', 'now'])).toBe(2);
});
