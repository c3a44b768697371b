import { expect, type Page } from '@playwright/test';

/** Products of the demo content that the journeys buy; prices and stock are the catalogue's. */
export const goods = {
  disinfectant: { url: 'hospital-grade-disinfectant-spray-750-ml', name: 'Hospital Grade Disinfectant Spray, 750 mL' },
  cleaner: { url: 'neutral-floor-cleaner-concentrate', name: 'Neutral Floor Cleaner Concentrate' },
} as const;

export const cards = {
  pays: '4242424242424242',
  declined: '4000000000000002',
} as const;

export const detail = (url: string): string => `/shopping/product-detail/${url}`;

/**
 * Waits until the page reacts to clicks. React marks an element before its part of the page has listeners, and parts that
 * wait for data come later, so the browser must be idle, too. Does not wait for the page of another server.
 */
export async function hydrated(page: Page): Promise<void> {
  const hasLeft = await page.evaluate(atRest).then(() => false, isNavigation);
  if (hasLeft) await hydrated(page);
}

/** Runs in the page: resolves once it is hydrated and idle. */
async function atRest(): Promise<void> {
  if (!document.querySelector('meta[property="csp-nonce"]')) return;
  const isLive = () => Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__reactFiber'));
  while (!isLive()) await new Promise((done) => setTimeout(done, 10));
  for (let rests = 0; rests < 2; rests++)
    await new Promise<void>((done) => requestIdleCallback(() => done(), { timeout: 2000 }));
}

/** A call to a page that navigates away fails with such an error; other errors are thrown. */
function isNavigation(error: Error): true {
  if (!/navigation/.test(error.message)) throw error;
  return true;
}

export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

/** Adds a product without variations from its page. */
export async function add(page: Page, url: string, quantity = 1): Promise<void> {
  await open(page, detail(url));
  if (quantity !== 1) await page.getByRole('textbox', { name: 'Quantity', exact: true }).fill(String(quantity));
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await expect(page.getByText('The selected item has been added to cart.')).toBeVisible();
}

export const buyer = (email: string) => ({
  firstName: 'Mei',
  lastName: 'Tanaka',
  email,
  mobile: '0491 570 156',
  streetNumber: '14',
  streetName: 'Illawarra Road',
  city: 'Marrickville',
  state: 'NSW',
  postcode: '2204',
});
export type Buyer = ReturnType<typeof buyer>;

const labels: [keyof Buyer, string][] = [
  ['firstName', 'First name'],
  ['lastName', 'Last name'],
  ['email', 'Email'],
  ['mobile', 'Mobile'],
  ['streetNumber', 'Street number'],
  ['streetName', 'Street name'],
  ['city', 'City'],
  ['postcode', 'Post code'],
];

export async function fillBuyer(page: Page, details: Buyer): Promise<void> {
  const toParts = page.getByRole('button', { name: 'Enter the address manually' });
  await expect(toParts.or(page.getByLabel('Street number', { exact: true })).first()).toBeVisible();
  await expect(toParts.or(page.getByLabel('Street number', { exact: true })).first()).toBeVisible();
  if (await toParts.isVisible()) await toParts.click();
  for (const [field, label] of labels) await page.getByLabel(label, { exact: true }).fill(details[field]);
  await page.getByLabel('State', { exact: true }).selectOption(details.state);
}

export async function fillCard(page: Page, number: string, expiry = '08/40', cvc = '123'): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry date').fill(expiry);
  await page.getByLabel('CVC').fill(cvc);
}

export const next = (page: Page) => page.getByRole('button', { name: 'Continue to Delivery' }).click();
export const review = (page: Page) =>
  page.getByRole('form', { name: 'Delivery' }).getByRole('button', { name: 'Review' }).click();
export const place = (page: Page) => page.getByRole('button', { name: 'PLACE ORDER' }).click();

/** Waits for the confirmation of an order and returns its number. */
export async function thanked(page: Page): Promise<string> {
  await expect(page).toHaveURL(/\/shopping\/products\/all$/);
  await expect(page.getByText('Order completed. Thanks for shopping.')).toBeVisible();
  const link = page.getByRole('link', { name: /^SO-\d+$/ });
  return (await link.textContent()) ?? '';
}
