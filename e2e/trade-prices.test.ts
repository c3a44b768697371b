import type { BrowserContext, Page } from '@playwright/test';
import { sql } from 'kysely';
import type { OpenDb } from '#platform/db/db.server.ts';
import { newId } from '#lib/uuid.ts';
import { makeTradeAccount, makeTradeMember } from '../test/make-trade-account.ts';
import { signInAs } from './admin.ts';
import { detail, goods, open } from './shopper.ts';
import { expect, expectAccessible, test } from './test.ts';

const { disinfectant } = goods;

/** Signs in somebody who orders for the site of a new account with this price list. */
async function signInForSite(context: BrowserContext, database: OpenDb, priceListId: string): Promise<void> {
  const email = await signInAs(context, database, 'customer');
  const { db } = database;
  const user = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const account = await makeTradeAccount(db, { name: `Council ${newId()}`, priceListId, sites: ['Depot'] });
  await makeTradeMember(db, account.id, { user });
}

const codeOf = async ({ db }: OpenDb, url: string): Promise<string> => {
  const { rows } = await sql<{ code: string }>`
    select i.code from product_items i join products p on p.id = i.product_id where p.url = ${url}`.execute(db);
  return rows[0]?.code ?? '';
};

const notice = (page: Page, text: string) => page.getByRole('status').getByText(text);

/** Makes a list with a price and imports another with a break. Returns its id. */
async function makeList(page: Page, code: string): Promise<string> {
  await page.goto('/admin/price-lists/');
  await page.getByRole('button', { name: 'Create a price list' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(`Council ${newId()}`);
  await dialog.getByLabel('Change them by, %').fill('-10');
  await dialog.getByRole('button', { name: 'Create list' }).click();
  await expect(page).toHaveURL(/\/admin\/price-lists\/[0-9a-f-]{36}\/$/);
  await expect(page.getByText('10 % less than the shop’s prices')).toBeVisible();

  await page.getByRole('button', { name: 'Import prices' }).click();
  const file = `Product code,Min quantity,Price\n${code},1,6.10\n${code},12,5.40\nNOTHING,1,3\n`;
  const choose = (text: string) =>
    dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'prices.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await choose(file);
  await expect(dialog.getByText("No item has the code 'NOTHING'.")).toBeVisible();
  await choose(file.replace('NOTHING,1,3\n', ''));
  await dialog.getByRole('button', { name: 'Import 2 changes' }).click();
  await expect(notice(page, 'Prices imported: 2 new.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  return /[0-9a-f-]{36}/.exec(page.url())?.[0] ?? '';
}

test('staff make a price list, change it by keyboard, and undo a removal', async ({ page, context, database }) => {
  await signInAs(context, database, ['ManageAccounts']);
  const code = await codeOf(database, disinfectant.url);
  await makeList(page, code);
  const rows = page.getByRole('row').filter({ hasText: code });
  await expect(rows).toHaveCount(2);

  const price = page.getByRole('button', { name: /^Price: \$6\.10/ });
  await price.focus();
  await page.keyboard.press('6'); // typing opens the cell
  await page.keyboard.type('.05');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Price: \$6\.05/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Price: \$5\.40/ })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('button', { name: /^Last day: Open, .*12 or more/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type('30/06/2031');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Last day: 30\/06\/2031/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type('nonsense');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /^Last day: 30\/06\/2031/ })).toBeFocused();

  await page.getByRole('button', { name: /^Remove, .*12 or more/ }).click();
  await expect(rows).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rows).toHaveCount(2);

  await page.getByLabel('Add an item').fill('neutral floor cleaner');
  await page
    .getByRole('button', { name: /Neutral Floor Cleaner Concentrate/ })
    .first()
    .click();
  await page.getByRole('dialog').getByLabel('Price').fill('0');
  await page.getByRole('button', { name: 'Add price' }).click();
  await expect(page.getByText('Must be an amount from 0.01 to 9,999,999.99 with at most two decimals.')).toBeVisible();
  await page.getByRole('dialog').getByLabel('Price').fill('11');
  await page.getByRole('dialog').getByLabel('Carton').fill('4');
  await page.getByRole('button', { name: 'Add price' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Neutral Floor Cleaner' })).toContainText('$11.00');
  await expectAccessible(page);
  await page.goto('/admin/price-lists/');
  await expectAccessible(page);
});

test('somebody who orders for a site sees its prices in the list, the product and the cart; others do not', async ({
  page,
  context,
  browser,
  database,
}) => {
  await signInAs(context, database, ['ManageAccounts']);
  const listId = await makeList(page, await codeOf(database, disinfectant.url));
  await context.clearCookies();
  await signInForSite(context, database, listId);

  const search = `/shopping/products/all?search=${encodeURIComponent(disinfectant.name)}`;
  await open(page, search);
  const code = await codeOf(database, disinfectant.url);
  const card = page.getByRole('listitem').filter({ hasText: code });
  await expect(card).toContainText('Your price');
  await expect(card).toContainText('$6.10');
  await expect(card).toContainText('12+ $5.40');
  await card.getByRole('button', { name: /^Add / }).click();
  const ofShop = page.getByText('The list is sorted by the shop’s prices, not by your site’s.');
  await expect(ofShop).toHaveCount(0);
  await page.getByLabel('Sort by').selectOption('Price Low-High');
  await expect(ofShop).toBeVisible();

  await open(page, detail(disinfectant.url));
  const box = page.getByRole('region', { name: 'Buy' });
  await expect(box).toContainText('Your price.');
  await expect(box).toContainText('$6.10');
  const steps = box.getByRole('table', { name: 'Your prices by quantity' });
  await expect(steps.getByRole('columnheader')).toHaveText(['1 or more', '12 or more']);
  await box.getByRole('textbox', { name: 'Quantity', exact: true }).fill('11');
  await box.getByRole('textbox', { name: 'Quantity', exact: true }).press('Tab');
  await expectAccessible(page);
  await box.getByRole('button', { name: 'Add to cart' }).click();

  await page.goto('/shopping/view-cart');
  await expect(page.getByText('$5.40 each')).toBeVisible(); // 1 and 11 are 12
  await expect(page.getByText('$64.80').first()).toBeVisible();
  await expect(page.getByText(/has changed from/)).toHaveCount(0);

  await page.goto('/trade/quick-order');
  await page.getByLabel('Code').first().fill(code);
  await page.getByLabel('Quantity').first().fill('3');
  await page.getByLabel('Quantity').first().press('Tab');
  await expect(page.getByRole('region', { name: 'Order' })).toContainText('$18.30'); // 3 at $6.10
  await expect(page.getByText('$6.10 each')).toBeVisible();

  await page.goto('/shopping/view-cart');
  await page.getByLabel('Ordering for').selectOption({ label: 'Myself, not a site' });
  await expect(page.getByRole('heading', { name: 'Your cart is empty.' })).toBeVisible();

  // The pages themselves are the same for everybody.
  const visitor = await browser.newContext();
  for (const path of [search, detail(disinfectant.url), '/shopping/products/all', '/shopping/view-cart']) {
    for (const reader of [context, visitor]) {
      const html = await (await reader.request.get(path)).text();
      expect(html).not.toMatch(/6\.10|5\.40/);
    }
  }
  await visitor.close();
});

test('when the session has ended by itself, the browser orders for no site and the cart works', async ({
  page,
  context,
  database,
}) => {
  const { id } = await makeTradeAccount(database.db, { sites: ['Depot'] });
  const email = await signInAs(context, database, 'customer');
  const of = database.db.selectFrom('users').select(['id', 'email']).where('email', '=', email);
  await makeTradeMember(database.db, id, { user: await of.executeTakeFirstOrThrow() });
  await open(page, detail(disinfectant.url));
  await expect.poll(() => page.evaluate(() => localStorage.getItem('shop.site'))).toMatch(/^[0-9a-f-]{36}$/);
  await context.clearCookies();
  await open(page, detail(disinfectant.url));
  await page.getByRole('region', { name: 'Buy' }).getByRole('button', { name: 'Add to cart' }).click();
  const priced = page.waitForResponse((reply) => /shopping-cart-items|trade\/cart/.test(reply.url()));
  await page.goto('/shopping/view-cart');
  expect((await priced).status()).toBe(200);
  await expect(page.getByText('Unable load cart items.')).toHaveCount(0);
});
