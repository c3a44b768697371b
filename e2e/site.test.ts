import { hydrated } from './shopper.ts';
import { expect, expectAccessible, test } from './test.ts';

test('the home page is accessible in both schemes, and the chosen scheme is applied before the first paint', async ({
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

test('an unknown URL gets 404 and links to other pages', async ({ page }) => {
  const answer = await page.goto('/no-such-room/');
  expect(answer?.status()).toBe(404);
  await expect(page).toHaveTitle('Spruce | Page Not Found');
  await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: 'Visit the shop' }).click();
  await expect(page).toHaveURL(/\/shopping\/products\/all$/);
});

test('a cached page allows only its own scripts, which run', async ({ page, request, faults }) => {
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

test('scripts are loaded after the first paint, and at once in a background tab', async ({ page, context }) => {
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
    // A background tab is not painted, and its timers are slow.
    window.PerformanceObserver = class extends PerformanceObserver {
      override observe(): void {}
    };
    const { setTimeout: later } = window;
    window.setTimeout = ((run: () => void, ms = 0) => later(run, ms === 2_000 ? 60_000 : ms)) as typeof setTimeout; // in the order they were called
  });
  await behind.goto('/');
  await hydrated(behind);
});

test('the first page keeps its HTML, and its links change the page without loading it whole', async ({ page }) => {
  const views: string[] = [];
  page.on('request', (request) => request.url().includes('/unchanging-view-') && views.push(request.url()));
  const loads: string[] = [];
  page.on('request', (request) => request.isNavigationRequest() && loads.push(request.url()));
  await page.goto('/services');
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(views).toEqual([]);
  await page.getByRole('link', { name: 'Learn More about Aged Care' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/aged-care$/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Aged');
  expect(views).toHaveLength(1);
  await page.goBack();
  await expect(page.getByRole('link', { name: 'Learn More about Aged Care' })).toBeVisible();
  await page.reload(); // so that it is the first page again
  await page.getByRole('link', { name: 'Learn More about Aged Care' }).click({ modifiers: ['Shift', 'Control'] });
  await expect(page).toHaveURL(/\/services$/);
  expect(loads.filter((url) => url.endsWith('/services'))).toHaveLength(2);
});

test('texts of the first page are sent once, as HTML; a later page gets them as data', async ({ request }) => {
  const text = 'You always know what was cleaned, and when';
  const timesIn = async (path: string) => (await (await request.get(path)).text()).split(text).length - 1;
  expect(await timesIn('/')).toBe(1);
  expect(await timesIn('/_.data')).toBe(1);
});

test('the keyboard skips to the content, and opens and closes the account menu', async ({ page }) => {
  await page.goto('/');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  const account = page.getByRole('banner').locator('summary', { hasText: /^Account$/ });
  await account.focus();
  await page.keyboard.press('Enter');
  const login = page.getByRole('banner').getByRole('link', { name: 'Login' });
  await expect(login).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(login).toBeHidden();
  await expect(account).toBeFocused();
});

test('on a phone all entries are in one menu, and nothing is wider than the screen @phone', async ({ page }) => {
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

  test('the home page and its menus work', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Our Services' })).toBeVisible();
    await page
      .getByRole('banner')
      .locator('summary', { hasText: /^Account$/ })
      .click();
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
    await expect(page).toHaveURL(/\/login\//);
  });
});
