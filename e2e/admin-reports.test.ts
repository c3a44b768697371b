import { readFile } from 'node:fs/promises';
import { strFromU8, unzipSync } from 'fflate';
import { newId } from '#lib/uuid.ts';
import type { OpenDb } from '#platform/db/db.server.ts';
import { signInAs } from './admin.ts';
import { orderOnAccount } from './order-on-account.ts';
import { expect, expectAccessible, expectAccessibleWideAndNarrow, test } from './test.ts';

const reports = '/admin/reports-page/';

test('the report form reports missing values, and downloads a valid Excel file', async ({
  page,
  context,
  database,
}) => {
  await signInAs(context, database, ['ViewReports']);
  await page.goto(reports);
  const form = page.getByRole('form', { name: 'Download a report' });
  const button = form.getByRole('button', { name: 'Download Report' });
  const [start, end] = [form.getByLabel('Start Date'), form.getByLabel('End Date')];
  await expect(start).toHaveValue(/^\d\d\/\d\d\/\d{4}$/);
  await expect(button).toHaveCount(0);
  await form.getByLabel('Report Type').focus();
  await page.keyboard.press('Tab');
  await expect(form.getByText('Report type is required.')).toBeVisible();
  await start.fill('');
  await start.blur();
  await expect(form.getByText('Start date is required.')).toBeVisible();
  await start.fill('31/02/2026');
  await start.blur();
  await expect(form.getByText('Must be a date.')).toBeVisible();
  await end.fill('');
  await end.blur();
  await expect(form.getByText('End date is required.')).toBeVisible();
  await expectAccessible(page);
  await start.fill('01/03/2026');
  await end.fill('31/03/2026');
  await end.blur();
  await expect(page).toHaveURL(/startDate=2026-03-01&endDate=2026-03-31/);
  await form.getByLabel('Report Type').selectOption({ label: 'Shopping Cart - Inventory' });
  const coming = page.waitForEvent('download');
  await button.click();
  const file = await coming;
  expect(file.suggestedFilename()).toBe('inventory-report-2026-03-01-to-2026-03-31.xlsx');
  const parts = unzipSync(await readFile(await file.path()));
  expect(strFromU8(parts['xl/sharedStrings.xml'] ?? new Uint8Array())).toContain('<t>Average Purchase Price</t>');
});

test('what is chosen while another period is loaded stays', async ({ page, context, database }) => {
  await signInAs(context, database, ['ViewReports']);
  await page.goto(reports);
  const form = page.getByRole('form', { name: 'Download a report' });
  const released = Promise.withResolvers<void>();
  await page.route(/\.data\?/, async (route) => {
    await released.promise;
    await route.continue();
  });
  await form.getByLabel('Start Date').fill('01/03/2026');
  await form.getByLabel('End Date').fill('31/03/2026');
  await form.getByLabel('End Date').blur();
  await form.getByLabel('Report Type').selectOption({ label: 'Shopping Cart - Inventory' });
  released.resolve();
  await expect(page).toHaveURL(/startDate=2026-03-01&endDate=2026-03-31/);
  await expect(form.getByLabel('Report Type')).toHaveValue('1');
  await page.goBack();
  await expect(form.getByLabel('End Date')).not.toHaveValue('31/03/2026');
  await expect(form.getByLabel('Report Type')).toHaveValue('1');
});

test('input typed before scripts run is kept, and never gets into a URL', async ({ page, context, database }) => {
  await signInAs(context, database, ['ViewReports', 'ManageUsers']);
  const { promise, resolve: bring } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto('/admin/create-user/', { waitUntil: 'commit' });
  await page.getByLabel('Password', { exact: true }).fill('clean sweep 7');
  await page.keyboard.press('Enter');
  await page.getByLabel('First name').fill('Anna');
  expect(page.url()).not.toContain('?');
  await page.goto(reports, { waitUntil: 'commit' });
  await page.getByLabel('Report Type').selectOption('1');
  await page.getByLabel('Start Date').fill('01/03/2026');
  await page.keyboard.press('Enter');
  bring();
  await expect(page.getByRole('button', { name: 'Download Report' })).toBeVisible();
  await expect(page.getByLabel('Report Type')).toHaveValue('1');
  await expect(page.getByLabel('Start Date')).toHaveValue('01/03/2026');
});

test('a report that fails shows a message', async ({ page, context, database, faults }) => {
  await signInAs(context, database, ['ViewReports']);
  await page.goto(reports);
  await page.route('**/v1/reports/download-report', (route) => route.fulfill({ status: 500, body: '' }));
  await page.getByLabel('Report Type').selectOption('1');
  await page.getByRole('button', { name: 'Download Report' }).click();
  await expect(page.getByText('Unable to download the report.')).toBeVisible();
  faults.length = 0; // the 500 that this test provokes
});

test('the period is changed by keyboard and is in the URL, and the figures follow it', { tag: '@long' }, async ({
  page,
  context,
  database,
}) => {
  await signInAs(context, database, ['ViewReports']);
  await page.goto(reports);
  await expect(page.getByRole('heading', { name: 'Sales by day' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'By product' })).toBeVisible();
  await page.getByRole('link', { name: 'Financial year' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/period=financial-year/);
  await expect(page.getByRole('link', { name: 'Financial year' })).toHaveAttribute('aria-current', 'true');
  await expect(page.getByRole('heading', { name: 'GST by quarter' })).toBeVisible();
  await page.getByText('As a table').press('Enter');
  await expect(page.getByRole('table', { name: /^Sales by (day|week|month)/ })).toBeVisible();
  await expectAccessible(page);
  const coming = page.waitForEvent('download');
  await page.getByRole('link', { name: /^CSV.*GST by quarter$/ }).click();
  expect((await coming).suggestedFilename()).toMatch(/^gst-by-quarter-.*\.csv$/);
});

test('an administrator without the claim is redirected', { tag: '@long' }, async ({ page, context, database }) => {
  await signInAs(context, database, ['ManageForms']);
  await page.goto(reports);
  await expect(page).toHaveURL(/\/admin\/\?refused=1$/);
  await signInAs(context, database, 'customer');
  await page.goto(reports);
  await expect(page).toHaveURL(/\/$/);
});

test('goods are reordered and received in part, and the amount owed for consignment is shown', {
  tag: '@long',
}, async ({ page, context, database }) => {
  await signInAs(context, database, ['ManageCartStock', 'ViewReports']);
  await page.goto('/admin/reorder/');
  const supplier = page.getByLabel('Supplier');
  await supplier.selectOption({ index: 1 });
  await expect(page.getByRole('heading', { name: 'Suggested order' })).toBeVisible();
  await page.getByLabel('Cover, days').fill('60');
  await page.getByRole('button', { name: 'Save and update suggestions' }).click();
  await expect(page.getByText('Changes have been saved.')).toBeVisible();
  const quantity = page.getByRole('textbox', { name: /^Quantity to order: / }).first();
  await quantity.fill('5');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create purchase order' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^PO-\d+/ })).toBeVisible();
  const receive = async (units: string): Promise<void> => {
    await page.getByRole('button', { name: 'Receive goods' }).click();
    const dialog = page.getByRole('dialog', { name: 'Receive goods' });
    await dialog
      .getByLabel(/^Quantity received: /)
      .first()
      .fill('9000');
    await expect(dialog.getByText(/more units? (was|were) ordered\./).first()).toBeVisible();
    await dialog
      .getByLabel(/^Quantity received: /)
      .first()
      .fill(units);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Add to stock' }).click();
    await expect(dialog).toHaveCount(0);
  };
  await receive('2');
  await expect(page.getByText('The goods have been added to stock.').first()).toBeVisible();
  await expect(page.getByText(/^2 units on/)).toBeVisible();
  await expectAccessible(page);
  const coming = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download PDF' }).click();
  expect((await coming).suggestedFilename()).toMatch(/^PO-\d+\.pdf$/);
  await page.goto('/admin/purchase-orders/');
  await expect(page.getByRole('link', { name: /^PO-/ }).first()).toBeVisible();
  await expectAccessible(page);
  await page.goto('/admin/consignment/');
  await page.getByLabel('Supplier').selectOption({ index: 1 });
  await expect(page.getByRole('columnheader', { name: 'Amount owed' })).toBeVisible();
  await expectAccessible(page);
});

/** A list with half of the shop's prices. */
const makePriceList = ({ db }: OpenDb) =>
  db
    .insertInto('price_lists')
    .values({ id: newId(), name: `A half of all ${newId()}`, adjust_percent: -50, created_at: new Date() })
    .execute();

test('sales by account drill into the sites, and prices below cost lead to the list', async ({
  page,
  context,
  database,
  browser,
}) => {
  test.slow();
  await orderOnAccount(await browser.newContext(), database);
  await makePriceList(database);
  await signInAs(context, database, ['ViewReports', 'ManageAccounts']);
  await page.goto(reports);
  await expect(page.getByRole('link', { name: 'Debtors’ ageing' })).toBeVisible();
  await page.getByRole('link', { name: 'By account' }).click();
  await expect(page.getByRole('heading', { name: 'Sales by account', level: 1 })).toBeVisible();
  await page.getByRole('navigation', { name: 'Period' }).getByRole('link', { name: 'Financial year' }).click();
  await expect(page).toHaveURL(/period=financial-year/);
  const table = page.getByRole('table', { name: 'By account' });
  await expect(table.getByRole('link').first()).toBeVisible();
  await expectAccessibleWideAndNarrow(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  const account = (await table.getByRole('link').first().textContent()) ?? '';
  await table.getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: account, level: 1 })).toBeVisible();
  await expect(page.getByRole('table', { name: 'By site' })).toBeVisible();
  const coming = page.waitForEvent('download');
  await page.getByRole('link', { name: 'CSV' }).click();
  expect((await coming).suggestedFilename()).toMatch(/^sales-by-site-.*\.csv$/i);

  await page.goto('/admin/price-coverage/');
  await expect(page.getByRole('heading', { name: 'Choose a price list' })).toBeVisible();
  await page.getByLabel('Price list').selectOption({ index: 1 });
  await expect(page.getByRole('heading', { name: 'Without a cost' })).toBeVisible();
  await expectAccessibleWideAndNarrow(page);
});
