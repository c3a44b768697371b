import { readFile } from 'node:fs/promises';
import { newId } from '#lib/uuid.ts';
import { signInAsAdministrator, signInAs } from './admin.ts';
import { expect, expectAccessible, test } from './test.ts';

/** A family name shared by 24 customers of this file only; a different one if a worker runs this file again. */
let family: string;

test.beforeAll(async ({ database: { db } }) => {
  family = `Quillfeather${newId().slice(-12)}`;
  const users = Array.from({ length: 24 }, (_, i) => ({
    id: newId(),
    user_type: 1,
    first_name: `Person${String(i + 1).padStart(2, '0')}`,
    last_name: family,
    email: `person${i + 1}.${family}@example.com`.toLowerCase(),
    mobile: '0491570006',
    password_hash: 'nobody knows it',
    created_at: new Date(Date.now() - i * 60_000),
  }));
  await db.insertInto('users').values(users).execute();
});

test.beforeEach(async ({ context }) => signInAsAdministrator(context));

test('search, sort, page and page size are in the URL, and a link shows the same', async ({ page, context }) => {
  await page.goto('/admin/manage-users/');
  const table = page.getByRole('table');
  await page.keyboard.press('/');
  await page.keyboard.type(family);
  await expect(page).toHaveURL(new RegExp(`search=${family}`));
  await expect(page.getByText('1–10 of 24')).toBeVisible();
  await table.getByRole('button', { name: 'Name' }).click();
  await expect(table.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending');
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(table.getByRole('row').nth(1)).toContainText('Person11');
  await table.getByRole('button', { name: 'Name' }).click();
  await expect(table.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending');
  await expect(table.getByRole('row').nth(1)).toContainText('Person24');
  await expect(page).not.toHaveURL(/[?&]page=/);

  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.getByRole('row').nth(1)).toContainText('Person24');
  await expect(other.getByRole('searchbox')).toHaveValue(family);
  await page.goBack();
  await expect(table.getByRole('row').nth(1)).toContainText('Person11');
});

test('an empty result names the search and offers to clear it', async ({ page }) => {
  await page.goto('/admin/manage-users/?search=nobodyhasthisname');
  await expect(page.getByRole('heading', { name: 'No users match “nobodyhasthisname”' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(page.getByRole('table')).toBeVisible();
  await expect(page.getByRole('searchbox')).toHaveValue('');
});

test('page size, columns and density are stored', async ({ page }) => {
  await page.goto(`/admin/manage-users/?search=${family}`);
  await page.getByRole('combobox', { name: 'Rows' }).selectOption('20');
  await expect(page.getByText('1–20 of 24')).toBeVisible();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Mobile' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Compact rows' }).click();
  await page.goto(`/admin/manage-users/?search=${family}`);
  await expect(page.getByText('1–20 of 24')).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Mobile' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Compact rows' })).toHaveAttribute('aria-pressed', 'true');
});

test('rows are selected across pages, by keyboard, and all matches at once', async ({ page }) => {
  await page.goto(`/admin/manage-users/?search=${family}`);
  const bar = page.getByRole('toolbar', { name: 'Selected rows' });
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(bar.getByText('1 selected')).toBeVisible();
  for (const key of ['j', 'j', 'Shift+X']) await page.keyboard.press(key);
  await expect(bar.getByText('3 selected')).toBeVisible();
  await page.keyboard.press(']');
  await expect(page.getByText('11–20 of 24')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select all 10 rows of this page' }).check();
  await expect(bar.getByText('13 selected')).toBeVisible();
  await expectAccessible(page);
  await bar.getByRole('button', { name: 'Select all 24' }).click();
  await expect(bar.getByText('All 24 selected')).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type(`${family} person01`);
  await expect(page.getByText('1–1 of 1')).toBeVisible();
  await expect(bar).toBeHidden(); // other rows match, which clears the selection
});

test('a row and its menu open by keyboard', { tag: '@long' }, async ({ page }) => {
  await page.goto(`/admin/manage-users/?search=${family}&sort=firstName`);
  await page.keyboard.press('j');
  await page.keyboard.press('.');
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();
  await page.locator('body').click({ position: { x: 700, y: 5 } });
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/update-user\//);
  await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Person02');
});

test('the export contains the filtered rows', async ({ page }) => {
  await page.goto(`/admin/manage-users/?search=${family}+person0`);
  await page.getByRole('button', { name: 'Export' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'CSV, as filtered' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/\.csv$/);
  const lines = (await readFile(await file.path(), 'utf8')).trim().split(/\r?\n/);
  expect(lines).toHaveLength(10);
});

test('a view is saved, shared, changed and deleted; others see it and cannot change it', { tag: '@long' }, async ({
  page,
  browser,
  database,
}) => {
  const name = `Quills ${newId().slice(-6)}`;
  await page.goto(`/admin/manage-users/?search=${family}`);
  const views = page.getByRole('navigation', { name: 'Saved views' });
  await views.getByRole('button', { name: 'Save as a new view' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save as a new view' });
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await expect(dialog.getByText('Name is required.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Share with all administrators').check();
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await views.getByRole('link', { name }).click();
  await expect(page).toHaveURL(/view=/);
  await expect(page.getByText('1–10 of 24')).toBeVisible();
  await expect(views.getByText('View changed')).toBeHidden();
  await page.getByRole('button', { name: 'Email' }).click();
  await expect(views.getByText('View changed')).toBeVisible();
  await views.getByRole('button', { name: 'Save' }).last().click();
  await expect(views.getByText('View changed')).toBeHidden();

  const context = await browser.newContext();
  await signInAs(context, database, ['ManageUsers']);
  const other = await context.newPage();
  await other.goto('/admin/manage-users/');
  const theirs = other.getByRole('navigation', { name: 'Saved views' });
  await theirs.getByRole('link', { name }).click();
  await expect(other.getByText('1–10 of 24')).toBeVisible();
  await expect(other).toHaveURL(/sort=email/);
  await expect(theirs.getByRole('button', { name: 'Edit view' })).toHaveCount(0);
  await context.close();

  await views.getByRole('button', { name: 'Edit view' }).click();
  await page.getByRole('button', { name: 'Delete view' }).click();
  await expect(views.getByRole('link', { name })).toHaveCount(0);
});

test('on a phone a row is a card, five to a page @phone', async ({ page }) => {
  await page.goto(`/admin/manage-users/?search=${family}`);
  await expect(page.getByText('1–5 of 24')).toBeVisible();
  await expectAccessible(page);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});

test('a slow list is shown with its head and a skeleton; sorting keeps its rows', { tag: '@long' }, async ({
  page,
  database: { pool },
}) => {
  await page.goto('/admin/activity/');
  const holder = await pool.connect();
  const hold = () => holder.query('begin; lock table suppliers in access exclusive mode');
  const skeleton = page.getByRole('table', { name: 'Loading suppliers' });
  const rows = page.getByRole('table', { name: 'suppliers', exact: true });
  await hold();
  try {
    await page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: 'Suppliers' }).click();
    await expect(skeleton).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Suppliers' })).toBeVisible();
    await holder.query('rollback');
    await expect(rows.getByRole('row').nth(1)).toContainText('Bindlestone Textiles');
    await hold();
    await rows.getByRole('button', { name: 'Name' }).click();
    await expect(rows.locator('tbody')).toHaveCSS('opacity', '0.5');
    await expect(skeleton).toHaveCount(0);
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  await expect(rows.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending');
});
