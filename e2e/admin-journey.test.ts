import { readFile } from 'node:fs/promises';
import type { Download, Locator, Page } from '@playwright/test';
import { sql } from 'kysely';
import { newId } from '#lib/uuid.ts';
import { excelRows } from '../test/excel.ts';
import { makeProduct, makeSupplier } from '../test/make.ts';
import { pdfText } from '../test/pdf-text.ts';
import { signInAsAdministrator } from './admin.ts';
import { add, buyer, cards, fillBuyer, fillCard, next, open, place, review, thanked } from './shopper.ts';
import { expect, expectAccessible, expectAccessibleInBothSchemes, test, recordFaults } from './test.ts';

const actions = (page: Page): Locator => page.getByRole('region', { name: 'Actions' });

async function saved(page: Page, press: () => Promise<void>): Promise<[file: Download, bytes: Buffer]> {
  const coming = page.waitForEvent('download');
  await press();
  const file = await coming;
  return [file, await readFile(await file.path())];
}

/** Adds ten units of a product by keyboard alone, as with a scanner. */
async function receive(page: Page, code: string): Promise<void> {
  await page.goto('/admin/');
  await page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: 'Stock' }).press('Enter');
  await expect(page).toHaveTitle('Spruce | Stock');
  await page.keyboard.press('/');
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Update Stock' });
  await expect(dialog.getByLabel('Quantity')).toBeFocused();
  await page.keyboard.type('10');
  await dialog.getByLabel('Purchase price').focus();
  await page.keyboard.type('11.50');
  await expectAccessibleInBothSchemes(page);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('row').filter({ hasText: code })).toContainText('10');
}

/** A guest buys four units, to be picked up. Returns the order's number. */
async function buy(page: Page, url: string): Promise<string> {
  await add(page, url, 4);
  await open(page, '/shopping/checkout');
  await fillBuyer(page, buyer(`guest.${newId()}@example.com`));
  await next(page);
  await page.getByRole('radio', { name: /In Store Pickup/ }).check();
  await review(page);
  await fillCard(page, cards.pays);
  await place(page);
  return thanked(page);
}

async function become(page: Page, status: string, number: string): Promise<void> {
  await actions(page).getByLabel('Order status').selectOption(status);
  await actions(page)
    .getByRole('button', { name: `Change to ${status}` })
    .press('Enter');
  const dialog = page.getByRole('dialog', { name: `Change to ${status}` });
  await dialog.getByRole('button', { name: 'Change and send' }).press('Enter');
  await expect(page.getByText(`${number} is now ${status}.`)).toBeVisible();
}

/** Refunds one returned unit. Returns the text of the adjustment note. */
async function refundOne(page: Page, name: string): Promise<string> {
  await actions(page).getByRole('button', { name: 'Refund…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Refund' });
  await dialog.getByLabel('By item').check();
  await dialog.getByLabel(`Quantity of ${name}`).fill('1');
  await dialog.getByLabel('Reason').fill('Handle cracked');
  await expectAccessibleInBothSchemes(page);
  await dialog.getByRole('button', { name: /^Refund \$/ }).press('Enter');
  const note = page.getByRole('region', { name: 'Refunds' }).getByRole('link', { name: /^ADJ-/ });
  const [, bytes] = await saved(page, () => note.click());
  return pdfText(bytes).join('\n');
}

/** The row of an item in the inventory report of the page's period. */
async function reported(page: Page, code: string): Promise<unknown[] | undefined> {
  await page.goto('/admin/reports-page/');
  const form = page.getByRole('form', { name: 'Download a report' });
  await form.getByLabel('Report Type').selectOption({ label: 'Shopping Cart - Inventory' });
  const [, bytes] = await saved(page, () => form.getByRole('button', { name: 'Download Report' }).press('Enter'));
  return (await excelRows(bytes)).find(([first]) => first === code);
}

test('goods are received, sold, picked and partly refunded, and the report, the adjustment note and the statement agree', async ({
  page,
  context,
  browser,
  database: { db },
  faults,
}) => {
  const own = newId().slice(-8);
  const [code, name, supplier] = [`JOURNEY-${own}`, `Pole ${own}`, `Coast Consigned ${own}`];
  const supplierId = await makeSupplier(db, supplier);
  const { id, url } = await makeProduct(db, { name, code, url: code.toLowerCase(), price: 40, onHand: 0, supplierId });
  await sql`update products set is_consignment = true where id = ${id}`.execute(db);

  await signInAsAdministrator(context);
  await receive(page, code);

  const guest = await browser.newContext();
  recordFaults(guest, faults);
  const number = await buy(await guest.newPage(), url);
  await guest.close();

  await page.goto(`/admin/manage-orders/?search=${number}`);
  await page.getByRole('link', { name: number, exact: true }).press('Enter');
  await become(page, 'Picking in Progress', number);
  await become(page, 'Completed', number);
  const note = await refundOne(page, name);
  for (const told of ['Adjustment Note', name, 'Handle cracked', '$40.00', '$3.64']) expect(note).toContain(told);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Partly refunded');
  await expectAccessibleInBothSchemes(page);

  // Opening, added (with the returned unit), sold, removed, closing, average price, stock value, sales value.
  expect((await reported(page, code))?.slice(4)).toEqual([0, 11, 4, 0, 7, 11.5, 80.5, 160]);
  await expectAccessible(page);

  await page.goto('/admin/consignment/');
  await page.getByLabel('Supplier').selectOption(supplier);
  await expect(page.getByRole('row', { name: new RegExp(`^${name}`) })).toContainText(/4.*1.*3.*\$11\.50.*\$34\.50/);
  await expectAccessibleInBothSchemes(page);
  const [file, bytes] = await saved(page, () => page.getByRole('link', { name: 'PDF' }).press('Enter'));
  expect(file.suggestedFilename()).toMatch(/^consignment-.*\.pdf$/);
  for (const told of ['Consignment Statement', supplier, '$34.50']) expect(pdfText(bytes).join('\n')).toContain(told);
});
