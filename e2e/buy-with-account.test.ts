import type { Route } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import {
  add,
  buyer,
  cards,
  fillBuyer,
  fillCard,
  goods,
  hydrated,
  next,
  open,
  place,
  review,
  thanked,
} from './shopper.ts';
import { expect, test } from './test.ts';

const password = 'clean sweep 7';
const newEmail = () => `buyer.${randomUUID()}@example.com`;

test('a guest registers with the order and is signed in after it', async ({ page }) => {
  const email = newEmail();
  await add(page, goods.disinfectant.url);
  await open(page, '/shopping/checkout');
  await fillBuyer(page, buyer(email));
  await page.getByRole('checkbox', { name: /Register an account/ }).check();
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill('something else 7');
  await next(page);
  await expect(page.getByText('Passwords must match').first()).toBeVisible();
  await page.getByLabel('Confirm password').fill(password);
  await next(page);
  await review(page);
  await fillCard(page, cards.pays);
  await place(page);

  const number = await thanked(page);
  const session = (await page.context().cookies()).find(({ name }) => name === 'session');
  expect(session?.httpOnly).toBe(true);
  await page.getByRole('link', { name: number }).click();
  await expect(page).toHaveURL(/\/shopping\/order\/[0-9a-f-]+$/);
  await expect(page.getByRole('heading', { name: `Order ${number}` })).toBeVisible();

  await add(page, goods.disinfectant.url);
  await open(page, '/shopping/checkout');
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email);
  await expect(page.getByRole('checkbox', { name: /Register an account/ })).toBeHidden();
});

test.describe('when a session ends', () => {
  test.use({ provoked: /net::ERR_FAILED/ });

  test('a buyer signs in from the checkout, and again when the session ends before the order or before its response', async ({
    page,
    context,
  }) => {
    const email = newEmail();
    const person = { firstName: 'Alinta', lastName: 'Marlowe', email, mobile: '0491 570 006' };
    const answer = await page.request.post('/v1/core/accounts', {
      data: { ...person, password, confirmPassword: password, acceptedTheTerms: true },
    });
    expect(answer.status()).toBe(201);
    await add(page, goods.disinfectant.url);
    await open(page, '/shopping/checkout');
    const link = page.getByRole('main').getByRole('link', { name: 'Sign in' });
    await expect(link).toHaveAttribute('href', '/login?return-url=/shopping/checkout');
    await link.click();
    const signIn = async (): Promise<void> => {
      await hydrated(page);
      await page.getByLabel('Username').fill(email);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    };
    await signIn();
    await expect(page).toHaveURL(/\/shopping\/checkout$/);
    await expect(page.getByLabel('First name')).toHaveValue('Alinta');
    await expect(page.getByLabel('Mobile')).toHaveValue('0491 570 006');

    await fillBuyer(page, { ...buyer(email), firstName: 'Alinta', lastName: 'Marlowe' });
    await next(page);
    await review(page);
    await fillCard(page, cards.pays);
    await context.clearCookies();
    await place(page);
    const again = page.getByRole('dialog', { name: 'Please sign in again' });
    await again.getByLabel('Password', { exact: true }).fill(password);
    const loseAnswer = async (route: Route): Promise<void> => {
      await route.fetch();
      await route.abort();
    };
    await page.route('**/v1/shopping-checkouts', loseAnswer, { times: 1 });
    await again.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText('System encountered an error while placing an order.')).toBeVisible();
    await context.clearCookies();
    await page.reload();
    await expect(page.getByText('Please sign in again, so that we can check the status of your last')).toBeVisible();
    await page.goto('/login?return-url=/shopping/checkout');
    await signIn();
    await thanked(page);
    const orders = (await (await context.request.get('/v1/shopping-orders')).json()) as unknown[]; // a list of orders
    expect(orders).toHaveLength(1);
    await open(page, '/shopping/checkout');
    const last = page.getByRole('region', { name: 'Order the same again' });
    await last.getByRole('button', { name: /^Buy again/ }).click();
    await expect(page.getByText('1 item has been added to cart.')).toBeVisible();
    await expect(last).toHaveCount(0);
    await expect(page.getByRole('form', { name: 'Checkout' })).toBeVisible();
  });
});

test("another buyer's order is not found, and an order without its key requires signing in", async ({
  page,
  browser,
}) => {
  await add(page, goods.disinfectant.url);
  await open(page, '/shopping/checkout');
  await fillBuyer(page, buyer(newEmail()));
  await next(page);
  await review(page);
  await fillCard(page, cards.pays);
  await place(page);
  const number = await thanked(page);
  const href = (await page.getByRole('link', { name: number }).getAttribute('href')) ?? '';
  expect(href).toContain('?key=');

  const stranger = await browser.newPage();
  const path = href.split('?')[0] ?? '';
  expect((await stranger.goto(path))?.status()).toBe(401);
  await expect(stranger.getByText('Please sign in to see this order.')).toBeVisible();
  const person = { firstName: 'No', lastName: 'Body', email: newEmail(), mobile: '0491 570 006' };
  await stranger.request.post('/v1/core/accounts', {
    data: { ...person, password, confirmPassword: password, acceptedTheTerms: true },
    headers: { 'x-session': 'cookie' },
  });
  expect((await stranger.goto(path))?.status()).toBe(404);
  await expect(stranger.getByRole('heading', { name: 'Order not found' })).toBeVisible();
  await stranger.close();
});
