import { newId } from '#lib/uuid.ts';
import { signInAsAdministrator, signInAs } from './admin.ts';
import { expect, expectAccessible, test } from './test.ts';

test('visitors sign in and come back, customers are redirected to the site', async ({ page, context, database }) => {
  await page.goto('/admin/manage-suppliers/?search=mop');
  await expect(page).toHaveURL(/\/login\/\?return-url=%2Fadmin%2Fmanage-suppliers%2F%3Fsearch%3Dmop$/);
  await signInAs(context, database, 'customer');
  await page.goto('/admin/');
  await expect(page).toHaveURL(/\/$/);
  await expect(page).not.toHaveURL(/admin/);
  await expect(page.getByRole('link', { name: 'Admin' })).toHaveCount(0);
});

test('cards and areas match the claims; a page without its claim redirects to the dashboard with a notice', async ({
  page,
  context,
  database,
}) => {
  await signInAs(context, database, ['ManageCartProducts']);
  await page.goto('/admin/');
  const main = page.getByRole('main');
  await expect(main.getByRole('listitem').getByRole('strong')).toHaveText([
    'Suppliers',
    'Categories',
    'Products',
    'Search words',
  ]);
  const areas = page.getByRole('navigation', { name: 'Back office' });
  await expect(areas.getByRole('link', { name: 'Users' })).toHaveCount(0);
  await expect(main.getByText('Sales today')).toHaveCount(0);
  await page.goto('/admin/manage-users/');
  await expect(page).toHaveURL(/\/admin\/\?refused=1$/);
  await expect(main.getByText('That page needs a permission that your account does not have.')).toBeVisible();
  await page.goto(`/admin/update-product-details/${newId()}/`);
  await expect(main.getByRole('heading', { name: 'This page no longer exists' })).toBeVisible();
  await expect(areas.getByRole('link', { name: 'Suppliers' })).toBeVisible();
});

test('the dashboard shows figures of the day, in both schemes', async ({ page, context }) => {
  await signInAsAdministrator(context);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto('/admin/');
    await expect(page).toHaveTitle('Spruce | Back office');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Good (morning|afternoon|evening)$/);
    for (const part of ['Sales by day', 'Orders by status', 'Low stock', 'New enquiries']) {
      await expect(page.getByRole('heading', { level: 2, name: part })).toBeVisible();
    }
    await expectAccessible(page);
  }
  await page.getByText('As a table').click();
  await expect(page.getByRole('row')).toHaveCount(15);
});

test('by keyboard, the palette finds pages and products, and the help lists all shortcuts and turns single keys off', {
  tag: '@long',
}, async ({ page, context }) => {
  await signInAsAdministrator(context);
  await page.goto('/admin/');
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search or jump to' });
  await expect(palette.getByRole('combobox')).toBeFocused();
  await palette.getByRole('combobox').pressSequentially('hospital grade disinf');
  const product = palette.getByRole('option', { name: /Hospital Grade Disinfectant Spray, 750 mL/ });
  await expect(product).toBeVisible();
  await expectAccessible(page);
  await palette.getByRole('combobox').fill('suppl');
  await expect(palette.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/manage-suppliers/);
  await expect(palette).toBeHidden();

  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(sheet.getByText('Next and previous row')).toBeVisible();
  await expectAccessible(page);
  await sheet.getByRole('checkbox').uncheck();
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(sheet).toBeHidden();
  await page.keyboard.press('Control+k');
  await palette.getByRole('combobox').fill('keyboard');
  await page.keyboard.press('Enter');
  await sheet.getByRole('checkbox').check();
});

test('on a phone the areas are in one menu @phone', async ({ page, context }) => {
  await signInAsAdministrator(context);
  await page.goto('/admin/');
  const areas = page.getByRole('navigation', { name: 'Back office' });
  await expect(areas).toBeHidden();
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(areas).toBeVisible();
  await expectAccessible(page);
  await areas.getByRole('link', { name: 'Suppliers' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Suppliers' })).toBeVisible();
  await expect(areas).toBeHidden();
});

test.describe('without a connection', () => {
  test.use({ provoked: /net::ERR_INTERNET_DISCONNECTED|Error loading route module|dynamically imported module/ });

  test('the page stays, with what was typed, and goes on when there is one', async ({ page, context }) => {
    await signInAsAdministrator(context);
    await page.goto('/admin/manage-orders/');
    const search = page.getByRole('searchbox').first();
    const areas = page.getByRole('navigation', { name: 'Back office' });
    await context.setOffline(true);
    await areas.getByRole('link', { name: 'Users' }).hover();
    await areas.getByRole('link', { name: 'Suppliers' }).click();
    await expect(
      page.getByText('No connection. This page stays as it is until there is one again.').first(),
    ).toBeVisible();
    await search.fill('no such order');
    await expect(search).toHaveValue('no such order');
    await context.setOffline(false);
    await expect(page).toHaveURL(/search=no\+such\+order/);
    await expect(search).toHaveValue('no such order');
    await areas.getByRole('link', { name: 'Users' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible();
  });
});
