import { sql } from 'kysely';
import { makeTradeAccount, makeTradeMember } from '../test/make-trade-account.ts';
import { signInAs } from './admin.ts';
import { expect, expectAccessibleInBothSchemes, test } from './test.ts';

for (const width of [390, 768, 1440]) {
  const tag = width === 390 ? [] : '@long'; // the same at other widths
  test(`a former supplier's invoice becomes an order list, and the next one matches at once, at ${width} px`, {
    tag,
  }, async ({ page, database }) => {
    test.slow();
    await page.setViewportSize({ width, height: 900 });
    const { db } = database;
    const email = await signInAs(page.context(), database, 'customer');
    const user = await db
      .selectFrom('users')
      .select(['id', 'email'])
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    const account = await makeTradeAccount(db, { name: 'Harbour Facilities', sites: ['Pier 4'] });
    await makeTradeMember(db, account.id, { user, role: 'administrator' });

    await page.goto('/trade/lists/');
    await page.getByRole('link', { name: /^Move in from another supplier/ }).click();
    await expect(page.getByRole('heading', { name: 'Move in', level: 1 })).toBeVisible();
    await expectAccessibleInBothSchemes(page);
    await page.getByRole('button', { name: 'Match the lines' }).click();
    await expect(page.getByText('Paste some lines, or choose a file.')).toBeVisible();
    const text = [
      'Stock Code,Item description,Qty,Unit price',
      '88120,NEUTRAL FLR CLEANER 5LT,4,38.00',
      '77001,Nitrile gloves blue large box 100,6,14.20',
      '90001,Staff party balloons,x,3.10',
    ];
    await page.getByLabel('Lines of the invoice or list').fill(text.join('\n'));
    await page.getByRole('button', { name: 'Match the lines' }).click();
    const lines = page.getByRole('region', { name: 'Lines' }).getByRole('listitem');
    await expect(page.getByRole('status').filter({ hasText: 'of 3 lines confirmed' })).toBeVisible();
    await expectAccessibleInBothSchemes(page);

    const cleaner = lines.filter({ hasText: '88120' });
    await expect(cleaner).toContainText('Neutral Floor Cleaner');
    if (await cleaner.getByRole('button', { name: /^Confirm/ }).isVisible())
      await cleaner.getByRole('button', { name: /^Confirm/ }).press('Enter');
    await expect(cleaner.getByRole('button', { name: /^Undo/ })).toBeVisible();

    const balloons = lines.filter({ hasText: '90001' });
    await expect(balloons.getByRole('textbox', { name: /^Quantity/ })).toHaveAccessibleDescription('1 to 999');
    await balloons.getByRole('button', { name: /^Choose/ }).press('Enter');
    await balloons.getByRole('searchbox').fill('mop');
    await expect(balloons.getByRole('status').getByRole('button').first()).toBeVisible();
    await page.evaluate(() => scrollTo(0, 0)); // the header would lie over a button
    await expectAccessibleInBothSchemes(page);
    await balloons.getByRole('searchbox').press('Enter');
    await expect(balloons.getByRole('button', { name: /^Undo/ })).toBeFocused();
    await expect(balloons).toContainText('Chosen by hand');
    await balloons.getByRole('textbox', { name: /^Quantity/ }).fill('2');

    const gloves = lines.filter({ hasText: '77001' });
    if (await gloves.getByRole('button', { name: /^Undo/ }).isVisible())
      await gloves.getByRole('button', { name: /^Undo/ }).click();
    await gloves.getByRole('button', { name: /^Leave out/ }).click();
    await page.reload();
    await expect(page.getByRole('status').filter({ hasText: '2 of 3 lines confirmed, 1 left out' })).toBeVisible();
    await expect(balloons.getByRole('textbox', { name: /^Quantity/ })).toHaveValue('2');
    await page.getByLabel('Name of the list').fill('Pier list');
    await page.getByRole('button', { name: 'Make an order list' }).click();
    await expect(page.getByRole('heading', { name: 'Pier list' })).toBeVisible();

    await page.goto('/trade/move-in/');
    await page.getByLabel('Lines of the invoice or list').fill(text.join('\n'));
    await page.getByRole('button', { name: 'Match the lines' }).click();
    await expect(lines.filter({ hasText: '88120' })).toContainText('Confirmed before');
    await expect(lines.filter({ hasText: '90001' })).toContainText('Confirmed before');
    await page.getByRole('button', { name: 'Ask for a quote' }).click();
    await expect(page.getByText('See line 4.')).toBeVisible();
    await lines
      .filter({ hasText: '90001' })
      .getByRole('textbox', { name: /^Quantity/ })
      .fill('2');
    await page.getByRole('button', { name: 'Ask for a quote' }).click();
    await expect(page.getByRole('heading', { name: /^Q-\d+/ })).toBeVisible();
  });
}

test('staff match an invoice for a site of an account, and make a list and a quote of it', async ({
  page,
  database,
}) => {
  test.slow();
  const { db } = database;
  await signInAs(page.context(), database, ['ManageAccounts']);
  const account = await makeTradeAccount(db, { name: 'Harbour Facilities', sites: ['Pier 4'] });
  const { rows } = await sql<{
    id: string;
    email: string;
  }>`select id, email from users order by created_at limit 2`.execute(db);
  const [user, accounts] = rows;
  if (!user || !accounts) throw new Error('too few users');
  await makeTradeMember(db, account.id, { user });
  await makeTradeMember(db, account.id, { user: accounts, role: 'accountsContact' });
  await page.goto(`/admin/accounts/${account.id}/`);
  await page.getByRole('link', { name: /^Match a former supplier/ }).click();
  await page.getByLabel('Lines of the invoice or list').fill('Description,Qty\nNeutral floor cleaner 5 L,4');
  await page.getByRole('button', { name: 'Match the lines' }).click();
  const line = page.getByRole('region', { name: 'Lines' }).getByRole('listitem');
  await expect(line).toContainText('Neutral Floor Cleaner');
  await expectAccessibleInBothSchemes(page);
  if (await line.getByRole('button', { name: /^Confirm/ }).isVisible())
    await line.getByRole('button', { name: /^Confirm/ }).click();
  await page.getByRole('button', { name: 'Make a quote' }).click();
  await expect(page.getByText('Choose who gets the quote.')).toBeVisible();
  await expect(page.getByLabel('The quote goes to')).toBeFocused();
  await expect(page.getByLabel('The quote goes to').getByRole('option')).toHaveCount(2); // not who only sees invoices
  await page.getByLabel('The quote goes to').selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Make a quote' }).click();
  await expect(page.getByRole('heading', { name: /^Q-\d+/ })).toBeVisible();
});
