import { hydrated } from './shopper.ts';
import { expect, expectAccessible, test } from './test.ts';

test('home is accessible in both schemes, and the chosen scheme is there before the page is painted', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  await expect(page).toHaveTitle(/^Spruce \| /);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Switch colour scheme' }).click();
  await expectAccessible(page);
  await page.reload({ waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('an unknown address answers 404 with ways on', async ({ page }) => {
  const answer = await page.goto('/no-such-room/');
  expect(answer?.status()).toBe(404);
  await expect(page).toHaveTitle('Spruce | Page Not Found');
  await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: 'Visit the shop' }).click();
  await expect(page).toHaveURL(/\/shopping\/products\/all$/);
});

test('a shared page allows its own scripts and nothing else, and they run', async ({ page, request, faults }) => {
  const answers = await Promise.all([1, 2].map(() => request.get('/')));
  const policies = new Set(answers.map((answer) => answer.headers()['content-security-policy']));
  expect(policies.size).toBe(1);
  expect([...policies][0]).toMatch(/script-src 'self' ('sha256-[\w+/=]{44}' ?)+; style-src 'self'; /);
  await page.goto('/');
  await page.evaluate(async () => {
    const events = new Promise((resolve) =>
      document.addEventListener('securitypolicyviolation', resolve, { once: true }),
    );
    const script = document.createElement('script');
    script.textContent = 'document.title = "taken over"';
    document.body.append(script);
    await events;
  });
  await expect(page).toHaveTitle(/^Spruce \| /);
  expect(faults.splice(0)).toEqual([expect.stringContaining('violates the following Content Security Policy')]);
  await page.getByRole('link', { name: 'Shop', exact: true }).first().click();
  await expect(page).toHaveURL(/\/shopping\/products\/all$/);
});

test('scripts come once the page is seen, and at once where it is opened behind others', async ({ page, context }) => {
  await page.goto('/');
  await hydrated(page);
  const { seen, first } = await page.evaluate(() => ({
    seen: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    first: performance.getEntriesByType('resource').find(({ name }) => name.endsWith('.js'))?.startTime ?? 0,
  }));
  expect(seen).toBeGreaterThan(0);
  expect(first).toBeGreaterThan(seen);

  const behind = await context.newPage();
  await behind.addInitScript(() => {
    Object.defineProperty(document, 'hidden', { value: true });
    // Nothing is painted there, and time passes slowly.
    window.PerformanceObserver = class extends PerformanceObserver {
      override observe(): void {}
    };
    const { setTimeout: later } = window;
    window.setTimeout = ((run: () => void, ms = 0) => later(run, ms === 2_000 ? 60_000 : ms)) as typeof setTimeout; // as it is called
  });
  await behind.goto('/');
  await hydrated(behind);
});

test('the keyboard skips to the content and opens and closes the account menu', async ({ page }) => {
  await page.goto('/');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  const account = page.getByRole('banner').locator('summary', { hasText: 'Account' });
  await account.focus();
  await page.keyboard.press('Enter');
  const login = page.getByRole('banner').getByRole('link', { name: 'Login' });
  await expect(login).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(login).toBeHidden();
  await expect(account).toBeFocused();
});

test('on a phone everything is behind one button, and nothing runs over the edge @phone', async ({ page }) => {
  await page.goto('/');
  expect(await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)).toBe(false);
  await page.getByRole('banner').locator('summary', { hasText: 'Menu' }).click();
  const menu = page.getByRole('navigation', { name: 'Main, small screen' });
  await expect(menu.getByRole('link', { name: 'Home' })).toBeVisible();
  await expectAccessible(page);
  await menu.getByRole('link', { name: 'Shop' }).click();
  await expect(page).toHaveURL(/\/shopping\/products\/all$/);
  await expect(menu).toBeHidden();
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('home reads and leads on, and menus open', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Our Services' })).toBeVisible();
    await page.getByRole('banner').locator('summary', { hasText: 'Account' }).click();
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
    await expect(page).toHaveURL(/\/login\//);
  });
});
