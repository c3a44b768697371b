import type { Page } from '@playwright/test';
import { signInAsAdministrator } from './admin.ts';
import { detail, goods, hydrated } from './shopper.ts';
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
