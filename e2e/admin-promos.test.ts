import type { Locator, Page } from '@playwright/test';
import { newId } from '#lib/uuid.ts';
import { signInAsAdministrator } from './admin.ts';
import { add, goods, open } from './shopper.ts';
import { expect, expectAccessible, test } from './test.ts';

const list = '/admin/manage-product-codes/';
const newCode = (word: string): string => `${word}${newId().slice(-8)}`.toUpperCase();

const row = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text });
const notice = (page: Page, text: string): Locator => page.getByRole('status').getByText(text);
const dialog = (page: Page): Locator => page.getByRole('dialog');

async function rowAction(page: Page, code: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `More actions, ${code}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

async function create(page: Page, code: string, fill?: () => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: 'Create a Promo' }).click();
  await dialog(page).getByLabel('Code').fill(code);
  await dialog(page).getByLabel('Discount percentage').fill('20');
  await fill?.();
  await page.getByRole('button', { name: 'Create promo' }).click();
  await expect(notice(page, 'The promo has been successfully added.')).toBeVisible();
}

test.beforeEach(async ({ context }) => {
  await signInAsAdministrator(context);
});

test('a promo for the products of two categories is created and used in the shop', async ({ page }) => {
  const code = newCode('TWO'.repeat(30)); // it may have 150 letters
  await page.goto(list);
  await create(page, code);
  await page.goto(`${list}?search=${code}`);
  await expect(row(page, code)).toContainText('20.00 %');
  await expect(row(page, code)).toContainText('N/A');
  await rowAction(page, code, 'Manage Associated Products');
  await expect(page.getByText(`Products that the promo ${code} is for.`)).toBeVisible();

  const categories = page.getByRole('combobox', { name: 'Categories' });
  for (const [typed, name] of [
    ['Chemicals › Disinfectants', 'Chemicals › Disinfectants'], // as if picked from the list
    ['floor c', 'Chemicals › Floor care'],
  ] as const) {
    await categories.fill(typed);
    if (typed !== name) await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: `Remove ${name}` })).toBeVisible();
  }
  await page.getByRole('button', { name: 'Filter', exact: true }).first().click();
  await expect(page).toHaveURL(/categoryIds=.*categoryIds=/);
  await page.getByRole('button', { name: 'Select all that match' }).click();
  const bar = page.getByRole('region', { name: 'Changes' });
  await expect(bar).toContainText('All in 2 categories selected.');
  const cleaner = page.getByLabel(`Selected: ${goods.cleaner.name}`);
  const spray = page.getByLabel(`Selected: ${goods.disinfectant.name}`);
  await page.getByRole('searchbox').fill('neutral');
  await expect(cleaner).toBeChecked();
  await page.getByRole('searchbox').fill('hospital spray');
  await expect(spray).toBeChecked();
  await page.getByRole('searchbox').fill('wipes');
  await expect(page).toHaveURL(/search=wipes/); // the whole list has them, too
  await page.getByLabel(/^Selected: Disinfectant Surface Wipes/).uncheck();
  await expect(bar).toContainText('All in 2 categories selected, 1 removed.');
  await page.getByRole('link', { name: 'Promos' }).first().click();
  await expect(dialog(page).getByText('Leave without saving?')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Stay' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(notice(page, "Promo's products have been successfully updated.")).toBeVisible();
  await expect(bar).toBeHidden();
  await expect(page.getByLabel(/^Selected: Disinfectant Surface Wipes/)).not.toBeChecked();
  await expect(page.locator('tbody')).toHaveCSS('opacity', '1'); // while rows are read again they are dimmed
  await expectAccessible(page);

  await add(page, goods.disinfectant.url, 2);
  await open(page, '/shopping/view-cart');
  await page.getByRole('textbox', { name: 'Promo code' }).fill(code.toLowerCase());
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Promo code has been applied.')).toBeVisible();
  await expect(page.getByText('$3.92').first()).toBeVisible(); // a fifth of twice $9.80
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
});

test('the dialog reports all faults at once; a fixed amount needs a higher minimum spend', async ({ page }) => {
  const code = newCode('FIVE');
  await page.goto(list);
  await page.getByRole('button', { name: 'Create a Promo' }).click();
  const fields = dialog(page);
  await fields.getByLabel('Has an expiry date').check();
  await expect(fields.getByLabel('Expiry date', { exact: true })).toHaveValue(/^\d\d\/\d\d\/20\d\d$/);
  await fields.getByLabel('Expiry date', { exact: true }).fill('31/02/2027');
  await fields.getByLabel('Has a minimum spend').check();
  await page.getByRole('button', { name: 'Create promo' }).click();
  await expect(fields.getByRole('alert').getByRole('link')).toHaveText([
    'Product code is required.',
    'Discount percentage must be at least 1.',
    'Minimum spend must be greater than 0.',
    'Invalid date.',
  ]);
  await expectAccessible(page);
  await fields.getByRole('radio', { name: 'Amount' }).check();
  await expect(fields.getByLabel('Has a minimum spend')).toHaveCount(0);
  await fields.getByLabel('Code').fill(code);
  await fields.getByLabel('Discount amount').fill('25');
  await fields.getByLabel('Minimum spend').fill('25');
  await fields.getByLabel('Expiry date', { exact: true }).fill('31/12/2031');
  await page.getByRole('button', { name: 'Create promo' }).click();
  await expect(fields.getByRole('alert').getByRole('link')).toHaveText([
    'Minimum spend must be greater than the discount amount.',
  ]);
  await fields.getByLabel('Minimum spend').fill('250');
  await fields.getByLabel('Applicable to all products').check();
  await page.getByRole('button', { name: 'Create promo' }).click();
  await expect(notice(page, 'The promo has been successfully added.')).toBeVisible();
  await page.goto(`${list}?search=${code}`);
  for (const cell of ['$25.00', '$250.00', '31/12/2031', 'Yes', 'No', '0 orders'])
    await expect(row(page, code)).toContainText(cell);
  await page.getByRole('button', { name: `More actions, ${code}` }).click();
  await expect(page.getByRole('menuitem', { name: 'Manage Associated Products' })).toHaveCount(0);
});

test("another user's change is shown beside own input, and a taken code is reported at its field", {
  tag: '@long',
}, async ({ page }) => {
  const code = newCode('LATE');
  await page.goto(list);
  await create(page, code, async () => dialog(page).getByLabel('Applicable to all products').check());
  await page.goto(`${list}?search=${code}`);
  await row(page, code)
    .getByRole('button', { name: `Update Promo, ${code}` })
    .click();
  const path = '/v1/shopping-cart/promoCode';
  const [promo] = await (await page.request.get(`${path}?search=${code}`)).json();
  const theirs = { ...promo, description: 'From somebody else.', version: undefined };
  const headers = { origin: new URL(page.url()).origin };
  expect((await page.request.put(path, { data: theirs, headers })).status()).toBe(200);
  const fields = dialog(page);
  await fields.getByLabel('Discount percentage').fill('30');
  await fields.getByLabel('Code').fill('WELCOME10');
  await page.getByRole('button', { name: 'Save promo' }).click();
  await expect(fields.getByText('Someone else has changed this in the meantime.')).toBeVisible();
  await expect(fields.getByRole('row', { name: /Description/ })).toContainText('From somebody else.');
  await page.getByRole('button', { name: 'Save mine' }).click();
  await expect(fields.locator('#code-error')).toHaveText('A promo with this code already exists.');
  await fields.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Save mine' }).click();
  await expect(notice(page, 'The promo has been successfully updated.')).toBeVisible();
  await expect(row(page, code)).toContainText('30.00 %');
});

test('a promo is copied and deleted by keyboard, with the specified messages', { tag: '@long' }, async ({ page }) => {
  const code = newCode('KEYS');
  await page.goto(list);
  await create(page, code, async () => dialog(page).getByLabel('Applicable to all products').check());
  await page.goto(`${list}?search=${code}`);
  await page.setViewportSize({ width: 390, height: 844 });
  for (const told of ['Minimum Spend', 'Applicable To All', 'One-Time Use'])
    await expect(row(page, code).locator(`[data-label='${told}']`)).toBeVisible();
  await expect(row(page, code).getByText('0 orders')).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(row(page, code)).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('c');
  await expect(dialog(page).getByLabel('Code')).toHaveValue(`${code}-COPY`);
  await dialog(page).getByLabel('Description').fill('Once more');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Close without saving?' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByLabel('Description')).toHaveValue('Once more');
  await dialog(page).getByLabel('Code').press('Enter');
  await expect(row(page, `${code}-COPY`)).toBeVisible();
  await page.getByRole('button', { name: `Delete Promo, ${code}-COPY` }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('heading', { name: 'Delete Promo' })).toBeVisible();
  await expect(dialog(page)).toContainText('Are you sure you want to delete this promo? This cannot be undone.');
  await expect(dialog(page).getByRole('button')).toHaveText(['Cancel', 'Yes']);
  await expect(dialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: `Delete Promo, ${code}-COPY` })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(notice(page, 'The promo has been successfully deleted.')).toBeVisible();
  await expect(row(page, `${code}-COPY`)).toHaveCount(0);
});

test('a promo that sells items below their purchase price names them', { tag: '@long' }, async ({ page }) => {
  const code = newCode('LOSS');
  await page.goto(list);
  await create(page, code, async () => {
    await dialog(page).getByLabel('Applicable to all products').check();
    await dialog(page).getByLabel('Discount percentage').fill('90');
    await expect(
      dialog(page).getByText(/This promo would sell .* items below their average purchase price/),
    ).toBeVisible();
  });
  await page.goto(`${list}?search=${code}`);
  await expect(row(page, code)).toContainText(/\d+\+? below cost/);
  await rowAction(page, code, 'Items below their purchase price');
  await expect(dialog(page).getByRole('row').nth(1)).toContainText('$');
  await expectAccessible(page);
});

test('promos are imported from a file: first its faults are shown, then its columns, then its changes', {
  tag: '@long',
}, async ({ page }) => {
  const [fresh, known] = [newCode('NEW'), newCode('OLD')];
  await page.goto(list);
  await create(page, known);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const importing = page.getByRole('dialog', { name: 'Import promos' });
  const choose = (text: string) =>
    importing
      .getByLabel('CSV or Excel file')
      .setInputFiles({ name: 'promos.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await choose(`code,Worth,all_products\n${fresh},15,yes\n${known},ten,\n`);
  await expect(importing.getByText('Discount type is required.')).toBeVisible();
  await importing.getByText('Columns', { exact: true }).click();
  await importing.getByLabel('Worth is imported as').selectOption('Discount percentage');
  await importing.getByRole('button', { name: 'Check again with these columns' }).click();
  await expect(importing.getByText("'ten' is not a percentage, such as 12.5.")).toBeVisible();
  await expectAccessible(page);
  await choose(`code,discount_percentage,all_products\n${fresh},15,yes\n${known},25,\n`);
  await expect(importing.getByText('A promo with this code already exists.')).toBeVisible();
  await importing.getByLabel(/^Update promos whose code already exists/).check();
  await expect(importing.getByRole('row').filter({ hasText: known })).toContainText('20.00 % becomes 25.00 %');
  await expect(importing.getByText('1 new, 1 changed.')).toBeVisible();
  await expectAccessible(page);
  await importing.getByRole('button', { name: 'Import 2 promos' }).click();
  await expect(notice(page, 'Promos imported: 1 new, 1 changed.')).toBeVisible();
  await importing.getByRole('button', { name: 'Close' }).last().click();
  await page.goto(`${list}?search=${fresh}`);
  await expect(row(page, fresh)).toContainText('15.00 %');
});
