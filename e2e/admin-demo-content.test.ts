import { newId } from '#lib/uuid.ts';
import type { OpenDb } from '#platform/db/db.server.ts';
import { signInAs, signInAsAdministrator } from './admin.ts';
import { expect, expectAccessibleInBothSchemes, test } from './test.ts';

/** An enquiry that counts as demo content; the shop of these tests has only the demo's catalogue. */
async function makeUp({ db }: OpenDb): Promise<void> {
  const id = newId();
  const sender = { name: 'Corinne Bastian', company: 'Old Ferry Hotel', email: 'corinne@oldferryhotel.example' };
  await db
    .insertInto('enquiries')
    .values({ id, ...sender, phone: '', mobile: '', message: 'Do you deliver on Saturdays?', created_at: new Date() })
    .execute();
  await db.insertInto('demo_records').values({ kind: 'enquiries', id }).execute();
}

test('the back office says that there is demo content, and removes it after asking', async ({
  page,
  context,
  database,
}) => {
  await makeUp(database);
  await signInAs(context, database, ['ManageForms']);
  await page.goto('/admin/');
  await expect(page.getByRole('heading', { name: 'Areas' })).toBeVisible();
  await expect(page.getByText('Demo content.')).toBeHidden();

  await signInAsAdministrator(context);
  await page.goto('/admin/');
  const notice = page.getByText('This shop has been filled with 1 enquiry, all made up');
  await expect(notice).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  const open = page.getByRole('main').getByRole('button', { name: 'Remove demo content' });
  const question = page.getByRole('dialog', { name: 'Remove the demo content?' });
  await open.click();
  await expect(question).toContainText('Your settings, website, forms, promos and catalogue stay');
  await expect(question).toContainText('Accounts that somebody has given a password or another e-mail address stay');
  await question.getByRole('button', { name: 'Keep it' }).click();
  await expect(notice).toBeVisible();
  await open.click();
  await question.getByRole('button', { name: 'Remove demo content' }).click();
  await expect(page.getByText('The demo content has been removed.')).toBeVisible();
  await expect(notice).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Areas' })).toBeVisible();
  await expect(notice).toBeHidden();
});
