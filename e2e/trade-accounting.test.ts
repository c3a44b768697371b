import { readFile } from 'node:fs/promises';
import type { BrowserContext } from '@playwright/test';
import { newId } from '#lib/uuid.ts';
import type { OpenDb } from '#platform/db/db.server.ts';
import type { CheckoutResponse } from '../test/buyer.ts';
import { makeTradeAccount, makeTradeMember } from '../test/make-trade-account.ts';
import { signInAs } from './admin.ts';
import { address } from './place.ts';
import { goods } from './shopper.ts';
import { expect, expectAccessibleWideAndNarrow, test } from './test.ts';

/** An order on account by a new person of a new account, whose name is returned. */
async function orderOnAccount(context: BrowserContext, { db }: OpenDb): Promise<{ name: string; orderId: string }> {
  const name = `Example Towers ${newId().slice(-6)}`;
  const account = await makeTradeAccount(db, { name, creditLimit: 10_000, sites: ['Tower One'] });
  const email = await signInAs(context, { db } as OpenDb, 'customer'); // it needs the database only
  const user = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  await makeTradeMember(db, account.id, { user, role: 'administrator' });
  const { id } = await db
    .selectFrom('products')
    .select('id')
    .where('url', '=', goods.disinfectant.url)
    .executeTakeFirstOrThrow();
  const answer = await context.request.post('/v1/shopping-checkouts', {
    headers: { 'idempotency-key': newId(), origin: address },
    data: {
      userId: null,
      ipAddress: '',
      billingInfo: {
        firstName: 'Mei',
        lastName: 'Tanaka',
        email,
        mobile: '0491 570 156',
        unitNumber: '',
        streetNumber: '14',
        streetName: 'Illawarra Road',
        city: 'Marrickville',
        state: 'NSW',
        postcode: '2204',
      },
      shippingInfo: { shippingMethod: 1 },
      cartItems: [{ id, variationItemId: null, qty: 2 }],
      trade: { siteId: account.siteIds[0], isOnAccount: true },
    },
  });
  const { orderId } = (await answer.json()) as CheckoutResponse; // the test reads what it sent above
  if (orderId === null) throw new Error(await answer.text());
  return { name, orderId };
}

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
  await expect(page.getByText('Nothing of this period is left to export.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export' })).toBeDisabled();
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
