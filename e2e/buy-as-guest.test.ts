import { randomUUID } from 'node:crypto';
import { recordLayoutShifts } from './shifts.ts';
import {
  add,
  buyer,
  cards,
  fillBuyer,
  fillCard,
  goods,
  hydrated,
  next,
  open,
  place,
  review,
  thanked,
} from './shopper.ts';
import { expect, expectAccessible, waitForMail, test } from './test.ts';

const newEmail = () => `guest.${randomUUID()}@example.com`;

test('a guest places an order and picks it up', async ({ page }) => {
  const email = newEmail();
  await add(page, goods.disinfectant.url, 3);
  await open(page, '/shopping/checkout');
  await fillBuyer(page, buyer(email));
  await next(page);
  await page.getByRole('radio', { name: /In Store Pickup/ }).check();
  await review(page);
  await expect(page.getByText('You pay $29.40 now.')).toBeVisible();
  await fillCard(page, cards.pays);
  await expect(page.getByText('Visa')).toBeVisible();
  await place(page);

  const number = await thanked(page);
  await expect(page.getByRole('link', { name: /Cart/ }).first()).not.toContainText('3');
  const mail = await waitForMail(email, new RegExp(number));
  expect(mail.attachments.map(({ mimeType }) => mimeType)).toContain('application/pdf');
  await page.getByRole('link', { name: number }).click();
  await expect(page.getByRole('heading', { name: `Order ${number}` })).toBeVisible();
  await expect(page.getByText('In Store Pickup')).toBeVisible();
  await expectAccessible(page);
});

test('a guest has an order delivered, with a promo code, and reads the invoice', async ({ page }) => {
  await add(page, goods.disinfectant.url, 5);
  await open(page, '/shopping/view-cart');
  await expect(page.getByRole('button', { name: 'Apply' })).toBeDisabled();
  await page.getByRole('textbox', { name: 'Promo code' }).fill('welcome10');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Promo code has been applied.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Promo code' })).toHaveValue('');
  await expect(page.getByText('−$4.90')).toBeVisible();
  await page.getByRole('link', { name: 'CHECKOUT' }).click();

  await fillBuyer(page, buyer(newEmail()));
  await next(page);
  await page.getByRole('checkbox', { name: 'Same as checkout details' }).uncheck();
  await fillBuyer(page, { ...buyer(newEmail()), firstName: 'Ravi', streetName: 'Wharf Lane' });
  await review(page);
  await expect(page.getByText('Ravi Tanaka')).toBeVisible();
  await expect(page.getByText('You pay $56.60 now.')).toBeVisible();
  await fillCard(page, cards.pays);
  await place(page);

  const number = await thanked(page);
  await page.getByRole('link', { name: number }).click();
  await expect(page.getByText('14 Wharf Lane, Marrickville NSW 2204')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download tax invoice' }).click();
  expect((await download).suggestedFilename()).toMatch(/INV-\d+\.pdf$/);
});

test('a declined card is reported, and another card pays', async ({ page }) => {
  const keys: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/v1/shopping-checkouts')) keys.push(request.headers()['idempotency-key']);
  });
  await add(page, goods.disinfectant.url);
  await open(page, '/shopping/checkout');
  await fillBuyer(page, buyer(newEmail()));
  await next(page);
  await review(page);
  await fillCard(page, cards.declined);
  await place(page);
  await expect(page.getByText('Encountered an issue while placing an order.')).toBeVisible();
  await fillCard(page, cards.pays);
  await expect(page.getByText('Encountered an issue while placing an order.')).toHaveCount(0);
  await place(page);
  await thanked(page);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(2);
});

test('input is kept after a reload, except for the card', { tag: '@long' }, async ({ page }) => {
  const email = newEmail();
  await add(page, goods.disinfectant.url);
  await open(page, '/shopping/checkout');
  await fillBuyer(page, buyer(email));
  await page.getByRole('checkbox', { name: /Register an account/ }).check();
  await page.getByLabel('Password', { exact: true }).fill('clean sweep 7');
  await page.reload();
  await hydrated(page);
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email);
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
  await page.getByRole('checkbox', { name: /Register an account/ }).uncheck();
  await next(page);
  await review(page);
  await fillCard(page, cards.pays);
  await page.reload();
  await hydrated(page);
  await expect(page.getByText('Mei Tanaka').first()).toBeVisible();
  await expect(page.getByLabel('Card number')).toHaveValue('');
  const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
  expect(kept).not.toContain('clean sweep');
  expect(kept).not.toContain('4242');
});

test('faults are shown at their fields, and in a summary with links', { tag: '@long' }, async ({ page }) => {
  await add(page, goods.disinfectant.url);
  await open(page, '/shopping/checkout');
  await next(page);
  const summary = page.getByRole('alert').filter({ hasText: 'Check these fields before you continue' });
  await expect(summary).toBeFocused();
  await expect(summary.getByRole('listitem')).toHaveText([
    'First name This field is required.',
    'Last name This field is required.',
    'Email This field is required.',
    'Mobile This field is required.',
    'Street number is required.',
    'Street name is required.',
    'City is required.',
    'State is required.',
    'Post code is required.',
  ]);
  await expectAccessible(page);
  await summary.getByRole('link', { name: /^Mobile/ }).click();
  await expect(page.getByLabel('Mobile', { exact: true })).toBeFocused();
  await page.keyboard.type('0491570156');
  await expect(page.getByLabel('Mobile', { exact: true })).toHaveValue('0491 570 156');
  await expect(page.getByRole('button', { name: /^2?\s*Delivery/ })).toBeDisabled();
  await fillBuyer(page, buyer(newEmail()));
  await next(page);
  await review(page);
  await place(page);
  await expect(page.getByText('Card details are required.').first()).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'CVC' })).toHaveText('CVC Card details are required.');
});

test('an address typed before the script of its field has loaded is kept, and typing continues in place', {
  tag: '@long',
}, async ({ page }) => {
  const { promise: isAsked, resolve: letCome } = Promise.withResolvers<void>();
  await page.route(/\/assets\/address-search-(?!later)[\w-]+\.js/, async (route) => {
    await isAsked;
    await route.continue();
  });
  await add(page, goods.disinfectant.url);
  await page.addInitScript(recordLayoutShifts);
  await open(page, '/shopping/checkout');
  const line = page.getByRole('combobox', { name: 'Find the address' });
  await line.fill('12 example str');
  await line.evaluate((input: HTMLInputElement) => input.setSelectionRange(3, 3));
  letCome();
  await expect(page.getByRole('option').first()).toBeVisible();
  await expect(line).toBeFocused();
  expect(await line.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(3);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(line).toHaveValue(/^12 Example Street, /i);
  expect(await page.evaluate(() => (window as unknown as { shifts: number }).shifts)).toBeLessThan(0.02);
});
