import type { Page } from '@playwright/test';
import { signInAs, signInAsAdministrator } from './admin.ts';
import { add, buyer, detail, fillBuyer, goods, hydrated, next } from './shopper.ts';
import { expect, test } from './test.ts';

/** Holds back scripts of the page until the returned function is called. */
async function holdScripts(page: Page, files: RegExp): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  await page.route(files, async (route) => {
    await released.promise;
    await route.continue();
  });
  return released.resolve;
}

/** Opens a page without waiting for its scripts. */
const openEarly = (page: Page, path: string) => page.goto(path, { waitUntil: 'commit' });

const allScripts = /\/assets\/.+\.js/;
const marks = (page: Page) => page.locator('mark').filter({ visible: true });

test('a button that is pressed before the scripts are there acts once, when they are', async ({ page }) => {
  const release = await holdScripts(page, allScripts);
  await openEarly(page, detail(goods.disinfectant.url));
  const add = page.getByRole('button', { name: 'Add to cart' });
  await add.click();
  await add.click();
  release();
  await expect(page.getByText('The selected item has been added to cart.')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Cart/ }).first()).toContainText('1');
  await page.goto('/shopping/view-cart');
  await expect(page.getByRole('textbox', { name: /^Quantity/ })).toHaveValue('1');
});

for (const [part, files] of [
  ['any script', allScripts],
  ['its own script', /\/assets\/question-list-.+\.js/],
] as const)
  test(`a search that is typed before the page has ${part} finds, and what is typed later is added`, async ({
    page,
  }) => {
    const release = await holdScripts(page, files);
    await openEarly(page, '/faqs/');
    if (files !== allScripts) await hydrated(page);
    await page.getByRole('searchbox').pressSequentially('police ch');
    release();
    await expect(marks(page).first()).toBeVisible();
    await page.getByRole('searchbox').press('End');
    await page.keyboard.type('e');
    await expect(page).toHaveURL('/faqs/?search=police+che');
    await expect(page.getByRole('searchbox')).toHaveValue('police che');
  });

test('settings that are changed before the scripts are there stay changed', async ({ page, context }) => {
  await signInAsAdministrator(context);
  const release = await holdScripts(page, allScripts);
  await openEarly(page, '/admin/settings/');
  await page.getByLabel('Company name').fill('Spruce and Sons');
  const switches = page.locator('[id^="navigation."]');
  const before = await switches.first().isChecked();
  await switches.first().setChecked(!before);
  release();
  await hydrated(page);
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeVisible();
  await expect(page.getByLabel('Company name')).toHaveValue('Spruce and Sons');
  expect(await switches.first().isChecked()).toBe(!before);
});

test('a number that is typed before the scripts are there is formatted once', async ({ page }) => {
  const release = await holdScripts(page, allScripts);
  await openEarly(page, '/contact-us/');
  await page.getByLabel('Phone').pressSequentially('0291234567');
  await page.getByLabel('Phone').press('Home');
  release();
  await hydrated(page);
  await page.waitForTimeout(500); // longer than until early events are repeated
  await expect(page.getByLabel('Phone')).toHaveValue('02 9123 4567');
});

for (const [part, files] of [
  ['any script', allScripts],
  ['its shapes', /\/assets\/contract-.+\.js/],
] as const)
  test(`what is typed into the sign-in form before the page has ${part} is checked when they are there`, async ({
    page,
  }) => {
    const release = await holdScripts(page, files);
    await openEarly(page, '/login/');
    if (files !== allScripts) await hydrated(page);
    await page.getByLabel('Username').pressSequentially('mei.tanaka@example.com');
    if (files !== allScripts) await page.getByLabel('Username').press('Enter');
    release();
    await hydrated(page);
    if (files === allScripts) await page.getByLabel('Username').press('Enter');
    await expect(page.getByRole('link', { name: 'Password is required.' })).toBeVisible();
    await expect(page.getByLabel('Username')).toHaveValue('mei.tanaka@example.com');
    await page.getByLabel('Username').fill('');
    await expect(page.getByRole('link', { name: 'Username is required.' })).toBeVisible();
  });

test('a checkout that is continued before the scripts are there puts nothing into the URL, and is checked when they are', async ({
  page,
  context,
  database,
}) => {
  await signInAs(context, database, 'customer');
  await add(page, goods.disinfectant.url);
  const release = await holdScripts(page, allScripts);
  await openEarly(page, '/shopping/checkout');
  await page.getByRole('button', { name: 'Continue to Delivery' }).click();
  await expect(page).toHaveURL('/shopping/checkout');
  release();
  await expect(page.getByText('Check these fields before you continue')).toBeVisible();
  await expect(page).toHaveURL('/shopping/checkout');
});

test('a checkout that is filled in before its shapes and later steps are there goes on when they are', async ({
  page,
}) => {
  const release = await holdScripts(page, /\/assets\/(checkout-form|delivery-tab|review-tab)-.+\.js/);
  await add(page, goods.disinfectant.url);
  await openEarly(page, '/shopping/checkout');
  await hydrated(page);
  await fillBuyer(page, { ...buyer('mei.tanaka@example.com'), email: 'mei' });
  await next(page);
  release();
  await expect(page.getByRole('link', { name: 'Invalid email address' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Email' }).fill('mei.tanaka@example.com');
  await next(page);
  await expect(page.getByRole('form', { name: 'Delivery' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('form', { name: 'Delivery' })).toBeVisible();
  await expect(page.getByText('Step 2 of 3: Delivery')).toBeAttached();
});

test('a press that something stops on a page that is ready is not repeated', async ({ page }) => {
  await page.goto(detail(goods.disinfectant.url));
  await hydrated(page);
  const add = page.getByRole('button', { name: 'Add to cart' });
  await page.evaluate(() =>
    addEventListener('click', (event) => event.stopImmediatePropagation(), { capture: true, once: true }),
  );
  await add.click();
  await expect.poll(() => page.evaluate(() => window.earlyEvents.size)).toBe(0);
  await add.click();
  await expect(page.getByText('The selected item has been added to cart.')).toBeVisible();
  await page.goto('/shopping/view-cart');
  await expect(page.getByRole('textbox', { name: /^Quantity/ })).toHaveValue('1');
});
