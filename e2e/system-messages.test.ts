import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './test.ts';

const sentence = 'A new version of this site is available.';

/** Simulates a deployment of newer pages, and the reader's return to the tab. */
async function renewSite(page: Page): Promise<void> {
  await page.route('**/version.json', (route) => route.fulfill({ json: { version: 'newer' } }), { times: 1 });
  // Repeated, because a page listens only once the banner's script runs.
  await expect(async () => {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(page.getByText(sentence)).toBeVisible({ timeout: 1000 });
  }).toPass();
}

test('a page without input refreshes itself, unless the reader stops it', async ({ page }) => {
  await page.goto('/contact-us/', { waitUntil: 'networkidle' });
  await renewSite(page);
  await expect(page.getByText(/Refreshing in [1-5] s/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect(page.getByText(/Refreshing in/)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeVisible();

  await page.reload({ waitUntil: 'networkidle' });
  await renewSite(page);
  await page.waitForEvent('load');
  await expect(page.getByText(sentence)).toHaveCount(0);
});

test('a page with unsaved input refreshes only when the reader chooses', async ({ page }) => {
  await page.goto('/contact-us/', { waitUntil: 'networkidle' });
  await page.getByLabel('Message').fill('Half a sentence');
  await renewSite(page);
  await expect(page.getByText(/Refreshing in/)).toHaveCount(0);
  await expect(page.getByLabel('Message')).toHaveValue('Half a sentence');
  const loaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await loaded;
});

test('the version reported by the server is that of its own pages', async ({ page }) => {
  await page.goto('/', { waitUntil: 'networkidle' });
  const response = page.waitForResponse('**/version.json');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await (await response).finished();
  await expect(page.getByText(sentence)).toHaveCount(0);
});
