import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { newId } from '#lib/uuid.ts';
import type { OrderDeliveries } from '#orders/deliveries/contract.ts';
import { signInAsAdministrator } from './admin.ts';
import { address } from './place.ts';
import { buyer, cards, goods, hydrated } from './shopper.ts';
import { expect, expectAccessibleInBothSchemes, expectAccessibleWideAndNarrow, test, waitForMail } from './test.ts';

interface Placed {
  id: string;
  number: string;
  url: string;
  email: string;
}

/** An order of five bottles that is delivered, placed by a guest through the shop's API. */
async function placed(page: Page): Promise<Placed> {
  const email = `buyer.${newId()}@example.com`;
  const billingInfo = buyer(email);
  const known = await page.request.get(`/v1/products/details/${goods.disinfectant.url}`);
  const { id } = (await known.json()) as { id: string };
  const answer = await page.request.post('/v1/shopping-checkouts', {
    headers: { origin: address, 'idempotency-key': newId() },
    data: {
      billingInfo,
      shippingInfo: { ...billingInfo, shippingMethod: 2 },
      cardNumber: cards.pays,
      expiryDate: '08/40',
      cvc: '123',
      cartItems: [{ id, variationItemId: null, qty: 5 }],
    },
  });
  expect(answer.status()).toBe(201);
  const made = (await answer.json()) as { orderId: string; orderNumber: string; orderUrl: string };
  return { id: made.orderId, number: made.orderNumber, url: made.orderUrl, email };
}

const card = (page: Page) => page.getByRole('region', { name: 'Deliveries' });

test('part of an order is sent, the rest gets a date, and the buyer follows it by the link in the mail', async ({
  page,
  context,
  browser,
}) => {
  const order = await placed(page);
  await signInAsAdministrator(context);
  await page.goto(`/admin/view-order-details/${order.id}/`);
  const deliveries = card(page);
  await deliveries.getByRole('button', { name: 'New delivery' }).click();
  const dialog = page.getByRole('dialog');
  const quantity = dialog.getByLabel(`Quantity of ${goods.disinfectant.name}`);
  await expect(quantity).toHaveValue('5');
  await quantity.fill('6');
  await dialog.getByLabel('Planned day').fill('31/02/2027');
  await dialog.getByRole('button', { name: 'Make delivery' }).click();
  await expect(dialog.getByText(`Only 5 units of ${goods.disinfectant.name} are left to deliver.`)).toBeVisible();
  await expect(dialog.getByText('Must be a date.')).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await quantity.fill('3');
  await dialog.getByLabel('Planned day').fill('01/03/2027');
  await dialog.getByLabel('Carrier').fill('StarTrack');
  await dialog.getByLabel('Consignment number').fill('ST-4711');
  await dialog.getByRole('button', { name: 'Make delivery' }).click();
  await expect(deliveries.getByText('Being packed')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 }).locator('..')).toContainText('Picking in Progress');

  await deliveries.getByRole('button', { name: 'Change back order dates' }).click();
  await dialog.getByLabel(`2 × ${goods.disinfectant.name}`).fill('15/03/2027');
  await dialog.getByRole('button', { name: 'Save and send' }).click();
  await expect(deliveries.getByText('expected 15/03/2027')).toBeVisible();
  await page.goto('/admin/packing/?day=2027-03-01');
  await expectAccessibleWideAndNarrow(page);
  const slips = page.waitForEvent('popup');
  await page.getByRole('button', { name: /^Print \d+ packing slip/ }).click();
  await (await slips).close();
  await page.getByRole('button', { name: `Dispatch delivery 1 of ${order.number}` }).click();
  await expect(page.getByText(`Delivery 1 of ${order.number} is on its way.`, { exact: false })).toBeVisible();
  await page.goto(`/admin/view-order-details/${order.id}/`);
  await expect(deliveries.getByText('On its way')).toBeVisible();
  await expect(page.getByRole('region', { name: 'E-mails' }).getByText('Delivery 1 on its way')).toBeVisible();
  await expectAccessibleWideAndNarrow(page);

  await waitForMail(order.email, /New date for your order/);
  const mail = await waitForMail(order.email, /Your delivery is on its way/);
  const [link = ''] = /http:\/\/\S+\/track\?t=\S+/.exec(mail.text ?? '') ?? [];
  const stranger = await (await browser.newContext()).newPage();
  const answer = await stranger.goto(link);
  expect(answer?.headers()['cache-control']).toContain('no-store');
  await expect(stranger.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await expect(stranger.getByRole('region', { name: 'Delivery', exact: true })).toContainText('Consignment ST-4711');
  await expect(stranger.getByRole('region', { name: 'On back order' })).toContainText('Expected 15/03/2027');
  await expect(stranger.getByRole('main').getByText(/\$\d|@/)).toHaveCount(0);
  await expectAccessibleWideAndNarrow(stranger);
  await stranger.goto(order.url);
  await stranger.getByRole('link', { name: 'Follow delivery' }).click();
  await expect(stranger.getByRole('heading', { name: `Order ${order.number}` })).toBeVisible();
  await stranger.goto('/track?t=nonsense');
  await expect(stranger.getByText('This link is not valid, or it has expired.')).toBeVisible();
  await stranger.context().close();
});

test('a delivery that was cancelled by mistake comes back', async ({ page, context }) => {
  const order = await placed(page);
  await signInAsAdministrator(context);
  await page.goto(`/admin/view-order-details/${order.id}/`);
  const deliveries = card(page);
  await deliveries.getByRole('button', { name: 'New delivery' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Make delivery' }).click();
  await deliveries.getByRole('button', { name: 'More for delivery 1' }).click();
  await page.getByRole('menuitem', { name: 'Cancel delivery' }).click();
  await expect(deliveries.getByText('Cancelled')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(deliveries.getByText('Being packed')).toBeVisible();
  await deliveries.getByRole('button', { name: 'Dispatch' }).click();
  await expect(page.getByRole('heading', { level: 1 }).locator('..')).toContainText('Completed');
  await deliveries.getByRole('button', { name: 'Not delivered' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Record' }).click();
  await expect(page.getByRole('dialog').getByText('Reason is required.')).toBeVisible();
  await page.getByRole('dialog').getByLabel('Reason').fill('Nobody was there');
  await page.getByRole('dialog').getByRole('button', { name: 'Record' }).click();
  await expect(deliveries.getByText(/Nobody was there/)).toBeVisible();
  await deliveries.getByRole('button', { name: 'Dispatch again' }).click();
  await deliveries.getByRole('button', { name: 'Delivered', exact: true }).click();
  await page.getByRole('dialog').getByLabel('Received by').fill('Sam Lee');
  await page.getByRole('dialog').getByRole('button', { name: 'Record' }).click();
  await expect(deliveries.getByText(/to Sam Lee/)).toBeVisible();
});

/** A dispatched delivery of an order, and the driver's link. */
async function dispatched(page: Page, order: Placed): Promise<string> {
  const path = `/v1/manage-orders/${order.id}/deliveries`;
  const headers = { origin: address };
  const { lines } = (await (await page.request.get(path)).json()) as OrderDeliveries;
  const delivery = `${path}/${newId()}`;
  const parcel = lines.map(({ orderItemId, left }) => ({ orderItemId, quantity: left }));
  await page.request.put(delivery, { headers, data: { lines: parcel } });
  const sent = await page.request.patch(`${delivery}/state`, { headers, data: { state: 'dispatched' } });
  const { deliveries } = (await sent.json()) as OrderDeliveries;
  return deliveries[0]?.driverUrl ?? '';
}

test('a driver records name, photo and signature without a connection, and the phone sends them once there is one', async ({
  page,
  context,
  browser,
}) => {
  const order = await placed(page);
  await signInAsAdministrator(context);
  const link = await dispatched(page, order);
  const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
  const driver = await phone.newPage();
  await driver.goto(link);
  await hydrated(driver);
  await expect(driver.getByRole('region', { name: 'Items' })).toContainText(goods.disinfectant.name);
  await expectAccessibleInBothSchemes(driver);
  const record = driver.getByRole('button', { name: 'Record as delivered' });
  await record.click();
  await expect(driver.getByText('Enter the name of the person who took the goods.')).toBeVisible();
  await expect(driver.getByText('Take a photo or ask for a signature.')).toBeVisible();
  await expect(driver.getByText('optional')).toHaveCount(0);
  await driver.getByLabel('Received by').fill('Sam Lee');
  const photo = await sharp({ create: { width: 3000, height: 2000, channels: 3, background: '#b96' } })
    .jpeg()
    .toBuffer();
  await driver.getByLabel('Take a photo').setInputFiles({ name: 'dock.jpg', mimeType: 'image/jpeg', buffer: photo });
  await expect(driver.getByAltText('The goods, as photographed')).toBeVisible();
  const pad = await driver.getByRole('img', { name: 'Signature pad, empty' }).boundingBox();
  if (!pad) throw new Error('There is no signature pad.');
  await driver.mouse.move(pad.x + 40, pad.y + 40);
  await driver.mouse.down();
  await driver.mouse.move(pad.x + 160, pad.y + 90, { steps: 8 });
  await driver.mouse.up();
  await expect(driver.getByRole('img', { name: 'Signature pad, signed' })).toBeVisible();

  await driver.reload();
  await hydrated(driver);
  await expect(driver.getByLabel('Received by')).toHaveValue('Sam Lee');
  await phone.setOffline(true);
  await record.click();
  await expect(driver.getByText(/This phone keeps it and sends it by itself once there is a connection/)).toBeVisible();
  await expect(driver.getByRole('button', { name: 'Send now' })).toBeVisible();
  await expectAccessibleInBothSchemes(driver);
  await expect(driver.getByLabel('Received by')).toHaveValue('Sam Lee');
  await phone.setOffline(false);
  await expect(driver.getByText(/^Delivered .*, received by Sam Lee/)).toBeVisible();
  await driver.reload();
  await expect(driver.getByText(/^Delivered .*, received by Sam Lee/)).toBeVisible();
  await phone.close();

  await page.goto(`/admin/view-order-details/${order.id}/`);
  await expect(card(page).getByText(/to Sam Lee/)).toBeVisible();
  await expect(card(page).getByRole('link', { name: 'Signature of delivery 1' })).toBeVisible();
  await page.goto(order.url);
  await page.getByRole('link', { name: 'Follow delivery' }).click();
  const shown = page.getByAltText('The goods where they were left');
  await shown.scrollIntoViewIfNeeded();
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1600);
  await expect(page.getByText('Received by Sam Lee')).toBeVisible();
  await expectAccessibleWideAndNarrow(page);
});

test('a report that is recorded while its photo is read waits for the photo, and keeps what was typed meanwhile', async ({
  page,
  context,
  browser,
}) => {
  const order = await placed(page);
  await signInAsAdministrator(context);
  const phone = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const driver = await phone.newPage();
  const release = Promise.withResolvers<void>();
  await driver.exposeFunction('photoMayBeRead', () => release.promise);
  await driver.addInitScript(() => {
    const read = window.createImageBitmap;
    const slowly = async (file: Blob) => {
      await (window as unknown as { photoMayBeRead: () => Promise<void> }).photoMayBeRead(); // exposed above
      return read(file);
    };
    Object.assign(window, { createImageBitmap: slowly });
  });
  await driver.goto(await dispatched(page, order));
  await hydrated(driver);
  const photo = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#b96' } })
    .jpeg()
    .toBuffer();
  await driver.getByLabel('Take a photo').setInputFiles({ name: 'dock.jpg', mimeType: 'image/jpeg', buffer: photo });
  await driver.getByLabel('Received by').fill('Sam Lee');
  await driver.getByRole('button', { name: 'Record as delivered' }).click();
  release.resolve();
  await expect(driver.getByText(/^Delivered .*, received by Sam Lee/)).toBeVisible();
  await phone.close();
});

test('a report that comes after another one is refused in its own form, and the page shows what was recorded', async ({
  page,
  context,
  browser,
}) => {
  const order = await placed(page);
  await signInAsAdministrator(context);
  const link = await dispatched(page, order);
  const late = async () => {
    const driver = await browser.newPage({ viewport: { width: 390, height: 844 } });
    await driver.goto(link);
    await hydrated(driver);
    await driver.getByText('Could not be delivered').click();
    await driver.getByRole('button', { name: 'Site closed' }).click();
    return driver;
  };
  const record = async (report: string, body: object) => {
    const data = { token: new URL(link).searchParams.get('t'), reportId: newId(), ...body };
    const made = await page.request.post(`/v1/driver-deliveries/${report}`, { headers: { origin: address }, data });
    expect(made.status()).toBe(200);
  };
  const refused = 'This delivery has been recorded already.';

  let driver = await late();
  await record('failed', { reason: 'Goods refused' });
  await driver.getByRole('button', { name: 'Record as not delivered' }).click();
  await expect(driver.getByText(refused)).toBeVisible();
  await expect(driver.getByText(/^Recorded as not delivered .*: Goods refused/)).toBeVisible();
  await expect(driver.getByRole('form', { name: 'Proof of delivery' }).getByText(refused)).toBeHidden();
  await expect(driver.getByRole('button', { name: 'Record as not delivered' })).toBeHidden();
  await driver.close();

  const path = `/v1/manage-orders/${order.id}/deliveries`;
  const { deliveries } = (await (await page.request.get(path)).json()) as OrderDeliveries;
  const state = `${path}/${deliveries[0]?.id}/state`;
  await page.request.patch(state, { headers: { origin: address }, data: { state: 'dispatched' } });
  driver = await late();
  const photo = await sharp({ create: { width: 9, height: 6, channels: 3, background: '#b96' } })
    .jpeg()
    .toBuffer();
  await record('proof', { receivedBy: 'Jo Tan', photo: `data:image/jpeg;base64,${photo.toString('base64')}` });
  await driver.route('**/v1/driver-deliveries/read', (route) => route.abort());
  await driver.getByRole('button', { name: 'Record as not delivered' }).click();
  await expect(driver.getByRole('group').getByText(refused)).toBeVisible();
  await driver.unroute('**/v1/driver-deliveries/read');
  await driver.getByRole('button', { name: 'Record as not delivered' }).click();
  await expect(driver.getByText(refused)).toBeVisible();
  await expect(driver.getByText(/^Delivered .*, received by Jo Tan/)).toBeVisible();
  await expect(driver.getByRole('button', { name: /^Record as/ })).toBeHidden();
  await expectAccessibleInBothSchemes(driver);
  await driver.close();
});
