import type { Page } from '@playwright/test';
import { signInAsAdministrator } from './admin.ts';
import { orderOnAccount } from './order-on-account.ts';
import { expect, test } from './test.ts';

/** Shows a page as on A4 paper upright with margins of 10 mm; nothing on it may be wider than the paper. */
async function print(page: Page, path: string): Promise<void> {
  await page.emulateMedia({ media: 'screen' });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 718, height: 1047 });
  const beyond = page.locator('main').evaluate((main) => {
    const cells = [...main.querySelectorAll('td, th, dd, dt, p')];
    return cells.filter((one) => one.getBoundingClientRect().right > 718 || one.scrollWidth > one.clientWidth + 1);
  });
  expect(await beyond, path).toEqual([]);
  await expect(page.locator('main').locator('button:not(th button), textarea').filter({ visible: true })).toHaveCount(
    0,
  );
}

test('lists and orders keep their columns on paper, without what can only be pressed', async ({
  page,
  context,
  browser,
  database,
}) => {
  const office = await browser.newContext();
  await signInAsAdministrator(office);
  const desk = await office.newPage();
  const { name, orderId } = await orderOnAccount(context, database);
  const { id } = await database.db
    .selectFrom('trade_accounts')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  const heads = (of: Page) => of.getByRole('columnheader').filter({ visible: true });

  await print(desk, '/admin/debtors/');
  await expect(heads(desk)).toHaveText([
    'Account',
    'Number',
    'Status',
    'Not due',
    '1 to 30',
    '31 to 60',
    '61 to 90',
    'Over 90',
    'Credit',
    'Overdue',
    'Balance',
  ]);
  await print(desk, '/admin/manage-orders/');
  await expect(heads(desk)).toHaveText(['Order', 'Customer', 'Ordered', 'Status', 'Amount', 'Paid']);
  await expect(desk.locator('td time').first()).toHaveText(/^\d\d\/\d\d\/\d{4}/, { useInnerText: true });
  await print(desk, `/admin/accounts/${id}/ledger/`);
  await expect(heads(desk)).toHaveText([
    'Invoice',
    'Date',
    'Due',
    'Reference',
    'Amount',
    'Open',
    'Entry',
    'Date',
    'Allocated',
    'Amount',
    'Balance',
  ]);
  await print(desk, `/admin/accounts/${id}/`);
  await office.close();

  await print(page, `/trade/${id}/invoices`);
  await expect(heads(page).first()).toBeVisible();
  await print(page, `/shopping/order/${orderId}`);
  const summary = page.getByRole('heading', { name: 'Summary' });
  const box = await summary.locator('..').boundingBox();
  expect(box?.width).toBeGreaterThan(200);
});
