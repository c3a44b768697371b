import type { Page } from '@playwright/test';
import { sql } from 'kysely';
import { signInAsAdministrator } from './admin.ts';
import { expect, expectAccessible, test } from './test.ts';

const notice = (page: Page, text: string) => page.getByRole('status').getByText(text);
const phrases = (page: Page) => page.getByLabel('Words and phrases, separated by commas');

test('groups of search words are added, changed, deleted and restored; a search without results is made into a group', async ({
  page,
  context,
  database: { db },
}) => {
  await signInAsAdministrator(context);
  await sql`insert into search_misses (phrase, times, last_day) values ('zquilgee', 9999, '2026-03-04')`.execute(db);
  await page.goto('/admin/search-words/?search=zq');
  await page.getByRole('button', { name: 'Add a group', exact: true }).first().click();
  await phrases(page).fill('zqmop');
  await page.getByRole('button', { name: 'Add group' }).click();
  await expect(page.getByText('Enter at least two phrases that mean the same.')).toBeVisible();
  await expectAccessible(page);
  await phrases(page).fill('zqmop, zqwiper');
  await page.getByRole('button', { name: 'Add group' }).click();
  await expect(notice(page, 'The group has been added.')).toBeVisible();
  const row = page.getByRole('row', { name: /zqmop/ });
  await expect(row).toContainText('each other');

  await row.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Also find (one way)').fill('zqpad');
  await page.getByRole('button', { name: 'Save group' }).click();
  await expect(notice(page, 'The group has been saved.')).toBeVisible();
  await expect(row).toContainText('zqpad');

  await row.getByRole('button', { name: 'Delete' }).click();
  await expect(notice(page, 'The group has been deleted.')).toBeVisible();
  await expect(row).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toContainText('zqpad');

  await page.getByRole('button', { name: 'Add a group for zquilgee' }).click();
  await expect(phrases(page)).toHaveValue('zquilgee, ');
  await phrases(page).fill('zquilgee, zqueegee');
  await page.getByRole('button', { name: 'Add group' }).click();
  await expect(page.getByRole('row', { name: /zquilgee/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add a group for zquilgee' })).toHaveCount(0);
  await expectAccessible(page);
});
