import type { Page } from '@playwright/test';
import type { Db, OpenDb } from '#platform/db/db.server.ts';
import { makeTradeAccount, makeTradeMember } from '../test/make-trade-account.ts';
import { signInAs } from './admin.ts';
import { expect, expectAccessibleInBothSchemes, test } from './test.ts';

const text = [
  'Stock Code,Item description,Qty,Unit price,RRP',
  '88120,Neutral floor cleaner 5 L,4,38.00,40.00',
  '77001,Nitrile gloves blue large box 100,6,14.20,15.00',
  '90001,Staff party balloons,2,3.10,4.00',
  ',,,Total,58.40',
].join('\n');

async function moveIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Match the lines' }).click();
  await expect(page.getByRole('region', { name: 'Lines', exact: true })).toBeVisible();
}
const status = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words });
const hasFocus = (page: Page) => page.evaluate(() => document.activeElement !== document.body);
const keptIn = (page: Page) =>
  page.evaluate(() =>
    [localStorage, sessionStorage].flatMap((one) => Object.keys(one)).filter((key) => /move-in/.test(key)),
  );
const line = (page: Page, code: string) =>
  page.getByRole('region', { name: 'Lines', exact: true }).getByRole('listitem').filter({ hasText: code });
const units = (page: Page, code: string) => line(page, code).getByRole('textbox', { name: /^Quantity/ });

async function accountOf(db: Db, email: string) {
  const user = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const account = await makeTradeAccount(db, { name: 'Harbour Facilities', sites: ['Pier 4', 'Pier 5'] });
  await makeTradeMember(db, account.id, { user, role: 'administrator' });
  return account;
}

/** A customer's page with these lines matched, the third left out and 9 of the second. */
async function begin(page: Page, database: OpenDb) {
  const email = await signInAs(page.context(), database, 'customer');
  const account = await accountOf(database.db, email);
  await page.goto('/trade/move-in/');
  await page.getByLabel('Lines of the invoice or list').fill(text);
  await moveIn(page);
  await line(page, '90001')
    .getByRole('button', { name: /^Leave out/ })
    .first()
    .click();
  await units(page, '77001').fill('9');
  await expect(status(page, '1 left out')).toBeVisible();
  return account;
}

test('pasted lines that are not matched yet outlive a reload', async ({ page, database }) => {
  const email = await signInAs(page.context(), database, 'customer');
  await accountOf(database.db, email);
  await page.goto('/trade/move-in/');
  await page.getByLabel('Lines of the invoice or list').fill(text);
  await page.reload();
  await expect(page.getByLabel('Lines of the invoice or list')).toHaveValue(text);
  await moveIn(page);
  await page.getByRole('button', { name: 'Choose other lines' }).click();
  await expect(page.getByLabel('Lines of the invoice or list')).toHaveValue('');
});

test('what was decided outlives a check with other columns', async ({ page, database }) => {
  await begin(page, database);
  await page.getByText('Columns', { exact: true }).first().click();
  await page.getByLabel('RRP is imported as').selectOption('unit_price_inc_GST');
  await page.getByRole('button', { name: 'Check again with these columns' }).click();
  await expect(page.getByText(/^More than one column/)).toBeVisible();
  await expect(page.getByLabel('Unit price is imported as')).toBeVisible(); // the columns are open
  expect(await hasFocus(page)).toBe(true);
  await page.getByLabel('Unit price is imported as').selectOption('');
  await page.getByRole('button', { name: 'Check again with these columns' }).click();
  await expect(line(page, '88120')).toContainText('at $40.00');
  await expect(status(page, '1 left out')).toBeVisible();
  await expect(units(page, '77001')).toHaveValue('9');
  expect(await hasFocus(page)).toBe(true);
});

test('lines that were dropped by mistake come back', async ({ page, database }) => {
  await begin(page, database);
  await page.getByRole('button', { name: 'Choose other lines' }).click();
  await expect(page.getByLabel('Lines of the invoice or list')).toBeVisible();
  expect(await hasFocus(page)).toBe(true);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(status(page, '1 left out')).toBeVisible();
  await expect(units(page, '77001')).toHaveValue('9');
  await page.reload();
  await expect(status(page, '1 left out')).toBeVisible();
});

test('another tab and another day have the lines too, and another site says whose they are', async ({
  page,
  database,
}) => {
  const account = await begin(page, database);
  const second = await page.context().newPage();
  await second.goto('/trade/move-in/');
  await expect(status(second, '1 left out')).toBeVisible();
  await expect(second.getByText(/^From \d\d:\d\d today/)).toBeVisible();
  await expect(units(second, '77001')).toHaveValue('9');
  await expectAccessibleInBothSchemes(second);
  await line(second, '90001').getByRole('button', { name: /^Undo/ }).click();
  await expect(status(page, '1 left out')).toBeHidden(); // in the first tab as well
  await page.close();

  const entry = await second.evaluate(() =>
    Object.keys(localStorage).find((key) => localStorage.getItem(key)?.includes('matchedAt')),
  );
  await second.evaluate((key) => {
    const kept = localStorage.getItem(key) ?? '';
    localStorage.setItem(key, kept.replaceAll(/20\d\d-\d\d-\d\dT/g, '2026-01-05T').replaceAll('"price":', '"price":9'));
  }, entry ?? '');
  const again = second.waitForResponse(/former-lines/); // prices are asked again
  await second.reload();
  expect((await again).ok()).toBe(true);
  await expect(second.getByText(/^From \d\d:\d\d on 05\/01\/2026/)).toBeVisible();
  await expect(units(second, '77001')).toHaveValue('9');

  await second.evaluate((site) => localStorage.setItem('shop.site', site), account.siteIds[1] ?? '');
  await second.reload();
  await expect(second.getByText(/^Lines that are not used yet are kept for Pier 4/)).toBeVisible();
});

test('nothing of a former supplier stays in the browser after signing out', async ({ page, database }) => {
  await begin(page, database);
  expect(await keptIn(page)).not.toEqual([]);
  await page.goto('/logout/');
  await expect(page).toHaveURL('/');
  expect(await keptIn(page)).toEqual([]);
});

test('likely lines are confirmed at once, the rest is left out, and faults get the focus', async ({
  page,
  database,
}) => {
  test.slow();
  const email = await signInAs(page.context(), database, 'customer');
  await accountOf(database.db, email);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/trade/move-in/');
  await page
    .getByLabel('Lines of the invoice or list')
    .fill(['Code,Description,Qty', 'SPR-1108-5L-EU,,4', 'SPR-3417,,0', '90001,Staff party balloons,2'].join('\n'));
  await moveIn(page);
  for (const code of ['SPR-1108-5L-EU', 'SPR-3417']) {
    const undo = line(page, code).getByRole('button', { name: /^Undo/ });
    if (await undo.isVisible()) await undo.click();
  }
  await expect(status(page, '0 of 3 lines confirmed, 3 to confirm')).toBeVisible();
  await page.getByRole('button', { name: 'Confirm 2 clear matches from a score of 85' }).click();
  await expect(status(page, '2 of 3 lines confirmed, 1 to confirm')).toBeVisible();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(status(page, '0 of 3 lines confirmed, 3 to confirm')).toBeVisible();
  await page.getByRole('button', { name: 'Confirm 2 clear matches from a score of 85' }).click();
  await page.getByRole('button', { name: 'Leave out the rest' }).click();
  await expect(status(page, '2 of 3 lines confirmed, 1 left out')).toBeVisible();
  await expectAccessibleInBothSchemes(page);

  await page.getByLabel('Name of the list').fill(' ');
  await page.getByRole('button', { name: 'Make an order list' }).click();
  await expect(units(page, 'SPR-3417')).toBeFocused();
  await units(page, 'SPR-3417').fill('2');
  await page.getByRole('button', { name: 'Make an order list' }).click();
  const name = page.getByLabel('Name of the list');
  await expect(name).toBeFocused();
  await expect(name).toHaveAccessibleDescription(/./);
  await name.fill('Pier list');
  await page.getByRole('button', { name: 'Make an order list' }).click();
  await expect(page.getByRole('heading', { name: 'Pier list' })).toBeVisible();
});
