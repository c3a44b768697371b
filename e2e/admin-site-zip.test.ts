import { readFile } from 'node:fs/promises';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { signInAsAdministrator } from './admin.ts';
import { type OwnServer, startOwnServer } from './own-server.ts';
import { environment } from './place.ts';
import { expect, expectAccessibleInBothSchemes, test } from './test.ts';

// A site of its own, because bringing one in replaces all pages.
const port = Number(environment.PORT) + 1450;
const address = `http://localhost:${port}`;
test.use({ baseURL: address });
let server: OwnServer;
test.beforeAll(async () => {
  server = await startOwnServer(port, { ADMIN_EMAIL: environment.ADMIN_EMAIL });
});
test.afterAll(() => server.stop());

test('the site is downloaded, changed in the zip, tried and brought in; visitors see it', async ({
  page,
  context,
  browser,
}) => {
  await signInAsAdministrator(context);
  await page.goto('/admin/site/');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the site' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^site-\d{4}-\d\d-\d\d\.zip$/);
  const files = unzipSync(await readFile(await download.path()));
  const faqs = strFromU8(files['pages/faqs.json'] ?? new Uint8Array());
  const zipped = (text: string) => Buffer.from(zipSync({ ...files, 'pages/faqs.json': strToU8(text) }));
  const choose = (text: string) =>
    page
      .getByRole('dialog')
      .locator('input[type=file]')
      .setInputFiles({ name: 'site.zip', mimeType: 'application/zip', buffer: zipped(text) });

  await page.getByRole('button', { name: 'Bring in a site' }).click();
  const dialog = page.getByRole('dialog', { name: 'Bring in a site' });
  await choose(faqs.replace('"/faqs/"', '"/admin/faqs/"').replace('"hero"', '"teleporter"'));
  await expect(dialog.getByRole('alert')).toContainText('There are 2 faults. Nothing has been changed.');
  const faults = dialog.getByRole('region', { name: 'Faults' });
  await expect(faults).toContainText('pages/faqs.json, line 2');
  await expect(faults).toContainText('This program does not know this kind of block.');
  await expectAccessibleInBothSchemes(page);

  await dialog.getByRole('button', { name: /^Remove/ }).click();
  await choose(faqs.replace(/"title": "[^"]*"/, '"title": "Asked and answered"').replace('"/faqs/"', '"/answers/"'));
  await expect(dialog.getByText('0 new, 1 changed, 0 removed.')).toBeVisible();
  const changes = dialog.getByRole('region', { name: 'What would change' });
  await expect(changes).toContainText('/faqs/ becomes /answers/.');
  await expectAccessibleInBothSchemes(page);
  await dialog.getByRole('button', { name: 'Bring it in' }).click();
  await expect(page.getByText('The site has been brought in, and visitors see it.')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('table').getByText('Asked and answered')).toBeVisible();

  const visitor = await browser.newPage({ baseURL: address });
  await visitor.goto('/faqs/');
  await expect(visitor).toHaveURL(/\/answers\/$/);
  await expect(visitor).toHaveTitle(/Asked and answered$/);
  await visitor.close();
});
