import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { signInAsAdministrator } from './admin.ts';
import { hydrated } from './shopper.ts';
import { expect, expectAccessible, test } from './test.ts';

const listed = '/admin/manage-products/';
const changedMeanwhile = 'Someone else has changed this in the meantime.';
const updated = 'You have successfully updated the product images.';

const notice = (page: Page, text: string) => page.getByRole('status').getByText(text);
const save = (page: Page): Promise<void> => page.getByRole('button', { name: /Save changes/ }).click();
const shots = (page: Page) => page.getByRole('region', { name: 'Manage Product Images' }).getByRole('listitem');
const names = async (page: Page) =>
  Promise.all(
    (await page.getByRole('textbox', { name: /^Alternative text/ }).all()).map(async (field) =>
      (await field.getAttribute('aria-label'))?.replace('Alternative text of ', ''),
    ),
  );

async function file(name: string, background: string) {
  const buffer = await sharp({ create: { width: 320, height: 320, channels: 3, background } })
    .png()
    .toBuffer();
  return { name, mimeType: 'image/png', buffer };
}
const choose = (page: Page, ...files: Awaited<ReturnType<typeof file>>[]) =>
  page.locator('input[type=file]').setInputFiles(files);

/** Sends a request as the page does. */
const ask = <Body>(page: Page, method: string, path: string, body?: object): Promise<Body> =>
  page.evaluate(
    async ([how, where, sent]) => {
      const headers = { 'content-type': 'application/json', 'x-session': 'cookie' };
      const answer = await fetch(`/v1/${where}`, { method: how, headers, ...(sent && { body: sent }) });
      return answer.json();
    },
    [method, path, body && JSON.stringify(body)] as const,
  );

async function make(page: Page, productName: string): Promise<string> {
  await page.goto(listed);
  const [category] = await ask<{ id: string }[]>(page, 'GET', 'manage-product-categories');
  const made = await ask<{ id: string }>(page, 'POST', 'manage-products', { productName, categoryId: category?.id });
  return `/admin/update-product-details/${made.id}/`;
}

test.beforeEach(async ({ context }) => {
  await signInAsAdministrator(context);
});

test('archived products are found by a filter and restored from their row, in bulk and from their page', async ({
  page,
}) => {
  const pages = [await make(page, 'Pelican Polish'), await make(page, 'Pelican Pads')];
  await page.goto(`${listed}?search=pelican`);
  for (const name of ['Pelican Polish', 'Pelican Pads']) {
    await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  }
  await page.getByRole('toolbar', { name: 'Selected rows' }).getByRole('button', { name: 'Archive' }).click();
  await page.getByRole('dialog', { name: 'Archive products' }).getByRole('button', { name: 'Archive' }).click();
  await expect(notice(page, '2 products have been archived.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Pelican Polish' })).toHaveCount(0);

  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('group', { name: 'Archived' }).getByLabel('Yes').click();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page).toHaveURL(/archived=true/);
  await page.reload();
  const row = page.getByRole('row', { name: /Pelican Polish/ });
  await expect(row).toContainText('Archived');
  await expectAccessible(page);
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('r');
  await expect(notice(page, '1 product has been restored.')).toBeVisible();
  await expect(row).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toHaveCount(1);
  await page.getByRole('checkbox', { name: /^Select all 2 rows/ }).check();
  await page.getByRole('toolbar', { name: 'Selected rows' }).getByRole('button', { name: 'Restore' }).click();
  await expect(notice(page, '2 products have been restored.')).toBeVisible();
  await page.getByRole('button', { name: 'Remove filter Archived' }).click();
  await expect(page.getByRole('row', { name: /Pelican/ })).toHaveCount(2);

  await ask(page, 'POST', 'manage-products/bulk', { action: 'archive', ids: [pages[0]?.split('/').at(-2)] });
  await page.goto(pages[0] ?? '');
  await expect(page.getByText('This product is archived. Shoppers do not see it')).toBeVisible();
  await expect(page.locator('[inert]').getByLabel('Product name')).toBeVisible(); // readable, but not editable
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(notice(page, 'The product has been restored.')).toBeVisible();
  await expect(page.getByText('This product is archived')).toHaveCount(0);
  await expect(page.locator('[inert]')).toHaveCount(0);
});

test('"Save mine" restores the picture that another user removed', async ({ page, context }) => {
  const own = `${await make(page, 'Shared Sieve')}?tab=images`;
  await page.goto(own);
  await choose(page, await file('front.png', '#0b7a5b'), await file('back.png', '#ffc53d'));
  await save(page);
  await expect(notice(page, updated)).toBeVisible();
  const other = await context.newPage();
  await other.goto(own);
  await hydrated(other);
  await other.getByRole('button', { name: 'Remove back.png' }).click();
  await save(other);
  await expect(notice(other, updated)).toBeVisible();

  await page.getByLabel('Alternative text of back.png').fill('From behind');
  await save(page);
  const dialog = page.getByRole('dialog', { name: changedMeanwhile });
  await expect(dialog.getByRole('row', { name: 'Images front.png front.png, back.png' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Save mine' }).click();
  await expect(page.getByRole('region', { name: 'Changes' })).toHaveCount(0);
  await page.reload();
  expect(await names(page)).toEqual(['front.png', 'back.png']);
  await expect(page.getByLabel('Alternative text of back.png')).toHaveValue('From behind');
  await expect(shots(page).locator('img').last()).toHaveJSProperty('complete', true);
});

test('a conflict over documents shows both versions, and "Save mine" applies only own changes', {
  tag: '@long',
}, async ({ page }) => {
  const own = `${await make(page, 'Shared Solvent')}`;
  const id = own.split('/').at(-2) ?? '';
  const data = `data:application/pdf;base64,${(await readFile('demo/documents/kitchen-degreaser-sds.pdf')).toString('base64')}`;
  const added: { id: string; version: number }[] = [];
  for (const name of ['care.pdf', 'use.pdf'])
    added.push(
      await ask(page, 'POST', `manage-products/${id}/documents`, { kind: 'other', title: `About ${name}`, name, data }),
    );
  await page.goto(`${own}?tab=documents`);
  await page.getByLabel('Title').first().fill('Mine');
  const [care, use] = added;
  const theirs = [
    { id: care?.id, kind: 'other', title: 'Theirs' },
    { id: use?.id, kind: 'chart', title: 'Dilution' },
  ];
  await ask(page, 'PUT', `manage-products/${id}/documents`, { version: use?.version, documents: theirs });
  await save(page);
  const dialog = page.getByRole('dialog', { name: changedMeanwhile });
  await expect(
    dialog.getByRole('row', { name: /care\.pdf Theirs, Other document Mine, Other document/ }),
  ).toBeVisible();
  await expect(dialog.getByRole('row')).toHaveCount(2); // one difference and the header
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save mine' }).click();
  await expect(notice(page, 'The documents have been saved.')).toBeVisible();
  await expect(page.getByLabel('Title').first()).toHaveValue('Mine');
  await expect(page.getByLabel('Title').last()).toHaveValue('Dilution');
});

test('an interrupted upload continues where it stopped', { tag: '@long' }, async ({ page }) => {
  await page.goto(`${await make(page, 'Halfway Hose')}?tab=images`);
  let sent = 0;
  await page.route('**/v1/manage-products/*/images', async (route) => {
    if (route.request().method() !== 'POST' || ++sent !== 2) return route.continue();
    await route.fulfill({ status: 415, json: { Message: 'Images must be PNG, JPEG, WebP or GIF files.' } });
  });
  const all = [await file('one.png', '#111111'), await file('two.png', '#222222'), await file('three.png', '#333333')];
  await choose(page, ...all);
  await page.getByLabel('Alternative text of three.png').fill('The third');
  await save(page);
  await expect(page.getByRole('alert').getByText('Images must be PNG, JPEG, WebP or GIF files.')).toBeVisible();
  expect(await names(page)).toEqual(['one.png', 'two.png', 'three.png']);
  await expect(page.getByLabel('Alternative text of three.png')).toHaveValue('The third');
  await save(page);
  await expect(notice(page, updated)).toBeVisible();
  expect(sent).toBe(4);
  await page.reload();
  expect(await names(page)).toEqual(['one.png', 'two.png', 'three.png']);
});

test("a failure to read another user's version is reported, and no input is lost", { tag: '@long' }, async ({
  page,
  faults,
}) => {
  const own = await make(page, 'Patient Pail');
  const id = own.split('/').at(-2) ?? '';
  await page.goto(own);
  const read = await ask<object>(page, 'GET', `manage-products/${id}`);
  await page.getByLabel('Product name').fill('My Pail');
  await page.getByLabel('Product code').fill('MP-1');
  await page.getByLabel('Selling price').fill('10');
  const theirs = { ...read, productName: 'Their Pail', productCode: 'TP-1', sellingPrice: 5 };
  const categories = (theirs as unknown as { categories: { id: string }[] }).categories.map((one) => one.id); // the endpoint's shape
  await ask(page, 'PUT', 'manage-products', { ...theirs, categories, productSupplierId: null });
  await page.route(`**/v1/manage-products/${id}`, (route) => route.fulfill({ status: 503, json: {} }));
  await save(page);
  const alert = page.getByRole('alert').filter({ hasText: changedMeanwhile });
  await expect(alert).toContainText('Unable to load the product details.');
  await expect(page.getByLabel('Product name')).toHaveValue('My Pail');
  await page.unroute(`**/v1/manage-products/${id}`);
  faults.length = 0; // the 503 above
  await alert.getByRole('button', { name: 'Retry' }).click();
  const dialog = page.getByRole('dialog', { name: changedMeanwhile });
  await expect(dialog.getByRole('row', { name: 'Product name Their Pail My Pail' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Save mine' }).click();
  await expect(page.getByRole('heading', { name: 'My Pail', level: 1 })).toBeVisible();
});
