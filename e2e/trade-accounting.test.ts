import { readFile } from 'node:fs/promises';
import { signInAs } from './admin.ts';
import { orderOnAccount } from './order-on-account.ts';
import { expect, expectAccessibleWideAndNarrow, test } from './test.ts';

test('invoices of accounts are exported once, and exported again if asked; an invoice is an e-invoice', async ({
  page,
  context,
  browser,
  database,
}) => {
  test.slow();
  const { name, orderId } = await orderOnAccount(await browser.newContext(), database);
  await signInAs(context, database, ['ManageAccounts', 'ManageCartOrders']);
  await page.goto('/admin/accounting/');
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('INV-');
  await expectAccessibleWideAndNarrow(page);
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.getByLabel('Sales account code').fill('');
  await expect(page.getByText('Account code is required')).toBeVisible();
  await page.getByLabel('Sales account code').fill('41000');
  const downloaded = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const file = await downloaded;
  expect(file.suggestedFilename()).toMatch(/^xero-\d+-.*\.csv$/);
  const text = await readFile(await file.path(), 'utf8');
  expect(text).toContain(name);
  expect(text).toContain(',41000,GST on Income,Site,Tower One,');
  // Other tests may have made invoices meanwhile, so there may be more to export.
  await expect(page.getByRole('row').filter({ hasText: name })).toHaveCount(0);
  const former = page.getByRole('table', { name: 'Former exports' }).getByRole('row').nth(1);
  await expect(former).toContainText('Xero');
  const again = page.waitForEvent('download');
  await former.getByRole('link', { name: /Download export/ }).click();
  expect(await readFile(await (await again).path(), 'utf8')).toBe(text);

  const others = page.getByLabel('Also what has been exported before');
  await others.click();
  await expect(others).toBeChecked();
  await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible();
  await page.getByLabel('For', { exact: true }).selectOption('MYOB AccountRight');
  await expect(page.getByText('Import/Export Assistant')).toBeVisible();
  await expectAccessibleWideAndNarrow(page);

  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`/admin/view-order-details/${orderId}/`);
  await page.getByRole('button', { name: 'More documents' }).click();
  const invoice = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: /E-invoice INV-/ }).click();
  const xml = await readFile(await (await invoice).path(), 'utf8');
  expect(xml).toContain('<cbc:CustomizationID>urn:peppol:pint:billing-1@aunz-1</cbc:CustomizationID>');
});

test('only administrators with the claim open the page', async ({ page, context, database }) => {
  await signInAs(context, database, ['ManageCartOrders']);
  await page.goto('/admin/accounting/');
  await expect(page).toHaveURL(/\/admin\/\?refused=1$/);
});
