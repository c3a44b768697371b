import { describe, expect, test } from 'vitest';
import { newId } from '#lib/uuid.ts';
import { testApp } from '../../../../test/app.ts';
import { makeProduct } from '../../../../test/make.ts';
import { pdfText } from '../../../../test/pdf-text.ts';
import { makeAdministrator } from '../../../../test/people.ts';
import { makeManager, orderDeskOf } from '../../../../test/sold.ts';
import { makeTradeBuyer, orderOnAccount, type TradeBuyer } from '../../../../test/trade-buyer.ts';
import type { Packing } from './packing-contract.ts';

const shop = await testApp();
const { ask, deps } = shop;
const manager = await makeManager(deps);
const desk = orderDeskOf(shop, manager);
const { token } = manager;
const path = '/v1/manage-orders/packing';

/** A delivery of three of five mops, for a site. */
async function packed(buyer: TradeBuyer, siteId: string, plannedDay: string | null) {
  const product = await makeProduct(deps.db, { onHand: 50, name: 'Flat mop' });
  const shippingInfo = { shippingMethod: 2, sameAsCheckoutDetails: true };
  const { orderId } = await orderOnAccount(shop, { ...buyer, siteId }, { product, qty: 5, shippingInfo });
  const order = await desk.read(orderId);
  const id = newId();
  const lines = [{ orderItemId: order.orderItems[0]?.orderItemId, quantity: 3 }];
  await ask('PUT', `/v1/manage-orders/${orderId}/deliveries/${id}`, { token, body: { lines, plannedDay } });
  return { id, orderId, number: order.orderNumber, orderItemId: order.orderItems[0]?.orderItemId };
}

const buyer = await makeTradeBuyer(shop, { name: 'Kestrel Facilities', sites: ['Harbour Tower', 'Quay Depot'] });
const [tower = '', quay = ''] = buyer.account.siteIds;
await deps.db
  .updateTable('trade_sites')
  .set({ cost_centre: 'CC-9', instructions: 'Dock 2' })
  .where('id', '=', tower)
  .execute();
const first = await packed(buyer, tower, '2026-03-04');
const second = await packed(buyer, quay, '2026-03-04');
const third = await packed(buyer, tower, null);

const read = async (day: string) => (await ask<Packing>('GET', `${path}?day=${day}`, { token })).body;
const idsOf = ({ sites }: Packing) => sites.map(({ name, deliveries }) => [name, deliveries.map(({ id }) => id)]);

describe('packing', () => {
  test('lists deliveries by site, of a day, of no day, or all', async () => {
    const all = await read('all');
    expect(idsOf(all)).toEqual([
      ['Harbour Tower', [first.id, third.id]],
      ['Quay Depot', [second.id]],
    ]);
    expect(all.days).toEqual([
      { day: '2026-03-04', deliveries: 2 },
      { day: null, deliveries: 1 },
    ]);
    expect(all.sites[0]).toMatchObject({ accountName: 'Kestrel Facilities', instructions: 'Dock 2' });
    expect(idsOf(await read('2026-03-04'))).toEqual([
      ['Harbour Tower', [first.id]],
      ['Quay Depot', [second.id]],
    ]);
    expect(idsOf(await read('none'))).toEqual([['Harbour Tower', [third.id]]]);
    expect((await ask('GET', `${path}?day=soon`, { token })).message).toBe('Must be a date, none or all.');
  });

  test('leaves out what has left, and orders that are cancelled', async () => {
    const [gone, cancelled] = [await packed(buyer, quay, '2026-03-09'), await packed(buyer, quay, '2026-03-09')];
    expect((await read('2026-03-09')).sites[0]?.deliveries).toHaveLength(2);
    const state = `/v1/manage-orders/${gone.orderId}/deliveries/${gone.id}/state`;
    await ask('PATCH', state, { token, body: { state: 'dispatched' } });
    await desk.change(cancelled.orderId, 2);
    expect((await read('2026-03-09')).sites).toEqual([]);
  });

  test('prints a slip for each delivery, with site, cost centre and what follows', async () => {
    const days = [{ orderItemId: first.orderItemId, expectedDay: '2026-03-20', was: null }];
    await ask('PUT', `/v1/manage-orders/${first.orderId}/back-orders`, { token, body: { lines: days } });
    const slips = `/v1/manage-orders/delivery-slips?deliveryId=${first.id}&deliveryId=${second.id}`;
    const { bytes, headers } = await ask('GET', slips, { token });
    expect(headers['content-disposition']).toBe('inline; filename="packing-slips-2026-03-02.pdf"');
    const pages = pdfText(bytes);
    expect(pages).toHaveLength(2);
    for (const words of [
      first.number,
      'Harbour Tower',
      'Dock 2',
      'Cost centre CC-9',
      'the rest is expected 20/03/2026',
    ])
      expect(pages[0]).toContain(words);
    expect(pages[0]).toMatch(/Flat mop[\s\S]*2[\s\S]*3/);
    expect(pages[1]).toContain('Quay Depot');
    expect(pages.join(' ')).not.toContain('$');
    const unknown = `/v1/manage-orders/delivery-slips?deliveryId=${newId()}`;
    expect((await ask('GET', unknown, { token })).status).toBe(404);
    expect((await ask('GET', '/v1/manage-orders/delivery-slips', { token })).message).toBe(
      'Select at least one delivery.',
    );
  });

  test('needs ManageCartOrders', async () => {
    const { token: stranger } = await makeAdministrator(deps, { claims: ['ManageCartStock'] });
    expect((await ask('GET', path, { token: stranger })).status).toBe(403);
  });
});
