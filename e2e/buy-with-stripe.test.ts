import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { checkoutOf } from '../test/buyer.ts';
import { makeProduct, type MadeProduct } from '../test/make.ts';
import { makeTradeAccount, makeTradeMember } from '../test/make-trade-account.ts';
import { onHandOf } from '../test/shop-state.ts';
import { stripeStandIn, type StripeStandIn } from '../test/stripe-stand-in.ts';
import { signInAs } from './admin.ts';
import { type OwnServer, startOwnServer } from './own-server.ts';
import { environment } from './place.ts';
import { add, buyer, fillBuyer, hydrated, next, open, place, review, thanked } from './shopper.ts';
import { answerBank, bankStep, cardFields, cards, fillCard, standForStripe } from './stripe-in-browser.ts';
import { expect, expectAccessible, test } from './test.ts';

// One server of its own for the whole file.
test.describe.configure({ mode: 'default' });

const port = Number(environment.PORT) + 2000;
const address = `http://localhost:${port}`;
const issue = 'Encountered an issue while placing an order.';
const lost = 'We could not check the status of your last order. Check your email before you order again.';
const notLoaded = 'Unable to load the card form. Check your network and try again.';

let stripe: StripeStandIn;
let server: OwnServer;

test.use({ baseURL: address });
test.beforeAll(async () => {
  stripe = await stripeStandIn();
  server = await startOwnServer(port, {
    PAYMENT_PROVIDER: 'stripe',
    STRIPE_SECRET_KEY: 'sk_test_secret',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_public',
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_API_BASE: stripe.base,
  });
});
test.afterAll(async () => {
  await server?.stop();
  await stripe?.close();
});
test.beforeEach(async ({ context }) => {
  stripe.weather = 'fair';
  await standForStripe(context, stripe);
});

const newEmail = () => `card.${randomUUID()}@example.com`;
const button = (page: Page) => page.getByRole('button', { name: 'PLACE ORDER' });

interface Buying {
  email: string;
  product: MadeProduct;
  /** The Idempotency-Key of each checkout request that the page sends, in order. */
  keys: string[];
}

/** A buyer at the payment step for one unit, with everything else filled in; `units` are on hand. */
async function atPayment(page: Page, units = 10): Promise<Buying> {
  const email = newEmail();
  const product = await makeProduct(server.database.db, { price: 9.8, onHand: units });
  const { id, url, name: productName } = product;
  const line = { id, variationItemId: null, productName, productCode: '', qty: 1, image: '', price: 9.8, url };
  await page.goto('/healthz');
  await page.evaluate(
    ([cart, billing]) => {
      localStorage.setItem('shop.cart', JSON.stringify([cart]));
      const kept = { billing, shipping: { shippingMethod: '1' }, tab: '3', reviewed: true };
      for (const [name, value] of Object.entries(kept))
        sessionStorage.setItem(`shop.checkout.${name}`, JSON.stringify(value));
    },
    [{ ...line, isVariant: false, variations: [] }, buyer(email)] as const,
  );
  await open(page, '/shopping/checkout');
  await expect(cardFields(page).getByLabel('Card number')).toBeVisible();
  const keys: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/v1/shopping-checkouts')) keys.push(request.headers()['idempotency-key'] ?? '');
  });
  return { email, product, keys };
}

const ordersOf = (email: string) =>
  server.database.db
    .selectFrom('orders')
    .select(['id', 'payment', 'number', 'total_cents as total'])
    .where('email', '=', email)
    .execute();

/** All charges for a buyer's orders, in cents. */
async function chargesOf(email: string): Promise<number[]> {
  const ids = new Set((await ordersOf(email)).map(({ id }) => id));
  const intents = stripe.intents().filter(({ metadata }) => ids.has(metadata['orderId'] ?? ''));
  return intents.flatMap(({ amount, taken }) => Array<number>(taken).fill(amount));
}

/** Checks that nothing was charged and no stock was used. */
async function expectNothingTaken({ email, product }: Buying, units = 10): Promise<void> {
  expect(await chargesOf(email)).toEqual([]);
  expect(await onHandOf(server.database.db, product)).toEqual({ onHand: units, ledger: units });
}

/** Checks that the buyer sees the confirmation and the order, that it is the only one, charged once, and that its unit is sold. */
async function expectOneOrder(page: Page, { email, product }: Buying, units = 10): Promise<void> {
  const number = await thanked(page);
  await page.getByRole('link', { name: number }).click();
  await expect(page.getByRole('heading', { name: `Order ${number}` })).toBeVisible();
  const placed = (await ordersOf(email)).filter(({ payment }) => payment !== 'released');
  expect(placed).toMatchObject([{ payment: 'paid', number }]);
  expect(await chargesOf(email)).toEqual([placed[0]?.total]);
  expect(await onHandOf(server.database.db, product)).toEqual({ onHand: units - 1, ledger: units - 1 });
}

/** Waits until the cart is priced, because its totals are dimmed until then. */
async function expectStepAccessible(page: Page): Promise<void> {
  const totals = page.locator('aside [aria-live]');
  await expect(totals).not.toHaveAttribute('aria-busy');
  await expect(totals).toHaveCSS('opacity', '1');
  await expectAccessible(page);
}

test("a card pays, and its number never reaches the shop's server", async ({ page }) => {
  const product = await makeProduct(server.database.db);
  const email = newEmail();
  const sent: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(address)) return;
    sent.push(`${request.url()} ${request.postData() ?? ''} ${JSON.stringify(request.headers())}`);
  });
  await add(page, product.url);
  await open(page, '/shopping/checkout');
  await fillBuyer(page, buyer(email));
  await next(page);
  await review(page);
  await fillCard(page, cards.pays);
  await expect(page.getByText(/test payments/i)).toHaveCount(0);
  await expectStepAccessible(page);
  await place(page);
  await expectOneOrder(page, { email, product, keys: [] });
  expect(sent.join()).toContain('ctoken_');
  expect(sent.filter((text) => text.includes(cards.pays) || /\b737\b/.test(text))).toEqual([]);
});

test('the message about a declined card stays until another card is typed, which then pays', async ({ page }) => {
  const buying = await atPayment(page);
  await fillCard(page, cards.declined);
  await place(page);
  await expect(page.getByText('Your card was declined.')).toBeVisible();
  await expect(page.getByText(issue)).toBeVisible();
  await expectStepAccessible(page);
  await expectNothingTaken(buying);
  await cardFields(page).getByLabel('Card number').fill('4');
  await expect(page.getByText(issue)).toHaveCount(0);
  await fillCard(page, cards.pays);
  await place(page);
  await expectOneOrder(page, buying);
  expect(new Set(buying.keys).size).toBe(2);
});

test("the bank's step is completed by keyboard alone, and the order keeps its Idempotency-Key", async ({ page }) => {
  const buying = await atPayment(page);
  const number = cardFields(page).getByLabel('Card number');
  for (let presses = 0; presses < 40; presses++) {
    if (await number.evaluate((field) => field === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  for (const text of [cards.asksTheBank, '0840', '737']) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await expect(button(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(bankStep(page).getByRole('button', { name: 'Complete' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expectOneOrder(page, buying);
  expect(buying.keys).toHaveLength(2);
  expect(new Set(buying.keys).size).toBe(1);
});

test("a buyer who cancels the bank's step keeps the cart, and can pay with another card", { tag: '@long' }, async ({
  page,
}) => {
  const buying = await atPayment(page);
  await fillCard(page, cards.asksTheBank);
  await place(page);
  await answerBank(page, 'Cancel');
  await expect(page.getByText('Your bank could not confirm this payment.')).toBeVisible();
  await expectNothingTaken(buying);
  await expect(page.getByText('You pay $9.80 now.')).toBeVisible();
  await fillCard(page, cards.pays);
  await place(page);
  await expectOneOrder(page, buying);
});

test("a bank's step that is interrupted continues with the same Idempotency-Key", { tag: '@long' }, async ({
  page,
}) => {
  const buying = await atPayment(page);
  await fillCard(page, cards.asksTheBank);
  await place(page);
  await answerBank(page, 'Break');
  const message = page.getByText("Your bank's confirmation was not completed. Place the order again to continue.");
  await expect(message).toBeVisible();
  await place(page);
  await answerBank(page, 'Complete');
  await expectOneOrder(page, buying);
  expect(new Set(buying.keys).size).toBe(1);
});

/** Reloads while the bank's step is shown; the waiting order reserves the last unit. */
async function reloadInStep(page: Page): Promise<Buying> {
  const buying = await atPayment(page, 1);
  await fillCard(page, cards.asksTheBank);
  await place(page);
  await expect(bankStep(page).getByRole('button', { name: 'Complete' })).toBeVisible();
  await page.reload();
  await expect(page.getByText('We are looking up your order')).toBeVisible();
  return buying;
}

test("after a reload the bank's step continues, and the card is charged once", { tag: '@long' }, async ({ page }) => {
  const buying = await reloadInStep(page);
  await answerBank(page, 'Complete');
  await expectOneOrder(page, buying, 1);
  expect(new Set(buying.keys).size).toBe(1);
});

test("cancelling the bank's step after a reload leaves the cart unchanged", { tag: '@long' }, async ({ page }) => {
  const buying = await reloadInStep(page);
  await answerBank(page, 'Cancel');
  await expect(page.getByText('Your bank could not confirm this payment.')).toBeVisible();
  await expect(page.getByText('You pay $9.80 now.')).toBeVisible();
  await expectNothingTaken(buying, 1);
  await fillCard(page, cards.pays);
  await place(page);
  await expectOneOrder(page, buying, 1);
});

test("opening the cart during the bank's step keeps the last unit reserved, and the order can be paid", {
  tag: '@long',
}, async ({ page, context }) => {
  const buying = await atPayment(page, 1);
  await fillCard(page, cards.asksTheBank);
  await place(page);
  await expect(bankStep(page).getByRole('button', { name: 'Complete' })).toBeVisible();
  const other = await context.newPage();
  await open(other, '/shopping/view-cart');
  await expect(other.locator('aside [aria-live]')).not.toHaveAttribute('aria-busy');
  await expect(other.getByText('$9.80').first()).toBeVisible();
  await expect(other.getByText(/out of stock/)).toHaveCount(0);
  await other.close();
  await answerBank(page, 'Cancel');
  await expect(page.getByText('Your bank could not confirm this payment.')).toBeVisible();
  await expect(page.getByText('You pay $9.80 now.')).toBeVisible();
  await expectNothingTaken(buying, 1);
  await fillCard(page, cards.pays);
  await place(page);
  await expectOneOrder(page, buying, 1);
});

/** Reloads in the bank's step of an order that registers an account; the password is not stored. */
async function reloadRegistering(page: Page): Promise<Buying> {
  const buying = await atPayment(page);
  await page.getByRole('button', { name: 'Edit billing' }).click();
  await page.getByRole('checkbox', { name: /Register an account/ }).check();
  await expect(password(page)).toBeVisible();
  await payAgain(page);
  await expect(bankStep(page).getByRole('button', { name: 'Complete' })).toBeVisible();
  await page.reload();
  await hydrated(page);
  await page.getByRole('button', { name: 'Complete them' }).click();
  await expect(password(page)).toBeVisible(); // the step opens as a page of its own
  return buying;
}

const password = (page: Page) => page.getByLabel('Password', { exact: true });

/** Goes through the checkout from its first step, with a password where one is required. */
async function payAgain(page: Page): Promise<void> {
  for (const label of ['Password', 'Confirm password']) {
    const field = page.getByLabel(label, { exact: true });
    if (await field.isVisible()) await field.fill('clean sweep 7');
  }
  await next(page);
  await review(page);
  await fillCard(page, cards.asksTheBank);
  await place(page);
}

test('a buyer who registers enters the password again after a reload, and the order continues', {
  tag: '@long',
}, async ({ page }) => {
  const buying = await reloadRegistering(page);
  await payAgain(page);
  await answerBank(page, 'Complete');
  await expectOneOrder(page, buying);
  expect(new Set(buying.keys).size).toBe(1);
});

test('a buyer sees a notice about an order whose result cannot be read before placing another', {
  tag: '@long',
}, async ({ page }) => {
  const buying = await reloadRegistering(page);
  await page.getByRole('checkbox', { name: /Register an account/ }).uncheck();
  await payAgain(page);
  await expect(page.getByText(lost)).toBeVisible();
  expect(await ordersOf(buying.email)).toHaveLength(1);
});

test('a reload shows the order if the response about its charge was lost', { tag: '@long' }, async ({ page }) => {
  const buying = await atPayment(page, 1);
  await fillCard(page, cards.pays);
  stripe.weather = 'answer lost';
  const answered = page.waitForResponse('**/v1/shopping-checkouts');
  await place(page);
  await answered;
  stripe.weather = 'fair';
  await page.reload();
  await expectOneOrder(page, buying, 1);
});

test('an order that is changed after its response was lost is not placed twice', { tag: '@long' }, async ({
  page,
  faults,
}) => {
  const buying = await atPayment(page);
  await fillCard(page, cards.pays);
  await page.route('**/v1/shopping-checkouts', async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await place(page);
  await expect(page.getByText('System encountered an error while placing an order.')).toBeVisible();
  await page.unroute('**/v1/shopping-checkouts');
  await page.getByRole('button', { name: 'Edit delivery' }).click();
  await page.getByRole('radio', { name: /Standard Delivery/ }).check();
  await review(page);
  await fillCard(page, cards.pays);
  await place(page);
  await expectOneOrder(page, buying);
  provoked(faults, 'ERR_CONNECTION_RESET');
});

test("if Stripe's script fails to load, the page says so and offers to try again", { tag: '@long' }, async ({
  page,
  context,
  faults,
}) => {
  const script = 'https://js.stripe.com/endive/stripe.js';
  const buying = await atPayment(page);
  await context.route(script, (route) => route.abort());
  await page.reload();
  await hydrated(page);
  await expect(page.getByRole('alert').filter({ hasText: notLoaded })).toBeVisible();
  await expect(button(page)).toBeDisabled();
  await expect(page.getByText('Mei Tanaka').first()).toBeVisible();
  await expectStepAccessible(page);
  await context.unroute(script);
  await page.getByRole('button', { name: 'Try again' }).click();
  await fillCard(page, cards.pays);
  await expect(page.getByText(notLoaded)).toHaveCount(0);
  await place(page);
  await expectOneOrder(page, buying);
  provoked(faults, 'ERR_FAILED');
});

/** Signs in an administrator of a new account that owes so many invoices of $50; returns the account's id. */
async function accountWithInvoices(context: BrowserContext, count: number): Promise<string> {
  const { db } = server.database;
  const email = await signInAs(context, server.database, 'customer');
  const user = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const account = await makeTradeAccount(db);
  await makeTradeMember(db, account.id, { user, role: 'administrator' });
  const product = await makeProduct(db, { price: 50, onHand: 10 });
  const data = {
    ...checkoutOf([{ product }], { billingInfo: buyer(email) }),
    trade: { siteId: account.siteIds[0], isOnAccount: true },
  };
  for (let made = 0; made < count; made++) {
    const headers = { 'idempotency-key': randomUUID(), origin: address };
    const answer = await context.request.post('/v1/shopping-checkouts', { headers, data });
    expect(await answer.json()).toMatchObject({ status: 0 });
  }
  return account.id;
}

test('invoices are paid again at once after a step at the bank that was broken off or left, and once if a response was lost', async ({
  page,
  context,
  faults,
}) => {
  const accountId = await accountWithInvoices(context, 3);
  const dialog = page.getByRole('dialog');
  const openDialog = async () => {
    await page.goto(`/trade/${accountId}/invoices`);
    await page.getByRole('table', { name: 'Open invoices' }).getByRole('checkbox').first().check();
    await page.getByRole('button', { name: 'Pay by card' }).click();
    await expect(cardFields(page).getByLabel('Card number')).toBeVisible();
  };
  const pay = () => dialog.getByRole('button', { name: 'Pay $50.00' }).click();
  const left = page.getByRole('table', { name: 'Open invoices' }).getByRole('checkbox');

  await openDialog();
  await fillCard(page, cards.asksTheBank);
  await pay();
  await answerBank(page, 'Break');
  await expect(dialog.getByText("Your bank's confirmation was not completed. Pay again to continue.")).toBeVisible();
  await expectAccessible(page);
  await pay();
  await answerBank(page, 'Complete');
  await expect(page.getByText('$50.00 paid. Thank you.')).toBeVisible();

  await openDialog();
  await fillCard(page, cards.asksTheBank);
  await pay();
  await expect(bankStep(page).getByRole('button', { name: 'Complete' })).toBeVisible();
  await openDialog();
  await fillCard(page, cards.pays);
  await pay();
  await expect(page.getByText('$50.00 paid. Thank you.')).toBeVisible();

  await openDialog();
  await fillCard(page, cards.pays);
  await page.route(
    '**/card-payments',
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
  await pay();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await pay();
  await expect(page.getByText('$50.00 paid. Thank you.')).toBeVisible();
  await expect(page.getByText('Nothing is open.')).toBeVisible();
  await expect(left).toHaveCount(0);
  provoked(faults, 'ERR_CONNECTION_RESET');
  const entries = server.database.db.selectFrom('account_entries').select('cents').where('account_id', '=', accountId);
  expect(await entries.where('kind', '=', 'payment').execute()).toEqual(
    [-5_000, -5_000, -5_000].map((cents) => ({ cents })),
  );
});

/** Removes the one fault that a test provokes. */
function provoked(faults: string[], text: string): void {
  const place = faults.findIndex((fault) => fault.includes(text));
  expect(place, text).toBeGreaterThanOrEqual(0);
  faults.splice(place, 1);
}
