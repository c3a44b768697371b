import { randomUUID } from 'node:crypto';
import type { EditedPage } from '#site/admin/contract.ts';
import { signInAsAdministrator } from './admin.ts';
import { address } from './place.ts';
import { hydrated } from './shopper.ts';
import { expect, expectAccessible, waitForMail, test } from './test.ts';

const aside = { title: 'A quote', points: ['Fixed'], action: { label: 'Ask', to: '/forms/free-quote/' } };

const sent = 'Your message has been successfully sent.';

test('a visitor corrects faults and sends an enquiry', async ({ page }) => {
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  const email = `writer.${randomUUID()}@example.com`;
  await page.goto('/contact-us/');
  await expectAccessible(page);
  await page.getByLabel('Phone').fill('025550');
  await page.getByLabel('Message').fill('word '.repeat(501));
  await expect(page.getByText('501 of 500 words').first()).toBeVisible();
  await page.getByRole('button', { name: 'Send' }).click();

  const summary = page.getByRole('alert').filter({ hasText: 'please correct' });
  await expect(summary).toBeFocused();
  await expect(summary).toContainText('please correct these and submit again.');
  await expect(summary.getByRole('link')).toHaveText([
    'Company Name is required.',
    'Name is required.',
    'Email address is required.',
    'Invalid phone number.',
    'Message should not exceed 500 Words.',
  ]);
  await summary.getByRole('link', { name: 'Invalid phone number.' }).click();
  await expect(page.getByLabel('Phone')).toBeFocused();
  await expectAccessible(page);

  await page.getByLabel('Phone').fill('');
  await page.keyboard.type('0255501234');
  await expect(page.getByLabel('Phone')).toHaveValue('02 5550 1234');
  await page.getByRole('textbox', { name: 'Company' }).fill('Example Childcare');
  await page.getByLabel('Name', { exact: true }).fill('Sam Writer');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Message').fill('Can you come before seven?');
  await expect(summary).toHaveCount(0);
  await page.waitForTimeout(2_000); // longer than the spam limit of two seconds
  await page.getByRole('button', { name: 'Send' }).click();

  await expect(page).toHaveURL(/\/contact-us\/success\/?$/);
  await expect(page.getByText(sent)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Thank you for your submission' })).toBeVisible();
  expect([...hosts].filter(Boolean)).toEqual([new URL(page.url()).host]); // without an id no conversion is counted
  expect((await waitForMail(email, /has your message/)).text).toContain('We will read it and reply.');
});

test('a number with the country code is converted to the local format', async ({ page }) => {
  await page.goto('/contact-us/');
  await page.getByLabel('Phone').focus(); // possibly before hydration
  await hydrated(page);
  for (const [label, given, shown] of [
    ['Phone', '+61 2 5550 1234', '02 5550 1234'],
    ['Mobile', '61491570006', '0491 570 006'],
    ['Mobile', '+61491570156', '0491 570 156'],
    ['Mobile', '0061491570156', '0491 570 156'],
    ['Mobile', '0291234567', '0291234567'], // a landline, which is refused below
  ] as const) {
    await page.getByLabel(label).fill(given);
    await expect(page.getByLabel(label)).toHaveValue(shown);
    await page.getByLabel(label).fill('');
    await page.getByLabel(label).pressSequentially(given);
    await expect(page.getByLabel(label)).toHaveValue(shown);
  }
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('alert').getByRole('link', { name: 'Invalid phone number.' })).toHaveCount(1);
  await page.getByLabel('Mobile').fill('0491570156');
  await page.getByLabel('Mobile').press('ArrowLeft');
  await page.getByLabel('Mobile').press('Backspace'); // the caret does not move
  await page.getByLabel('Mobile').pressSequentially('7');
  await expect(page.getByLabel('Mobile')).toHaveValue('0491 570 176');
});

test('without the shapes the server reports the faults', async ({ page, faults }) => {
  const own = new Set<string>();
  page.on('request', (request) => own.add(request.url()));
  await page.goto('/contact-us/');
  await hydrated(page);
  await page.waitForLoadState('networkidle');
  await page.route(/\/assets\/.*\.js/, (route) => (own.has(route.request().url()) ? route.continue() : route.abort()));
  await page.getByRole('textbox', { name: 'Company' }).fill('Example Childcare');
  await page.getByRole('button', { name: 'Send' }).click();
  const summary = page.getByRole('alert').filter({ hasText: 'please correct' });
  await expect(summary.getByRole('link').first()).toHaveText('Name is required.');
  await expect(page.getByRole('textbox', { name: 'Company' })).toHaveValue('Example Childcare');
  faults.length = 0; // the browser reports the blocked requests
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('the form sends, and keeps its values when it is refused', async ({ page }) => {
    const email = `writer.${randomUUID()}@example.com`;
    await page.goto('/contact-us/');
    await page.getByLabel('Name', { exact: true }).fill('Sam Writer');
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByRole('region', { name: 'Send an enquiry' }).getByRole('alert').getByRole('link')).toHaveText(
      ['Company Name is required.', 'Message is required.'],
    );
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Sam Writer');
    await page.getByRole('textbox', { name: 'Company' }).fill('Example Childcare');
    await page.getByLabel('Message').fill('Can you come before seven?');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page).toHaveURL(/\/contact-us\/success\/?$/);
    await expect(page.getByRole('heading', { name: 'Thank you for your submission' })).toBeVisible();
    await waitForMail(email, /has your message/);
  });

  test('it keeps its values on a page that begins with a text, too', async ({ page, context }) => {
    await signInAsAdministrator(context);
    const send = async (method: string, end: string, data: object) =>
      (await (
        await context.request.fetch(`/v1/site/pages${end}`, { method, data, headers: { origin: address } })
      ).json()) as EditedPage; // as the contract says
    const path = `/write-${randomUUID().slice(0, 8)}/`;
    const { id, draft } = await send('POST', '', { title: 'Write to us', path });
    const words = { title: 'Write', formTitle: 'Your message' };
    const blocks = [
      { id: randomUUID(), kind: 'text', body: 'Before you write.' },
      { id: randomUUID(), kind: 'enquiry', ...words },
    ];
    await send('PUT', `/${id}`, { content: { ...draft, blocks, aside } });
    await send('POST', `/${id}/publish`, {});
    await context.clearCookies();
    await page.goto(path);
    await expect(page.getByRole('complementary', { name: 'Quote and telephone' })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Write to us');
    await page.getByLabel('Name', { exact: true }).fill('Sam Writer');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByRole('alert').getByRole('link')).toContainText(['Company Name is required.']);
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Sam Writer');
  });
});
