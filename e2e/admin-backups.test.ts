import { signInAsAdministrator } from './admin.ts';
import { expect, expectAccessibleWideAndNarrow, test } from './test.ts';

test('a backup is made, downloaded, tried and deleted', { tag: '@long' }, async ({ page, context }) => {
  await signInAsAdministrator(context);
  await page.goto('/admin/backups/');
  await expect(page.getByText('It needs a backup first.')).toBeVisible();
  await page.getByRole('button', { name: 'Back up now' }).click();
  const row = page.getByRole('row', { name: /By hand/ });
  await expect(row).toContainText('Verified');
  await expect(row).toContainText('This version');

  await page.getByRole('button', { name: 'Run drill now' }).click();
  await expect(page.getByRole('region', { name: 'Restore drill' })).toContainText('Passed', { timeout: 150_000 });
  await expect(page.getByText('On hand equals the movements of every item')).toBeVisible();
  await expect(page.getByText(/npm run restore -- \/.*\/backups\/spruce-\d+-\d+-manual\.zip/)).toBeVisible();
  await expectAccessibleWideAndNarrow(page);

  const downloading = page.waitForEvent('download');
  await row.getByRole('link', { name: /^Download/ }).click();
  expect((await downloading).suggestedFilename()).toMatch(/^spruce-\d{8}-\d{6}-manual\.zip$/);
  await row.getByRole('button', { name: /^Delete/ }).click();
  await page.getByRole('button', { name: 'Delete backup' }).click();
  await expect(page.getByRole('status').getByText('The backup has been successfully deleted.')).toBeVisible();
  await expect(row).toHaveCount(0);
});
