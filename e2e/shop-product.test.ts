import type { Page } from '@playwright/test';
import { rebuildListings } from '#catalogue/products/listings/rebuild-listings.server.ts';
import { detail, goods, hydrated, open } from './shopper.ts';
import { expect, expectAccessible, test } from './test.ts';

const group = (page: Page, name: string) => page.getByRole('group', { name, exact: true });
const choose = (page: Page, of: string, value: string) =>
  group(page, of).getByRole('radio', { name: value, exact: true });

test('choosing an option limits the others, clears those that no longer fit, and is required', async ({ page }) => {
  await open(page, detail(goods.cleaner.url));
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await expect(page.getByText('This field is required.')).toHaveCount(2);
  await expectAccessible(page);

  await expect(choose(page, 'Size', '200 L')).toBeDisabled();
  await choose(page, 'Size', '1 L').check();
  await choose(page, 'Scent', 'Fragrance free').check();
  await expect(page.getByText('SPR-1108-1L-FF').first()).toBeVisible();
  await choose(page, 'Size', '5 L').check();
  await expect(choose(page, 'Scent', 'Fragrance free')).toBeDisabled();
  await expect(choose(page, 'Scent', 'Fragrance free')).not.toBeChecked();
  await choose(page, 'Scent', 'Eucalyptus').check();
  await expect(page.getByText('$38.50').first()).toBeVisible();
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);

  await choose(page, 'Size', '5 L').check();
  await choose(page, 'Scent', 'Lemon myrtle').check();
  await expect(page).toHaveURL(/\?size=5-l&scent=lemon-myrtle$/);
  await page.reload();
  await hydrated(page);
  await expect(choose(page, 'Scent', 'Lemon myrtle')).toBeChecked();
  const buy = page.getByRole('region', { name: 'Buy' });
  await buy.getByRole('button', { name: 'One more' }).click();
  await buy.getByRole('button', { name: 'Add to cart' }).click();
  await expect(page.getByText('The selected item has been added to cart.')).toBeVisible();
  await open(page, '/shopping/view-cart');
  await expect(page.getByText('5 L, Lemon myrtle', { exact: true })).toBeVisible();
  await expect(page.getByText('$77.00').first()).toBeVisible();

  await open(page, detail(goods.cleaner.url));
  await page.getByRole('button', { name: 'Add 1 L, Eucalyptus to cart' }).click();
  await expect(page.getByText('The selected item has been added to cart.')).toBeVisible();
  const sheet = page.getByRole('link', { name: /Safety data sheet/ });
  const file = await page.request.get((await sheet.getAttribute('href')) ?? '');
  expect([file.status(), file.headers()['content-type']]).toEqual([200, 'application/pdf']);
});

test('pictures are browsed by keyboard and enlarged', async ({ page }) => {
  await open(page, detail(goods.cleaner.url));
  await page.getByRole('group', { name: goods.cleaner.name }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('link', { name: 'Picture 2' })).toHaveAttribute('aria-current', 'true');
  await page.getByRole('button', { name: 'Zoom picture' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('ArrowRight');
  await expect(dialog.getByText('3 /')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('a product has structured data for search engines', async ({ page }) => {
  await page.goto(detail(goods.cleaner.url));
  const told = await page.locator('script[type="application/ld+json"]').allTextContents();
  const types = told.map((text) => (JSON.parse(text) as { '@type': string })['@type']);
  expect(types.sort()).toEqual(['BreadcrumbList', 'Product']);
  await expect(page).toHaveTitle('Spruce | Neutral Floor Cleaner Concentrate');
});

test('an unknown product gets 404 with its name, and a product is found by its id', async ({ page, database }) => {
  const answer = await page.goto(detail('no-such-product'));
  expect(answer?.status()).toBe(404);
  await expect(page.getByText('Unable to find product: no-such-product')).toBeVisible();
  const { id } = await database.db
    .selectFrom('products')
    .where('url', '=', goods.cleaner.url)
    .select('id')
    .executeTakeFirstOrThrow();
  await page.goto(detail(id));
  await expect(page).toHaveURL(new RegExp(`${goods.cleaner.url}$`));
  await hydrated(page);
  await expectAccessible(page);
});

test('the old URL of a renamed product redirects permanently to the new one', async ({ page, request, database }) => {
  const [before, after] = ['telescopic-extension-pole', 'pole-for-high-windows'];
  await database.db.transaction().execute(async (tx) => {
    const renamed = await tx
      .updateTable('products')
      .set({ url: after })
      .where('url', '=', before)
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx.insertInto('product_redirects').values({ old_url: before, product_id: renamed.id }).execute();
    await rebuildListings(tx, [renamed.id]);
  });
  const answer = await request.get(detail(before), { maxRedirects: 0 });
  expect(answer.status()).toBe(301);
  expect(answer.headers()['location']).toBe(detail(after));
  await page.goto(detail(before));
  await expect(page).toHaveURL(new RegExp(`${detail(after)}$`));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Telescopic Extension Pole');
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`${detail(after)}$`));
});

test('on a phone the chosen option shows its picture, and a bar replaces the button when that is out of view @phone', async ({
  page,
}) => {
  await open(page, detail('kitchen-degreaser'));
  const own = page.locator('#buy').getByRole('button', { name: 'Add to cart', exact: true });
  const bar = page.getByRole('button', { name: /^(Choose options of|Add) Kitchen Degreaser/ });
  await expect(page.getByRole('link', { name: 'Picture 1' })).toHaveAttribute('aria-current', 'true');
  await expect(bar).toBeInViewport({ ratio: 0.95 });
  await bar.tap();
  await expect(page.locator('#buy input:focus')).toHaveCount(1);
  await choose(page, 'Size', '5 L').check();
  await expect(page.getByRole('link', { name: 'Picture 2' })).toHaveAttribute('aria-current', 'true');
  await own.scrollIntoViewIfNeeded();
  await expect(bar).toHaveCount(0);
  await page.getByRole('main').getByRole('heading', { level: 2 }).last().scrollIntoViewIfNeeded();
  await expect(bar).toBeInViewport({ ratio: 0.95 });
  await expect(own).not.toBeInViewport();
  await bar.tap();
  await expect(page.getByText('The selected item has been added to cart.')).toBeVisible();
});
