import { newId } from '#lib/uuid.ts';
import { signInAs } from './admin.ts';
import { orderOnAccount } from './order-on-account.ts';
import { expect, expectAccessibleWideAndNarrow, test } from './test.ts';
import { addSite, apply, browserOf, inviteBuyer, joinAccount } from './trade.ts';

test('a company applies, is approved, adds a site and invites a buyer', async ({
  page,
  context,
  database,
  browser,
  faults,
}) => {
  test.slow();
  const company = `Example Facilities ${newId().slice(-6)}`;
  const email = `mira.${newId()}@example.com`;
  await signInAs(context, database, ['ManageAccounts', 'ManageForms']);
  const mira = await browserOf(browser, faults);
  await apply(mira, company, email);
  await page.goto('/admin/accounts/?status=applied&search=Facilities');
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('row').filter({ hasText: company })).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expectAccessibleWideAndNarrow(page);
  await page.getByRole('link', { name: company }).click();
  await expect(page.getByText('This company has applied for an account.')).toBeVisible();

  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByLabel('Credit limit').fill('2500');
  await page.getByLabel('PO numbers').selectOption('Must fit a pattern');
  await page.getByRole('button', { name: 'Save account' }).click();
  await expect(page.locator('#poPattern-error')).toHaveText('A pattern is required.');
  await page.getByLabel('Pattern').fill('EF-99999');
  await page.getByRole('button', { name: 'Save account' }).click();
  await expect(page.getByText('of $2,500.00 credit limit')).toBeVisible();
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByRole('row').filter({ hasText: email })).toContainText('Invited');
  await expectAccessibleWideAndNarrow(page);

  await joinAccount(mira, email, { first: 'Mira', last: 'Okoye' });
  await mira.getByRole('button', { name: 'Add a site' }).click();
  await mira.getByRole('button', { name: 'Add site' }).click();
  await expect(mira.locator('#name-error')).toHaveText('Site name is required.');
  await mira.getByRole('button', { name: 'Cancel' }).click();
  await addSite(mira, 'Carlton office', '600');
  await expect(mira.getByRole('row').filter({ hasText: 'Carlton office' })).toContainText('$600.00');
  await expect(mira.getByLabel('Ordering for')).toHaveValue(/./);

  const buyer = `buyer.${newId()}@example.com`;
  await inviteBuyer(mira, buyer, 'Carlton office');
  await expectAccessibleWideAndNarrow(mira);

  const kim = await browserOf(browser, faults);
  await joinAccount(kim, buyer, { first: 'Kim', last: 'Lee' });
  await expect(kim.getByRole('heading', { name: 'People' })).toHaveCount(0);
  await kim.goto('/shopping/products/all');
  await expect(kim.getByLabel('Ordering for').locator('option:checked')).toHaveText('Carlton office');
  await expectAccessibleWideAndNarrow(kim);

  await mira.reload();
  await addSite(mira, 'Depot', '');
  await mira.getByRole('button', { name: 'Archive Carlton office' }).click();
  const dialog = mira.getByRole('dialog');
  await expect(dialog.getByText('Left without a site: Kim Lee.', { exact: true })).toBeVisible();
  await expect(dialog).toContainText('The site can be restored later, but not its standing orders.');
  await dialog.getByRole('button', { name: 'Archive site' }).click();
  await expect(mira.getByText('Carlton office has been archived.')).toBeVisible();
  const lists = await kim.context().newPage();
  await lists.goto('/trade/lists');
  await expect(lists.getByRole('heading', { name: 'You have no site to order for.' })).toBeVisible();
  await expect(lists.getByText(`Ask an administrator of ${company} to give you one.`)).toBeVisible();
  await lists.goto(mira.url());
  await expect(lists.getByText('Ask an administrator of the account to give you one.')).toBeVisible();
  await lists.close();

  await mira.getByText('Archived sites (1)').click();
  await expectAccessibleWideAndNarrow(mira);
  await mira.getByRole('button', { name: 'Restore Carlton office' }).press('Enter');
  await expect(mira.getByText('Carlton office has been restored.')).toBeVisible();
  await expect(mira.getByRole('row').filter({ hasText: 'Carlton office' }).first()).toContainText('$600.00');
  await expect(mira.getByText(/^Archived sites/)).toHaveCount(0);

  const row = mira.getByRole('row').filter({ hasText: buyer });
  await row.getByRole('button', { name: /^Remove/ }).press('Enter');
  await mira.getByRole('button', { name: 'Remove person' }).press('Enter');
  await expect(row).toHaveCount(0);
  await expect(mira.getByRole('row').filter({ hasText: email }).getByRole('button').first()).toBeFocused();
});

test('the tables of an account fit at every width, or are scrolled within their cards', async ({
  page,
  context,
  browser,
  database,
}) => {
  const { name, orderId } = await orderOnAccount(await browser.newContext(), database);
  await database.db.updateTable('orders').set({ status: 4 }).where('id', '=', orderId).execute(); // has a long name
  await signInAs(context, database, ['ManageAccounts']);
  await page.goto(`/admin/accounts/?search=${name}`);
  await page.getByRole('link', { name }).click();
  await expect(page.getByRole('table', { name: 'Orders' })).toContainText('Picking in Progress');
  for (let width = 360; width <= 1440; width += 20) {
    await page.setViewportSize({ width, height: 900 });
    const wider = await page
      .locator('html, main section')
      .evaluateAll((parts) =>
        parts.filter((part) => part.scrollWidth > part.clientWidth).map(({ tagName, id }) => `${tagName} ${id}`),
      );
    expect(wider, `at ${width} px`).toEqual([]);
  }
});

test('only administrators with the claim open the trade accounts', async ({ page, context, database }) => {
  await signInAs(context, database, ['ManageCartOrders']);
  await page.goto('/admin/accounts/');
  await expect(page).toHaveURL(/\/admin\/\?refused=1$/);
});
