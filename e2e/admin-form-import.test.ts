import type { Page } from '@playwright/test';
import { newId } from '#lib/uuid.ts';
import { makeZip } from '../test/make-zip.ts';
import { signInAs } from './admin.ts';
import { field as fieldOf, storedForm } from './forms.ts';
import { hydrated } from './shopper.ts';
import { expect, expectAccessible, test } from './test.ts';

// An import locks all forms, and `reset` means all of them.
test.describe.configure({ mode: 'serial' });

const listed = '/admin/form-builder/upload-forms/';

test.beforeEach(async ({ context, database }) => {
  await signInAs(context, database, ['ManageForms']);
});

const field = { formFieldType: 0, modelPropertyName: 'siteName', fieldLabel: 'Site' };
const formOf = (url: string, ...formFields: object[]) => ({
  url,
  formName: `Willow ${url}`,
  formSections: [{ sectionHeading: 'Your site', formRows: [{ formFields }] }],
});

/** Chooses files until the page accepts one: those chosen before its script runs are lost. */
async function put(page: Page, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  const taken = page.getByRole('button', { name: `Remove ${file.name}` });
  await expect(async () => {
    await page.getByLabel('Drop files here or choose files').setInputFiles(file);
    await expect(taken).toBeVisible({ timeout: 1_000 });
  }).toPass();
}

const choose = (page: Page, ...forms: { url: string }[]) =>
  put(page, {
    name: 'willow.zip',
    mimeType: 'application/zip',
    buffer: makeZip(forms.map((form) => ({ name: `forms/${form.url}.json`, content: JSON.stringify(form) }))),
  });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test('a zip is checked and imported; importing it again changes nothing', async ({ page }) => {
  await page.goto(listed);
  await hydrated(page);
  await expect(async () => {
    await press(page, 'Check');
    await expect(page.getByText('This is field is required.')).toHaveCount(2, { timeout: 1_000 });
  }).toPass();
  await expectAccessible(page);
  await choose(page, formOf('willow-quote', field), formOf('willow-check', { ...field, formFieldType: 99 }));
  await page.getByRole('radio', { name: /^Replace/ }).check();
  await press(page, 'Import');
  const faults = page.getByRole('region', { name: 'Faults' });
  await expect(page.getByRole('heading', { name: 'Nothing has been changed' })).toBeFocused();
  const sentence = 'Unknown field type. Use 0 to 15, 20 to 23 or 30 to 37.';
  const place = 'forms/willow-check.json 1: Your site 1 1: siteName formFieldType';
  await expect(faults.getByRole('row', { name: `${sentence} ${place}` })).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByRole('link', { name: '/forms/willow-quote/' })).toHaveCount(0);

  await press(page, 'Remove willow.zip');
  await choose(page, formOf('willow-quote', field, { formFieldType: 0, fieldLabel: 'Note' }));
  await press(page, 'Check');
  await expect(page.getByRole('heading', { name: 'What the import would change' })).toBeFocused();
  await expect(page.getByRole('row', { name: 'Willow willow-quote willow-quote Added' })).toBeVisible();
  await expect(page.getByText('Rules cannot read this field, because it has no name.')).toBeVisible();
  await expectAccessible(page);
  await press(page, 'Import');
  await expect(page.getByRole('heading', { name: 'What the import changed' })).toBeFocused();
  await expect(page.getByRole('link', { name: '/forms/willow-quote/' })).toBeVisible();

  await choose(page, formOf('willow-quote', field, { formFieldType: 0, fieldLabel: 'Note' }));
  await press(page, 'Check');
  await expect(page.getByRole('row', { name: 'Willow willow-quote willow-quote Unchanged' })).toBeVisible();
  await expectAccessible(page);
});

test('a file that is not a zip, or is too large, is refused before anything is uploaded', { tag: '@long' }, async ({
  page,
}) => {
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
  await page.goto(listed);
  await hydrated(page);
  const refuse = async (name: string, size: number, sentence: string) => {
    await put(page, { name, mimeType: 'application/zip', buffer: Buffer.alloc(size) });
    await expect(page.getByText(sentence)).toBeVisible();
    await press(page, 'Import');
    await page.getByRole('button', { name: `Remove ${name}` }).click();
  };
  await refuse('forms.rar', 10, 'File type is not supported.');
  await refuse('forms.zip', 20_971_521, 'File is too large.');
  expect(sent.filter((url) => url.includes('upload-forms'))).toEqual([]);
});

test('reset warns and lists the forms it would archive; a long list of faults can be filtered', async ({ page }) => {
  await page.goto(listed);
  await hydrated(page);
  await choose(page, formOf('willow-survey', field));
  await page.getByRole('radio', { name: /^Reset/ }).check();
  await expect(page.getByText('Reset archives every form that is not in the file')).toBeVisible();
  await press(page, 'Check');
  await expect(page.getByRole('row', { name: 'Willow willow-quote willow-quote Archived' })).toBeVisible();
  await expectAccessible(page);
  await press(page, 'Remove willow.zip');
  const wrong = Array.from({ length: 30 }, (_, i) => ({ ...field, visibilityLogic: `nobody${i} == 1` }));
  await choose(page, formOf('willow-survey', ...wrong.map((one, i) => ({ ...one, modelPropertyName: `f${i}` }))));
  await press(page, 'Check');
  await expect(page.getByText('The file has 30 faults. Nothing has been changed.')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Filter faults' }).fill('nobody7');
  await expect(page.getByRole('region', { name: 'Faults' }).getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('region', { name: 'Faults' })).toContainText("Unknown field 'nobody7'.");
});

test('all forms are exported as a zip', async ({ page }) => {
  await page.goto(listed);
  await hydrated(page);
  const waiting = page.waitForEvent('download');
  await press(page, 'Export');
  expect((await waiting).suggestedFilename()).toMatch(/^forms-\d{4}-\d\d-\d\d\.zip$/);
});

test('the import works by keyboard, also on a phone @phone', async ({ page }) => {
  await page.goto(listed);
  await hydrated(page);
  await choose(page, formOf('willow-phone', field));
  await page.getByRole('radio', { name: /^Replace/ }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Check', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 form added, 0 replaced, 0 archived, 0 unchanged.')).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});

test('an administrator without the claim is redirected from the import', async ({ page, context, database }) => {
  await signInAs(context, database, ['ManageUsers']);
  await page.goto(listed);
  await expect(page).toHaveURL(/\/admin\/\?refused/);
  await expect(page.getByRole('link', { name: 'Form Import' })).toHaveCount(0);
});

test('a form is closed, visitors read that it is closed, and it is opened again', async ({ page, database }) => {
  const form = await storedForm(database, [[fieldOf(0, 'Site')]], { formName: `Night check ${newId().slice(-8)}` });
  await page.goto(`${listed}?search=${form.formName}`);
  const row = page.getByRole('row').filter({ hasText: form.formName });
  const act = async (name: string): Promise<void> => {
    await row.getByRole('button', { name: /^More actions/ }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await act('Close Form');
  await expect(row.getByText('Closed')).toBeVisible();
  const visitor = await page.context().newPage();
  await visitor.goto(`/forms/${form.url}/`);
  await expect(visitor.getByText('This form is closed. It does not accept submissions at the moment.')).toBeVisible();
  await expect(visitor.getByRole('textbox', { name: 'Site' })).toHaveCount(0);
  await expectAccessible(visitor);
  await act('Open Form');
  await expect(row.getByText('Open', { exact: true })).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByRole('textbox', { name: 'Site' })).toBeVisible();
});
