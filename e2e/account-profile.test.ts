import { randomUUID } from 'node:crypto';
import type { APIRequestContext, BrowserContext, Page } from '@playwright/test';
import type { Email } from 'postal-mime';
import { hydrated, open } from './shopper.ts';
import { expect, expectAccessible, waitForMail, test } from './test.ts';

const password = 'clean sweep 7';
const saved = 'Your profile has been successfully updated.';
const newEmail = (name = 'member') => `${name}.${randomUUID()}@example.com`;

/** Registers a member and signs this browser in. */
async function member(context: BrowserContext): Promise<string> {
  const email = newEmail();
  const person = { firstName: 'Alinta', lastName: 'Marlowe', email, mobile: '0491 570 006' };
  const data = { ...person, password, confirmPassword: password, acceptedTheTerms: true };
  const answer = await context.request.post('/v1/core/accounts', { data, headers: { 'x-session': 'cookie' } });
  expect(answer.status()).toBe(201);
  return email;
}

async function signIn(request: APIRequestContext, UserName: string, userAgent: string): Promise<string> {
  const data = { UserName, Password: password, ClientId: 'web', GrantType: 'password' };
  const answer = await request.post('/v1/core/auth/token', { data, headers: { 'user-agent': userAgent } });
  return ((await answer.json()) as { access_token: string }).access_token;
}

const main = (page: Page) => page.getByRole('main');
const save = (page: Page) => page.getByRole('button', { name: 'Save changes' }).click();
const linkIn = ({ text = '' }: Email): string => /http\S+\/confirm-email\/\?t=\S+/.exec(text)?.[0] ?? '';

/** Requests a new address for a member; `pending` is the note that it must be confirmed. */
async function changeEmail(page: Page, context: BrowserContext) {
  const [old, email] = [await member(context), newEmail('new')];
  await open(page, '/update-profile/');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await save(page);
  return { old, email, pending: page.getByRole('region', { name: 'Confirm your new email' }) };
}

test('the profile requires signing in and is opened afterwards', async ({ page }) => {
  for (const path of ['/account/', '/update-profile/', '/update-profile/security/', '/my-orders/']) {
    await page.goto(path);
    await expect(page).toHaveURL(`/login/?return-url=${encodeURIComponent(path)}`);
  }
});

test('a visitor whose session ended signs in again and continues where the link led', async ({ page, context }) => {
  await member(context);
  await open(page, '/update-profile/');
  await context.clearCookies();
  await main(page).getByRole('link', { name: 'Sign-in and security' }).click();
  await expect(page).toHaveURL(/\/login\/\?return-url=%2Fupdate-profile%2Fsecurity%2F?$/);
});

test('names and mobile are changed, and the header shows the new name', async ({ page, context }) => {
  await member(context);
  await open(page, '/update-profile/');
  await expectAccessible(page);
  await expect(page.getByLabel('Mobile')).toHaveValue('0491 570 006');
  await page.getByLabel('First name').fill('');
  await page.getByLabel('Mobile').fill('0491');
  await save(page);
  const summary = page.getByRole('alert').filter({ hasText: 'You have one or more fields missing' });
  await expect(summary).toBeFocused();
  await expect(summary.getByRole('listitem')).toHaveText(['First name is required.', 'Mobile Invalid phone number.']);
  await expectAccessible(page);
  await page.getByLabel('First name').fill('Maya');
  await page.getByLabel('Mobile').fill('0491 570 157');
  await save(page);
  await expect(page.getByRole('status').filter({ hasText: saved })).toBeVisible();
  await expect(page.getByRole('banner').getByText('Maya', { exact: true })).toBeVisible();
  await page.getByLabel('Last name').fill('Tanaka');
  await page.keyboard.press('Enter'); // again, with the version of the first response
  await expect(page.getByRole('status').filter({ hasText: saved })).toContainText('2 times');
  await page.reload();
  await expect(page.getByLabel('First name')).toHaveValue('Maya');
  await expect(page.getByLabel('Last name')).toHaveValue('Tanaka');
});

test('unsaved changes are protected against an accidental click', async ({ page, context }) => {
  await member(context);
  await open(page, '/update-profile/');
  await page.getByLabel('First name').fill('Maya');
  const orders = main(page).getByRole('link', { name: 'My orders' });
  await orders.click();
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel('First name')).toHaveValue('Maya');
  page.once('dialog', (dialog) => void dialog.dismiss());
  await page.close({ runBeforeUnload: true });
  await expect(page).toHaveURL('/update-profile/'); // still open
  await orders.click();
  await dialog.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL('/my-orders/');
});

test("a save over another tab's changes is refused with a message", async ({ page, context }) => {
  await member(context);
  const other = await context.newPage();
  await open(page, '/update-profile/');
  await open(other, '/update-profile/');
  for (const [tab, name] of [
    [page, 'Maya'],
    [other, 'Mina'],
  ] as const) {
    await tab.getByLabel('First name').fill(name);
    await save(tab);
  }
  await expect(page.getByRole('status').filter({ hasText: saved })).toBeVisible();
  await expect(other.getByRole('alert').filter({ hasText: 'Someone else has changed this' })).toBeVisible();
  await expect(other.getByLabel('First name')).toHaveValue('Mina');
});

test('a new email takes effect once its link is opened', { tag: '@long' }, async ({ page, context, browser }) => {
  const { old, email, pending } = await changeEmail(page, context);
  await expect(pending).toContainText(email);
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(old);
  await expectAccessible(page);
  expect((await waitForMail(old, /^A new e-mail/)).text).toContain(email);
  const first = linkIn(await waitForMail(email));
  await pending.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('We have sent a link to your new email address.')).toBeVisible();
  await expect.poll(async () => linkIn(await waitForMail(email))).not.toBe(first);

  const elsewhere = await browser.newPage();
  await elsewhere.goto(first);
  await expect(elsewhere.getByRole('alert').filter({ hasText: 'This link is no longer valid.' })).toBeVisible();
  await elsewhere.goto(linkIn(await waitForMail(email)));
  await expect(elsewhere.getByRole('heading', { name: 'Your email is confirmed' })).toBeVisible();
  await elsewhere.close();
  await page.reload();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email);
  await expect(pending).toBeHidden();
  expect((await waitForMail(old, /has been changed$/)).text).toContain(email);
});

test('a change of email is cancelled', { tag: '@long' }, async ({ page, context }) => {
  const { old, email, pending } = await changeEmail(page, context);
  await pending.getByRole('button', { name: 'Cancel the change' }).click();
  await expect(page.getByText('Your email change has been cancelled.')).toBeVisible();
  await expect(pending).toBeHidden();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(old);
  await page.goto(linkIn(await waitForMail(email)));
  await expect(page.getByRole('alert').filter({ hasText: 'This link is no longer valid.' })).toBeVisible();
  await expectAccessible(page);
});

test('a company changes its name and address, by fields and by a suggestion', { tag: '@long' }, async ({
  page,
  context,
  database,
}) => {
  const email = await member(context);
  await database.db.updateTable('users').set({ user_type: 2 }).where('email', '=', email).execute();
  await open(page, '/update-profile/');
  await save(page);
  const summary = page.getByRole('alert').filter({ hasText: 'You have one or more fields missing' });
  await expect(summary.getByRole('link')).toHaveText([
    'Company name is required.',
    'Street number is required.',
    'Street name is required.',
    'City is required.',
    'State is required.',
    'Post code is required.',
  ]);
  await expectAccessible(page);
  await summary.getByRole('link', { name: 'Post code is required.' }).click();
  await expect(page.getByLabel('Post code')).toBeFocused();
  await page.keyboard.type('2204');
  await page.getByLabel('Company name').fill('Marlowe Childcare');
  await page.getByLabel('Street number').fill('27');
  await page.getByLabel('Street name').fill('Carriage Works Lane');
  await page.getByLabel('City').fill('Marrickville');
  await page.getByLabel('State').selectOption('NSW');
  await expect(summary).toBeHidden();
  await save(page);
  await expect(page.getByRole('status').filter({ hasText: saved })).toBeVisible();
  await page.reload();
  await hydrated(page);
  const search = page.getByRole('combobox', { name: 'Find the address' });
  await expect(search).toHaveValue('27 Carriage Works Lane, Marrickville NSW 2204');
  await search.fill('');
  await search.pressSequentially('12 example s');
  const suggestion = page.getByRole('option').first();
  const label = (await suggestion.textContent()) ?? '';
  const lookedUp = page.waitForResponse((answer) => /\/v1\/addresses\/(?!suggest)/.test(answer.url()));
  await suggestion.click();
  await (await lookedUp).finished(); // typing on discards the choice
  await hydrated(page);
  await expect(search).toHaveValue(label);
  await search.fill('12 exa');
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(search).toHaveValue(label); // nothing was picked
  await search.fill('');
  await search.pressSequentially('12 example s');
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter'); // picks the same one by keyboard
  await expect(search).toHaveValue(label);
  await save(page);
  await expect(page.getByRole('status').filter({ hasText: saved })).toBeVisible();
  const stored = database.db.selectFrom('users').select(['company_name', 'street_name', 'postcode']);
  const { company_name, street_name, postcode } = await stored.where('email', '=', email).executeTakeFirstOrThrow();
  expect(company_name).toBe('Marlowe Childcare');
  expect(label).toContain(`${street_name}`);
  expect(label).toContain(`${postcode}`);
});

test('other sessions are listed and ended', { tag: '@long' }, async ({ page, context, playwright, baseURL }) => {
  const email = await member(context);
  const api = await playwright.request.newContext({ baseURL: baseURL ?? '' }); // without this browser's cookies
  const phone = await signIn(
    api,
    email,
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1',
  );
  const tablet = await signIn(api, email, 'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) CriOS/140.0 Safari/604.1');
  const opens = async (token: string) =>
    (await api.get('/v1/core/auth/sessions', { headers: { authorization: `Bearer ${token}` } })).status();
  await open(page, '/update-profile/security/');
  await expectAccessible(page);
  const rows = page.getByRole('region', { name: 'Where you are signed in' }).getByRole('listitem');
  await expect(rows).toHaveCount(3);
  await expect(rows.first()).toContainText('This device');
  await rows.filter({ hasText: 'Safari on iPhone' }).getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText('That device has been signed out.')).toBeVisible();
  await expect(rows).toHaveCount(2);
  expect([await opens(phone), await opens(tablet)]).toEqual([401, 200]);
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(page.getByText('All other devices have been signed out.')).toBeVisible();
  await expect(rows).toHaveCount(1);
  expect(await opens(tablet)).toBe(401);
  await expectAccessible(page);
  const fill = async (current: string) => {
    await page.getByLabel('Current password').fill(current);
    await page.getByLabel('New password').fill('brand new broom 8');
    await page.getByLabel('Confirm password').fill('brand new broom 8');
    await page.getByRole('button', { name: 'Change password' }).click();
  };
  await fill('not this one 1');
  await expect(page.getByRole('alert').getByRole('link')).toHaveText(['Your current password is incorrect.']);
  await fill(password);
  await expect(page.getByText('Your password has been changed.')).toBeVisible();
  await waitForMail(email, /password has been changed/);
  await page.getByRole('button', { name: 'Send me the link' }).click();
  await expect(page.getByText('Change password has been initiated. Please check you email.')).toBeVisible();
  await waitForMail(email, /^Choose a new password/);
  await api.dispose();
});

test('the account menu links to every account page, also by keyboard', { tag: '@long' }, async ({ page, context }) => {
  await member(context);
  await open(page, '/');
  const menu = page.getByRole('banner').getByText('Alinta', { exact: true });
  await menu.click();
  const links = page.getByRole('banner').getByRole('group').filter({ hasText: 'Alinta Marlowe' }).getByRole('link');
  await expect(links).toHaveText([
    'Overview',
    'Profile',
    'My orders',
    'My submissions',
    'Sign-in and security',
    'Logout',
  ]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/account/');
  await expect(page.getByRole('heading', { name: 'Hello, Alinta' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('navigation', { name: 'Your account' }).getByRole('link', { name: 'My orders' }).press('Enter');
  await expect(page).toHaveURL('/my-orders/');
  await expect(page.getByRole('heading', { name: 'You have not ordered anything yet' })).toBeVisible();
  await expectAccessible(page);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a profile is changed, an email is confirmed and a session is ended', async ({ page, context, request }) => {
    const old = await member(context);
    const email = newEmail('new');
    await page.goto('/update-profile/');
    await page.getByLabel('First name').fill('');
    await page.getByLabel('Last name').fill('Tanaka');
    await save(page);
    await expect(page.getByRole('alert').getByRole('link')).toHaveText(['First name is required.']);
    await expect(page.getByLabel('Last name')).toHaveValue('Tanaka');
    await page.getByLabel('First name').fill('Maya');
    await page.getByLabel('Email', { exact: true }).fill(email);
    await save(page);
    await expect(page.getByText(saved)).toBeVisible();
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(old);
    await page.goto(linkIn(await waitForMail(email)));
    await page.getByRole('button', { name: 'Confirm this email' }).click();
    await expect(page.getByRole('heading', { name: 'Your email is confirmed' })).toBeVisible();

    await signIn(request, email, 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0');
    await page.goto('/update-profile/security/');
    await page.getByRole('button', { name: 'Sign out Firefox on Windows' }).click();
    await expect(page.getByText('That device has been signed out.')).toBeVisible();
  });
});

test('@phone nothing is cut off on a phone', async ({ page, context, database }) => {
  const email = await member(context);
  const company = { user_type: 2, pending_email: newEmail('a-rather-long-address') };
  await database.db.updateTable('users').set(company).where('email', '=', email).execute();
  const own = ['/account/', '/update-profile/', '/update-profile/security/', '/my-orders/'];
  for (const path of [...own, '/confirm-email/?t=forged']) {
    await page.goto(path);
    await hydrated(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await expectAccessible(page);
  }
});
