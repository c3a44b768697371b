import { sql } from 'kysely';
import { newId } from '#lib/uuid.ts';
import type { OpenDb } from '#platform/db/db.server.ts';
import { signInAs, signInAsAdministrator } from './admin.ts';
import { expect, expectAccessible, expectAccessibleWideAndNarrow, test } from './test.ts';

/** A job that has failed for good; a retry finds no delivery and so succeeds. */
async function addFailedJob({ db }: OpenDb, message: string): Promise<void> {
  const data = JSON.stringify({ deliveryId: newId(), attempt: 0 });
  await sql`insert into jobs.job (name, data, state, retry_limit, retry_count, output, completed_on)
    values ('webhook-delivery', ${data}, 'failed', 10, 10, ${JSON.stringify({ message })}, now())`.execute(db);
}

test('the state of the system is shown, linked to and copied, and failed jobs are retried', async ({
  page,
  context,
  database,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await addFailedJob(database, 'No luck with the first.');
  await addFailedJob(database, 'No luck with the second.');
  await signInAsAdministrator(context);
  await page.goto('/admin/system/#disk');
  await expect(page.getByRole('heading', { name: 'System', level: 1 })).toBeVisible();
  await expect(page.locator('#database')).toContainText(/OK\s*PostgreSQL \d+/);
  await expect(page.locator('#disk')).toBeInViewport();
  await expect(page.locator('#disk')).toHaveCSS('background-color', /^(?!rgba\(0, 0, 0, 0\))/); // it is marked
  await expectAccessible(page);

  const first = page.getByRole('row', { name: /No luck with the first/ });
  await first.getByRole('button', { name: /^Retry/ }).click();
  await expect(page.getByRole('status').getByText('The job is being retried.')).toBeVisible();
  await expect(first).toHaveCount(0);
  await page.getByRole('button', { name: 'Retry all' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Retry all' }).click();
  await expect(page.getByRole('heading', { name: 'Failed jobs' })).toHaveCount(0);

  await page.getByRole('button', { name: /^Show all/ }).click();
  await expect(page.getByRole('row', { name: /Order confirmations/ })).toBeVisible();
  await page.getByRole('button', { name: 'Copy for support' }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain('Database: PostgreSQL');
  await expectAccessibleWideAndNarrow(page);
});

test.describe('when the server cannot be reached', () => {
  test.use({ provoked: /ERR_FAILED/ });
  test('the page says so and keeps what it shows', async ({ page, context }) => {
    await signInAsAdministrator(context);
    await page.goto('/admin/system/');
    await expect(page.locator('#database')).toContainText('OK');
    await page.route('**/v1/system/health', (route) => route.abort());
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByRole('alert').getByText('What you see is from the time above.')).toBeVisible();
    await expect(page.locator('#database')).toContainText('OK');
    await page.unroute('**/v1/system/health');
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByText('What you see is from the time above.')).toHaveCount(0);
  });
});

test('administrators without the permission do not get there', async ({ page, context, database }) => {
  await signInAs(context, database, ['ManageForms']);
  await page.goto('/admin/system/');
  await expect(page).toHaveURL(/\/admin\/\?refused=1/);
  await expect(page.getByRole('link', { name: 'System' })).toHaveCount(0);
});
