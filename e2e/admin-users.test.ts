import type { Page } from '@playwright/test';
import { newId } from '#lib/uuid.ts';
import { signInAsAdministrator, signInAs, expectFreeOfNotices } from './admin.ts';
import { expect, expectAccessible, expectAccessibleInBothSchemes, test } from './test.ts';

const list = '/admin/manage-users/';
const newEmail = () => `user.${newId()}@example.com`;

const person = { firstName: 'Alinta', lastName: 'Marlowe', mobile: '0491570006' };

/** Creates a user through the API, as the user that the browser is signed in as. */
async function made(page: Page, change: object = {}): Promise<{ id: string; email: string }> {
  const email = newEmail();
  const password = 'clean sweep 7';
  const data = { ...person, email, password, confirmPassword: password, userType: 1, usersClaims: [], ...change };
  const answer = await page.request.post('/v1/core/accounts/admin', {
    data,
    headers: { origin: new URL(page.url()).origin },
  });
  expect(answer.status()).toBe(201);
  return (await answer.json()) as { id: string; email: string };
}

const row = (page: Page, email: string) => page.getByRole('row').filter({ hasText: email });
const main = (page: Page) => page.getByRole('main');
const found = (email: string): string => `${list}?search=${encodeURIComponent(email)}`;

test('an administrator who only manages users sees those cards only, and cannot create administrators', async ({
  page,
  context,
  database,
}) => {
  await signInAs(context, database, ['ManageUsers']);
  await page.goto('/admin/');
  await expect(main(page).getByRole('listitem').getByRole('strong')).toHaveText(['Manage Users', 'Activity']);
  await page.goto('/admin/manage-suppliers/');
  await expect(page).toHaveURL(/\/admin\/\?refused=1$/);
  await page.goto('/admin/create-user/');
  await expect(page.getByLabel('Member type').getByRole('option')).toHaveText(['Select a type', 'Regular', 'Company']);
  await expect(page.getByRole('group', { name: 'Permissions' })).toHaveCount(0);
  await page.goto(found('admin@example.com'));
  await row(page, 'admin@example.com').getByRole('link', { name: 'View, Site Administrator' }).click();
  await expect(main(page).getByText('Only an administrator who manages permissions')).toBeVisible();
  await expect(page.getByLabel('First name')).toBeDisabled();
  await expect(page.getByRole('group', { name: 'Permissions' })).toHaveCount(0);
});

test('a user is created: all faults at once, permissions for administrators only', async ({ page, context }) => {
  await signInAsAdministrator(context);
  await page.goto(list);
  await page.getByRole('link', { name: 'Create a User' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Create a User' })).toBeVisible();
  await expectFreeOfNotices(page, page.getByRole('button', { name: 'Create user' }));
  await page.getByRole('button', { name: 'Create user' }).click();
  await expect(page.getByRole('alert').getByRole('link')).toHaveText([
    'First name is required.',
    'Last name is required.',
    'Email is required.',
    'Mobile is required.',
    'Password is required.',
    'Member type is required.',
  ]);
  await page.getByLabel('First name').fill('A');
  await page.getByLabel('Password', { exact: true }).fill('clean sweep 7');
  await page.getByLabel('Confirm password').fill('clean sweep 8');
  await expect(page.locator('#firstName-error')).toHaveText('First name must have at least 2 characters.');
  await page.getByRole('button', { name: 'Create user' }).click();
  await expect(page.locator('#confirmPassword-error')).toHaveText('Passwords must match');

  const email = newEmail();
  await page.getByLabel('First name').fill('Declan');
  await page.getByLabel('Last name').fill('Humphrey');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Mobile').pressSequentially('0491570156');
  await expect(page.getByLabel('Mobile')).toHaveValue('0491 570 156');
  await page.getByLabel('Confirm password').fill('clean sweep 7');
  await page.getByLabel('Member type').selectOption('Regular');
  await expect(page.getByRole('group', { name: 'Permissions' })).toHaveCount(0);
  await page.getByLabel('Member type').selectOption('Admin');
  await page.getByRole('group', { name: 'Permissions' }).getByLabel('Manage stock').check();
  await page.getByRole('button', { name: 'Create user' }).click();
  await expect(page.getByText('The user has been successfully added.')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${list}$`));
  await page.goto(found(email));
  await expect(row(page, email)).toContainText('Declan Humphrey');
  await expect(row(page, email)).toContainText('Admin');
  await row(page, email).getByRole('link', { name: 'Declan Humphrey', exact: true }).click();
  await expect(page.getByLabel('Manage stock')).toBeChecked();
  await expect(page.getByLabel('Manage orders')).not.toBeChecked();
});

test('the filter reports missing values, and is in the URL', async ({ page, context }) => {
  await signInAsAdministrator(context);
  await page.goto(list);
  const filter = page.getByRole('form', { name: 'Filter' });
  for (const type of ['Regular', 'Company', 'Admin']) await filter.getByLabel(type).uncheck();
  await filter.getByLabel('Start Date').fill('');
  await filter.getByLabel('End Date').fill('31/02/2026');
  await filter.getByRole('button', { name: 'Filter' }).click();
  for (const sentence of ['At least 1 user type is required.', 'Start date is required.', 'Must be a date.']) {
    await expect(filter.getByText(sentence)).toBeVisible();
  }
  await filter.getByLabel('Company').check();
  await filter.getByLabel('Start Date').fill('01/01/1990');
  await filter.getByLabel('End Date').fill('02/01/1990');
  await filter.getByRole('button', { name: 'Filter' }).click();
  await expect(page).toHaveURL(/startDate=1990-01-01&endDate=1990-01-02&userTypes=2/);
  await expect(page.getByRole('heading', { name: 'No Users.' })).toBeVisible();
  await page.reload();
  await expect(filter.getByLabel('Start Date')).toHaveValue('01/01/1990');
  await expect(filter.getByLabel('Admin')).not.toBeChecked();
});

test('a user is changed, with protection against leaving, and the change is in the history', async ({
  page,
  context,
}) => {
  await signInAsAdministrator(context);
  await page.goto(list);
  const { id } = await made(page);
  await page.goto(`/admin/update-user/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Update a User' })).toBeVisible();
  await page.getByLabel('Last name').fill('Papadakis');
  await expect(page.getByText('1 field changed.')).toBeVisible();
  const save = page.getByRole('button', { name: 'Save changes' });
  await expectFreeOfNotices(page, save);
  const bar = await page.getByRole('region', { name: 'Changes' }).boundingBox();
  expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBe(page.viewportSize()?.height);
  await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Users' }).click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(page.getByLabel('Last name')).toHaveValue('Papadakis');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('The user details have been updated.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save changes' })).toHaveCount(0);
  await page.getByRole('heading', { name: 'History' }).click();
  const change = page.getByRole('row', { name: 'Last name Marlowe Papadakis' });
  await expect(change).toBeVisible();
});

test('the second of two users who change the same record sees both versions and chooses', async ({ page, context }) => {
  await signInAsAdministrator(context);
  await page.goto(list);
  const { id, email } = await made(page);
  const somebodyElse = async (change: object) => {
    const data = { id, ...person, email, userType: 1, ...change };
    const headers = { origin: new URL(page.url()).origin };
    expect((await page.request.put('/v1/users/admin/update-user', { data, headers })).status()).toBe(200);
  };
  await page.goto(`/admin/update-user/${id}`);
  await somebodyElse({ firstName: 'Theirs', lastName: 'Elsewhere' });
  await page.getByLabel('First name').fill('Mine');
  await page.getByRole('button', { name: 'Save changes' }).click();
  const conflict = page.getByRole('alert', { name: 'Someone else has changed this in the meantime.' });
  await expect(conflict.getByRole('row', { name: 'First name Theirs Mine' })).toBeVisible();
  await expect(conflict.getByRole('row')).toHaveCount(2); // the header row and the difference
  await expect(conflict.getByText('Changed by Site Administrator')).toBeVisible();
  await expectAccessible(page);
  await conflict.getByRole('button', { name: 'Save mine' }).click();
  await expect(page.getByText('The user details have been updated.')).toBeVisible();
  await expect(conflict).toHaveCount(0);
  await page.reload();
  await expect(page.getByLabel('First name')).toHaveValue('Mine');
  await expect(page.getByLabel('Last name')).toHaveValue('Elsewhere');

  await somebodyElse({ firstName: 'Again' });
  await page.getByLabel('Last name').fill('Dropped');
  await page.keyboard.press('Control+s');
  await conflict.getByRole('button', { name: 'Keep theirs' }).click();
  await expect(page.getByLabel('First name')).toHaveValue('Again');
  await expect(page.getByLabel('Last name')).toHaveValue(person.lastName);
  await expect(page.getByRole('button', { name: 'Save changes' })).toHaveCount(0);
});

test('one user and several users are deleted, each time with Undo', { tag: '@long' }, async ({ page, context }) => {
  await signInAsAdministrator(context);
  await page.goto(list);
  const lastName = `Q${newId().slice(-8)}`;
  const one = await made(page, { lastName });
  await made(page, { lastName });
  await page.goto(found(lastName));
  await row(page, one.email).getByRole('button', { name: 'Delete, ' }).click();
  await expect(page.getByText('The user has been successfully deleted.')).toBeVisible();
  await expect(row(page, one.email)).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, one.email)).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select all 2 rows of this page' }).check();
  await page.getByRole('toolbar', { name: 'Selected rows' }).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('2 users have been successfully deleted.')).toBeVisible();
  await expect(row(page, lastName)).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, lastName)).toHaveCount(2);
});

test("all users that match a search are deleted, except one's own account, and a message says so", {
  tag: '@long',
}, async ({ page, context, database }) => {
  const mail = await signInAs(context, database, ['ManageUsers', 'ManageUserPermissions']);
  await page.goto(list);
  const lastName = `Q${newId().slice(-8)}`;
  await database.db.updateTable('users').set({ last_name: lastName }).where('email', '=', mail).execute();
  for (let n = 0; n < 11; n++) await made(page, { lastName });
  await page.goto(found(lastName));
  const bar = page.getByRole('toolbar', { name: 'Selected rows' });
  await page.getByRole('checkbox', { name: /^Select all 10 rows/ }).check();
  await bar.getByRole('button', { name: 'Select all 12' }).click();
  await bar.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete 12 users' }).getByRole('button', { name: 'Delete users' }).click();
  const message = page.getByText('11 users have been successfully deleted. Your own account was left out.');
  await expect(message).toBeVisible();
  await expect(row(page, lastName)).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, lastName)).toHaveCount(10);

  await page.goto(`${found(lastName)}&pageSize=20`);
  await page.getByRole('checkbox', { name: /^Select all 12 rows/ }).check();
  await bar.getByRole('button', { name: 'Delete' }).click();
  await expect(message).toBeVisible();
  await expect(row(page, lastName)).toHaveCount(1);
  await page.getByRole('checkbox', { name: /^Select all 1 rows|^Select all 1 row/ }).check();
  await bar.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('You cannot delete your own account here.')).toBeVisible();
});

test("the server's own error message is shown, else the specified one", { tag: '@long' }, async ({
  page,
  context,
  faults,
}) => {
  await signInAsAdministrator(context);
  await page.goto(list);
  const one = await made(page, { lastName: `Q${newId().slice(-8)}` });
  await page.goto(found(one.email));
  for (const [json, message] of [
    [{ Message: 'The users are being moved.' }, 'The users are being moved.'],
    [{}, 'Unable to delete the user.'],
  ] as const) {
    await page.route('**/v1/users/*/archive', (route) => route.fulfill({ status: 500, json }), { times: 1 });
    await row(page, one.email).getByRole('button', { name: 'Delete, ' }).click();
    await expect(page.getByText(message)).toBeVisible();
  }
  faults.length = 0; // expected above
  await expect(row(page, one.email)).toBeVisible();
});

test('a user is found, opened and changed by keyboard alone', { tag: '@long' }, async ({ page, context }) => {
  await signInAsAdministrator(context);
  await page.goto(list);
  const { email } = await made(page);
  await page.keyboard.press('/');
  await page.keyboard.type(email);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await page.keyboard.press('e');
  await expect(page).toHaveURL(/\/admin\/update-user\//);
  await page.getByLabel('First name').focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Keyed');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('The user details have been updated.')).toBeVisible();
});

test('the activity page shows who changed what, with before and after side by side', { tag: '@long' }, async ({
  page,
  context,
}) => {
  await signInAsAdministrator(context);
  await page.goto(list);
  const lastName = `Q${newId().slice(-8)}`;
  const { id, email } = await made(page, { lastName });
  await page.request.put('/v1/users/admin/update-user', {
    data: { id, ...person, lastName, email, firstName: 'Renamed', userType: 1 },
    headers: { origin: new URL(page.url()).origin },
  });
  await page.goto(`/admin/activity/?search=${lastName}&action=update`);
  await page.getByRole('button', { name: `Renamed ${lastName}`, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: `Renamed ${lastName}` });
  await expect(dialog.getByRole('row', { name: 'First name Alinta Renamed' })).toBeVisible();
  await expect(dialog.getByRole('row')).toHaveCount(2);
  await expectAccessible(page);
  await dialog.getByRole('link', { name: 'Open the record' }).click();
  await expect(page.getByLabel('First name')).toHaveValue('Renamed');
});

for (const path of [list, '/admin/create-user/', '/admin/update-user/', '/admin/activity/']) {
  test(`${path} is accessible in both colour schemes`, async ({ page, context }) => {
    await signInAsAdministrator(context);
    await page.goto(path.includes('update') ? list : path);
    if (path.includes('update')) {
      const { id } = await made(page, { userType: 3 });
      await page.goto(`${path}${id}`);
      await page.getByRole('heading', { name: 'History' }).click();
      await expect(page.getByText('created it')).toBeVisible();
    }
    if (path.includes('create')) await page.getByRole('button', { name: 'Create user' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessibleInBothSchemes(page);
  });
}
