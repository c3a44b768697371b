import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { newId } from '#lib/uuid.ts';
import { signInAs } from './admin.ts';
import { expect, expectAccessibleWideAndNarrow, recordFaults, test, waitForMail } from './test.ts';

/** Sends the demo's application form as a visitor would; the form's fields have their own tests. */
async function apply(page: Page, company: string, email: string): Promise<void> {
  const file = join(import.meta.dirname, '../demo/forms/trade-account.json');
  const form = JSON.parse(await readFile(file, 'utf8')) as DemoForm; // a test of the demo imports it
  const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const address = { streetNumber: '4', streetName: 'Sample Lane', city: 'Carlton', state: 'VIC', postCode: '3053' };
  const answers: Record<string, string> = {
    companyName: company,
    abn: '51 824 753 556',
    businessKind: 'partnership',
    postalAddress: JSON.stringify({ unitNumber: '', ...address, fullAddress: '4 Sample Lane, Carlton VIC 3053' }),
    accountsEmail: email,
    siteCount: '2',
    creditLimit: '5000.00',
    terms: '30',
    needsPo: 'false',
    refereeOne: 'Example Paper',
    refereeOneMobile: '0491570156',
    refereeTwo: 'Example Chemicals',
    refereeTwoMobile: '0491570157',
    directorOne: 'Mira Okoye',
    acceptsTerms: 'true',
    firstName: 'Mira',
    lastName: 'Okoye',
    position: 'Facilities manager',
    mobile: '0491570158',
    email,
    signature: dot,
  };
  const fields = form.formSections.flatMap(({ formRows }) => formRows.flatMap(({ formFields }) => formFields));
  const data = fields.flatMap(({ id, modelPropertyName }) => {
    const response = answers[modelPropertyName ?? ''];
    return response === undefined ? [] : [{ id, response }];
  });
  const answer = await page.request.post(`/v1/form-builder/${form.id}`, { data });
  expect(answer.status()).toBe(201);
}

interface DemoForm {
  id: string;
  formSections: { formRows: { formFields: { id: string; modelPropertyName?: string }[] }[] }[];
}

/** Another person's browser. */
async function browserOf(browser: Browser, faults: string[]): Promise<Page> {
  const context = await browser.newContext();
  recordFaults(context, faults);
  return context.newPage();
}

/** Follows the link of an invitation, registers and joins. */
async function joinAccount(page: Page, email: string, name: { first: string; last: string }): Promise<void> {
  const mail = await waitForMail(email, /invitation/i);
  const link = /https?:\/\/\S+\/trade\/join\?t=\S+/.exec(mail.text ?? '')?.[0] ?? '';
  await page.goto(link.replace(/^https?:\/\/[^/]+/, ''));
  await page.getByRole('link', { name: 'Register to join' }).click();
  await page.getByLabel('First name').fill(name.first);
  await page.getByLabel('Last name').fill(name.last);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Mobile').fill('0491 570 156');
  await page.getByLabel('Password', { exact: true }).fill('clean sweep 7');
  await page.getByLabel('Confirm password').fill('clean sweep 7');
  await page.getByLabel(/I accept/).check();
  await page.getByRole('button', { name: 'Register' }).click();
  await page.getByRole('button', { name: /^Join / }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Sites' })).toBeVisible();
}

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
  await mira.getByLabel('Site name').fill('Carlton office');
  for (const [label, value] of [
    ['Street number', '4'],
    ['Street name', 'Sample Lane'],
    ['City', 'Carlton'],
    ['Post code', '3053'],
  ] as const)
    await mira.getByLabel(label).fill(value);
  await mira.getByLabel('State').selectOption('VIC');
  await mira.getByLabel('Budget for a month').fill('600');
  await mira.getByRole('button', { name: 'Add site' }).click();
  await expect(mira.getByRole('row').filter({ hasText: 'Carlton office' })).toContainText('$600.00');
  await expect(mira.getByLabel('Ordering for')).toHaveValue(/./);

  const buyer = `buyer.${newId()}@example.com`;
  await mira.getByRole('button', { name: 'Invite somebody' }).click();
  await mira.getByLabel('Email').fill(buyer);
  await mira.getByLabel('All sites, also those').uncheck();
  await mira.getByRole('checkbox', { name: 'Carlton office' }).check();
  await mira.getByRole('button', { name: 'Send invitation' }).click();
  await expect(mira.getByRole('row').filter({ hasText: buyer })).toContainText('Invited');
  await expectAccessibleWideAndNarrow(mira);

  const kim = await browserOf(browser, faults);
  await joinAccount(kim, buyer, { first: 'Kim', last: 'Lee' });
  await expect(kim.getByRole('heading', { name: 'People' })).toHaveCount(0);
  await kim.goto('/shopping/products/all');
  await expect(kim.getByLabel('Ordering for').locator('option:checked')).toHaveText('Carlton office');
  await expectAccessibleWideAndNarrow(kim);
});

test('only administrators with the claim open the trade accounts', async ({ page, context, database }) => {
  await signInAs(context, database, ['ManageCartOrders']);
  await page.goto('/admin/accounts/');
  await expect(page).toHaveURL(/\/admin\/\?refused=1$/);
});
