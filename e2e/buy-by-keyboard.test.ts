import type { Page } from '@playwright/test';
import { buyer, cards, detail, goods, hydrated, open, thanked } from './shopper.ts';
import { expect, expectAccessible, test } from './test.ts';

/** Presses Tab until the control of that role and name has the focus. */
async function tabTo(page: Page, role: 'button' | 'link' | 'textbox' | 'combobox' | 'radio', name: string | RegExp) {
  const target = page
    .getByRole('main')
    .getByRole(role, { name, exact: typeof name === 'string' })
    .first();
  for (let presses = 0; presses < 90; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${role} ${String(name)}.`);
}

test('an order is placed by keyboard alone', async ({ page }) => {
  await open(page, detail(goods.disinfectant.url));
  await tabTo(page, 'button', 'Add to cart');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The selected item has been added to cart.')).toBeVisible();
  await open(page, '/shopping/view-cart');
  await expect(page.getByText('$9.80').first()).toBeVisible();
  await tabTo(page, 'link', 'CHECKOUT');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/checkout$/);
  await hydrated(page);
  const mei = buyer('keys.only@example.com');
  await tabTo(page, 'textbox', 'First name');
  await page.keyboard.type(mei.firstName);
  for (const text of [mei.lastName, mei.email, mei.mobile]) {
    await page.keyboard.press('Tab');
    await page.keyboard.type(text);
  }
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Enter the address manually' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Unit number')).toBeFocused();
  for (const text of [mei.streetNumber, mei.streetName, mei.city]) {
    await page.keyboard.press('Tab');
    await page.keyboard.type(text);
  }
  await page.keyboard.press('Tab');
  await page.keyboard.type('NS');
  await page.keyboard.press('Tab');
  await page.keyboard.type(mei.postcode);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('form', { name: 'Delivery' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Step 2 of 3: Delivery' })).toBeFocused();
  await tabTo(page, 'radio', /Standard Delivery/);
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: /In Store Pickup/ })).toBeChecked();
  await tabTo(page, 'button', 'Review');
  await page.keyboard.press('Enter');
  await tabTo(page, 'textbox', 'Card number');
  for (const text of [cards.pays, '0840', '123']) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await tabTo(page, 'button', 'PLACE ORDER');
  await page.keyboard.press('Enter');
  await thanked(page);
});

test('an order is placed on a phone @phone', async ({ page }) => {
  await open(page, detail(goods.disinfectant.url));
  await page.getByRole('button', { name: 'Add to cart' }).tap();
  await open(page, '/shopping/checkout');
  await expect(page.getByText(/Order summary, 1 item/)).toBeVisible();
  await page.getByText(/Order summary, 1 item/).tap();
  await expect(page.getByText('Includes $2.03 GST').first()).toBeVisible();
  await page.getByText(/Order summary, 1 item/).tap();
  await page.getByRole('button', { name: 'Enter the address manually' }).tap();
  for (const [field, value] of Object.entries(buyer('phone.only@example.com'))) {
    const control = page.locator(`#billing-${field}`);
    if (field === 'state') await control.selectOption(value);
    else await control.fill(value);
  }
  await page.getByRole('button', { name: 'Continue to Delivery' }).tap();
  await expectAccessible(page);
  await page.getByRole('form', { name: 'Delivery' }).getByRole('button', { name: 'Review' }).tap();
  await page.getByLabel('Card number').fill(cards.pays);
  await page.getByLabel('Expiry date').fill('08/40');
  await page.getByLabel('CVC').fill('123');
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.getByRole('button', { name: 'PLACE ORDER' }).tap();
  await thanked(page);
});
