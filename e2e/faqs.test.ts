import type { Page } from '@playwright/test';
import { hydrated } from './shopper.ts';
import { expect, expectAccessible, test } from './test.ts';

const questions = (page: Page) => page.getByRole('region', { name: 'Questions and answers' }).locator('details');
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search the questions' });
const marks = (page: Page) => page.locator('mark').filter({ visible: true });

test('questions are found by word, by phrase and by a prefix of the last word', async ({ page }) => {
  await page.goto('/faqs/');
  await hydrated(page);
  const all = await questions(page).count();
  expect(all).toBeGreaterThan(15);
  await search(page).pressSequentially('police che'); // the last word may be incomplete
  await expect(marks(page).first()).toBeVisible();
  const found = await questions(page).count();
  expect(found).toBeGreaterThan(0);
  expect(found).toBeLessThan(all);
  await expect(page.getByRole('status').filter({ hasText: `${found} of ${all} questions match.` })).toBeVisible();
  await expect(page).toHaveURL('/faqs/?search=police+che');
  await expectAccessible(page);

  await search(page).fill('olice'); // in the middle of a word
  await expect(questions(page)).toHaveCount(0);
  await expectAccessible(page);
  await search(page).fill('"safety data sheets"');
  await expect(marks(page).first()).toHaveText(/safety data sheets/i);
  await search(page).fill('"sheets data safety"');
  await expect(questions(page)).toHaveCount(0);
  await page.getByRole('link', { name: 'Show all questions' }).click();
  await expect(questions(page)).toHaveCount(all);
});

test('a search can be shared as a URL, and works without script', async ({ page, browser }) => {
  await page.goto('/faqs/?search=police');
  await expect(search(page)).toHaveValue('police');
  await expect(marks(page).first()).toHaveText(/police/i);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto('/faqs/');
  await search(plain).fill('police');
  await plain.keyboard.press('Enter');
  await expect(plain).toHaveURL(/\/faqs\/?\?search=police$/);
  await expect(marks(plain).first()).toBeVisible();
  await context.close();
});

test('what is typed while the URL takes the search up is not lost', async ({ page }) => {
  await page.goto('/faqs/');
  const search = page.getByRole('searchbox');
  await search.evaluate((field) => {
    // Types the last letter just when the URL has the search, before the page is rendered with it.
    const replaceState = history.replaceState.bind(history);
    history.replaceState = (...args) => {
      replaceState(...args);
      if (field instanceof HTMLInputElement && field.value === 'police ch')
        document.execCommand('insertText', false, 'e');
    };
  });
  await search.pressSequentially('police ch');
  await expect(page).toHaveURL('/faqs/?search=police+che');
  await expect(search).toHaveValue('police che');
});

test('questions are opened by keyboard, singly and all at once', async ({ page }) => {
  await page.goto('/faqs/');
  await hydrated(page);
  const first = questions(page).first();
  await first.locator('summary').focus();
  await page.keyboard.press('Enter');
  await expect(first).toHaveAttribute('open');
  await page.getByRole('button', { name: 'Expand all' }).click();
  await expect(page.locator('main details:not([open])')).toHaveCount(0);
  await page.getByRole('button', { name: 'Collapse all' }).click();
  await expect(page.locator('main details[open]')).toHaveCount(0);
});
