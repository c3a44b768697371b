import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { OpenDb } from '#platform/db/db.server.ts';
import { newId } from '#lib/uuid.ts';
import { makeTradeAccount, makeTradeMember, makeTradeSite } from '../test/make-trade-account.ts';
import { signInAs } from './admin.ts';
import { add, goods } from './shopper.ts';
import { expect, expectAccessibleWideAndNarrow, recordFaults, test, waitForMail } from './test.ts';

/** Another person's browser. */
async function browserOf(browser: Browser, faults: string[]): Promise<Page> {
  const context = await browser.newContext();
  recordFaults(context, faults);
  return context.newPage();
}

/** Signs the browser in as one of the people of an account. */
async function joinAs(
  context: BrowserContext,
  database: OpenDb,
  { accountId, role }: { accountId: string; role: 'buyer' | 'approver' },
): Promise<string> {
  const email = await signInAs(context, database, 'customer');
  const { db } = database;
  const user = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  await makeTradeMember(db, accountId, { user, role });
  return email;
}

/** Looks at the page on a phone, then leaves it wide. */
async function lookAt(page: Page): Promise<void> {
  await expectAccessibleWideAndNarrow(page);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1440, height: 900 });
}

const cleaner = goods.disinfectant;

test('a buyer asks for a quote, staff price, send and revise it, and an approver accepts it to an order', async ({
  page,
  context,
  database,
  browser,
  faults,
}) => {
  test.slow();
  const name = `Example Facilities ${newId().slice(-6)}`;
  const { id: accountId } = await makeTradeAccount(database.db, {
    name,
    creditLimit: 5_000,
    poRule: 'required',
    sites: [],
  });
  await makeTradeSite(database.db, accountId, { name: 'Fitzroy depot' });
  const kim = await browserOf(browser, faults);
  const kimsMail = await joinAs(kim.context(), database, { accountId, role: 'buyer' });
  const mira = await browserOf(browser, faults);
  await joinAs(mira.context(), database, { accountId, role: 'approver' });
  await signInAs(context, database, ['ManageAccounts']);

  await add(kim, cleaner.url, 10);
  await kim.goto('/shopping/view-cart');
  await kim.getByRole('link', { name: 'Ask for a quote' }).click();
  await expect(kim.getByText('We price these items for Fitzroy depot.')).toBeVisible();
  await kim.getByLabel('Message').fill('We need ten of them each month.');
  await lookAt(kim);
  await kim.getByRole('button', { name: 'Send request' }).click();
  await expect(kim.getByText('We are pricing this and will write to')).toBeVisible();
  const number = await kim.getByRole('heading', { level: 1 }).innerText();
  await lookAt(kim);

  await page.goto(`/admin/quotes/?search=${number}`);
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('Requested');
  await lookAt(page);
  await page.getByRole('link', { name: number }).click();
  const price = page.getByLabel(`Unit price of ${cleaner.name}`);
  await price.fill('0.1');
  await expect(page.getByText('Below cost').or(page.getByText('Purchase price not known')).first()).toBeVisible();
  await price.fill('x');
  await page.getByRole('button', { name: /^Send to / }).click();
  await expect(page.getByText('Correct the marked lines first.')).toBeVisible();
  await price.fill('7.5');
  await page.getByRole('button', { name: /^Send to / }).click();
  await expect(page.getByText(`${cleaner.name}: Say why this price differs from the site’s own.`)).toBeVisible();
  await page.getByLabel(`Why ${cleaner.name} has another price`).fill('Twelve months of orders');
  await page.getByLabel('Add an item').fill('floor cleaner');
  await page
    .getByRole('button', { name: new RegExp(goods.cleaner.name) })
    .first()
    .click();
  await page.getByLabel('Delivery, $').fill('12');
  await page.getByLabel('Note for the customer').fill('In two drops.');
  await lookAt(page);
  await page
    .getByRole('button', { name: new RegExp(`^Remove ${goods.cleaner.name}`) })
    .first()
    .click();
  await page.keyboard.press('Control+s');
  await expect(page.getByText('The quote has been saved.')).toBeVisible();
  await page.getByRole('button', { name: /^Send to / }).click();
  await expect(page.getByRole('button', { name: 'Order for the customer' })).toBeVisible();
  await lookAt(page);
  const mail = await waitForMail(kimsMail, new RegExp(number));
  expect(mail.subject).toContain('$87.00');
  expect(mail.attachments.map(({ filename }) => filename)).toContain(`quote-${number}.pdf`);
  const path = /\/trade\/quotes\/[\w-]+/.exec(mail.text ?? '')?.[0] ?? '';

  await kim.goto(path);
  await expect(kim.getByText('Your role lets you read this quote.')).toBeVisible();
  await kim.getByLabel('Message to us').fill('Can you do seven dollars?');
  await kim.getByRole('button', { name: 'Send message' }).click();
  await expect(kim.getByRole('listitem').filter({ hasText: 'Can you do seven dollars?' })).toBeVisible();

  await page.reload();
  await expect(page.getByText('Can you do seven dollars?')).toBeVisible();
  await page.getByRole('button', { name: 'Revise' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`${number} revision 2`);
  await page.getByLabel(`Unit price of ${cleaner.name}`).fill('7');
  await page.getByRole('button', { name: /^Send to / }).click();
  await expect(page.getByRole('button', { name: 'Order for the customer' })).toBeVisible();

  await mira.goto(path);
  await expect(mira.getByText('There is a newer one')).toBeVisible();
  await expect(mira.getByRole('button', { name: /^Accept/ })).toHaveCount(0);
  await mira.getByRole('link', { name: 'revision 2' }).click();
  await expect(mira.getByRole('heading', { level: 1 })).toHaveText(`${number} revision 2`);
  await mira.getByRole('button', { name: 'Accept for $82.00' }).click();
  await mira.getByRole('button', { name: 'Place order' }).click();
  await expect(mira.getByText('A PO number is required.')).toBeVisible();
  await mira.getByLabel('PO number').fill('PO-1042');
  await lookAt(mira);
  await mira.getByRole('button', { name: 'Place order' }).click();
  await expect(mira.getByText('Accepted with PO number PO-1042.')).toBeVisible();
  await lookAt(mira);
  await mira.getByRole('main').getByRole('link', { name: /^SO-/ }).click();
  await expect(mira.getByRole('main').getByRole('link', { name: `${number} revision 2` })).toBeVisible();
  await mira.goto(`/trade/${accountId}/quotes`);
  await expect(mira.getByRole('listitem').filter({ hasText: `${number} revision 2` })).toContainText('Ordered');
  await lookAt(mira);
});

test('staff begin a quote for a site and order for the customer', async ({
  page,
  context,
  database,
  browser,
  faults,
}) => {
  const name = `Example Cleaning ${newId().slice(-6)}`;
  const { id: accountId } = await makeTradeAccount(database.db, {
    name,
    creditLimit: 5_000,
    sites: ['Carlton office'],
  });
  const kim = await browserOf(browser, faults);
  const kimsMail = await joinAs(kim.context(), database, { accountId, role: 'buyer' });
  await signInAs(context, database, ['ManageAccounts']);
  await page.goto('/admin/quotes/');
  await page.getByRole('button', { name: 'New quote' }).first().click();
  await page.getByRole('button', { name: 'Create quote' }).click();
  await expect(page.getByText('Choose a company.')).toBeVisible();
  await page.getByLabel('Search companies').fill(name);
  await page.getByLabel('Company', { exact: true }).selectOption({ label: await optionOf(page, name) });
  await page.getByLabel('Site', { exact: true }).selectOption('Carlton office');
  await page.getByLabel('Goes to').selectOption({ index: 1 });
  await lookAt(page);
  await page.getByRole('button', { name: 'Create quote' }).click();
  await page.getByLabel('Add an item').fill(cleaner.name);
  await page
    .getByRole('button', { name: new RegExp(`^${cleaner.name}`) })
    .first()
    .click();
  await page.getByRole('button', { name: /^Send to / }).click();
  await page.getByRole('button', { name: 'Order for the customer' }).click();
  await page.getByRole('button', { name: 'Place order' }).click();
  await expect(page.getByText('Please give a reason.')).toBeVisible();
  await page.getByLabel('How the customer has accepted it').fill('By phone.');
  await page.getByRole('button', { name: 'Place order' }).click();
  await expect(page.getByRole('link', { name: /^SO-/ })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'By phone.' })).toBeVisible();
  await waitForMail(kimsMail, /^Accepted: quote/);
});

/** The label of a company's choice: `Example Cleaning (1042)`. */
async function optionOf(page: Page, name: string): Promise<string> {
  const option = page.getByLabel('Company', { exact: true }).locator('option').filter({ hasText: name });
  await expect(option).toHaveCount(1);
  return option.innerText();
}
