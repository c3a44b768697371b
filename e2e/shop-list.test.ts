import type { Page } from '@playwright/test';
import type { OpenDb } from '#platform/db/db.server.ts';
import { addDays, type Day, dayOf } from '#lib/day.ts';
import { rebuildListings } from '#catalogue/products/listings/rebuild-listings.server.ts';
import { hydrated, open } from './shopper.ts';
import { expect, expectAccessible, test } from './test.ts';

const all = '/shopping/products/all';

/** Stores last month's sales as the reports do, and drops the shop's cached responses. */
async function sellWell({ db }: OpenDb, url: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const items = tx.selectFrom('products as p').innerJoin('product_items as i', 'i.product_id', 'p.id');
    const { id, item_id } = await items
      .select(['p.id', 'i.id as item_id'])
      .where('p.url', '=', url)
      .executeTakeFirstOrThrow();
    const firstOf = (day: Day) => `${day.slice(0, 8)}01` as Day; // built from a day
    const month = firstOf(addDays(firstOf(dayOf(new Date())), -1));
    const sold = { units: 9_000, units_uncosted: 0, sales_cents: 100, refunds_cents: 0, cost_cents: 0 };
    await tx
      .insertInto('sold_months')
      .values({ month, item_id, ...sold } as never) // cents are branded
      .onConflict((same) => same.columns(['month', 'item_id']).doUpdateSet({ units: sold.units }))
      .execute();
    await rebuildListings(tx, [id]);
  });
}

const cards = (page: Page) => page.getByRole('main').locator('li:has(h2)');

test('categories open level by level, and choosing one clears search and sort order', async ({ page }) => {
  await open(page, `${all}?search=floor&sort=6`);
  const side = page.getByRole('navigation', { name: 'Categories' });
  await side.getByRole('link', { name: /^Chemicals/ }).click();
  await expect(page).toHaveURL(/\/shopping\/products\/chemicals$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Chemicals');
  await expect(page.getByRole('searchbox')).toHaveValue('');
  await side.getByRole('link', { name: /^Floor care/ }).click();
  await side.getByRole('link', { name: /^Neutral cleaners/ }).click();
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toHaveText(
    'HomeShopChemicalsFloor careNeutral cleaners',
  );
  await expect(page.getByText('Showing 1 - 2 of 2')).toBeVisible();
  await page.reload();
  await expect(side.getByRole('link', { name: /^Neutral cleaners/ })).toHaveAttribute('aria-current', 'page');
});

test('typing searches after a pause, Back returns, and an empty result suggests what sells', async ({
  page,
  database,
}) => {
  await sellWell(database, 'window-squeegee');
  await open(page, all);
  await page.getByRole('searchbox').pressSequentially('floor', { delay: 40 });
  await expect(page).toHaveURL(/search=floor/);
  await expect(page.getByText(/^Showing 1 - \d of (?!90)\d+/)).toBeVisible();
  await page.getByRole('searchbox').pressSequentially(' neutral', { delay: 40 });
  await expect(page).toHaveURL(/search=floor\+neutral/);
  await expect(cards(page).first()).toContainText('Neutral Floor Cleaner Concentrate');
  await page.goBack();
  await expect(page).toHaveURL(/all$/);
  await expect(page.getByRole('searchbox')).toHaveValue('');
  await page.getByRole('searchbox').fill('no such thing at all');
  await expect(page.getByText('No products to display.')).toBeVisible();
  const popular = page.getByRole('region', { name: 'Popular products' });
  await expect(popular.getByRole('link', { name: /Squeegee/ }).first()).toBeVisible();
  await expectAccessible(page);
});

test('products are sorted in six ways, and paged', async ({ page }) => {
  await open(page, all);
  const sort = page.getByLabel('Sort by');
  await expect(sort.locator('option')).toHaveText([
    'Product Code A-Z',
    'Product Code Z-A',
    'Description A-Z',
    'Description Z-A',
    'Price Low-High',
    'Price High-Low',
  ]);
  await sort.selectOption('Price High-Low');
  await expect(page).toHaveURL(/sort=6/);
  const prices = () => cards(page).locator('p').allTextContents();
  await expect.poll(async () => (await prices())[0]).toContain('$5,990.00');
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await expect(pages.getByRole('link', { name: /^Page/ })).toHaveCount(4);
  await pages.getByRole('link', { name: 'Next' }).click();
  await expect(page).toHaveURL(/sort=6&page=2/);
  await expect(page.getByText(/Showing 9 - 16 of 9\d/)).toBeVisible();
  await page
    .getByRole('navigation', { name: 'Categories' })
    .getByRole('link', { name: /^Machines/ })
    .click();
  await expect(page).toHaveURL(/machines$/);
});

test('filters are in the URL, and are removed by their chips', async ({ page }) => {
  await open(page, all);
  await page.getByText('Filters', { exact: true }).click();
  await page.getByRole('checkbox', { name: /^Blue/ }).check();
  await expect(page).toHaveURL(/option=Colour%3ABlue/);
  await page.getByLabel('To $').fill('20');
  await page.getByRole('button', { name: 'Set' }).click();
  await expect(page).toHaveURL(/maxPrice=20/);
  const chips = page.getByRole('list', { name: 'Active filters' });
  await expect(chips.getByRole('link')).toHaveText(['Up to $20', 'Colour: Blue', 'Clear all']);
  await expectAccessible(page);
  await page.reload();
  await hydrated(page);
  await chips.getByRole('link', { name: 'Remove filter Colour: Blue' }).click();
  await expect(page).toHaveURL(/\?maxPrice=20$/);
  await chips.getByRole('link', { name: 'Clear all' }).click();
  await expect(page).toHaveURL(/all$/);
});

test("a product out of stock says so and cannot be added; variations are chosen on the product's page", async ({
  page,
}) => {
  await open(page, `${all}?search=backpack+vacuum`);
  const vacuum = cards(page).filter({ hasText: 'Backpack Vacuum 6 L' });
  await expect(vacuum.getByText('Out of Stock')).toBeVisible();
  await expect(vacuum.getByRole('button')).toHaveCount(0);
  await open(page, `${all}?search=nitrile`);
  await cards(page)
    .getByRole('link', { name: /^Choose options of/ })
    .first()
    .click();
  await expect(page).toHaveURL(/product-detail/);
});

test('adding again counts up in the same notice, which links to the cart', { tag: '@long' }, async ({ page }) => {
  await open(page, `${all}?search=spray&sort=5`);
  const [first, second] = await cards(page).getByRole('button', { name: /^Add/ }).all();
  await first?.click();
  const notice = page.getByText('The selected item has been added to cart.');
  await expect(notice).toBeVisible();
  await expect(page.getByText('×2')).toBeHidden();
  await first?.click();
  await second?.click();
  await expect(page.getByText('×3')).toBeVisible();
  await expect(notice).toHaveCount(1);
  await notice.hover(); // it stays
  await expectAccessible(page);
  await page.getByRole('link', { name: 'View cart' }).click();
  await expect(page.getByText('3 items')).toBeVisible();
  await expect(notice).toHaveCount(0);
});

test('an unknown category gets an error page inside the shop', async ({ page }) => {
  const answer = await page.goto('/shopping/products/no-such-category');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Error selecting category.' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Categories' })).toBeVisible();
});

test('on a phone the category is chosen from a list @phone', async ({ page }) => {
  await open(page, all);
  await expect(page.getByRole('navigation', { name: 'Categories' })).toBeHidden();
  await page.getByLabel('Product category').selectOption({ label: 'Chemicals' });
  await expect(page).toHaveURL(/\/shopping\/products\/chemicals$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Chemicals');
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('the catalogue can be read, searched, sorted, filtered and paged', { tag: '@long' }, async ({ page }) => {
    await page.goto(all);
    await page.getByRole('searchbox').fill('floor');
    await page.getByRole('button', { name: 'Show' }).click();
    await expect(page).toHaveURL(/search=floor/);
    await page.getByLabel('Sort by').selectOption('Price High-Low');
    await page.getByRole('button', { name: 'Show' }).click();
    await expect(page).toHaveURL(/search=floor&sort=6/);
    await page.getByText('Filters', { exact: true }).click();
    await page.getByRole('checkbox', { name: /^In stock/ }).check();
    await page.getByRole('button', { name: 'Apply filters' }).click();
    await expect(page).toHaveURL(/inStock=true/);
    await expect(page).toHaveURL(/search=floor/);
    await page.goto(all);
    await page.getByRole('link', { name: 'Next' }).click();
    await expect(page.getByText(/Showing 9 - 16 of 9\d/)).toBeVisible();
    await page.goto('/shopping/view-cart');
    await expect(page.getByText(/Please switch it on to see the cart/)).toBeVisible();
    await page.goto('/shopping/checkout');
    await expect(page.getByText(/Please turn it on in your browser to order/)).toBeVisible();
  });

  test('on a phone categories can be chosen @phone', async ({ page }) => {
    await page.goto(all);
    const choose = async (label: string) => {
      const picker = page.locator('form', { has: page.getByLabel('Product category') });
      await picker.getByRole('combobox').selectOption({ label });
      await picker.getByRole('button', { name: 'Show' }).click();
    };
    await choose('Chemicals');
    await expect(page).toHaveURL(/\/shopping\/products\/chemicals$/);
    await choose('\u2003Floor care');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Floor care');
    await page.goto('/shopping/products?category=');
    await expect(page).toHaveURL(/\/shopping\/products\/all$/);
  });

  test('a product can be read', async ({ page }) => {
    await page.goto('/shopping/product-detail/neutral-floor-cleaner-concentrate');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Neutral Floor Cleaner Concentrate');
    await expect(page.getByRole('rowheader', { name: '5 L, Lemon myrtle SPR-1108-5L', exact: true })).toBeVisible();
    await expect(page.getByText(/The cart needs JavaScript. Please switch it on to buy/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Add to cart' })).toBeHidden();
  });
});
