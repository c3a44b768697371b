import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { hydrated } from './shopper.ts';
import { expect, expectAccessible, test } from './test.ts';

const signInFailed = 'Sorry, your user name or password is incorrect or we were unable to connect to the server.';
const fieldsMissing = 'You have one or more fields missing, please correct these and submit again.';
const password = 'clean sweep 7';
const terms = '/terms-and-conditions/';

const newEmail = () => `visitor.${randomUUID()}@example.com`;

const person = (email: string) => ({
  firstName: 'Alinta',
  lastName: 'Marlowe',
  email,
  mobile: '0491 570 006',
  password,
  confirmPassword: password,
  acceptedTheTerms: true,
});

/** Registers through the API, without signing this browser in. */
async function registered(page: Page): Promise<string> {
  const email = newEmail();
  const answer = await page.request.post('/v1/core/accounts', { data: person(email) });
  expect(answer.status()).toBe(201);
  return email;
}

const username = (page: Page) => page.getByLabel('Username');
const secret = (page: Page) => page.getByLabel('Password', { exact: true });
const submit = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name }).click();
/** The cookies of the session, without the one by which public pages know a member's name. */
const sessionCookies = async (page: Page) => (await page.context().cookies()).filter(({ name }) => name !== 'member');
const session = async (page: Page) => (await sessionCookies(page)).map(({ name }) => name).sort();

async function signIn(page: Page, email: string, typed = password): Promise<void> {
  await username(page).fill(email);
  await secret(page).fill(typed);
  await submit(page, 'Sign in');
}

test('signs in and returns to the page that required it', async ({ page }) => {
  const email = await registered(page);
  await page.goto(`/login/?return-url=${encodeURIComponent(`${terms}?from=checkout`)}`);
  await hydrated(page);
  await expectAccessible(page);
  await signIn(page, email);
  await page.waitForURL(`**${terms}?from=checkout`);
  expect(await session(page)).toEqual(['refresh', 'session']);
  for (const { httpOnly, sameSite } of await sessionCookies(page)) expect([httpOnly, sameSite]).toEqual([true, 'Lax']);
  expect(await page.evaluate(() => document.cookie + JSON.stringify(localStorage))).not.toMatch(/eyJ|refresh/);
  await page.goto('/login/');
  await expect(page).toHaveURL('/');
  await page.goto(`/register/?return-url=${terms}`);
  await expect(page).toHaveURL(terms);
});

test('signs in and returns to the previous page, never to another site', async ({ page }) => {
  const email = await registered(page);
  await page.goto(terms);
  await page.evaluate(() => window.location.assign('/login/'));
  await page.waitForURL('**/login/');
  await hydrated(page);
  await signIn(page, email);
  await page.waitForURL(`**${terms}`);
  await page.context().clearCookies();
  for (const hostile of ['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)']) {
    await page.goto(`/login/?return-url=${encodeURIComponent(hostile)}`);
    await expect(page.locator('input[name="return-url"]')).toHaveValue('/');
  }
  await hydrated(page);
  await signIn(page, email);
  await page.waitForURL((url) => url.pathname === '/');
});

test('reports missing and wrong credentials, and keeps the entered name', async ({ page }) => {
  const email = await registered(page);
  await page.goto('/login/');
  await hydrated(page);
  await submit(page, 'Sign in');
  const summary = page.getByRole('alert').filter({ hasText: fieldsMissing });
  await expect(summary).toBeFocused();
  await expectAccessible(page);
  await summary.getByRole('link', { name: 'Password is required.' }).click();
  await expect(secret(page)).toBeFocused();
  await expect(username(page)).toHaveAccessibleDescription('Username is required.');
  await signIn(page, email, 'wrong password 1');
  await expect(page.getByRole('alert').filter({ hasText: signInFailed })).toBeVisible();
  await expect(summary).toBeHidden();
  await expect(username(page)).toHaveValue(email);
  await expect(secret(page)).toBeFocused();
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === '/');
});

test('shows the same message when the server cannot be reached', async ({ page, faults }) => {
  await page.goto('/login/');
  await hydrated(page);
  await page.route('**/v1/core/auth/token', (route) => route.abort('connectionfailed'));
  await signIn(page, 'nobody@example.com');
  await expect(page.getByRole('alert').filter({ hasText: signInFailed })).toBeVisible();
  faults.splice(0); // the browser's own report of the failed connection
});

test('registers by keyboard alone, with the checklist', async ({ page }) => {
  const email = newEmail();
  await page.goto(`/register/?return-url=${encodeURIComponent(terms)}`);
  await hydrated(page);
  await expectAccessible(page);
  await page.getByLabel('First name').focus();
  const type = async (text: string, next = 'Tab') => {
    await page.keyboard.type(text);
    await page.keyboard.press(next);
  };
  const done = page.getByRole('list', { name: 'Password requirements' }).getByText(', met');
  await type('Alinta');
  await type('Marlowe');
  await type(email);
  await type('0491 570 006');
  await expect(done).toHaveCount(0);
  await type('clean sweep');
  await expect(done).toHaveCount(2);
  await page.keyboard.press('Shift+Tab');
  await type(password);
  await expect(done).toHaveCount(3);
  await page.keyboard.press('Tab'); // past the button that shows the password
  await type(password);
  await expect(done).toHaveCount(4);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(page.getByRole('checkbox')).toBeChecked();
  await page.keyboard.press('Enter');
  await page.waitForURL(`**${terms}`);
  expect(await session(page)).toEqual(['refresh', 'session']);
});

test('a registration reports all faults, and a taken email', { tag: '@long' }, async ({ page }) => {
  const email = await registered(page);
  await page.goto('/register/');
  await hydrated(page);
  await submit(page, 'Register');
  const summary = page.getByRole('alert').filter({ hasText: fieldsMissing });
  await expect(summary).toBeFocused();
  await expect(summary.getByRole('link')).toHaveText([
    'First name is required.',
    'Last name is required.',
    'Email is required.',
    'Mobile is required.',
    'Password is required.',
    'Please accept the terms and conditions.',
  ]);
  await expectAccessible(page);
  await page.getByLabel('First name').fill('Alinta');
  await page.getByLabel('Last name').fill('M');
  await page.getByLabel('Email').fill('alinta@');
  await page.getByLabel('Mobile').fill('0491 570');
  await secret(page).fill('cleansweep');
  await page.getByLabel('Confirm password').fill(password);
  await page.getByRole('checkbox').check();
  await expect(summary.getByRole('listitem')).toHaveText([
    'Last name First name must have at least 2 characters.',
    'Invalid email address',
    'Mobile Invalid phone number.',
    'Password must contain a number.',
    'Confirm password Passwords must match',
  ]);
  await page.getByLabel('Last name').fill('Marlowe');
  await page.getByLabel('Email').fill(email.toUpperCase());
  await page.getByLabel('Mobile').fill('0491 570 006');
  await secret(page).fill(password);
  await submit(page, 'Register');
  await expect(summary.getByRole('link')).toHaveText(['An account with this email already exists.']);
  await expect(page.getByLabel('First name')).toHaveValue('Alinta');
  await page.getByLabel('Email').fill(newEmail());
  await submit(page, 'Register');
  await page.waitForURL((url) => url.pathname === '/');
});

test('signing out ends the session, clears local storage and goes to the root', { tag: '@long' }, async ({ page }) => {
  const email = await registered(page);
  await page.goto('/login/');
  await hydrated(page);
  await signIn(page, email);
  await page.waitForURL((url) => url.pathname === '/');
  await page.evaluate(() => localStorage.setItem('shop.cart', '[]'));
  const before = await sessionCookies(page);
  await page.goto('/logout/');
  await page.waitForURL((url) => url.pathname === '/');
  expect(await session(page)).toEqual([]);
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  await page.context().addCookies(before);
  await page.goto('/login/');
  await expect(page).toHaveURL('/login/'); // the old cookies are invalid
});

test('an expired session cookie is renewed by the next page, also in two tabs at once', { tag: '@long' }, async ({
  page,
  context,
}) => {
  const email = await registered(page);
  await page.goto('/login/');
  await hydrated(page);
  await signIn(page, email);
  await page.waitForURL((url) => url.pathname === '/');
  await context.clearCookies({ name: 'session' });
  const other = await context.newPage();
  await Promise.all([page.goto(`/login/?return-url=${terms}`), other.goto(`/login/?return-url=${terms}`)]);
  await expect(page).toHaveURL(terms);
  await expect(other).toHaveURL(terms);
  await context.clearCookies({ name: 'session' });
  await page.goto(`/login/?return-url=${terms}`);
  await expect(page).toHaveURL(terms);
  expect(await session(page)).toEqual(['refresh', 'session']);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('signs in, with error messages, and out', { tag: '@long' }, async ({ page }) => {
    const email = await registered(page);
    await page.goto(`/login/?return-url=${terms}`);
    await submit(page, 'Sign in');
    await expect(page.getByRole('alert').getByRole('link')).toHaveText([
      'Username is required.',
      'Password is required.',
    ]);
    await signIn(page, email, 'wrong password 1');
    await expect(page.getByRole('alert').filter({ hasText: signInFailed })).toBeVisible();
    await expect(username(page)).toHaveValue(email);
    await expect(secret(page)).toHaveValue('');
    await secret(page).fill(password);
    await submit(page, 'Sign in');
    await expect(page).toHaveURL(terms);
    expect(await session(page)).toEqual(['refresh', 'session']);
    const [before] = await sessionCookies(page);
    await page.goto('/logout/');
    await submit(page, 'Sign out');
    await expect(page).toHaveURL('/');
    expect(await session(page)).toEqual([]);
    if (before) await page.context().addCookies([before]);
    await page.goto('/login/');
    await expect(page).toHaveURL('/login/');
  });

  test('registers, with error messages', async ({ page }) => {
    await page.goto('/register/');
    await page.getByLabel('First name').fill('Alinta');
    await submit(page, 'Register');
    await expect(page.getByRole('alert').getByRole('link')).toHaveText([
      'Last name is required.',
      'Email is required.',
      'Mobile is required.',
      'Password is required.',
      'Please accept the terms and conditions.',
    ]);
    await expect(page.getByLabel('First name')).toHaveValue('Alinta');
    await page.getByLabel('Last name').fill('Marlowe');
    await page.getByLabel('Email').fill(newEmail());
    await page.getByLabel('Mobile').fill('0491 570 006');
    await secret(page).fill(password);
    await page.getByLabel('Confirm password').fill(password);
    await page.getByRole('checkbox').check();
    await submit(page, 'Register');
    await expect(page).toHaveURL('/');
    expect(await session(page)).toEqual(['refresh', 'session']);
  });
});

test('@phone nothing is cut off on a phone', async ({ page }) => {
  for (const path of ['/login/', '/register/', terms]) {
    await page.goto(path);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await expectAccessible(page);
  }
});
