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

test('a buyer signs in from the checkout and comes back to it', async ({ page }) => {
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
  await hydrated(page);
  await page.getByLabel('Username').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/shopping\/checkout$/);
  await expect(page.getByLabel('First name')).toHaveValue('Alinta');
  await expect(page.getByLabel('Mobile')).toHaveValue('0491 570 006');

  await fillBuyer(page, { ...buyer(email), firstName: 'Alinta', lastName: 'Marlowe' });
  await next(page);
  await review(page);
  await fillCard(page, cards.pays);
  await place(page);
  await thanked(page);
});

test('an order of somebody else is not found, one without its key asks to sign in', async ({ page, browser }) => {
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
