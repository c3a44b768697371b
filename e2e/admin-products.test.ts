import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { signInAsAdministrator } from './admin.ts';
import { hydrated } from './shopper.ts';
import { expect, expectAccessible, test } from './test.ts';

const notice = (page: Page, text: string): Locator => page.getByRole('status').getByText(text);
const picture = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 320, height: 320, channels: 3, background } })
    .png()
    .toBuffer();

const listed = '/admin/manage-products/';

async function create(page: Page, name: string): Promise<string> {
  await page.goto(listed);
  await page.getByRole('button', { name: 'Create a Product' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Create a Product' });
  await dialog.getByRole('button', { name: 'Create product' }).click();
  await expect(dialog.getByText('Product name is required.')).toBeVisible();
  await expect(dialog.getByText('Category is required.')).toBeVisible();
  await dialog.getByLabel('Product name').fill(name);
  await dialog.getByLabel('Category').selectOption({ index: 1 });
  await dialog.getByRole('button', { name: 'Create product' }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await expect(notice(page, 'The product has been successfully added.')).toBeVisible();
  return page.url().split('/').at(-2) ?? '';
}

const tab = (page: Page, name: string): Locator => page.getByRole('tab', { name });
const save = (page: Page): Promise<void> => page.getByRole('button', { name: /Save changes/ }).click();

test.beforeEach(async ({ context }) => {
  await signInAsAdministrator(context);
});

test('a product with two variations of three options is created, published, renamed and shown in the shop', async ({
  page,
}) => {
  const id = await create(page, 'Kestrel Window Wash');

  await tab(page, 'Manage Product Variations').click();
  for (const [name, options] of [
    ['Size', ['500 mL', '1 L', '5 L']],
    ['Scent', ['Lemon', 'Mint', 'None']],
  ] as const) {
    await page.getByRole('button', { name: 'Add a variation' }).click();
    await page.getByLabel('Variation name').fill(name);
    await page.keyboard.press('Enter');
    const field = page.getByLabel(name, { exact: true });
    for (const option of [...options, options[0].toUpperCase()]) {
      await field.fill(option);
      await field.press('Enter');
    }
    await field.fill('');
  }
  await expect(page.getByRole('heading', { name: 'Variation items 3 × 3 = 9' })).toBeVisible();
  await save(page);
  const grid = page.getByRole('grid', { name: 'Variation items' });
  await expect(grid.getByRole('gridcell', { name: /^Price, 500 mL \/ Lemon: empty. Price is required/ })).toBeVisible();
  await page.getByRole('button', { name: '18 to fix: row 1, product code' }).click();
  await expect(grid.getByRole('gridcell', { name: /^Product code, 500 mL \/ Lemon/ })).toBeFocused();
  await page.getByRole('button', { name: 'Suggest codes' }).click();
  await grid.getByRole('gridcell', { name: /^Price, 500 mL \/ Lemon/ }).click();
  await page.keyboard.type('9.8');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Control+Shift+ArrowDown');
  await page.keyboard.press('Control+d');
  await expect(grid.getByRole('gridcell', { name: 'Price, 5 L / None: 9.80' })).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(grid.getByRole('gridcell', { name: /^Price, 5 L \/ None: empty/ })).toBeVisible();
  await page.getByLabel('Same prices').check();
  await grid.getByRole('gridcell', { name: /^Price, 1 L \/ Mint/ }).click();
  await page.keyboard.type('12');
  await page.keyboard.press('Enter');
  await save(page);
  await expect(notice(page, 'Changes have been saved.')).toBeVisible();
  await expect(grid.getByRole('gridcell', { name: 'Product code, 5 L / None: KWW-5L-NON' })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Update stock of 1 L / Mint' }).click();
  const stock = page.getByRole('dialog', { name: 'Update Stock' });
  await stock.getByRole('button', { name: 'Add stock' }).click();
  await expect(stock.getByText('Purchase price is required.')).toBeVisible();
  await stock.getByLabel('Quantity').fill('7');
  await stock.getByLabel('Purchase price').fill('4.50');
  await stock.getByRole('button', { name: 'Add stock' }).click();
  await expect(notice(page, "The variation item's stock value has been updated.")).toBeVisible();

  await tab(page, 'Manage Product Images').click();
  const chooser = page.locator('input[type=file]');
  await chooser.setInputFiles([
    { name: 'front.png', mimeType: 'image/png', buffer: await picture('#0b7a5b') },
    { name: 'back.png', mimeType: 'image/png', buffer: await picture('#ffc53d') },
  ]);
  await page.getByLabel('Alternative text of back.png').fill('The bottle from behind');
  const shots = page.getByRole('region', { name: 'Manage Product Images' }).getByRole('listitem');
  await shots
    .filter({ hasText: 'front.png' })
    .locator('img')
    .dragTo(shots.filter({ hasText: 'back.png' }));
  await expect(shots.first()).toContainText('back.png');
  await page.getByRole('button', { name: 'Move front.png, 2 of 2, with the arrow keys' }).press('Home');
  await page.getByRole('button', { name: 'Move back.png, 2 of 2, with the arrow keys' }).press('ArrowLeft');
  await page.getByRole('button', { name: 'Primary image: back.png' }).click();
  await tab(page, 'Update Details').click();
  const leave = page.getByRole('dialog', { name: 'Unsaved changes' });
  await expect(leave.getByText('You have unsaved changes. Are you sure you want to leave this tab?')).toBeVisible();
  await leave.getByRole('button', { name: 'Stay on this Tab' }).click();
  await save(page);
  await expect(notice(page, 'You have successfully updated the product images.')).toBeVisible();
  await expect(tab(page, 'Manage Product Images')).toContainText('2 of 8');
  await expectAccessible(page);

  await tab(page, 'Update Details').click();
  await page.getByRole('textbox', { name: 'Description', exact: true }).click();
  await page.keyboard.type('Streak free.');
  await page.getByRole('button', { name: 'Bold' }).click();
  await page.keyboard.type(' Fast.');
  await page.getByLabel('Product name').fill('');
  await save(page);
  await expect(page.getByRole('alert').getByText('Product name is required.')).toBeVisible();
  await page.getByLabel('Product name').fill('Kestrel Window Wash');
  await page.getByLabel('Displayed online').check();
  await save(page);
  await expect(notice(page, 'Product details have been successfully updated.')).toBeVisible();
  await expectAccessible(page);

  await page.goto('/shopping/product-detail/kestrel-window-wash');
  await expect(page.getByRole('heading', { name: 'Kestrel Window Wash' })).toBeVisible();
  await expect(page.getByText('Fast.')).toBeVisible();
  await expect(page.getByRole('img', { name: 'The bottle from behind' })).toBeVisible();
  await page.goto(`/admin/update-product-details/${id}/`);
  await page.getByLabel('Product Url').fill('Kestrel Glass!');
  await page.getByLabel('Product name').click();
  await expect(page.getByLabel('Product Url')).toHaveValue('kestrel-glass');
  await page.keyboard.press('Control+s');
  await expect(notice(page, 'Product details have been successfully updated.')).toBeVisible();
  await page.goto('/shopping/product-detail/kestrel-window-wash');
  await expect(page).toHaveURL(/kestrel-glass/);
});

test('when two administrators edit one product, the second sees the differences and chooses', async ({
  page,
  context,
}) => {
  await create(page, 'Shared Squeegee');
  const other = await context.newPage();
  await other.goto(page.url());
  for (const [own, name, code] of [
    [page, 'First Squeegee', 'SQ-1'],
    [other, 'Second Squeegee', 'SQ-2'],
  ] as const) {
    await own.getByLabel('Product name').fill(name);
    await own.getByLabel('Product code').fill(code);
    await own.getByLabel('Selling price').fill('10');
    if (own === page) await own.getByLabel('Short description').fill('Only the first says this.');
    await save(own);
    if (own === page) await expect(notice(own, 'Product details have been successfully updated.')).toBeVisible();
  }
  const dialog = other.getByRole('dialog', { name: 'Someone else has changed this in the meantime.' });
  await expect(dialog.getByRole('row', { name: 'Product name First Squeegee Second Squeegee' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Save mine' }).click();
  await expect(notice(other, 'Product details have been successfully updated.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Second Squeegee', level: 1 })).toBeVisible();
  await expect(page.getByLabel('Short description')).toHaveValue('Only the first says this.');
});

test('when two administrators edit variations, the second overwrites only own input', { tag: '@long' }, async ({
  page,
  context,
}) => {
  await create(page, 'Shared Sponge');
  await tab(page, 'Manage Product Variations').click();
  await page.getByRole('button', { name: 'Add a variation' }).click();
  await page.getByLabel('Variation name').fill('Size');
  await page.keyboard.press('Enter');
  const field = page.getByLabel('Size', { exact: true });
  for (const option of ['Small', 'Medium', 'Large']) {
    await field.fill(option);
    await field.press('Enter');
  }
  await page.getByRole('button', { name: 'Suggest codes' }).click();
  await page.getByLabel('Same prices').check();
  const price = async (own: Page, size: string, amount: string): Promise<void> => {
    await own.getByRole('gridcell', { name: new RegExp(`^Price, ${size}:`) }).click();
    await own.keyboard.type(amount);
    await own.keyboard.press('Enter');
  };
  await price(page, 'Small', '10');
  await save(page);
  await expect(notice(page, 'Changes have been saved.')).toBeVisible();
  const other = await context.newPage();
  await other.goto(page.url());
  await hydrated(other);
  await price(other, 'Small', '11');
  await price(other, 'Medium', '12');

  await page.reload();
  await hydrated(page);
  await page.getByRole('button', { name: /Remove.*Medium/ }).click();
  await price(page, 'Large', '30');
  await save(page);
  await expect(notice(page, 'Changes have been saved.')).toBeVisible();

  await save(other);
  const dialog = other.getByRole('dialog', { name: 'Someone else has changed this in the meantime.' });
  await expect(dialog.getByRole('row', { name: /^Small .*, \$10\.00 .*, \$11\.00$/ })).toBeVisible();
  await expect(dialog.getByRole('row', { name: /^Large/ })).toHaveCount(0); // the row was changed by the other administrator only
  await expect(dialog.getByRole('row', { name: /^Medium deleted .*, \$12\.00$/ })).toBeVisible();
  await expectAccessible(other);
  await dialog.getByRole('button', { name: 'Save mine' }).click();
  await expect(other.getByText('Medium no longer exists, so nothing was saved for it.')).toBeVisible();
  for (const own of [other, page]) {
    await expect(own.getByRole('gridcell', { name: /^Price, Large: 30\.00/ })).toBeVisible();
    await expect(own.getByRole('gridcell', { name: /^Price, Medium/ })).toHaveCount(0);
  }
  await page.reload();
  await expect(page.getByRole('gridcell', { name: /^Price, Small: 11\.00/ })).toBeVisible();
});

test('a product is found by search, and deleted after the specified confirmation', async ({ page }) => {
  await create(page, 'Fleeting Foam');
  await page.goto(`${listed}?search=fleeting`);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Delete, Fleeting Foam' }).click();
  const question = page.getByRole('dialog', { name: 'Delete Fleeting Foam' });
  await expect(
    question.getByText('Are you sure you want to delete this product? This cannot be undone.'),
  ).toBeVisible();
  await question.getByRole('button', { name: 'Delete product' }).click();
  await expect(notice(page, 'The product has been successfully deleted.')).toBeVisible();
  await expect(page.getByText('Fleeting Foam')).toHaveCount(0);
});

test('a file is exported, and prices are changed in bulk and undone', { tag: '@long' }, async ({ page }) => {
  const id = await create(page, 'Roundabout Rinse');
  await page.getByLabel('Product code').fill('RR-1');
  await page.getByLabel('Selling price').fill('10');
  await save(page);
  await expect(notice(page, 'Product details have been successfully updated.')).toBeVisible();
  await page.goto(`${listed}?search=roundabout`);

  await page.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV, as filtered' }).click(),
  ]);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk));
  const csv = Buffer.concat(chunks).toString('utf8');
  expect(csv).toContain('Roundabout Rinse');

  await page.getByRole('checkbox', { name: 'Select Roundabout Rinse' }).check();
  await page.getByRole('button', { name: 'Change prices' }).click();
  const prices = page.getByRole('dialog', { name: 'Change prices' });
  await prices.getByRole('textbox', { name: 'Per cent' }).fill('10');
  await prices.getByLabel('Round new prices').selectOption({ label: 'To the nearest .95' });
  await prices.getByRole('button', { name: 'Preview' }).click();
  await expect(prices.getByRole('row', { name: 'Roundabout Rinse RR-1 $10.00 $10.95' })).toBeVisible();
  await expectAccessible(page);
  await prices.getByRole('button', { name: 'Change prices' }).click();
  await expect(notice(page, 'The prices of 1 product have been changed.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(notice(page, 'Undone.')).toBeVisible();
  await page.goto(`/admin/update-product-details/${id}/`);
  await expect(page.getByLabel('Selling price')).toHaveValue('10.00');
});

test('on a phone the open tab and all buttons are visible, and only the grid scrolls sideways @phone', async ({
  page,
}) => {
  await page.goto(`${listed}?hasVariations=true`);
  await page.getByRole('link', { name: 'Air Freshener Refill, 250 mL' }).first().click();
  await tab(page, 'Manage Product Variations').click();
  const whole = { ratio: 0.98 }; // browsers round scroll positions to fractions of a pixel differently
  await expect(tab(page, 'Manage Product Variations')).toBeInViewport(whole);
  await expect(page.getByRole('button', { name: 'Add a variation' })).toBeInViewport(whole);
});

test('a form shows what is stored before its scripts run', async ({ page, context }) => {
  await page.goto(`${listed}?search=air+freshener+refill`);
  await page.getByRole('link', { name: 'Air Freshener Refill, 250 mL' }).first().click();
  await expect(page.getByLabel('Product name')).toHaveValue('Air Freshener Refill, 250 mL');
  const html = await (await context.request.get(page.url())).text();
  expect(html).toMatch(/<input[^>]*name="productName"[^>]*value="Air Freshener Refill, 250 mL"/);
});
