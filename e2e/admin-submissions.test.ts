import { readFile } from 'node:fs/promises';
import { type Locator, type Page, request } from '@playwright/test';
import type { OpenDb } from '#platform/db/db.server.ts';
import type { FormDefinition } from '#forms/definition/definition.ts';
import { newId } from '#lib/uuid.ts';
import { makeField, makeForm, storeForm } from '../test/make-form.ts';
import { signInAsAdministrator, signInAs, storeFailedMail } from './admin.ts';
import { address } from './place.ts';
import { expect, expectAccessibleInBothSchemes, test } from './test.ts';

const list = '/admin/submissions/';

const fields = {
  firstName: makeField({ formFieldType: 0, fieldLabel: 'First name', modelPropertyName: 'firstName' }),
  lastName: makeField({ formFieldType: 0, fieldLabel: 'Last name', modelPropertyName: 'lastName' }),
  email: makeField({ formFieldType: 15, fieldLabel: 'E-mail', modelPropertyName: 'email' }),
  budget: makeField({ formFieldType: 13, fieldLabel: 'Budget', modelPropertyName: 'budget' }),
  visit: makeField({ formFieldType: 10, fieldLabel: 'Visit on', modelPropertyName: 'visit' }),
  about: makeField({ formFieldType: 1, fieldLabel: 'About the site', modelPropertyName: 'about' }),
};

/** A form that no other test uses. */
const stored = ({ db }: OpenDb, name = `Site visit ${newId().slice(-6)}`): Promise<FormDefinition> =>
  storeForm(
    { db, clock: { now: () => new Date() } as never }, // the only part of the clock in use
    makeForm(
      Object.values(fields).map((field) => ({ ...field, id: newId() })),
      { formName: name, url: `visit-${newId().slice(-8)}` },
    ),
  );

interface Sent {
  id: string;
  lastName: string;
}

/** Submits the form like its page: as a guest, or as the user who is signed in on `page`. */
async function sent(form: FormDefinition, about = 'Two floors and a yard', page?: Page): Promise<Sent> {
  const lastName = `Q${newId().slice(-8)}`;
  const answers: Record<string, string> = {
    firstName: 'Mei',
    lastName,
    email: `${lastName.toLowerCase()}@example.com`,
    budget: '1480',
    visit: '2026-03-31 00:00:00',
    about,
  };
  const all = form.formSections.flatMap(({ formRows }) => formRows.flatMap(({ formFields }) => formFields));
  const data = all.map(({ id, modelPropertyName }) => ({ id, response: answers[modelPropertyName ?? ''] ?? '' }));
  const from = page?.request ?? (await request.newContext({ baseURL: address }));
  const answer = await from.post(`/v1/form-builder/${form.id}`, { data, headers: { origin: address } });
  expect(answer.status()).toBe(201);
  return { id: ((await answer.json()) as { submissionId: string }).submissionId, lastName };
}

const row = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text });
const pane = (page: Page): Locator => page.getByRole('article');

/** Records each frame's selected status; the returned function gives those shown so far, in order. */
async function shownStatuses(page: Page): Promise<() => Promise<string[]>> {
  const labels = await page.evaluateHandle(() => {
    const found: string[] = [];
    const look = (): void => {
      const label = document.querySelector('article input:checked')?.closest('label')?.textContent ?? '';
      if (found.at(-1) !== label) found.push(label);
      requestAnimationFrame(look);
    };
    look();
    return found;
  });
  return () => labels.jsonValue();
}

test('a submission is found by its answers, read beside the list, and given a status', async ({
  page,
  context,
  database,
}) => {
  await signInAsAdministrator(context);
  await page.goto(list);
  const form = await stored(database);
  const [one, two] = [await sent(form, 'An old mill by the river'), await sent(form)];
  await page.goto(`${list}?formId=${form.id}`);
  await expect(row(page, two.lastName)).toContainText(`Mei ${two.lastName}`);
  await page.getByRole('searchbox', { name: 'Search senders and answers' }).fill('mill by the riv');
  await page.keyboard.press('Enter');
  await expect(row(page, two.lastName)).toHaveCount(0);
  await page.getByRole('link', { name: `Mei ${one.lastName}` }).click();
  await expect(page).toHaveURL(new RegExp(`${list}${one.id}\\?.*search=mill`));
  await expect(pane(page).getByRole('heading', { name: form.formName })).toBeVisible();
  for (const words of ['$1,480.00', '31/03/2026', 'An old mill by the river'])
    await expect(pane(page).getByText(words)).toBeVisible();
  const shown = await shownStatuses(page);
  await pane(page).getByLabel('In progress').click();
  await expect(page.getByText('The submission is now In progress.')).toBeVisible();
  await expect(row(page, one.lastName)).toContainText('In progress');
  expect(await shown()).toEqual(['New', 'In progress']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('The submission is back to New.')).toBeVisible();
  await expect(row(page, one.lastName)).toContainText('New');
  await pane(page).getByText('Who changed what, and when').click();
  await expect(pane(page).getByText('changed the status of it')).toHaveCount(2);
  await page.reload();
  await expect(pane(page).getByRole('heading', { name: form.formName })).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await pane(page).getByRole('link', { name: 'Close' }).click();
  await expect(pane(page)).toHaveCount(0);
  await expectAccessibleInBothSchemes(page);
});

test('of two status changes the second is refused with a message, and nothing is overwritten', async ({
  page,
  context,
  database,
}) => {
  await signInAsAdministrator(context);
  await page.goto(list);
  const form = await stored(database);
  const { id } = await sent(form);
  await page.goto(`${list}${id}`);
  const elsewhere = await page.request.patch(`/v1/submissions/${id}/status`, {
    headers: { origin: address },
    data: { status: 2 },
  });
  expect(elsewhere.status()).toBe(200);
  await pane(page).getByLabel('In progress').click(); // not `check`, because the refusal may have reset it already
  await expect(page.getByText('Someone else has changed this in the meantime.')).toBeVisible();
  await expect(pane(page).getByLabel('Done')).toBeChecked();
});

test('J and K go to the next and previous submission, also where the list is hidden', async ({
  page,
  context,
  database,
}) => {
  await signInAsAdministrator(context);
  await page.goto(list);
  const form = await stored(database);
  const [older, newer] = [await sent(form), await sent(form)];
  await page.goto(`${list}${newer.id}?formId=${form.id}`);
  await page.keyboard.press('j');
  await expect(page).toHaveURL(new RegExp(older.id));
  await expect(pane(page).getByText(`Mei ${older.lastName}`)).toBeVisible();
  await page.setViewportSize({ width: 390, height: 800 });
  await expect(page.getByRole('table')).toBeHidden();
  await page.keyboard.press('k');
  await expect(page).toHaveURL(new RegExp(newer.id));
  await pane(page).getByRole('link', { name: 'Next submission (J)' }).click();
  await expect(page).toHaveURL(new RegExp(older.id));
  await expectAccessibleInBothSchemes(page);
  await pane(page).getByRole('link', { name: 'All submissions' }).click();
  await expect(page.getByRole('table')).toBeVisible();
});

test('deleting one submission or several requires a reason', async ({ page, context, database }) => {
  await signInAsAdministrator(context);
  await page.goto(list);
  const form = await stored(database);
  const all = [await sent(form), await sent(form), await sent(form)];
  const [last] = all.toReversed();
  await page.goto(`${list}${last?.id}?formId=${form.id}`);
  await pane(page).getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete 1 submission' });
  await dialog.getByRole('button', { name: 'Delete submission' }).click();
  await expect(dialog.getByText('Reason is required.')).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await dialog.getByLabel('Reason').fill('Sent twice');
  await dialog.getByRole('button', { name: 'Delete submission' }).click();
  await expect(page.getByText('The submission has been successfully deleted.')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(all[1]?.id ?? 'none')); // the next submission is shown
  await pane(page).getByRole('link', { name: 'Close' }).click();
  await page.getByRole('checkbox', { name: /^Select all 2 rows/ }).check();
  const bar = page.getByRole('toolbar', { name: 'Selected rows' });
  await bar.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('2 submissions are now Done.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('The status of 2 submissions has been restored.')).toBeVisible();
  await expect(page.getByRole('cell', { name: 'New', exact: true })).toHaveCount(2);
  await page.getByRole('checkbox', { name: /^Select all 2 rows/ }).check();
  await bar.getByRole('button', { name: 'Delete' }).click();
  const many = page.getByRole('dialog', { name: 'Delete 2 submissions' });
  await many.getByLabel('Reason').fill('A test');
  await many.getByRole('button', { name: 'Delete submissions' }).click();
  await expect(page.getByText('2 submissions have been successfully deleted.')).toBeVisible();
  await expect(page.getByRole('heading', { name: /No submissions match/ })).toBeVisible();
});

test('the export contains the filtered submissions, with the answers of one form', { tag: '@long' }, async ({
  page,
  context,
  database,
}) => {
  await signInAsAdministrator(context);
  await page.goto(list);
  const form = await stored(database);
  const { lastName } = await sent(form);
  await page.goto(`${list}?formId=${form.id}`);
  await page.getByRole('button', { name: 'Export' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'CSV, as filtered' }).click();
  const text = await readFile(await (await saved).path(), 'utf8');
  expect(text).toContain('About the site');
  expect(text).toContain(lastName);
});

test('an enquiry is read, answered by mail, marked as spam and back, set to Done, and deleted', {
  tag: '@long',
}, async ({ page, context, database }) => {
  await signInAsAdministrator(context);
  const company = `Bay Hotel ${newId().slice(-6)}`;
  const person = { company, name: 'Kim Lee', email: 'kim@example.com', phone: '', mobile: '0491570156' };
  const message = 'Forty rooms.\n\nCan you come before seven?';
  const id = newId();
  await database.db
    .insertInto('enquiries')
    .values({ id, ...person, message, created_at: new Date() })
    .execute();
  await page.goto(`/admin/enquiries/?search=${encodeURIComponent(company)}`);
  await page.getByRole('link', { name: 'Kim Lee' }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/enquiries/${id}`));
  await expect(pane(page).getByText('Can you come before seven?')).toBeVisible();
  await expect(pane(page).getByRole('link', { name: '0491 570 156' })).toHaveAttribute('href', 'tel:+61491570156');
  const reply = await pane(page).getByRole('link', { name: 'Reply' }).getAttribute('href');
  expect(decodeURIComponent(reply ?? '')).toContain('> Can you come before seven?');
  await pane(page).getByRole('button', { name: 'Spam' }).click();
  await expect(page.getByText('The enquiry has been marked as spam.')).toBeVisible();
  await expect(pane(page).getByText('Suspected spam')).toBeVisible();
  await pane(page).getByRole('button', { name: 'Not spam' }).click();
  await expect(page.getByText('The enquiry has been marked as not spam.')).toBeVisible();
  await expect(row(page, company)).toBeVisible();
  await pane(page).getByLabel('Done').check();
  await expect(page.getByText('The enquiry is now Done.')).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await pane(page).getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete 1 enquiry' });
  await dialog.getByLabel('Reason').fill('Answered long ago');
  await dialog.getByRole('button', { name: 'Delete enquiry' }).click();
  await expect(page.getByText('The enquiry has been successfully deleted.')).toBeVisible();
});

test('the dashboard and the palette lead to a submission; a mail of it that could not be sent is sent again', {
  tag: '@long',
}, async ({ page, context, database }) => {
  await signInAsAdministrator(context);
  await page.goto('/admin/');
  const form = await stored(database);
  const { id, lastName } = await sent(form);
  await page.reload();
  await page.getByRole('link', { name: /show new submissions/ }).click();
  await expect(page).toHaveURL(/\/admin\/submissions\/\?status=0/);
  await expect(row(page, lastName)).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search or jump to' }).fill(lastName);
  await page.getByRole('option', { name: new RegExp(lastName) }).click();
  await expect(page).toHaveURL(new RegExp(`${list}${id}`));
  const mail = await storeFailedMail(database, {
    kind: 'submission-acknowledge',
    area: 'submissions',
    submissionId: id,
  });
  await page.reload();
  const card = page.getByRole('region', { name: 'E-mails that could not be sent' });
  await expect(card).toContainText('Confirmation of a submission');
  await card.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('The e-mail is being sent again.')).toBeVisible();
  await mail.isGone();
});

test('a member sees their own submissions; nobody without the claim sees the inbox', { tag: '@long' }, async ({
  page,
  context,
  database,
}) => {
  await signInAs(context, database, 'customer');
  await page.goto('/my-submissions/');
  await expect(page.getByRole('heading', { name: 'You have not sent us a form yet' })).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  const form = await stored(database);
  const { id } = await sent(form, '', page);
  await page.reload();
  const link = page.getByRole('link', { name: form.formName }).first();
  await expect(link).toHaveAttribute('href', `/forms/${id}/view`);
  await expect(page.getByRole('listitem').filter({ hasText: form.formName })).toContainText('New');
  await expectAccessibleInBothSchemes(page);
  await page.goto(list);
  await expect(page).toHaveURL(`${address}/`);
});
