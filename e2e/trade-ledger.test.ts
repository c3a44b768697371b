import type { BrowserContext, Page } from '@playwright/test';
import { newId } from '#lib/uuid.ts';
import type { OpenDb } from '#platform/db/db.server.ts';
import { type MadeTradeAccount, makeTradeAccount, makeTradeMember } from '../test/make-trade-account.ts';
import { signInAs, signInAsAdministrator } from './admin.ts';
import { add, cards, fillCard, goods, next, place, review, thanked } from './shopper.ts';
import { expect, expectAccessible, test } from './test.ts';

/** Signs in as the administrator of a new trade account with two sites. */
async function signInWithAccount(
  context: BrowserContext,
  database: OpenDb,
  traits: Parameters<typeof makeTradeAccount>[1] = {},
): Promise<MadeTradeAccount> {
  const email = await signInAs(context, database, 'customer');
  const { db } = database;
  const user = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const sites = ['Harbour Tower', 'Quay Depot'];
  const account = await makeTradeAccount(db, { name: `Kestrel Facilities ${newId().slice(-8)}`, sites, ...traits });
  await makeTradeMember(db, account.id, { user, role: 'administrator' });
  return account;
}

const postalArea = { unitNumber: '', streetNumber: '7', city: 'Carlton', state: 'VIC', postcode: '3053' };

async function toReview(page: Page, quantity: number): Promise<void> {
  await add(page, goods.disinfectant.url, quantity);
  await page.goto('/shopping/checkout');
  await page.getByLabel('Mobile', { exact: true }).fill('0491 570 156');
  await next(page);
  await review(page);
}

const onAccount = (page: Page) => page.getByRole('radio', { name: /^On account/ });

test('an order on account becomes an invoice, is paid by transfer and by card, and stands in the statement', async ({
  page,
  context,
  browser,
  database,
}) => {
  const account = await signInWithAccount(context, database);
  await toReview(page, 2);
  await expect(onAccount(page)).toBeChecked();
  await expect(page.getByText('30 days from the invoice, $1,000.00 of $1,000.00 credit left')).toBeVisible();
  await expect(page.getByLabel('Card number')).toBeHidden();
  await expectAccessible(page);
  await place(page);
  const number = await thanked(page);
  await page.getByRole('link', { name: number }).click();
  await expect(page.getByText(/^On account, due \d\d\/\d\d\/\d{4}$/)).toBeVisible();
  await expect(page.getByText(`Payment reference SPR${account.number}-`)).toBeVisible();

  await page.goto(`/trade/${account.id}/invoices`);
  const open = page.getByRole('table', { name: 'Open invoices' });
  const reference =
    (await page
      .getByText(new RegExp(`^SPR${account.number}-\\d+-\\d$`))
      .first()
      .textContent()) ?? '';
  await expectAccessible(page);

  const office = await browser.newContext();
  const desk = await office.newPage();
  await signInAsAdministrator(office);
  await desk.goto('/admin/debtors/');
  await expectAccessible(desk);
  await desk.getByRole('button', { name: 'Import bank file' }).click();
  const today = new Intl.DateTimeFormat('en-AU', { timeZone: 'Australia/Sydney' }).format(new Date());
  const file = `Date,Narrative,Credit\n${today},OSKO ${reference.replaceAll('-', '')},10.00\n`;
  await desk
    .locator('input[type=file]')
    .setInputFiles({ name: 'bank.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
  await expect(desk.getByText('By reference')).toBeVisible();
  await expectAccessible(desk);
  await desk.getByRole('button', { name: 'Record 1 payment' }).click();
  await expect(desk.getByText('1 payment recorded, $10.00.')).toBeVisible();
  await desk.locator('footer').getByRole('button', { name: 'Close' }).click();
  await desk.getByRole('searchbox').fill(String(account.number));
  await desk.getByRole('link', { name: account.name }).click();
  await expect(desk.getByRole('heading', { name: account.name })).toBeVisible();
  await expectAccessible(desk);
  await desk.getByRole('button', { name: 'Record payment' }).click();
  const amount = desk.getByLabel('Amount');
  await desk.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(desk.getByText('Amount is required.')).toBeVisible();
  await amount.fill('-5');
  await desk.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(desk.getByText('Must be an amount from 0 to 9,999,999.99 with at most two decimals.')).toBeVisible();
  const pays = desk.getByRole('dialog').getByRole('checkbox');
  await amount.fill('');
  await pays.check();
  await expect(amount).not.toHaveValue('');
  await amount.fill('5');
  await pays.uncheck();
  await pays.check();
  await expect(amount).toHaveValue('5.00');
  await expect(desk.getByText(/of the chosen invoices stays open\.$/)).toBeVisible();
  await desk.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(desk.getByText('The payment of $5.00 has been recorded.')).toBeVisible();
  const ledger = desk.getByRole('table', { name: 'Ledger' });
  await expect(ledger.getByRole('row')).toHaveCount(4);
  await ledger.getByRole('button', { name: '$5.00 has bounced' }).press('Enter');
  await expect(desk.getByRole('dialog')).toContainText('What this payment has paid is owed again.');
  await desk.getByRole('button', { name: 'Record', exact: true }).press('Enter');
  await expect(desk.getByText('The bounced payment of $5.00 has been recorded.')).toBeVisible();
  await expect(ledger.getByRole('button', { name: '$5.00 has bounced' })).toHaveCount(0);
  await expect(desk.getByRole('heading', { level: 1 })).toBeFocused(); // the pressed button has gone
  await ledger
    .getByRole('button', { name: /^Take back/ })
    .first()
    .press('Enter');
  await desk.getByRole('button', { name: 'Allocate credit' }).press('Enter');
  await expect(desk.getByText('The credit has been allocated, to the oldest due invoices first.')).toBeVisible();
  await office.close();

  await page.reload();
  await page.getByLabel('Month').selectOption({ index: 0 });
  await page.getByRole('button', { name: /^Pay \$[\d.]+ by card$/ }).click();
  await expect(open.getByRole('checkbox')).toBeChecked();
  await expectAccessible(page);
  await fillCard(page, cards.declined);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Pay \$/ })
    .click();
  await expect(page.getByText('Your card was declined.')).toBeVisible();
  await fillCard(page, cards.pays);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Pay \$/ })
    .click();
  await expect(page.getByText('Nothing is open.')).toBeVisible();
  await expect(page.getByLabel('Month').locator('option')).toHaveText([/, until today$/]); // it was opened today
  await page.getByLabel('Month').selectOption({ index: 0 });
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'PDF' }).click();
  expect((await download).suggestedFilename()).toMatch(new RegExp(`^statement-${account.number}-.*\\.pdf$`));
});

test('without enough credit, or on hold, the checkout says why and takes a card', async ({
  page,
  context,
  database,
}) => {
  const account = await signInWithAccount(context, database, { creditLimit: 10 });
  await toReview(page, 3);
  await expect(onAccount(page)).toBeDisabled();
  await expect(page.getByText(/is more than the \$10\.00 of credit that this account has left/)).toBeVisible();
  await expect(page.getByLabel('Card number')).toBeVisible();
  await database.db.updateTable('trade_accounts').set({ status: 'hold' }).where('id', '=', account.id).execute();
  await page.reload();
  await expect(page.getByText(/^This account is on hold/)).toBeVisible();
  await fillCard(page, cards.pays);
  await place(page);
  await thanked(page);
});

test('the order button waits until it is known whether the order may go on account', async ({
  page,
  context,
  database,
}) => {
  await signInWithAccount(context, database);
  const released = Promise.withResolvers<void>();
  await page.route('**/v1/trade/accounts/*/credit', async (route) => {
    await released.promise;
    await route.continue();
  });
  await toReview(page, 1);
  await expect(page.getByRole('button', { name: 'PLACE ORDER' })).toBeDisabled();
  await expect(page.getByLabel('Card number')).toHaveCount(0);
  released.resolve();
  await expect(onAccount(page)).toBeChecked();
  await place(page);
  await thanked(page);
});

test('the PO number of one site is not taken along to another, and every order is invoiced to the account', async ({
  page,
  context,
  database,
}) => {
  const { db } = database;
  const account = await signInWithAccount(context, database, { poRule: 'required' });
  const postalAddress = JSON.stringify({ ...postalArea, streetName: 'Sample Parade' });
  await db.updateTable('trade_accounts').set({ postal_address: postalAddress }).where('id', '=', account.id).execute();
  const poNumber = page.getByLabel('PO number');
  const site = page.getByLabel('Ordering for');
  await page.goto('/shopping/view-cart');
  for (const name of ['Quay Depot', 'Harbour Tower']) {
    await site.selectOption(name);
    await add(page, goods.disinfectant.url, 2);
  }
  await page.goto('/shopping/checkout');
  await page.getByLabel('Mobile', { exact: true }).fill('0491 570 156');
  await next(page);
  await expect(page.getByText('A PO number is required.').first()).toBeVisible();
  await poNumber.fill('PO-HARBOUR');
  await next(page);
  await review(page);
  await expect(page.getByText('PO number PO-HARBOUR')).toBeVisible();

  await site.selectOption('Quay Depot');
  await expect(page).toHaveURL('/shopping/checkout');
  await expect(page.getByText('7 Sample Parade, Carlton VIC 3053')).toBeVisible();
  await expect(poNumber).toHaveValue('');
  await expect(page.getByLabel('Mobile', { exact: true })).toHaveValue('0491 570 156');
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await expectAccessible(page);
  await next(page);
  await expect(page.getByText('A PO number is required.').first()).toBeVisible();
  await poNumber.fill('PO-QUAY');
  await next(page);
  await review(page);
  await expect(page.getByRole('region', { name: 'Review' })).toContainText('7 Sample Parade, Carlton VIC 3053');
  await place(page);
  const number = await thanked(page);
  await page.getByRole('link', { name: number }).click();
  await expect(page.getByText('PO number: PO-QUAY')).toBeVisible();
  await expect(page.getByText('We have received your order.', { exact: true })).toBeVisible();
  await expect(page.getByText('7 Sample Parade, Carlton VIC 3053')).toBeVisible();
});

test('an administrator of an account adds a blanket PO, and orders use it up', async ({ page, context, database }) => {
  const account = await signInWithAccount(context, database, { poRule: 'required' });
  await page.goto(`/trade/${account.id}`);
  await page.getByRole('button', { name: 'Add a blanket PO' }).click();
  await page.getByRole('button', { name: 'Add blanket PO' }).click();
  await expect(page.locator('#number-error')).toHaveText('PO number is required.');
  await page.getByLabel('PO number').fill('BPO-77');
  await page.getByLabel('Site', { exact: true }).selectOption('Harbour Tower');
  await page.getByLabel('Amount').fill('100');
  await page.getByLabel('Last day').fill('31/12/2099');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add blanket PO' }).click();
  const row = page.getByRole('row').filter({ hasText: 'BPO-77' });
  await expect(row).toContainText('$100.00');

  await page.getByLabel('Ordering for').selectOption('Harbour Tower');
  await add(page, goods.disinfectant.url, 1);
  await page.goto('/shopping/checkout');
  await page.getByLabel('Mobile', { exact: true }).fill('0491 570 156');
  await expect(page.getByText('$100.00 of $100.00 left, until 31/12/2099')).toBeVisible();
  await page.getByRole('button', { name: 'Use it for this order: PO BPO-77' }).click();
  await expect(page.getByLabel('PO number')).toHaveValue('BPO-77');
  await expect(page.getByRole('button', { name: 'Chosen for this order: PO BPO-77' })).toBeFocused();
  await expectAccessible(page);
  await next(page);
  await review(page);
  await place(page);
  await thanked(page);

  await page.goto(`/trade/${account.id}`);
  await expect(row).not.toContainText('$0.00'); // used
  await add(page, goods.disinfectant.url, 9);
  await page.goto('/shopping/checkout');
  await page.getByRole('button', { name: 'Use it for this order: PO BPO-77' }).click();
  await next(page);
  await review(page);
  await place(page);
  await expect(page.getByText(/^This order of .+ is more than the .+ left on PO BPO-77/)).toBeVisible();
});

test('who continues before the account is known goes on once it is', async ({ page, context, database }) => {
  await signInWithAccount(context, database);
  await page.goto('/shopping/view-cart');
  await page.getByLabel('Ordering for').selectOption('Harbour Tower');
  await add(page, goods.disinfectant.url, 1);
  const released = Promise.withResolvers<void>();
  await page.route('**/v1/trade/accounts', async (route) => {
    await released.promise;
    await route.continue();
  });
  await page.goto('/shopping/checkout');
  await page.getByLabel('Mobile', { exact: true }).fill('0491 570 156');
  await next(page);
  await expect(page.getByRole('button', { name: 'Continue to Delivery' })).toHaveAttribute('aria-busy', 'true');
  released.resolve();
  await review(page);
  await place(page);
  await thanked(page);
});
