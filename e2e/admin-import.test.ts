import type { Locator, Page } from '@playwright/test';
import { sql } from 'kysely';
import { signInAs } from './admin.ts';
import { hydrated } from './shopper.ts';
import { expect, expectAccessible, test } from './test.ts';

// Only one import runs at a time in the whole shop.
test.describe.configure({ mode: 'serial' });

test.beforeEach(async ({ context, database }) => {
  await signInAs(context, database, ['ManageCartProducts', 'ManageCartStock']);
});

const listed = '/admin/manage-products/';
const says = (page: Page, text: string): Locator => page.getByRole('status').getByText(text);
const csv = (name: string, price = '10.00'): string =>
  `url,name,code,categories,price\nwillow-rinse,${name},WR-1,Chemicals,${price}\n`;

async function openDialog(page: Page) {
  await hydrated(page);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Import products' });
  const choose = (text: string) =>
    dialog
      .getByLabel('CSV or Excel file')
      .setInputFiles({ name: 'rinse.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  return { dialog, choose };
}

test('a file is checked, corrected and imported, and the result is shown until dismissed', async ({ page }) => {
  await page.goto(listed);
  const { dialog, choose } = await openDialog(page);
  await choose(csv('Willow Rinse', 'dear'));
  await expect(dialog.getByText("'dear' is not an amount such as 19.95.")).toBeVisible();
  await expect(dialog.getByRole('button', { name: /^Import/ })).toHaveCount(0);
  await choose('hello');
  await expect(dialog.getByText('No column of the file is the code. Choose it under Columns.')).toBeVisible();
  await choose('Title,Kennung,Category,Price\nWillow Rinse,WR-1,Chemicals,10.00\n');
  await dialog.getByLabel('Kennung is imported as').selectOption('Code');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Check again with these columns' }).click();
  await expect(dialog.getByRole('row', { name: 'Willow Rinse willow-rinse New' })).toBeVisible();
  await choose(csv('Willow Rinse'));
  await expect(dialog.getByText('1 row: 1 product to add, 0 to change, 0 unchanged.')).toBeVisible();
  await expect(dialog.getByRole('row', { name: 'Willow Rinse willow-rinse New' })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Import 1 product' }).click();
  await expect(says(page, 'rinse.csv has been imported: 1 product added, 0 changed.')).toBeVisible();
  await page.goto(`${listed}?search=willow`);
  await expect(page.getByRole('link', { name: 'Willow Rinse' }).first()).toBeVisible();
  await expect(says(page, 'rinse.csv has been imported')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(says(page, 'rinse.csv has been imported')).toHaveCount(0);
});

test('an import continues while its user works elsewhere, and blocks a second one', { tag: '@long' }, async ({
  page,
  browser,
  database,
}) => {
  await page.goto(listed);
  const { dialog, choose } = await openDialog(page);
  await choose(csv('Willow Wash'));
  await expect(dialog.getByRole('row', { name: 'Willow Wash willow-rinse name' })).toBeVisible();
  const elsewhere = await browser.newContext();
  await database.db.transaction().execute(async (tx) => {
    // Holds the lock as a long import would, so that this one waits.
    await sql`select pg_advisory_xact_lock(7310001)`.execute(tx);
    await dialog.getByRole('button', { name: 'Import 1 product' }).click();
    await expect(says(page, 'Comparing rinse.csv with the shop.')).toBeVisible();
    await expect(page.getByRole('progressbar', { name: 'Rows of rinse.csv' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Suppliers' }).first().click();
    await expect(page.getByRole('heading', { name: 'Suppliers', level: 1 })).toBeVisible();
    await expect(says(page, 'Comparing rinse.csv with the shop.')).toBeVisible();
    await page.reload();
    await expect(says(page, 'Comparing rinse.csv with the shop.')).toBeVisible();

    await signInAs(elsewhere, database, ['ManageCartProducts']);
    const other = await elsewhere.newPage();
    await other.goto(listed);
    await expect(says(other, 'Imogen Farrant is importing rinse.csv.')).toBeVisible();
    const second = await openDialog(other);
    await second.choose(csv('Other'));
    await expect(
      second.dialog.getByText('Another import is running. Please try again when it has finished.'),
    ).toBeVisible();
  });
  await elsewhere.close();
  await expect(says(page, 'rinse.csv has been imported: 0 products added, 1 changed.')).toBeVisible();
  await page.getByRole('button', { name: 'Show report' }).press('Enter');
  await expect(dialog.getByRole('row', { name: 'Willow Wash willow-rinse name' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Dismiss' }).press('Enter');
  await expect(says(page, 'rinse.csv has been imported')).toHaveCount(0);
});

test('a running import is cancelled after confirmation, and shows by whom', { tag: '@long' }, async ({
  page,
  database,
}) => {
  await page.goto(listed);
  const { dialog, choose } = await openDialog(page);
  await choose(csv('Willow Never'));
  await database.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(7310001)`.execute(tx);
    await dialog.getByRole('button', { name: 'Import 1 product' }).click();
    await page.getByRole('button', { name: 'Cancel import' }).click();
    const question = page.getByRole('dialog', { name: 'Cancel the import of rinse.csv?' });
    await expect(
      question.getByText('Nothing from this file will be imported. To import it later, upload it again.'),
    ).toBeVisible();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Cancel import' }).click();
    await expect(says(page, 'rinse.csv: Cancelled by Imogen Farrant on')).toBeVisible();
  });
  await page.getByRole('button', { name: 'Dismiss' }).click();
});
