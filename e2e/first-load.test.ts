import { sizesOf } from '../bench/sizes.ts';
import { address } from './place.ts';
import { detail, goods } from './shopper.ts';
import { expect, test } from './test.ts';

/**
 * KiB of gzipped script that the first visit to a page loads: 100 of them are React and its router, 3 the list of routes, which is
 * kept until the next release.
 */
const allowed = {
  '/': 130.2,
  '/contact-us/': 131.2,
  '/contact-us/success/': 130.2,
  '/shopping/products/all': 138.6,
  [detail(goods.cleaner.url)]: 142.5,
  '/shopping/view-cart': 140.7,
  '/shopping/checkout': 169.3,
  '/login/': 131.6,
  '/register/': 133,
};

test('a first visit loads no more script than allowed, and none of the back office', async () => {
  const port = Number(new URL(address).port);
  for (const [path, most] of Object.entries(allowed)) {
    const { script } = await sizesOf(port, path, path);
    expect(script / 1024, `script of ${path}`).toBeLessThan(most);
    expect(script / 1024, `script of ${path}`).toBeGreaterThan(50);
  }
});

test('visitors load neither the routes of the back office nor zod before they touch a form', async ({ page }) => {
  const scripts: string[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.url());
  });
  for (const path of ['/login/', '/register/', '/forgot-password/']) {
    scripts.length = 0;
    await page.goto(path, { waitUntil: 'networkidle' });
    const texts = await Promise.all(scripts.map(async (url) => (await page.request.get(url)).text()));
    expect(
      texts.filter((text) => text.includes('invalid_union')),
      path,
    ).toEqual([]);
    expect(
      texts.filter((text) => text.includes('manage-suppliers')),
      path,
    ).toEqual([]);
    expect(
      texts.filter((text) => text.includes('__reactRouterManifest')),
      path,
    ).not.toEqual([]);
  }
  const loaded = page.waitForResponse((response) => /\/assets\/contract-/.test(response.url()));
  await page.getByLabel('Email').focus();
  await loaded;
});
