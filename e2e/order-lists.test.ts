import type { Page } from '@playwright/test';
import { sql } from 'kysely';
import type { OpenDb } from '#platform/db/db.server.ts';
import { makeTradeAccount, makeTradeMember } from '../test/make-trade-account.ts';
import { signInAs } from './admin.ts';
import { hydrated } from './shopper.ts';
import { expect, expectAccessibleInBothSchemes, test } from './test.ts';

/** Somebody who orders for two sites of a new account, signed in. */
async function signInAsBuyer(page: Page, database: OpenDb) {
  const email = await signInAs(page.context(), database, 'customer');
  const { rows } = await sql<{ id: string }>`select id from users where email = ${email}`.execute(database.db);
  const account = await makeTradeAccount(database.db, {
    name: 'Harbour Facilities',
    sites: ['Pier 4', 'Wharf office'],
  });
  const id = rows[0]?.id ?? '';
  await makeTradeMember(database.db, account.id, { user: { id, email }, role: 'buyer' });
  return { account };
}

/** Codes of items that are in stock, with a price. */
async function codesInStock({ db }: OpenDb, count: number): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select i.code from product_items i join products p on p.id = i.product_id
    where p.is_shown and not p.has_variations and i.archived_at is null and i.price_cents is not null and i.on_hand >= 60
    order by i.code limit ${count}`.execute(db);
  return rows.map(({ code }) => code);
}

test.use({ provoked: /net::ERR_INTERNET_DISCONNECTED/ });

/** Lists are counted on phones; the same on a desktop is for the long run. */
const tagOf = (width: number) => (width === 1440 ? '@long' : []);

for (const width of [390, 1440]) {
  test(`a list is begun from pasted codes, counted and ordered within the rules, at ${width} px`, {
    tag: tagOf(width),
  }, async ({ page, database }) => {
    test.setTimeout(240_000);
    await page.setViewportSize({ width, height: 844 });
    const { account } = await signInAsBuyer(page, database);
    const [first = '', second = '', third = ''] = await codesInStock(database, 3);
    await page.goto('/trade/lists/');
    await expect(page.getByRole('heading', { name: 'Pier 4 has no list yet.' })).toBeVisible();
    await expectAccessibleInBothSchemes(page);

    await page.getByRole('button', { name: /^Paste or upload codes/ }).click();
    const dialog = page.getByRole('dialog', { name: 'List from codes' });
    await expect(dialog.getByLabel('Name of the list')).toHaveValue('Standing list');
    await dialog
      .getByLabel('Codes and quantities')
      .fill(`${first} 12\n8 x ${second}\n${third.replace('-', '')}; 6\nNOPE-999999 1`);
    await dialog.getByRole('button', { name: 'Look up' }).click();
    await expect(dialog.getByText('2 of 4 lines found, 2 to look at.')).toBeVisible();
    await expectAccessibleInBothSchemes(page);
    await dialog
      .getByRole('list', { name: /^Suggestions for/ })
      .getByRole('button', { name: third })
      .click();
    await dialog.getByRole('button', { name: 'Create list of 3 items' }).press('Enter');
    await expect(page.getByRole('heading', { name: 'Standing list' })).toBeFocused();

    // Cartons of 5 for the second item.
    await page.getByRole('button', { name: 'More about Standing list' }).click();
    await page.getByRole('menuitem', { name: 'Change this list' }).click();
    const rows = page.getByRole('region', { name: 'Change Standing list' }).getByRole('listitem');
    await rows
      .nth(1)
      .getByLabel(/^Carton/)
      .fill('0');
    await page.getByRole('button', { name: /^Save list/ }).click();
    await expect(page.getByText('Enter 1 to 999.')).toBeVisible();
    await rows
      .nth(1)
      .getByLabel(/^Carton/)
      .fill('5');
    await expectAccessibleInBothSchemes(page);
    await page.getByRole('button', { name: /^Save list/ }).click();
    await expect(page.getByText('The list has been saved.')).toBeVisible();
    await page.getByRole('button', { name: 'Done' }).click();

    const fields = page.getByRole('textbox', { name: /^On the shelf/ });
    for (const wrong of ['2.5', '-3']) {
      await fields.nth(0).fill(wrong);
      await expect(page.getByText('Enter a whole number up to 99,999.')).toBeVisible();
      await expect(fields.nth(0)).toHaveValue(wrong);
    }
    await expectAccessibleInBothSchemes(page);
    await fields.nth(0).fill('5');
    await fields.nth(0).press('Enter');
    await expect(fields.nth(1)).toBeFocused();
    await fields.nth(1).fill('2');
    await fields.nth(1).press('Enter');
    await fields.nth(2).fill('9');
    await fields.nth(2).press('Enter');
    const foot = page.getByRole('region', { name: 'Order' });
    await expect(foot.getByRole('button', { name: 'Add to cart' })).toBeFocused();
    await expect(foot.getByText('2 items, 17 units')).toBeVisible();
    await expect(page.getByText('2 cartons of 5')).toBeVisible();
    await expect(page.getByText('Enough', { exact: true })).toBeVisible();
    await expect(foot.getByText('3 of 3 counted')).toBeVisible();
    await expectAccessibleInBothSchemes(page);

    // A reload, and a press without a connection, lose nothing.
    await page.reload();
    await expect(fields.nth(1)).toHaveValue('2');
    await page.context().setOffline(true);
    await foot.getByRole('button', { name: 'Add to cart' }).click();
    await expect(page.getByText('No connection. Check your network and try again.')).toBeVisible();
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Close this notice' }).click();
    await expect(foot.getByText('2 items, 17 units')).toBeVisible();
    await foot.getByRole('button', { name: 'Add to cart' }).click();
    await expect(page).toHaveURL(/\/shopping\/view-cart/);
    await expect(page.getByRole('heading', { name: 'My Shopping Cart' })).toBeVisible();
    const quantities = page.getByRole('main').getByRole('textbox', { name: /^Quantity of/ });
    await expect(quantities.nth(0)).toHaveValue('7');
    await expect(quantities.nth(1)).toHaveValue('10');

    // The other site has neither list nor cart of this one.
    await page.goto(`/trade/lists/?site=${account.siteIds[1]}`);
    await expect(page.getByRole('heading', { name: 'Wharf office has no list yet.' })).toBeVisible();
    const entries = await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('shop.cart.')));
    expect(entries).toEqual([`shop.cart.${account.siteIds[0]}`]);
    await page.goto(`/trade/lists/?site=${account.siteIds[0]}`);
    await expect(page.getByRole('textbox', { name: /^On the shelf/ }).nth(0)).toHaveValue('');
  });
}

test('a list is changed with the keyboard, undone and archived, and somebody else’s change is not overwritten', async ({
  page,
  database,
}) => {
  const { account } = await signInAsBuyer(page, database);
  const [first = '', second = ''] = await codesInStock(database, 2);
  await page.goto('/trade/lists/');
  await page.getByRole('button', { name: /^Search item by item/ }).click();
  await page.getByRole('button', { name: 'Create list' }).press('Enter');
  const editor = page.getByRole('region', { name: 'Change Standing list' });
  const heading = page.getByRole('heading', { level: 1 });
  await expect(editor).toBeVisible();
  await expect(heading).toBeFocused();
  const rows = editor.getByRole('listitem');
  for (const [at, code] of [first, second].entries()) {
    await editor.getByLabel('Add an item').fill(code);
    await expect(page.getByRole('option', { name: code })).toBeVisible();
    await editor.getByLabel('Add an item').press('Enter');
    await expect(rows.nth(at)).toContainText(code);
  }
  const down = rows.nth(0).getByRole('button', { name: /^Move .* down$/ });
  await down.focus();
  await page.keyboard.press('Enter');
  await expect(rows.nth(1)).toContainText(first);
  await expect(rows.nth(1).getByRole('button', { name: /^Move .* down$/ })).toBeFocused();
  const remove = editor.getByRole('button', { name: /^Remove/ });
  await remove.nth(0).press('Enter');
  await expect(rows).toHaveCount(1);
  await expect(remove).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(rows).toHaveCount(2);
  await expect(remove.nth(1)).toBeFocused();

  await page.getByRole('link', { name: 'Quick order' }).click();
  await page.getByRole('button', { name: 'Stay' }).click();
  await expect(page.locator('dialog[open]')).toHaveCount(0); // behind an open dialog, shortcuts rest
  await database.db.updateTable('order_lists').set({ version: 7 }).where('account_id', '=', account.id).execute();
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Somebody else has changed this list in the meantime.')).toBeVisible();
  await page.getByRole('button', { name: 'Save mine instead' }).click();
  await expect(page.getByText('The list has been saved.')).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).press('Enter');
  await expect(heading).toBeFocused();
  const select = async (entry: string): Promise<void> => {
    await page.getByRole('button', { name: 'More about Standing list' }).press('Enter');
    await page.getByRole('menuitem', { name: entry }).press('Enter');
  };
  await select('Change this list');
  await expect(rows).toHaveCount(2);
  await expect(heading).toBeFocused();
  await remove.nth(1).press('Enter');
  await page.getByRole('button', { name: 'Discard' }).press('Enter');
  await expect(rows).toHaveCount(2);
  await expect(heading).toBeFocused();
  await page.getByRole('button', { name: 'Done' }).press('Enter');
  await select('Archive this list');
  await expect(page.getByRole('heading', { name: 'Pier 4 has no list yet.' })).toBeVisible();
  await expect(heading).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).last().press('Enter');
  await expect(heading).toHaveText('Standing list');
  await expect(heading).toBeFocused();
});

for (const width of [390, 1440]) {
  test(`a quick order looks codes up, shows all faults at once and goes into the cart, at ${width} px`, {
    tag: tagOf(width),
  }, async ({ page, database }) => {
    await page.setViewportSize({ width, height: 844 });
    await signInAsBuyer(page, database);
    const [first = '', second = '', third = ''] = await codesInStock(database, 3);
    await page.goto('/trade/lists/');
    await page.getByRole('link', { name: 'Quick order' }).click();
    await hydrated(page);
    const code = (row: number) => page.getByLabel(`Code in row ${row}`, { exact: true });
    const quantity = (row: number) => page.getByLabel(`Quantity in row ${row}`, { exact: true });
    await code(1).fill(first);
    await expect(page.getByRole('option', { name: first })).toBeVisible();
    await code(1).press('Enter');
    await quantity(1).fill('4');
    await code(2).fill('NOPE-999999');
    await quantity(2).fill('1');
    await code(3).fill(second);
    await quantity(3).fill('0');
    await code(4).fill(first.toLowerCase().replace('-', ' '));
    await code(4).press('Tab');
    await expect(
      page
        .getByRole('listitem')
        .filter({ has: code(4) })
        .getByRole('strong'),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Remove row 4' }).press('Enter');
    await expectAccessibleInBothSchemes(page);
    const add = page.getByRole('region', { name: 'Order' }).getByRole('button', { name: 'Add to cart' });
    await add.click();
    await expect(page.getByText('2 rows cannot be ordered yet. See the marked fields.')).toBeVisible();
    await expect(code(2)).toBeFocused();
    await expect(page.getByText('The quantity must be a whole number from 1 to 999.')).toBeVisible();
    await page.reload();
    await expect(quantity(1)).toHaveValue('4');
    await page.getByRole('button', { name: 'Remove row 2' }).press('Enter');
    await expect(code(2)).toBeFocused();
    await quantity(2).fill('2');
    await page.getByRole('button', { name: 'Paste or upload' }).click();
    await page.getByLabel('Codes and quantities').fill(`${third}\t3`);
    await page.getByRole('button', { name: 'Look up' }).click();
    await page.getByRole('button', { name: 'Add 1 item' }).click();
    await expect(page.getByRole('region', { name: 'Order' }).getByText('3 items, 9 units')).toBeVisible();
    await expectAccessibleInBothSchemes(page);
    await add.click();
    await expect(page).toHaveURL(/\/shopping\/view-cart/);
    const quantities = page.getByRole('main').getByRole('textbox', { name: /^Quantity of/ });
    await expect(quantities).toHaveCount(3);
    await expect(quantities.nth(2)).toHaveValue('3');
  });
}

test('lines pasted into a quick order become rows after the one with the cursor, and wrong ones can be corrected', async ({
  page,
  database,
}) => {
  await signInAsBuyer(page, database);
  const [first = '', second = '', third = ''] = await codesInStock(database, 3);
  await page.goto('/trade/quick-order/');
  await hydrated(page);
  const code = (row: number) => page.getByLabel(`Code in row ${row}`, { exact: true });
  const quantity = (row: number) => page.getByLabel(`Quantity in row ${row}`, { exact: true });
  const paste = (row: number, text: string) =>
    code(row).evaluate((field, pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', pasted);
      field.focus();
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, text);
  const expectRows = async (...expected: readonly (readonly [string, string])[]): Promise<void> => {
    for (const [at, [shownCode, units]] of expected.entries()) {
      await expect(code(at + 1)).toHaveValue(shownCode);
      await expect(quantity(at + 1)).toHaveValue(units);
    }
    await expect(code(expected.length + 1)).toHaveValue('');
  };
  await paste(1, `${first}\t3\n${third} 2`);
  await expectRows([first, '3'], [third, '2']);
  await expect(code(1)).toBeFocused();
  await paste(1, `NOPE-999999 4\n${second} 2.5`);
  await expectRows([first, '3'], ['NOPE-999999', '4'], [second, '2.5'], [third, '2']);
  await expect(code(1)).toBeFocused();
  await expect(page.getByText('2 rows cannot be ordered yet. See the marked fields.')).toBeVisible();
  await expect(page.getByText('No item has this code.')).toBeVisible();
  await expect(page.getByText('The quantity must be a whole number from 1 to 999.')).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await quantity(3).fill('2');
  await page.getByRole('button', { name: 'Remove row 2' }).press('Enter');
  await expect(page.getByRole('region', { name: 'Order' }).getByText('3 items, 7 units')).toBeVisible();
});

test('rows of a quick order that are changed while their codes are looked up keep both the change and the item', async ({
  page,
  database,
}) => {
  await signInAsBuyer(page, database);
  const [first = '', second = ''] = await codesInStock(database, 2);
  const order = page.getByRole('region', { name: 'Order' });
  const quantity = (row: number) => page.getByLabel(`Quantity in row ${row}`, { exact: true });
  await page.goto('/trade/quick-order/');
  await hydrated(page);
  await page.getByLabel('Code in row 1', { exact: true }).fill(first);
  await quantity(1).fill('0');
  await page.getByLabel('Code in row 2', { exact: true }).fill(second);
  await quantity(2).fill('1');
  await expect(order.getByText('1 item, 1 unit')).toBeVisible();

  let answer = () => {};
  const isHeld = new Promise<void>((release) => {
    answer = release;
  });
  await page.route('**/items/check', async (route) => {
    await isHeld;
    await route.continue();
  });
  await page.reload();
  await quantity(1).fill('4');
  // Pressed after the codes have been found and before that is shown, which happens on a busy machine.
  await page.evaluate(() => {
    const removeSecond = () => document.querySelector<HTMLElement>('[aria-label="Remove row 2"]')?.click();
    window.addEventListener('shop:trade-input', removeSecond, { once: true });
  });
  answer();
  await expect(quantity(2)).toHaveValue('');
  await expect(order.getByText('1 item, 4 units')).toBeVisible();
  await expect(page.getByText('The quantity must be a whole number from 1 to 999.')).toHaveCount(0);
});
