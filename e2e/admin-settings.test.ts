import type { Locator, Page } from '@playwright/test';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { newId } from '#lib/uuid.ts';
import { signInAsAdministrator, signInAs } from './admin.ts';
import { expect, expectAccessible, test } from './test.ts';

const path = '/admin/settings/';

const saved = (page: Page): Locator => page.getByRole('status').getByText('Changes have been saved.');

/** The stored settings. */
const stored = async (page: Page) => (await page.request.get('/v1/settings')).json();

test.describe.configure({ mode: 'serial' }); // there is only one set of settings

test.beforeEach(async ({ context }) => {
  await signInAsAdministrator(context);
});

test('settings are validated, saved and shown; all faults are reported at once', async ({ page }) => {
  await page.goto(path);
  const before = await stored(page);
  await page.getByLabel('ABN').fill('51 824 753 557');
  await expect(page.getByText('The check digits are not correct.')).toBeVisible();
  await page.getByLabel('Company name').fill('');
  await page.getByLabel('Delivery fee').fill('12.505');
  const orders = page.getByLabel('Orders', { exact: true });
  await orders.fill('nobody');
  await orders.press('Enter');
  await page.getByLabel('Web address').fill('http://example.com');
  await expect(page.getByRole('region', { name: 'Changes' })).toContainText('5 settings changed.');
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('alert').getByRole('link')).toHaveText([
    'Company name is required.',
    'Invalid ABN.',
    'Must be an amount from 0 to 9,999,999.99 with at most two decimals.',
    'Invalid email address',
    'Invalid web address.',
  ]);
  await expectAccessible(page);
  expect(await stored(page)).toEqual(before);
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByLabel('Company name')).toHaveValue(before.company.name);
  await expect(page.getByLabel('ABN')).toHaveValue('51 824 753 556');

  // No other test depends on this setting.
  await page.getByLabel('Web address').fill('https://hooks.example.com/first');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(saved(page)).toBeVisible();
  expect(await stored(page)).toMatchObject({
    webhookUrl: 'https://hooks.example.com/first',
    version: before.version + 1,
  });
  await page.getByText('Who changed what, and when').click();
  const line = page.getByRole('listitem').filter({ hasText: 'changed it' }).first();
  await expect(line).toContainText('https://hooks.example.com/first');
});

test("a save over somebody else's changes shows both versions, and can keep mine on top", async ({ page }) => {
  await page.goto(path);
  const before = await stored(page);
  const headers = { origin: new URL(page.url()).origin };
  const theirs = { ...before, notifications: { ...before.notifications, submissions: ['forms@example.com'] } };
  expect((await page.request.put('/v1/settings', { data: theirs, headers })).ok()).toBe(true);
  await page.getByLabel('Web address').fill('https://hooks.example.com/second');
  await page.getByRole('button', { name: 'Save changes' }).click();
  const choice = page.getByRole('alert').filter({ hasText: 'Someone else has changed this in the meantime.' });
  await expect(choice.getByRole('row', { name: /Webhook address/ })).toContainText('https://hooks.example.com/second');
  await expect(choice.getByRole('row')).toHaveCount(2); // their other changes are kept
  await expectAccessible(page);
  await choice.getByRole('button', { name: 'Save mine' }).click();
  await expect(saved(page)).toBeVisible();
  const { notifications, webhookUrl, version } = await stored(page);
  expect([notifications.submissions, webhookUrl]).toEqual([['forms@example.com'], 'https://hooks.example.com/second']);
  const back = { ...before, webhookUrl: '', version };
  expect((await page.request.put('/v1/settings', { data: back, headers })).ok()).toBe(true);
});

test('the system message is previewed, and unsaved changes are protected', async ({ page }) => {
  await page.goto(path);
  await page.getByRole('textbox', { name: /^Message/ }).fill('Our warehouse is closed on Monday.');
  await expect(page.getByText('34 of 300 characters.')).toBeVisible();
  await expect(page.locator('figure').getByText('Our warehouse is closed on Monday.')).toBeVisible();
  await page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: 'Promos' }).click();
  await expect(page.getByRole('dialog').getByText('Leave without saving?')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/manage-product-codes/);
  expect((await stored(page)).systemMessage).toBe('');
});

test('deliveries are listed, and a given-up event can be sent again', async ({ page, database: { db } }) => {
  const received: unknown[] = [];
  const other = createServer((request, response) => {
    received.push(request.headers['webhook-id']);
    response.writeHead(204).end();
  });
  await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening));
  const { port } = other.address() as AddressInfo; // it listens on a port, not on a socket
  await page.goto(path);
  const before = await stored(page);
  const headers = { origin: new URL(page.url()).origin };
  const put = (data: object) => page.request.put('/v1/settings', { data, headers });
  expect((await put({ ...before, webhookUrl: `http://127.0.0.1:${port}/hook` })).ok()).toBe(true);
  expect((await page.request.post('/v1/settings/webhook/secret', { headers })).ok()).toBe(true);
  await db.deleteFrom('webhook_deliveries').execute();
  const at = new Date();
  const later = (minutes: number) => new Date(at.getTime() + minutes * 60_000);
  const row = { data: '{}', url_host: `127.0.0.1:${port}`, tries_left: 0, attempts: 10, created_at: at };
  const [given, waiting, taken] = [newId(), newId(), newId()];
  const failed = { last_status: 500, last_reason: 'The response was 500.' };
  const rows = [
    { ...row, ...failed, id: given, type: 'submission.created' },
    {
      ...row,
      ...failed,
      id: waiting,
      type: 'submission.updated',
      attempts: 2,
      next_try_at: later(5),
      created_at: later(-1),
    },
    { ...row, id: taken, type: 'submission.created', attempts: 1, delivered_at: later(-2), created_at: later(-2) },
  ];
  await db.insertInto('webhook_deliveries').values(rows).execute();
  await page.reload();
  const table = page.getByRole('region', { name: 'Recent deliveries' });
  await expect(table.getByRole('row')).toHaveCount(4);
  await expect(table.getByRole('row').nth(1)).toContainText('FailedThe response was 500. 10 attempts.');
  await expect(table.getByRole('row').nth(2)).toContainText('The response was 500. 2 attempts. Next attempt');
  await expect(table.getByRole('row').nth(3)).toContainText('1 attempt');
  await expectAccessible(page);
  await table
    .getByRole('row')
    .nth(1)
    .getByRole('button', { name: /^Send again/ })
    .click();
  await expect(page.getByRole('status').getByText('The event is being sent again.')).toBeVisible();
  // This machine's address is not public, so nothing is sent; actual delivery is tested through the API.
  await expect(table.getByRole('row').nth(1)).toContainText('There is no public server with the name 127.0.0.1');
  await expect(table.getByRole('row').nth(1)).toContainText('11 attempts.');
  expect(received).toEqual([]);
  const { version } = await stored(page);
  expect((await put({ ...before, version })).ok()).toBe(true);
  await db.deleteFrom('webhook_deliveries').where('id', 'in', [given, waiting, taken]).execute();
  await db.deleteFrom('webhook_secrets').execute();
  other.close();
});

test('the page needs ManageUserPermissions', async ({ page, context, database }) => {
  await signInAs(context, database, ['ManageUsers', 'ManageCartPromoCodes']);
  await page.goto(path);
  await expect(page).toHaveURL(/\/admin\/\?refused=1$/);
  await expect(
    page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: 'Settings' }),
  ).toHaveCount(0);
});

test.describe('before hydration', () => {
  test.use({ javaScriptEnabled: false });

  test('the settings and the filters of lists contain their values', async ({ page, context }) => {
    await signInAsAdministrator(context);
    await page.goto('/admin/settings/');
    await expect(page.getByLabel('Company name')).toHaveValue(/\S/);
    await expect(page.getByLabel('Office phone')).toHaveValue(/\d/);
    await expect(page.getByLabel('City')).toHaveValue(/\S/);
    await expect(page.getByLabel(/^Delivery fee/)).toHaveValue(/\d/);
    for (const [name, isOn] of Object.entries((await stored(page)).navigation))
      expect(await page.locator(`[id="navigation.${name}"]`).isChecked()).toBe(isOn);
    for (const list of ['/admin/manage-orders/', '/admin/manage-users/']) {
      await page.goto(list);
      await expect(page.getByLabel('Start Date')).toHaveValue(/^\d\d\/\d\d\/\d{4}$/);
      expect(
        await page.getByRole('form', { name: 'Filter' }).getByRole('checkbox', { checked: true }).count(),
      ).toBeGreaterThan(1);
    }
  });
});
