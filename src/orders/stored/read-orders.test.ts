import { describe, expect, test } from 'vitest';
import { newId } from '#lib/uuid.ts';
import { pdfText } from '../../../test/pdf-text.ts';
import { testApp } from '../../../test/app.ts';
import { buyer, checkOut, checkoutOf } from '../../../test/buyer.ts';
import { makeProduct } from '../../../test/make.ts';
import { makePromo } from '../../../test/make-promo.ts';

const shop = await testApp({ environment: { COMPANY_ABN: '51824753556' } });
const { db, clock, jobs } = shop.deps;

const password = 'correct horse 1';

async function member(email: string): Promise<{ id: string; token: string }> {
  const { body } = await shop.ask<{ access_token: string }>('POST', '/v1/core/accounts', {
    body: { ...buyer, email, password, confirmPassword: password, acceptedTheTerms: true },
  });
  const [, payload = ''] = body.access_token.split('.');
  const { sub } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { sub: string };
  return { id: sub, token: body.access_token };
}

async function administrator(email: string, claims: string[]): Promise<string> {
  const { id, token } = await member(email);
  await db.updateTable('users').set({ user_type: 3, claims }).where('id', '=', id).execute();
  return token;
}

const product = await makeProduct(db, { name: 'Glass cleaner', code: 'GC-1', price: 23.9, onHand: 1000 });
const kim = await member('kim@example.com');
const ada = await member('ada@example.com');
const manager = await administrator('manager@example.com', ['ManageCartOrders']);
const clerk = await administrator('clerk@example.com', ['ViewReports']);

const mine = (await checkOut(shop, checkoutOf([{ product }]), { token: kim.token })).body;
const guests = (await checkOut(shop, checkoutOf([{ product, qty: 2 }]))).body;
const key = new URL(guests.orderUrl ?? '', 'http://shop.test').searchParams.get('key') ?? '';
const otherKey = 'A'.repeat(43);

const read = (id: string | null, token?: string, query = '') =>
  shop.ask<{ taxInvoiceId: string; orderNumber: string; ipAddress: string | null }>(
    'GET',
    `/v1/shopping-orders/${id}${query}`,
    { token },
  );
const invoiceIdOf = async (id: string | null, token?: string, query = '') =>
  (await read(id, token, query)).body.taxInvoiceId;
const download = (id: string, token?: string, query = '') =>
  shop.ask('GET', `/v1/shopping-cart/taxInvoice/${id}/download${query}`, { token });

describe('an order can be read', () => {
  test('by its owner and by administrators with ManageCartOrders only', async () => {
    const answers = [kim.token, manager, ada.token, clerk, undefined].map((token) => read(mine.orderId, token));
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 404, 403, 401]);
  });

  test("with a guest's key, which opens no other order", async () => {
    expect((await read(guests.orderId, undefined, `?key=${key}`)).status).toBe(200);
    for (const wrong of [otherKey, '', key.slice(1), `${key}x`, key.toLowerCase()]) {
      expect((await read(guests.orderId, undefined, `?key=${wrong}`)).status).toBe(401);
    }
    expect((await read(mine.orderId, undefined, `?key=${key}`)).status).toBe(401);
    expect((await read(guests.orderId, ada.token)).status).toBe(404);
    expect((await read(newId(), undefined, `?key=${key}`)).status).toBe(401);
    expect((await read(newId(), kim.token)).status).toBe(404);
    expect((await read('x', kim.token)).status).toBe(404);
  });

  test("with the buyer's IP address for ManageCartOrders only", async () => {
    expect((await read(mine.orderId, kim.token)).body.ipAddress).toBeNull();
    expect((await read(mine.orderId, manager)).body.ipAddress).toBe('127.0.0.1');
  });

  test('only after it is paid', async () => {
    const body = checkoutOf([{ product }], { cardNumber: '4000002500003155' });
    await checkOut(shop, body, { token: ada.token });
    expect((await shop.ask('GET', '/v1/shopping-orders', { token: ada.token })).body).toEqual([]);
    const row = await db.selectFrom('orders').select('id').where('payment', '=', 'awaiting').executeTakeFirstOrThrow();
    expect((await read(row.id, ada.token)).status).toBe(404);
    expect((await read(row.id, manager)).status).toBe(404);
  });
});

describe("a member's own orders", () => {
  test('are listed newest first, all or by page', async () => {
    const { token } = await member('pages@example.com');
    const ids: (string | null)[] = [];
    for (let n = 0; n < 3; n++) {
      clock.advance(1000);
      ids.unshift((await checkOut(shop, checkoutOf([{ product }]), { token })).body.orderId);
    }
    const list = async (query: string) => {
      const { body, headers } = await shop.ask<{ id: string }[]>('GET', `/v1/shopping-orders${query}`, { token });
      expect(headers['x-total-count']).toBe('3');
      return body.map(({ id }) => id);
    };
    expect(await list('')).toEqual(ids);
    expect(await list('?page=2&pageSize=2')).toEqual(ids.slice(2));
    expect(await list('?page=9&pageSize=2')).toEqual([]);
    for (const page of ['0', '0x10', '1e1']) {
      expect((await shop.ask('GET', `/v1/shopping-orders?page=${page}`, { token })).status).toBe(400);
    }
    expect((await shop.ask('GET', '/v1/shopping-orders?pageSize=101', { token })).status).toBe(400);
  });

  test('require a session', async () => {
    expect((await shop.ask('GET', '/v1/shopping-orders')).status).toBe(401);
  });
});

test("a customer's billing details can be read by the customer and by ManageCartOrders only", async () => {
  const path = `/v1/shopping-customers/${kim.id}`;
  const answers = [kim.token, manager, ada.token, clerk, undefined].map((token) => shop.ask('GET', path, { token }));
  const all = await Promise.all(answers);
  expect(all.map(({ status }) => status)).toEqual([200, 200, 404, 403, 401]);
  expect(all[0]?.body).toMatchObject({
    firstName: 'Kim',
    lastName: 'Lee',
    email: 'kim@example.com',
    mobile: '0491570006',
  });
});

describe('a tax invoice', () => {
  test('can be downloaded by its owner, with the key or with the claim, under its number', async () => {
    const id = await invoiceIdOf(mine.orderId, kim.token);
    const answers = [kim.token, manager, ada.token, clerk, undefined].map((token) => download(id, token));
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 404, 403, 401]);
    const { headers, bytes } = await download(id, kim.token);
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="INV-100001.pdf"',
      'x-content-type-options': 'nosniff',
    });
    const text = pdfText(bytes).join('\n');
    for (const fact of [
      'Tax Invoice',
      '51 824 753 556',
      'INV-100001',
      mine.orderNumber ?? '-',
      '02/03/2026',
      'Kim Lee',
      'Glass cleaner',
      'GC-1',
      '$23.90',
      '$2.17',
    ]) {
      expect(text).toContain(fact);
    }
    const guestsId = await invoiceIdOf(guests.orderId, undefined, `?key=${key}`);
    expect((await download(guestsId, undefined, `?key=${key}`)).status).toBe(200);
    expect((await download(id, undefined, `?key=${key}`)).status).toBe(401);
    expect((await download(newId(), kim.token)).status).toBe(404);
  });

  test('has the same bytes for every reader, whatever changes', async () => {
    const { orderId } = (await checkOut(shop, checkoutOf([{ product }]), { token: kim.token })).body;
    const id = await invoiceIdOf(orderId, kim.token);
    const first = await Promise.all(Array.from({ length: 8 }, () => download(id, kim.token)));
    await db.updateTable('products').set({ name: 'Renamed' }).where('id', '=', product.id).execute();
    await db.updateTable('users').set({ first_name: 'Changed' }).where('id', '=', kim.id).execute();
    await jobs.finishAll();
    clock.advance(600_000);
    const all = [...first, await download(id, kim.token)].map(({ bytes }) => bytes.toString('base64'));
    expect(new Set(all).size).toBe(1);
  });

  test('is attached to the mail to the buyer once, with the link that opens the order', async () => {
    const { code } = await makePromo(db, { percentage: 10 });
    const billingInfo = { ...buyer, email: 'guest@example.com' };
    const shippingInfo = { shippingMethod: 2, sameAsCheckoutDetails: true };
    const { body } = await checkOut(
      shop,
      checkoutOf([{ product, qty: 2 }], { billingInfo, shippingInfo, promoCode: code }),
    );
    await jobs.finishAll();
    await jobs.finishAll();
    const sent = shop.mails.filter(({ to }) => to === 'guest@example.com');
    expect(sent).toHaveLength(1);
    const [mail] = sent;
    expect(mail?.text).toContain(`http://shop.test${body.orderUrl}`);
    for (const fact of [body.orderNumber ?? '-', '$47.80', '-$4.78', '$12.50', '$55.52', 'Visa ending in 4242']) {
      expect(mail?.text).toContain(fact);
    }
    const id = await invoiceIdOf(body.orderId, manager);
    const { bytes } = await download(id, manager);
    expect(mail?.attachments?.[0]?.content.equals(bytes)).toBe(true);
  });
});

test('the configuration of the card form names the payment provider', async () => {
  expect((await shop.ask('GET', '/v1/payments/config')).body).toEqual({
    provider: 'test',
    publishableKey: null,
    notice: 'Test payments',
  });
});
