import type { Page } from '@playwright/test';
import { newId } from '#lib/uuid.ts';
import { makeProduct, makeSupplier } from '../test/make.ts';
import { signInAs } from './admin.ts';
import { hydrated } from './shopper.ts';
import { expect, expectAccessible, test } from './test.ts';

test('an order is edited, invalid input is reported, and a concurrent edit shows both versions', async ({
  page,
  context,
  database,
}) => {
  const { db } = database;
  const mark = newId().slice(-8);
  const supplierId = await makeSupplier(db, `Edited Supply ${mark}`);
  const [mop, pads, wax] = [`Mop ${mark}`, `Pads ${mark}`, `Wax ${mark}`];
  const traits = { onHand: 4, supplierId };
  for (const name of [mop, pads, wax])
    await makeProduct(db, { ...traits, name, code: name.toUpperCase(), url: name.toLowerCase().replace(' ', '-') });
  await signInAs(context, database, ['ManageCartStock']);
  await order(page, `Edited Supply ${mark}`, [mop, pads]);
  await expect(page.getByText('No e-mail address yet')).toBeVisible();
  const email = `orders-${mark}@example.com`;
  await db.updateTable('suppliers').set({ email, contact_name: 'Dana Reid' }).where('id', '=', supplierId).execute();
  await page.reload();
  await hydrated(page);
  await page.getByRole('button', { name: 'E-mail to supplier' }).click();
  const question = page.getByRole('dialog', { name: /^E-mail PO-/ });
  await expect(question).toContainText(email);
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Send e-mail' }).press('Enter');
  await expect(page.getByText(`The purchase order is on its way to ${email}.`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'E-mail again' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'E-mails to the supplier' })).toContainText(email);

  await page.getByRole('button', { name: 'Edit order' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit order' });
  const quantity = dialog.getByLabel(`Quantity ordered: ${mop}`, { exact: true });
  const save = dialog.getByRole('button', { name: 'Save order' });
  await quantity.fill('2.5');
  await dialog.getByLabel(`Unit price of ${pads}`).fill('');
  await expect(quantity).toHaveAccessibleDescription('Must be a whole number from 1 to 1,000,000.');
  await expect(quantity).toHaveAttribute('aria-invalid', 'true');
  await expect(dialog.getByLabel(`Unit price of ${mop}`)).not.toHaveAttribute('aria-invalid', 'true'); // only the invalid field
  await expect(dialog.getByText('Purchase price is required.')).toBeVisible();
  await save.click();
  await expect(dialog.getByText('Some lines need correcting. See the messages beside them.')).toBeVisible();
  await expectAccessible(page);
  await quantity.fill('8');
  await dialog.getByLabel(`Unit price of ${pads}`).fill('3.50');
  await dialog.getByLabel('Add an item').fill(wax);
  await dialog.getByRole('button', { name: wax }).click();
  await expect(dialog.getByText('14 units for', { exact: false })).toBeVisible();

  const other = await context.newPage();
  await other.goto(page.url());
  await hydrated(other);
  await other.getByRole('button', { name: 'Edit order' }).click();
  const theirs = other.getByRole('dialog', { name: 'Edit order' });
  await theirs.getByLabel(`Quantity ordered: ${mop}`, { exact: true }).fill('7');
  await theirs.getByRole('button', { name: 'Save order' }).click();
  await expect(other.getByText('The purchase order has been changed.').first()).toBeVisible();
  await other.close();

  await save.click();
  await expect(dialog.getByText('Someone else has changed this in the meantime.')).toBeVisible();
  await expect(dialog.getByText('Stored now')).toBeVisible();
  await expectAccessible(page);
  await expect(quantity).toHaveValue('8'); // no input is lost
  const stored = async () => {
    const lines = db
      .selectFrom('purchase_order_lines as l')
      .innerJoin('purchase_orders as o', 'o.id', 'l.purchase_order_id');
    const rows = await lines
      .select('l.quantity')
      .where('o.supplier_id', '=', supplierId)
      .orderBy('l.position')
      .execute();
    return rows.map((row) => row.quantity);
  };
  expect(await stored()).toEqual([7, 5]);
  await dialog.getByRole('button', { name: 'Save mine' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('The purchase order has been changed.').first()).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: wax })).toBeVisible();
  expect(await stored()).toEqual([8, 5, 1]);

  await page.getByRole('button', { name: 'Receive goods' }).click();
  const delivery = page.getByRole('dialog', { name: 'Receive goods' });
  await delivery.getByLabel(`Quantity received: ${mop}`, { exact: true }).fill('9');
  for (const name of [pads, wax]) await delivery.getByLabel(`Quantity received: ${name}`, { exact: true }).fill('');
  await delivery.getByRole('button', { name: 'Add to stock' }).click();
  await expect(delivery.getByText('More was received than was ordered. Give a reason for accepting it.')).toBeVisible();
  await expectAccessible(page);
  await delivery.getByLabel('Reason for accepting more than was ordered').fill('A carton holds nine.');
  await delivery.getByRole('button', { name: 'Add to stock' }).click();
  await expect(page.getByText('More than was ordered: A carton holds nine.')).toBeVisible();
  await page.getByRole('button', { name: 'Close short' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('Not made any more.');
  await page.getByRole('button', { name: 'Close order' }).click();
  await expect(page.getByText('Not made any more.').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Receive goods' })).toHaveCount(0);
  await expectAccessible(page);
});

/** Creates an order of five of each item. */
async function order(page: Page, supplier: string, names: string[]): Promise<void> {
  await page.goto('/admin/reorder/');
  await page.getByLabel('Supplier').selectOption(supplier);
  for (const name of names) await page.getByLabel(`Quantity to order: ${name}`, { exact: true }).fill('5');
  await page.getByRole('button', { name: 'Create purchase order' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^PO-\d+/ })).toBeVisible();
}
