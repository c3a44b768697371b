import type { Page } from '@playwright/test';
import { sql } from 'kysely';
import { newId } from '#lib/uuid.ts';
import { makeProduct, makeSupplier } from '../test/make.ts';
import { signInAsAdministrator } from './admin.ts';
import { expect, test } from './test.ts';

/** Presses twice in rapid succession, with complete clicks. */
async function pressTwice(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('dialog').last().getByRole('button', { name }).dblclick();
}

test('goods are added once when the button is pressed twice', async ({ page, context, database: { db } }) => {
  const code = `TWICE-${newId().slice(-8)}`;
  const supplier = `Twice Supply ${code}`;
  const supplierId = await makeSupplier(db, supplier);
  const product = await makeProduct(db, {
    name: `Scraper ${code}`,
    code,
    url: code.toLowerCase(),
    onHand: 4,
    supplierId,
  });
  const moved = async () => {
    const { rows } = await sql<{ units: number; times: number }>`
      select sum(quantity)::int as units, count(*)::int as times from stock_movements
      where item_id = ${product.itemIds[0]} and reason is distinct from 'Made for a test'`.execute(db);
    return rows[0];
  };
  await signInAsAdministrator(context);
  await page.goto(`/admin/manage-product-stocks/?search=${code}`);
  await page.getByRole('button', { name: `Update Stock, Scraper ${code}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Update Stock' });
  await dialog.getByLabel('Quantity').fill('6');
  await dialog.getByLabel('Purchase price').fill('3');
  await pressTwice(page, 'Add stock');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('row').filter({ hasText: code })).toContainText('10');
  expect(await moved()).toEqual({ units: 6, times: 1 });

  await page.goto('/admin/reorder/');
  await page.getByLabel('Supplier').selectOption(supplier);
  await page
    .getByRole('textbox', { name: /^Quantity to order: / })
    .first()
    .fill('5');
  await page.getByRole('button', { name: 'Create purchase order' }).dblclick();
  await expect(page.getByRole('heading', { level: 1, name: /^PO-\d+/ })).toBeVisible();
  const orders = await db.selectFrom('purchase_orders').select('id').where('supplier_id', '=', supplierId).execute();
  expect(orders).toHaveLength(1);
  await page.getByRole('button', { name: 'Receive goods' }).click();
  await page.getByLabel(/^Quantity received: /).fill('2');
  await pressTwice(page, 'Add to stock');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await moved()).toEqual({ units: 8, times: 2 });
});

test('a product is created once', async ({ page, context, database: { db } }) => {
  const name = `Grout Brush ${newId().slice(-8)}`;
  await signInAsAdministrator(context);
  await page.goto('/admin/manage-products/');
  await page.getByRole('button', { name: 'Create a Product' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/name/i).fill(name);
  await dialog.getByLabel('Category').selectOption({ index: 1 });
  await dialog.getByRole('button', { name: /^Create/ }).dblclick();
  await expect(page).toHaveURL(/update-product-details/);
  expect(await db.selectFrom('products').select('id').where('name', '=', name).execute()).toHaveLength(1);
});
