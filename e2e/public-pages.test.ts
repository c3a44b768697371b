import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { signInAsAdministrator } from './admin.ts';
import { detail, goods, hydrated, open } from './shopper.ts';
import { expect, test } from './test.ts';

/** Registers a member and signs this browser in. */
async function signInAs(context: BrowserContext, firstName: string): Promise<void> {
  const person = { firstName, lastName: 'Marlowe', email: `${randomUUID()}@example.com`, mobile: '0491 570 006' };
  const password = { password: 'clean sweep 7', confirmPassword: 'clean sweep 7', acceptedTheTerms: true };
  const headers = { 'x-session': 'cookie' };
  const answer = await context.request.post('/v1/core/accounts', { data: { ...person, ...password }, headers });
  expect(answer.status()).toBe(201);
}

const banner = (page: Page) => page.getByRole('banner');
/** The entry of the account menu that is visible. */
const account = (page: Page) => banner(page).locator('details[data-only] > summary').filter({ visible: true });

const paths = ['/', '/shopping/products/all', detail(goods.cleaner.url), '/faqs/'];

test('public pages are the same for everybody, byte for byte', async ({ browser, page, context }) => {
  await signInAs(context, 'Zipporah');
  await open(page, '/'); // its own page, whose script sets the member cookie
  const visitor = await browser.newContext();
  const other = await browser.newContext();
  await signInAs(other, 'Oriel');
  await open(await other.newPage(), '/');
  for (const path of paths) {
    const bodies = await Promise.all(
      [context, other, visitor].map(async ({ request }) => (await request.get(path)).text()),
    );
    expect(bodies[0]).not.toMatch(/Zipporah|Oriel/);
    expect(new Set(bodies).size).toBe(1);
  }
  for (const one of [visitor, other]) await one.close();
});

test('the name is there before the first paint, and nothing moves when the scripts come', async ({ page, context }) => {
  await signInAs(context, 'Zo"e\\');
  await open(page, '/');
  const released = Promise.withResolvers<void>();
  await page.route(/\/assets\/.+\.js/, async (route) => {
    await released.promise;
    await route.continue();
  });
  await page.goto(detail(goods.cleaner.url), { waitUntil: 'commit' });
  await expect(banner(page).locator('details[data-only=visitor]')).toBeHidden();
  await expect(account(page)).toHaveAccessibleName(/^Zo"e\\ ?, your account$/);
  const before = await account(page).boundingBox();
  await account(page).click();
  await expect(banner(page).getByRole('link', { name: 'My orders' })).toBeVisible();
  await expect(banner(page).getByRole('link', { name: 'Login' })).toBeHidden();
  await expect(banner(page).getByRole('link', { name: 'Admin' })).toBeHidden();
  await account(page).click();
  released.resolve();
  await hydrated(page);
  await expect(banner(page).getByText('Zo"e\\ Marlowe')).toHaveCount(1); // in the menu, which is closed
  expect(await account(page).boundingBox()).toEqual(before);
  await expect(account(page)).toHaveAccessibleName(/^Zo"e\\ ?, your account$/);
});

test('an administrator finds the way to the back office on public pages', async ({ page, context }) => {
  await signInAsAdministrator(context);
  for (let i = 0; i < 2; i++) {
    await open(page, '/');
    await account(page).click();
    await banner(page).getByRole('link', { name: 'Admin' }).filter({ visible: true }).click();
    await expect(page).toHaveURL('/admin/');
  }
});

test('a link from the site into the back office loads a document, whose pages are all known', async ({
  page,
  context,
}) => {
  await signInAsAdministrator(context);
  const follow = async (path: string): Promise<void> => {
    await hydrated(page);
    await page.evaluate((to) => {
      const { __reactRouterDataRouter: router } = window as unknown as Record<
        string,
        { navigate(to: string): unknown }
      >; // the framework's
      void router?.navigate(to);
    }, path);
  };
  await open(page, '/');
  await follow('/admin/manage-suppliers/?search=mop');
  await expect(page).toHaveURL('/admin/manage-suppliers/?search=mop');
  await expect(page.getByRole('heading', { name: 'Suppliers', level: 1 })).toBeVisible();
  await follow('/admin/manage-users/');
  await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible();
  await open(page, '/');
  await follow('/admin/nowhere/');
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
});

test('the enquiry form is filled with the details of a member, unless they have begun to fill it in', async ({
  page,
  context,
}) => {
  await signInAs(context, 'Zipporah');
  await open(page, '/');
  await open(page, '/contact-us/');
  await expect(page.getByLabel('Name')).toHaveValue('Zipporah Marlowe');
  await expect(page.getByLabel('Email')).toHaveValue(/@example\.com$/);
  await expect(page.getByLabel('Phone')).toHaveValue(/^04/);
  const released = Promise.withResolvers<void>();
  await page.route(/\/viewer$/, async (route) => {
    await released.promise;
    await route.continue();
  });
  await open(page, '/contact-us/');
  await page.getByLabel('Name').fill('Oriel');
  released.resolve();
  await expect(banner(page).getByText('Zipporah Marlowe')).toHaveCount(1);
  await expect(page.getByLabel('Name')).toHaveValue('Oriel');
  await expect(page.getByLabel('Email')).toHaveValue('');
});

test('after signing out or when the session has ended, public pages show nobody', async ({ page, context }) => {
  await signInAs(context, 'Zipporah');
  await open(page, '/');
  await open(page, '/faqs/');
  await expect(account(page)).toHaveText(/Zipporah/);
  await page.goto('/logout/');
  await expect(page).toHaveURL('/');
  expect(await context.cookies()).toEqual([]);
  await open(page, '/faqs/');
  await expect(account(page)).toHaveText('Account');

  await signInAs(context, 'Oriel');
  await open(page, '/');
  await expect(account(page)).toHaveText(/Oriel/);
  const revoke = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
  expect(await page.evaluate(async (init) => (await fetch('/v1/core/auth/revoke', init)).status, revoke)).toBe(200);
  await open(page, '/faqs/');
  await expect(account(page)).toHaveText('Account');
  expect((await context.cookies()).map(({ name }) => name)).toEqual([]);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a member gets pages of their own', async ({ page, context }) => {
    await signInAs(context, 'Zipporah');
    for (const path of paths) {
      await page.goto(path);
      await expect(account(page)).toHaveText(/Zipporah/);
    }
  });
});
