import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { newId } from '#lib/uuid.ts';
import { makeProduct } from '../test/make.ts';
import { signInAsAdministrator, signInAs } from './admin.ts';
import { expect, expectAccessible, expectAccessibleInBothSchemes, test } from './test.ts';

const notice = (page: Page, text: string): Locator => page.getByRole('status').getByText(text).first();
const listed = '/admin/manage-product-stocks/';
const rowOf = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text });

/** Names of this test's own goods, so that parallel tests don't interfere. */
const own = (text: string): string => `${text}${newId().slice(-8).toUpperCase()}`;

test('a scanned code opens its item; stock is added and removed, and the ledger shows it', async ({
  page,
  context,
  database,
}) => {
  const code = own('SCAN-');
  await makeProduct(database.db, { name: `Wringer ${code}`, code, url: code.toLowerCase(), price: 24, onHand: 4 });
  await signInAs(context, database, ['ManageCartStock']);
  await page.goto('/admin/');
  await page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: 'Stock' }).click();
  await expect(page).toHaveTitle('Spruce | Stock');
  await page.keyboard.press('/');
  await page.keyboard.type(code.toLowerCase());
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Update Stock' });
  await expect(dialog.getByText(code, { exact: true })).toBeVisible();
  await expect(dialog.getByLabel('Quantity')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Quantity is required.')).toBeVisible();
  await expect(dialog.getByText('Purchase price is required.')).toBeVisible();
  const quantity = dialog.getByLabel('Quantity');
  for (const [typed, said] of [
    ['0', 'Quantity must be greater than 0.'],
    ['-2', 'Quantity must be greater than 0.'],
    ['1.5', 'Not a valid quantity.'],
    ['two', 'Not a valid quantity.'],
  ] as const) {
    await quantity.fill(typed);
    await dialog.getByRole('button', { name: 'Add stock' }).click();
    await expect(dialog.getByText(said)).toBeVisible();
  }
  await quantity.fill('6');
  await dialog.getByLabel('Purchase price').fill('11.50');
  await expect(dialog.getByText('On hand after: 10')).toBeVisible();
  await dialog.getByRole('radio', { name: 'Remove' }).check();
  await expect(dialog.getByText('On hand after: –')).toBeVisible();
  await expect(dialog.getByLabel('Purchase price')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Remove stock' }).click();
  await expect(dialog.getByText('Reason for removing stocks is required.')).toBeVisible();
  await dialog.getByLabel('Reason').fill('Dropped');
  await dialog.getByRole('button', { name: 'Remove stock' }).click();
  await expect(dialog.getByText('Only 4 are on hand.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('radio', { name: 'Add' }).check();
  await expect(dialog.getByLabel('Purchase price')).toHaveValue('11.50');
  await dialog.getByRole('button', { name: 'Add stock' }).click();
  await expect(notice(page, 'You have successfully updated the item.')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, code)).toContainText('10');

  await page.getByRole('button', { name: `Update Stock, Wringer ${code}` }).click();
  await dialog.getByRole('radio', { name: 'Remove' }).check();
  await quantity.fill('3');
  await dialog.getByLabel('Reason').fill('Dropped');
  await page.keyboard.press('Enter');
  await expect(rowOf(page, code)).toContainText('7');
  await rowOf(page, code).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`Wringer ${code}`);
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows).toHaveCount(4);
  await expect(rows.nth(1)).toContainText(/Remove.*−3.*7.*Dropped.*Imogen Farrant/);
  await expect(rows.nth(2)).toContainText(/Add.*\+6.*10.*\$11\.50.*Imogen Farrant/);
  await expectAccessible(page);
});

test('details and thresholds are changed, and low items are listed', async ({ page, context, database }) => {
  const code = own('LOW-');
  await makeProduct(database.db, { name: `Sponge ${code}`, code, url: code.toLowerCase(), price: 2, onHand: 8 });
  await signInAsAdministrator(context);
  await page.goto(`${listed}?search=${code}`);
  await page.getByRole('button', { name: `Low at 5, change for Sponge ${code}` }).click();
  await page.keyboard.type('9');
  await page.keyboard.press('Enter');
  await expect(rowOf(page, code)).toContainText('Low');
  await expect(page.getByRole('button', { name: `Low at 9, change for Sponge ${code}` })).toBeFocused();
  await page.keyboard.press('f');
  const filters = page.getByRole('dialog', { name: 'Filters' });
  await filters.getByRole('radio', { name: 'Low', exact: true }).click();
  await filters.getByRole('button', { name: 'Done' }).click();
  await expect(page).toHaveURL(/stock=low/);
  await expect(rowOf(page, code)).toHaveCount(1);

  await page.getByRole('button', { name: `Update Details, Sponge ${code}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Update Details' });
  await dialog.getByLabel('Product code').fill('x');
  await dialog.getByLabel('Selling price').fill('');
  await dialog.getByRole('button', { name: 'Save details' }).click();
  await expect(dialog.getByText('Product code is too short.')).toBeVisible();
  await expect(dialog.getByText('Selling price is required.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Product code').fill(`${code}-B`);
  await dialog.getByLabel('Selling price').fill('2.50');
  await dialog.getByLabel('Low at').fill('');
  await database.db
    .updateTable('products')
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .where('name', '=', `Sponge ${code}`)
    .execute();
  await dialog.getByRole('button', { name: 'Save details' }).click();
  await expect(dialog.getByText('Someone else has changed this in the meantime.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save mine' }).click();
  await expect(notice(page, 'You have successfully updated the product item.')).toBeVisible();
  await page.goto(`${listed}?search=${code}`);
  await expect(rowOf(page, `${code}-B`)).toContainText('$2.50');
  await expect(page.getByRole('button', { name: `Low at 5, change for Sponge ${code}` })).toBeVisible();
});

test('a stock take file is checked, corrected and written, and the list is exported', async ({
  page,
  context,
  database,
  faults: seen,
}) => {
  const code = own('TAKE-');
  await makeProduct(database.db, { name: `Duster ${code}`, code, url: code.toLowerCase(), price: 2, onHand: 8 });
  await signInAsAdministrator(context);
  await page.goto(`${listed}?search=${code}`);
  await page.getByRole('button', { name: 'Stock take' }).click();
  const dialog = page.getByRole('dialog', { name: 'Stock take' });
  const choose = (text: string) =>
    dialog
      .getByLabel('CSV or Excel file')
      .setInputFiles({ name: 'count.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await choose(`code,counted\n${code},some\nNOBODY-1,3\n`);
  const faults = dialog.getByRole('region', { name: 'Faults' });
  await expect(faults.getByRole('row')).toHaveText([
    /Row/,
    "2counted'some' is not a whole number.",
    "3codeNo item has the code 'NOBODY-1'.",
  ]);
  await expectAccessible(page);
  await choose(`code,counted\n${code},5\n`);
  await expect(dialog.getByRole('region', { name: 'Differences' }).getByRole('row').nth(1)).toContainText(
    /8.*5.*−3.*5/,
  );
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save 1 difference' }).click();
  await expect(notice(page, 'Stock take saved: 3 units fewer.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(rowOf(page, code)).toContainText('Low');

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as Excel' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^product-stocks-\d{4}-\d\d-\d\d\.xlsx$/);
  expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe('PK');
  await expect(notice(page, 'Product stocks data has been successfully exported.')).toBeVisible();
  await page.route('**/download-excel**', (route) => route.abort());
  await page.getByRole('button', { name: 'Export as Excel' }).click();
  await expect(page.getByText('No connection. Check your network and try again.')).toBeVisible();
  seen.splice(0); // the browser's own report of it
});

test("the list's settings are remembered, and an empty result is explained", { tag: '@long' }, async ({
  page,
  context,
}) => {
  await signInAsAdministrator(context);
  await page.goto(listed);
  await expect(page.getByRole('row')).toHaveCount(11);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Supplier' }).click();
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(page.getByRole('columnheader', { name: 'Stock on Hand' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Supplier' })).toHaveCount(0);
  await page.goto(`${listed}?search=nothing-like-it`);
  await expect(page.getByText('No items match “nothing-like-it”')).toBeVisible();
});

for (const width of [1440, 768, 390]) {
  const tag = width === 768 ? '@long' : [];
  test(`the stock page is accessible at ${width} px in both colour schemes`, { tag }, async ({ page, context }) => {
    await signInAsAdministrator(context);
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${listed}?pageSize=5&stock=low`);
    const first = page.getByRole('table').getByRole('link').first();
    for (const part of ['list', 'item']) {
      if (part === 'item') {
        await first.click();
        // Phones request fewer rows, and dim the others meanwhile.
        await expect(page).toHaveURL(width === 390 ? /stocks\/[\da-f-]{36}\/\?pageSize=5/ : /stocks\/[\da-f-]{36}\//);
      }
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('tbody')).toHaveCSS('opacity', '1');
      await expectAccessibleInBothSchemes(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  });
}
