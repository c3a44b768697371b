import type { APIRequestContext, Page } from '@playwright/test';
import { expect, test } from './test.ts';

/** Path, heading and a typical term of each page. */
const pages = [
  ['/covid-cleaning', 'Covid cleaning', 'ARTG'],
  ['/retail-cleaning', 'Retail cleaning', 'fitting rooms'],
  ['/aged-care', 'Aged care cleaning', 'Aged Care Quality Standards'],
  ['/education-cleaning', 'Education cleaning', 'Working with Children'],
  ['/government-cleaning', 'Government cleaning', 'asset'],
  ['/healthcare-cleaning', 'Healthcare cleaning', 'AS 5369:2023'],
  ['/sports-cleaning', 'Sports cleaning', 'court'],
  ['/hospitality-cleaning', 'Hospitality cleaning', 'Food Standards Code 3.2.2'],
] as const;
const paths = pages.map(([path]) => path);

/** The page's structured data of a type. */
async function structured(page: Page): Promise<Record<string, Record<string, unknown>>> {
  const texts = await page.locator('script[type="application/ld+json"]').allTextContents();
  const found = texts.map((text) => JSON.parse(text) as Record<string, unknown>); // always an object
  return Object.fromEntries(found.map((data) => [String(data['@type']), data]));
}

const contentOf = (page: Page, selector: string) => page.locator(selector).getAttribute('content');

/** Compressed size of scripts, as sent to a browser that accepts gzip. */
async function gzipBytes(request: APIRequestContext, paths: Iterable<string>): Promise<number> {
  const headers = { 'accept-encoding': 'gzip' };
  const sizes = [...paths].map(async (path) =>
    Number((await request.get(path, { headers })).headers()['content-length']),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  for (const [path, heading, word] of pages) {
    test(`${path} is complete, with structured data`, async ({ page, baseURL }) => {
      const answer = await page.goto(path);
      expect(answer?.status()).toBe(200);
      await expect(page).toHaveTitle(`Spruce | ${heading}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText([heading]);
      expect((await contentOf(page, 'meta[name="description"]'))?.length).toBeGreaterThan(80);
      await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', `${baseURL}${path}`);
      const image = await contentOf(page, 'meta[property="og:image"]');
      expect((await page.request.get(image ?? '')).headers()['content-type']).toBe('image/webp');
      await expect(page.getByRole('main')).toContainText(word);

      const data = await structured(page);
      expect(data['Service']).toMatchObject({ name: heading, url: `${baseURL}${path}` });
      const questions = data['FAQPage']?.['mainEntity'] as unknown[]; // as written by faqPage()
      expect(questions.length).toBeGreaterThanOrEqual(4);
      expect(questions.length).toBeLessThanOrEqual(6);
      await expect(page.locator('#questions details')).toHaveCount(questions.length);
      expect(data['BreadcrumbList']?.['itemListElement']).toHaveLength(3);

      await page.locator('#questions summary').first().click();
      await expect(page.locator('#questions details[open] p').first()).toBeVisible();
      const aside = page.getByRole('complementary', { name: 'Quote and telephone' });
      await expect(aside.getByRole('link', { name: 'Get a quote' })).toHaveAttribute(
        'href',
        `/forms/free-quote/?service=${path.slice(1)}`,
      );
      await expect(aside.getByRole('link', { name: '(02) 5550 1234' })).toHaveAttribute('href', 'tel:+61255501234');
      await expect(page.getByRole('button', { name: 'Print this checklist' })).toBeHidden();
    });
  }

  test('the overview shows and links all eight services', async ({ page, baseURL }) => {
    const answer = await page.goto('/services');
    expect(answer?.status()).toBe(200);
    await expect(page).toHaveTitle('Spruce | Services');
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', `${baseURL}/services`);
    const links = page.getByRole('main').getByRole('link', { name: /^Learn More/ });
    await expect(links).toHaveCount(8);
    expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual(paths);
    await page.goto('/');
    const cards = page.locator('#services').getByRole('link', { name: /^Learn More/ });
    expect((await cards.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).sort()).toEqual(
      [...paths].sort(),
    );
  });
});

test('no text is repeated between services', async ({ page }) => {
  const seen = new Map<string, string>();
  const shared: string[] = [];
  for (const path of paths) {
    await page.goto(path);
    const lines = page.locator('#rooms li, #how-often tbody th, #method li, #checklist li, #questions h3');
    for (const line of new Set(await lines.allTextContents())) {
      if (seen.has(line)) shared.push(`${seen.get(line)} and ${path}: ${line}`);
      seen.set(line, path);
    }
  }
  expect(seen.size).toBeGreaterThan(8 * 35);
  expect(shared.length, shared.join('\n')).toBeLessThan(8);
});

test('a URL with other case or slashes redirects to the page, an unknown one gets 404', async ({ request }) => {
  const ask = (path: string) => request.get(path, { maxRedirects: 0 });
  for (const [path, own] of [
    ['/Aged-Care/', '/aged-care'],
    ['/AGED-CARE?from=letter', '/aged-care?from=letter'],
    ['/services/', '/services'],
  ] as const) {
    const answer = await ask(path);
    expect([answer.status(), answer.headers()['location']]).toEqual([301, own]);
  }
  for (const path of ['/aged-care/rooms', '/boat-cleaning', '/not-found']) expect((await ask(path)).status()).toBe(404);
  const sitemap = await (await request.get('/sitemap-pages.xml')).text();
  for (const path of ['/services', ...paths]) expect(sitemap).toContain(`${path}</loc>`);
});

test("a first visit loads at most 137 kB of script, and no other service's content", async ({ page, request }) => {
  const scripts = new Set<string>();
  page.on('request', (request) => request.resourceType() === 'script' && scripts.add(new URL(request.url()).pathname));
  for (const path of ['/services', '/aged-care', '/sports-cleaning']) {
    scripts.clear();
    await page.goto(path); // until its scripts, which load after the first paint, have run
    await page.waitForLoadState('networkidle');
    expect(scripts.size).toBeGreaterThan(4);
    expect(await gzipBytes(request, scripts)).toBeLessThanOrEqual(137 * 1024);
    for (const script of scripts) expect(await (await request.get(script)).text()).not.toContain('overbed table');
  }
});

test('a question opens by keyboard, and by its URL', async ({ page }) => {
  await page.goto('/hospitality-cleaning');
  const first = page.locator('#questions summary').first();
  await first.focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('#question-1')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.locator('#question-1')).toBeHidden();
  await page.goto('/hospitality-cleaning#question-3');
  await expect(page.locator('#question-3')).toBeVisible();
});

test('the Services entry opens its menu by click and key, and its page comes first in it', async ({ page }) => {
  await page.goto('/');
  const bar = page.getByRole('navigation', { name: 'Main', exact: true });
  const word = bar.getByText('Services', { exact: true });
  await word.click();
  const links = bar.locator('details').getByRole('link');
  await expect(links).toHaveText([
    'All services',
    'Covid Cleaning',
    'Retail Cleaning',
    'Aged Care',
    'Education Cleaning',
    'Government Cleaning',
    'Healthcare Cleaning',
    'Sports Cleaning',
    'Hospitality Cleaning',
  ]);
  await links.filter({ hasText: 'Aged Care' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Aged care cleaning' })).toBeVisible();
  await expect(links.first()).toBeHidden();
  await expect(bar.locator('summary')).toHaveAttribute('aria-current', 'true');
  await bar.locator('summary').press('Enter');
  await links.filter({ hasText: 'All services' }).press('Enter');
  await expect(page).toHaveURL(/\/services$/);
});

test('the printed page has the content and all answers, without controls', async ({ page }) => {
  await page.goto('/retail-cleaning');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('#question-1')).toBeVisible();
  await expect(page.getByText('Walked by')).toBeVisible();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('link', { name: 'Get a quote' }).filter({ visible: true })).toHaveCount(0);
  await expect(page.getByRole('button').filter({ visible: true })).toHaveCount(0);
});

test('the checklist is filtered while typing, and is printed whole', async ({ page }) => {
  await page.goto('/retail-cleaning');
  const points = page.locator('#checklist li');
  const all = await points.count();
  await page.getByText(/^Show all \d+ points$/).click();
  await page.getByLabel('Find a point').fill('entr');
  const shown = points.filter({ visible: true });
  await expect(page.locator('#checklist').getByRole('status')).toHaveText(/^\d+ points? match(es)?\.$/);
  expect(await shown.count()).toBeGreaterThan(0);
  expect(await shown.count()).toBeLessThan(all);
  await page.emulateMedia({ media: 'print' });
  await expect(shown).toHaveCount(all);
});

test('the checklist can be printed alone', async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-asked', '');
  });
  await page.goto('/retail-cleaning');
  await page.getByRole('button', { name: 'Print this checklist' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-asked', '');
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('#checklist li').first()).toBeVisible();
  await expect(page.getByText('Walked by')).toBeVisible();
  for (const gone of ['h1', '#rooms', '#questions', 'footer']) await expect(page.locator(gone)).toBeHidden();
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('the quote and phone buttons stay at the bottom and cover nothing @phone', async ({ page }) => {
  await page.goto('/education-cleaning');
  for (const place of ['#rooms', '#checklist', '#questions']) {
    await page.locator(place).scrollIntoViewIfNeeded();
    await expect(page.getByRole('link', { name: 'Get a quote' }).last()).toBeInViewport();
    await expect(page.getByRole('main').getByRole('link', { name: '(02) 5550 1234' }).last()).toBeInViewport();
  }
  await page.getByRole('contentinfo').getByText('ABN').scrollIntoViewIfNeeded();
  await expect(page.getByRole('main').getByRole('link', { name: 'Get a quote' }).last()).not.toBeInViewport();
  expect(await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)).toBe(false);
});
