import type { Locator, Page } from '@playwright/test';
import { newId } from '#lib/uuid.ts';
import { signInAsAdministrator, signInAs, storeFailedMail } from './admin.ts';
import { address } from './place.ts';
import { buyer, cards, goods } from './shopper.ts';
import { expect, expectAccessible, waitForMail, test } from './test.ts';

const list = '/admin/manage-orders/';
const detailsOf = (id: string): string => `/admin/view-order-details/${id}/`;

interface Placed {
  id: string;
  number: string;
  email: string;
  lastName: string;
}

/** A paid order, placed through the shop's API. */
async function placed(page: Page, { qty = 2, isPickup = false, more = {} } = {}): Promise<Placed> {
  const email = `buyer.${newId()}@example.com`;
  const lastName = `Q${newId().slice(-8)}`;
  const billingInfo = { ...buyer(email), lastName };
  const shippingInfo = isPickup ? { shippingMethod: 1 } : { ...billingInfo, shippingMethod: 2 };
  const known = await page.request.get(`/v1/products/details/${goods.disinfectant.url}`);
  const { id } = (await known.json()) as { id: string };
  const answer = await page.request.post('/v1/shopping-checkouts', {
    headers: { origin: address, 'idempotency-key': newId() },
    data: {
      billingInfo,
      shippingInfo,
      cardNumber: cards.pays,
      expiryDate: '08/40',
      cvc: '123',
      cartItems: [{ id, variationItemId: null, qty }],
      ...more,
    },
  });
  expect(answer.status()).toBe(201);
  const { orderId, orderNumber } = (await answer.json()) as { orderId: string; orderNumber: string };
  return { id: orderId, number: orderNumber, email, lastName };
}

const row = (page: Page, number: string): Locator => page.getByRole('row').filter({ hasText: number });
const actions = (page: Page): Locator => page.getByRole('region', { name: 'Actions' });
const found = (search: string): string => `${list}?search=${encodeURIComponent(search)}`;

test('the filter reports missing values, and is in the URL', async ({ page, context }) => {
  await signInAsAdministrator(context);
  await page.goto(list);
  const filter = page.getByRole('form', { name: 'Filter' });
  for (const status of ['New Order', 'Picking in Progress', 'Completed', 'Cancelled', 'Refunded'])
    await filter.getByLabel(status).uncheck();
  await filter.getByLabel('Start Date').fill('');
  await filter.getByLabel('End Date').fill('31/02/2026');
  await filter.getByRole('button', { name: 'Filter' }).click();
  for (const sentence of ['At least 1 user type is required.', 'Start date is required.', 'Must be a date.'])
    await expect(filter.getByText(sentence)).toBeVisible();
  await filter.getByLabel('Cancelled').check();
  await filter.getByLabel('Start Date').fill('01/01/1990');
  await filter.getByLabel('End Date').fill('02/01/1990');
  await filter.getByRole('button', { name: 'Filter' }).click();
  await expect(page).toHaveURL(/startDate=1990-01-01&endDate=1990-01-02&orderStatuses=2/);
  await expect(page.getByRole('heading', { name: 'No Orders.' })).toBeVisible();
  await page.reload();
  await expect(filter.getByLabel('Start Date')).toHaveValue('01/01/1990');
  await expect(filter.getByLabel('New Order')).not.toBeChecked();
});

test('an order is found by number, name and product, and its invoice is downloaded', async ({ page, context }) => {
  await signInAsAdministrator(context);
  await page.goto(list);
  const order = await placed(page);
  for (const search of [
    order.number,
    order.number.slice(3),
    order.lastName,
    order.email,
    `disinfectant ${order.lastName}`,
  ]) {
    await page.goto(found(search));
    await expect(row(page, order.number)).toContainText(`Mei ${order.lastName}`);
  }
  const saved = page.waitForEvent('download');
  await row(page, order.number).getByRole('button', { name: 'Download tax invoice, ' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^INV-\d+\.pdf$/);
  await expect(page.getByText('The tax invoice has been successfully exported.')).toBeVisible();
  await expectAccessible(page);
});

test('e-mails that could not be sent are shown on their order and on the dashboard, and can be sent again from both', async ({
  page,
  context,
  database,
}) => {
  await signInAsAdministrator(context);
  await page.goto(list);
  const order = await placed(page);
  const card = page.getByRole('region', { name: 'E-mails that could not be sent' });
  for (const place of [detailsOf(order.id), '/admin/']) {
    const mail = await storeFailedMail(database, { kind: 'order-mail', area: 'orders', orderId: order.id });
    await page.goto(place);
    const entry = card.getByRole('listitem').filter({ hasText: place === '/admin/' ? order.number : 'the buyer' });
    await expect(entry).toContainText('Order confirmation');
    await expect(entry).toContainText('The mail server is away.');
    await expectAccessible(page);
    await entry.getByRole('button', { name: 'Send again' }).click();
    await expect(page.getByText('The e-mail is being sent again.')).toBeVisible();
    await mail.isGone();
  }
});

test('when an order is marked as picked, its mail is previewed first and sent with the change', async ({
  page,
  context,
}) => {
  await signInAsAdministrator(context);
  await page.goto(list);
  const order = await placed(page);
  await page.goto(detailsOf(order.id));
  await expect(page.getByRole('heading', { level: 1 })).toContainText(order.number);
  await expect(actions(page).getByLabel('Order status').getByRole('option')).toHaveText([
    'Select a status',
    'Picking in Progress',
    'Completed',
    'Cancelled',
  ]);
  await actions(page).getByLabel('Order status').selectOption('Select a status');
  await actions(page).getByRole('button', { name: 'Change status' }).click();
  await expect(actions(page).getByText('Order status is required.')).toBeVisible();
  await actions(page).getByLabel('Order status').selectOption('Picking in Progress');
  await actions(page).getByRole('button', { name: 'Change to Picking in Progress' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change to Picking in Progress' });
  await expect(dialog.getByText(`We are picking your order ${order.number}`)).toBeVisible();
  await expect(
    dialog.frameLocator('iframe').getByRole('heading', { name: 'We are picking it now, Mei.' }),
  ).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Change and send' }).click();
  await expect(page.getByText(`${order.number} is now Picking in Progress.`)).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Picking in Progress, reached' })).toBeVisible();
  await expect(actions(page).getByRole('button', { name: 'Change to Completed' })).toBeVisible();
  const mail = await waitForMail(order.email, /picking/);
  expect(mail.text).toContain('is being packed');
  await page.getByRole('heading', { name: 'History' }).click();
  await expect(page.getByRole('row', { name: 'Status New Order Picking in Progress' })).toBeVisible();
  await expectAccessible(page);
});

test('cancelling says what it will do, and can be done without a mail', { tag: '@long' }, async ({ page, context }) => {
  await signInAsAdministrator(context);
  await page.goto(list);
  const order = await placed(page, { qty: 3, isPickup: true });
  await page.goto(detailsOf(order.id));
  await actions(page).getByLabel('Order status').selectOption('Cancelled');
  await actions(page).getByRole('button', { name: 'Change to Cancelled' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change to Cancelled' });
  await expect(dialog.getByText('3 units go back into stock.')).toBeVisible();
  await expect(
    dialog.getByText(/This does not refund the payment: \$[\d.]+ can be refunded afterwards\./),
  ).toBeVisible();
  await dialog.getByLabel('Send this e-mail').uncheck();
  await dialog.getByRole('button', { name: 'Change status' }).click();
  await expect(page.getByText(`${order.number} is now Cancelled.`, { exact: true })).toBeVisible();
  await expect(page.getByRole('row', { name: /3 returned/ })).toBeVisible();
  await expect(page.getByRole('region', { name: 'E-mails' }).getByRole('listitem')).toHaveCount(1);
});

test('of two administrators who change one order, the second gets a message and sees the current order', {
  tag: '@long',
}, async ({ page, context }) => {
  await signInAsAdministrator(context);
  await page.goto(list);
  const order = await placed(page);
  await page.goto(detailsOf(order.id));
  const elsewhere = await page.request.patch('/v1/manage-orders/change-status', {
    headers: { origin: address },
    data: { orderId: order.id, orderStatus: 1 },
  });
  expect(elsewhere.status()).toBe(200);
  await actions(page).getByRole('button', { name: 'Change to Picking in Progress' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change to Picking in Progress' });
  await dialog.getByRole('button', { name: 'Change and send' }).click();
  await expect(page.getByText('Someone else has changed this in the meantime.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Completed');
});

test('an order is refunded by item and by amount; all faults are reported at once, and the rest is shown', {
  tag: '@long',
}, async ({ page, context }) => {
  await signInAsAdministrator(context);
  await page.goto(list);
  const order = await placed(page, { qty: 4, isPickup: true });
  await page.goto(detailsOf(order.id));
  await actions(page).getByRole('button', { name: 'Refund…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Refund' });
  await dialog.getByLabel('By item').check();
  const quantity = dialog.getByLabel(`Quantity of ${goods.disinfectant.name}`);
  await quantity.fill('0');
  await dialog
    .getByRole('button', { name: /^Refund/ })
    .last()
    .click();
  await expect(dialog.getByText('Quantity must be greater than 0.')).toBeVisible();
  await expect(dialog.getByText('Reason is required.')).toBeVisible();
  await quantity.fill('1.5');
  await dialog.getByLabel('Reason').fill('Broken bottle');
  await dialog
    .getByRole('button', { name: /^Refund/ })
    .last()
    .click();
  await expect(dialog.getByText('Not a valid quantity.')).toBeVisible();
  await quantity.fill('5');
  await dialog
    .getByRole('button', { name: /^Refund/ })
    .last()
    .click();
  await expect(dialog.getByText(/Only 4 of .* can still be refunded\./)).toBeVisible();
  await expectAccessible(page);
  await quantity.fill('1');
  await expect(dialog.getByText(/will be left to refund\.$/)).toBeVisible();
  await dialog.getByRole('button', { name: /^Refund \$/ }).click();
  await expect(page.getByText(new RegExp(`of ${order.number} has been refunded\\.`))).toBeVisible();
  const refunds = page.getByRole('region', { name: 'Refunds' });
  await expect(refunds.getByRole('listitem').first()).toContainText('Broken bottle');
  await expect(refunds.getByRole('link', { name: /^ADJ-/ })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Partly refunded');

  await actions(page).getByRole('button', { name: 'Refund…' }).click();
  await dialog.getByLabel('An amount').check();
  await dialog.getByLabel('Amount', { exact: true }).fill('9999');
  await dialog.getByLabel('Reason').fill('Late delivery');
  await dialog
    .getByRole('button', { name: /^Refund/ })
    .last()
    .click();
  await expect(dialog.getByText(/At most \$[\d.,]+ of this order can still be refunded\./)).toBeVisible();
  await dialog.getByLabel('All that is left').check();
  await dialog.getByRole('button', { name: /^Refund \$/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Refunded');
  await expect(actions(page).getByText('This order is fully refunded, so its status cannot be changed.')).toBeVisible();
  await expect(actions(page).getByRole('button')).toHaveCount(0);
});

test('notes are added and changed, and unsaved input is not lost', { tag: '@long' }, async ({ page, context }) => {
  await signInAsAdministrator(context);
  await page.goto(list);
  const order = await placed(page);
  await page.goto(detailsOf(order.id));
  const notes = page.getByRole('region', { name: 'Notes' });
  await notes.getByLabel('New note').fill('Ring the bell at the back.');
  await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Orders' }).click();
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click();
  await notes.getByRole('button', { name: 'Add note' }).click();
  await expect(notes.getByRole('listitem')).toContainText('Ring the bell at the back.');
  await notes.getByRole('button', { name: 'Edit the note by' }).click();
  await notes.getByLabel('Note', { exact: true }).fill('Ring twice.');
  await notes.getByRole('button', { name: 'Save note' }).click();
  await expect(notes.getByRole('listitem')).toContainText('Ring twice.');
  await expect(notes.getByRole('listitem')).toContainText(', edited ');
  await page.getByRole('region', { name: 'E-mails' }).getByRole('button', { name: 'Resend confirmation' }).click();
  await expect(page.getByText(`The e-mail is on its way to ${order.email}.`)).toBeVisible();
});

test('several orders get a status at once, refused ones are listed, and packing slips are opened together', {
  tag: '@long',
}, async ({ page, context }) => {
  await signInAsAdministrator(context);
  await page.goto(list);
  const [one, other] = [await placed(page), await placed(page)];
  await page.request.post(`/v1/manage-orders/${other.id}/refund`, {
    headers: { origin: address, 'idempotency-key': newId() },
    data: { reason: 'Sent back' },
  });
  await page.goto(`${list}?search=disinfectant`);
  for (const { number } of [one, other]) await page.getByRole('checkbox', { name: `Select ${number}` }).check();
  const bar = page.getByRole('toolbar', { name: 'Selected rows' });
  const paper = context.waitForEvent('page');
  // Not every browser displays PDFs, but every browser requests them.
  const asked = context.waitForEvent('request', { predicate: (request) => request.url().includes('orderId=') });
  await bar.getByRole('button', { name: 'Packing slips' }).click();
  expect((await asked).url()).toContain(`orderId=${one.id}`);
  await (await paper).close();
  await bar.getByRole('button', { name: 'Change status' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change the status of 2 orders' });
  await dialog.getByRole('button', { name: 'Change 2 orders' }).click();
  await expect(dialog.getByText('Order status is required.')).toBeVisible();
  await dialog.getByLabel('Order status').selectOption('Completed');
  await dialog.getByLabel('Email each buyer').uncheck();
  await dialog.getByRole('button', { name: 'Change 2 orders' }).click();
  await expect(dialog.getByText('1 of 2 orders is now Completed. 1 could not be changed:')).toBeVisible();
  await expect(dialog.getByRole('listitem')).toHaveText(
    `${other.number} The status of a refunded order cannot be changed.`,
  );
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(row(page, one.number)).toContainText('Completed');
  await expect(bar).toHaveCount(0);
});

test("a user's orders are listed without the filter; who only manages users cannot open them", {
  tag: '@long',
}, async ({ page, context, database }) => {
  const email = await signInAs(context, database, ['ManageUsers']);
  await page.goto('/admin/manage-users/');
  const { id } = await database.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const order = await placed(page, { more: { userId: id } });
  await page.goto(`/admin/manage-users/?search=${encodeURIComponent(email)}`);
  await page.getByRole('row').filter({ hasText: email }).getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'View orders' }).click();
  await expect(page).toHaveURL(new RegExp(`${list}${id}$`));
  await expect(row(page, order.number)).toBeVisible();
  await expect(page.getByRole('form', { name: 'Filter' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /Filter/i })).toHaveCount(0);
  await expect(page.getByRole('link', { name: order.number })).toHaveCount(0);
  await page.goto(detailsOf(order.id));
  await expect(page).toHaveURL(/\/admin\/\?refused=1$/);
});

test('an order is found, opened and given another status by keyboard alone', { tag: '@long' }, async ({
  page,
  context,
}) => {
  await signInAsAdministrator(context);
  await page.goto(list);
  const order = await placed(page);
  await page.keyboard.press('/');
  await page.keyboard.type(order.number);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(detailsOf(order.id)));
  await actions(page).getByLabel('Order status').focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Change to Picking in Progress' });
  await expect(dialog.getByLabel('Send this e-mail')).toBeVisible();
  await dialog.getByRole('button', { name: 'Change and send' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(`${order.number} is now Picking in Progress.`)).toBeVisible();
});
