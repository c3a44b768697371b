import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { expect, recordFaults, waitForMail } from './test.ts';

/** Sends the demo's application form as a visitor would; the form's fields have their own tests. */
export async function apply(page: Page, company: string, email: string): Promise<void> {
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
export async function browserOf(browser: Browser, faults: string[]): Promise<Page> {
  const context = await browser.newContext();
  recordFaults(context, faults);
  return context.newPage();
}

/** Follows the link of an invitation, registers and joins. */
export async function joinAccount(page: Page, email: string, name: { first: string; last: string }): Promise<void> {
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

/** Adds a site with an address and a monthly budget in dollars, on the page of the account. */
export async function addSite(page: Page, name: string, budget: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a site' }).click();
  await page.getByLabel('Site name').fill(name);
  await page.getByRole('button', { name: 'Enter the address manually' }).click();
  for (const [label, value] of [
    ['Street number', '4'],
    ['Street name', 'Sample Lane'],
    ['City', 'Carlton'],
    ['Post code', '3053'],
  ] as const)
    await page.getByLabel(label).fill(value);
  await page.getByLabel('State').selectOption('VIC');
  await page.getByLabel('Budget for a month').fill(budget);
  await page.getByRole('button', { name: 'Add site' }).click();
  await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible();
}

/** Invites a buyer for one of the account's sites. */
export async function inviteBuyer(page: Page, email: string, site: string): Promise<void> {
  await page.getByRole('button', { name: 'Invite somebody' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('All sites, also those').uncheck();
  await page.getByRole('checkbox', { name: site }).check();
  const hasLimit = page.getByRole('checkbox', { name: 'May spend up to a limit' });
  await hasLimit.check();
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText('Limit is required.').last()).toBeVisible();
  await hasLimit.uncheck();
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByRole('row').filter({ hasText: email })).toContainText('Invited');
}
