import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { newId } from '#lib/uuid.ts';
import { testApp } from '../../../test/app.ts';
import { makeProduct } from '../../../test/make.ts';
import { makeManager, orderDeskOf } from '../../../test/sold.ts';
import { makeTradeBuyer, orderOnAccount } from '../../../test/trade-buyer.ts';
import type { OrderDeliveries } from './contract.ts';
import type { DrivenDelivery } from './driver-contract.ts';
import type { Tracking } from './track-contract.ts';

const shop = await testApp();
const { ask, deps } = shop;
const manager = await makeManager(deps);
const { token } = manager;

const dataUrl = (bytes: Buffer, type: string): string => `data:image/${type};base64,${bytes.toString('base64')}`;
const plain = sharp({ create: { width: 60, height: 40, channels: 3, background: '#0a7' } });
/** A photo that says where it was taken. */
const photo = dataUrl(
  await plain
    .clone()
    .withExif({ IFD3: { GPSLatitude: '33/1 52/1 0/1', GPSLatitudeRef: 'S' } })
    .jpeg()
    .toBuffer(),
  'jpeg',
);
const signature = dataUrl(await plain.clone().png().toBuffer(), 'png');

const tokenIn = (url: string): string => new URL(url).searchParams.get('t') ?? '';

/** A dispatched delivery of an order on account, and the tokens of its links. */
async function dispatched() {
  const buyer = await makeTradeBuyer(shop);
  const product = await makeProduct(deps.db, { onHand: 50, name: 'Flat mop' });
  const shippingInfo = { shippingMethod: 2, sameAsCheckoutDetails: true };
  const { orderId } = await orderOnAccount(shop, buyer, { product, qty: 5, shippingInfo });
  const order = await orderDeskOf(shop, manager).read(orderId);
  const id = newId();
  const path = `/v1/manage-orders/${orderId}/deliveries`;
  const lines = [{ orderItemId: order.orderItems[0]?.orderItemId, quantity: 3 }];
  await ask('PUT', `${path}/${id}`, { token, body: { lines } });
  const change = (state: string) => ask('PATCH', `${path}/${id}/state`, { token, body: { state } });
  await change('dispatched');
  const read = async () => (await ask<OrderDeliveries>('GET', path, { token })).body;
  const { deliveries, trackingUrl } = await read();
  return {
    id,
    orderId,
    path,
    read,
    change,
    driver: tokenIn(deliveries[0]?.driverUrl ?? ''),
    tracking: tokenIn(trackingUrl),
  };
}

const readDriven = (driver: string) =>
  ask<DrivenDelivery>('POST', '/v1/driver-deliveries/read', { body: { token: driver } });
const prove = (driver: string, more: object = {}) =>
  ask<DrivenDelivery>('POST', '/v1/driver-deliveries/proof', {
    body: { token: driver, reportId: newId(), receivedBy: 'Sam Lee', photo, signature, ...more },
  });
const fail = (driver: string, more: object = {}) =>
  ask<DrivenDelivery>('POST', '/v1/driver-deliveries/failed', {
    body: { token: driver, reportId: newId(), reason: 'Dock closed', ...more },
  });

describe("the driver's link", () => {
  test('shows where to go and what to hand over', async () => {
    const { driver } = await dispatched();
    const { status, body, headers } = await readDriven(driver);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      state: 'dispatched',
      siteName: 'Head office',
      address: '12 Example Street, Fitzroy VIC 3065',
      lines: [{ productName: 'Flat mop', quantity: 3 }],
    });
    expect(headers['cache-control']).toBe('no-store');
    expect(JSON.stringify(body)).not.toMatch(/@|price/i);
  });

  test('is refused if it is forged, replaced, or of a cancelled delivery', async () => {
    const { id, driver, path, read, change } = await dispatched();
    const other = await dispatched();
    expect((await readDriven(driver.replace(id, other.id))).status).toBe(404);
    expect((await readDriven('nonsense')).status).toBe(404);
    await ask('POST', `${path}/${id}/driver-link`, { token });
    expect((await readDriven(driver)).status).toBe(404);
    expect((await prove(driver)).status).toBe(404);
    const renewed = tokenIn((await read()).deliveries[0]?.driverUrl ?? '');
    expect((await readDriven(renewed)).status).toBe(200);
    await fail(renewed);
    await change('cancelled');
    expect((await readDriven(renewed)).status).toBe(404);
  });

  test('ends a week after the delivery', async () => {
    const { driver } = await dispatched();
    await prove(driver);
    const day = 24 * 60 * 60 * 1000;
    const now = deps.clock.now();
    deps.clock.advance(6 * day);
    expect((await readDriven(driver)).status).toBe(200);
    deps.clock.advance(day);
    expect((await readDriven(driver)).status).toBe(404);
    deps.clock.set(now);
  });
});

describe('a proof of delivery', () => {
  test('has name, time, photo and signature, without where the photo was taken', async () => {
    const { id, driver, tracking, read, path } = await dispatched();
    expect((await prove(driver)).body).toMatchObject({ state: 'delivered', receivedBy: 'Sam Lee' });
    expect((await read()).deliveries[0]).toMatchObject({
      state: 'delivered',
      receivedBy: 'Sam Lee',
      deliveredAt: deps.clock.now().toISOString(),
      hasPhoto: true,
      hasSignature: true,
      driverUrl: null,
    });
    for (const picture of ['photo', 'signature']) {
      const { status, bytes, headers } = await ask('GET', `${path}/${id}/proof/${picture}`, { token });
      expect(status).toBe(200);
      expect(headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'private, no-store' });
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 60 });
      expect((await sharp(bytes).metadata()).exif).toBeUndefined();
      expect((await ask('GET', `${path}/${id}/proof/${picture}`)).status).toBe(401);
    }
    const { body } = await ask<Tracking>('POST', '/v1/order-tracking/read', { body: { token: tracking } });
    const shown = await ask('GET', body.deliveries[0]?.photo ?? '');
    expect(shown.status).toBe(200);
    expect(shown.headers).toMatchObject({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' });
    const other = await dispatched();
    const foreign = `/v1/order-tracking/${id}/photo?token=${other.tracking}`;
    expect((await ask('GET', foreign)).status).toBe(404);
    expect(JSON.stringify(body)).not.toContain('signature');
  });

  test('is recorded once, however often and at the same time it is sent', async () => {
    const { driver, orderId } = await dispatched();
    const reportId = newId();
    const answers = await Promise.all([1, 2, 3].map(() => prove(driver, { reportId })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const entries = await deps.db
      .selectFrom('audit_log')
      .select('action')
      .where('entity_id', '=', orderId)
      .where('action', '=', 'deliver-delivery')
      .execute();
    expect(entries).toHaveLength(1);
    expect(await prove(driver)).toMatchObject({ status: 409, message: 'This delivery has been recorded already.' });
  });

  test('of two drivers at once is that of one, and the other is told', async () => {
    const { id, driver, read } = await dispatched();
    const names = ['Sam Lee', 'Kim Ray'];
    const answers = await Promise.all(names.map((receivedBy) => prove(driver, { receivedBy })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const won = names[answers.findIndex(({ status }) => status === 200)];
    expect((await read()).deliveries[0]?.receivedBy).toBe(won);
    const pictures: string[] = [];
    for await (const key of deps.files.list(`delivery-proofs/${id}/`)) pictures.push(key);
    expect(pictures).toHaveLength(2); // none of the refused report
  });

  test('needs a name, and a photo or a signature', async () => {
    const { driver } = await dispatched();
    const { status, faults } = await prove(driver, { receivedBy: ' ', photo: '', signature: '' });
    expect(status).toBe(400);
    expect(faults).toEqual([
      { path: 'receivedBy', message: 'Enter the name of the person who took the goods.' },
      { path: 'photo', message: 'Take a photo or ask for a signature.' },
    ]);
    expect((await prove(driver, { photo: 'data:image/png;base64,aGVsbG8=' })).message).toBe(
      'Images must be PNG, JPEG, WebP or GIF files.',
    );
    expect((await prove(driver, { photo: '' })).status).toBe(200);
  });
});

describe('a failed attempt', () => {
  test('is recorded once with its reason, and a later one succeeds', async () => {
    const { driver, read, change } = await dispatched();
    const reportId = newId();
    const answers = await Promise.all([1, 2].map(() => fail(driver, { reportId })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await read()).deliveries[0]).toMatchObject({ state: 'failed', failure: 'Dock closed', version: 3 });
    expect((await fail(driver)).status).toBe(409);
    await change('dispatched');
    expect((await prove(driver)).body.state).toBe('delivered');
    expect((await fail(driver, { reason: '' })).faults).toEqual([
      { path: 'reason', message: 'Say why it could not be delivered.' },
    ]);
  });
});
