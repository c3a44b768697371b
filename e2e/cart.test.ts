import { add, goods, hydrated, open } from './shopper.ts';
import { expect, expectAccessible, test } from './test.ts';

const badge = (text: string) => ({ name: new RegExp(`Cart.*${text}`) });

test('items are counted, priced, removed and restored in the cart', async ({ page }) => {
  await add(page, goods.disinfectant.url, 2);
  await add(page, goods.disinfectant.url);
  await expect(page.getByRole('link', badge('3')).first()).toBeVisible();
  await open(page, '/shopping/view-cart');
  await expect(page.getByRole('heading', { name: 'My Shopping Cart' })).toBeVisible();
  await expect(page.getByText('$29.40').first()).toBeVisible();
  await expect(page.getByText('$12.50')).toBeVisible();
  await expect(page.getByText('Includes $3.81 GST')).toBeVisible();
  await expect(page.getByText('$120.60 to go')).toBeVisible();
  await expect(page.getByText('Metro Sydney, Newcastle and Wollongong: next working day')).toBeVisible();
  const offer = page.getByRole('region', { name: /^(Popular products|From our shop)$/ });
  await expect(offer).toHaveCount(0);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'One more' }).click();
  await expect(page.getByText('$39.20').first()).toBeVisible();
  await page.getByRole('button', { name: /^Remove Hospital/ }).click();
  await expect(page.getByText('Your cart is empty.')).toBeVisible();
  await expect(offer.getByRole('listitem')).toHaveCount(4);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('$39.20').first()).toBeVisible();
});

test('what former releases stored in the browser under other names is still there', async ({ page }) => {
  await add(page, goods.disinfectant.url, 2);
  await page.evaluate(() => {
    localStorage.setItem('spruce.cart', localStorage.getItem('shop.cart') ?? '');
    localStorage.removeItem('shop.cart');
    localStorage.setItem('spruce.scheme', 'dark');
    localStorage.setItem('other.note', 'of another program');
  });
  await open(page, '/shopping/view-cart');
  await expect(page.getByText('$19.60').first()).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  const names = await page.evaluate(() => Object.keys(localStorage).sort());
  expect(names).toEqual(['other.note', 'shop.cart', 'shop.scheme']);
});

test('invalid quantities are not accepted', async ({ page }) => {
  await add(page, goods.disinfectant.url);
  await open(page, '/shopping/view-cart');
  const quantity = page.getByRole('textbox', { name: /Quantity of/ });
  await expect(page.getByRole('button', { name: 'One less' })).toBeDisabled();
  await quantity.fill('-3x');
  await expect(page.getByText('$29.40').first()).toBeVisible();
  await quantity.fill('');
  await quantity.blur();
  await expect(quantity).toHaveValue('3');
});

test('a promo code that does not apply says why, and is not added to the cart', async ({ page }) => {
  await add(page, goods.disinfectant.url);
  await open(page, '/shopping/view-cart');
  const box = page.getByRole('textbox', { name: 'Promo code' });
  await box.fill('NOPE');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(box).toHaveAccessibleDescription(/promo|code/i);
  await expect(box).toHaveAttribute('aria-invalid', 'true');
  await expect(box).toHaveValue('NOPE');
  expect(await page.evaluate(() => localStorage.getItem('shop.promo'))).toBeNull();
  await box.fill('WELCOME10');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Promo code has been applied.')).toBeVisible();
  await expect(box).toHaveValue('');
  await page.getByRole('button', { name: 'Remove promo code WELCOME10' }).click();
  await expect(page.getByText('You save')).toBeHidden();
});

test('two tabs show the same cart', { tag: '@long' }, async ({ page, context }) => {
  await add(page, goods.disinfectant.url);
  await open(page, '/shopping/view-cart');
  const other = await context.newPage();
  await open(other, '/shopping/view-cart');
  await expect(other.getByText('$9.80').first()).toBeVisible();
  await page.getByRole('button', { name: 'One more' }).click();
  await expect(other.getByRole('textbox', { name: /Quantity of/ })).toHaveValue('2');
  await expect(other.getByText('$32.10')).toBeVisible();
  await other.getByRole('button', { name: /^Remove/ }).click();
  await expect(page.getByText('Your cart is empty.')).toBeVisible();
});

test('without local storage the shop can be viewed, and a message says once that it is missing', async ({
  browser,
}) => {
  const context = await browser.newContext();
  await context.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('denied', 'SecurityError');
      },
    });
  });
  const page = await context.newPage();
  await page.goto('/shopping/products/all');
  await hydrated(page);
  await expect(page.getByText('localStorage is not supported by your browser.')).toHaveCount(1);
  await expect(page.getByRole('heading', { name: 'Cleaning supplies' })).toBeVisible();
  await page.getByRole('button', { name: /^Add/ }).first().click();
  await expect(page.getByText('Unable to add product.')).toBeVisible();
  await context.close();
});
