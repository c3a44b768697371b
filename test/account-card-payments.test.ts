import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { newId } from '#lib/uuid.ts';
import { settleWaitingOrders } from '#orders/place/settle-waiting-orders.server.ts';
import { testApp } from './app.ts';
import { checkOut, checkoutOf } from './buyer.ts';
import { makeProduct } from './make.ts';
import { makeTradeMember } from './make-trade-account.ts';
import { makeAdministrator, makePerson } from './people.ts';
import { orderDeskOf } from './sold.ts';
import { type Intent, stripeStandIn } from './stripe-stand-in.ts';
import { makeTradeBuyer, orderOnAccount, signInAgain, type TradeBuyer } from './trade-buyer.ts';
import { settleCardPayments } from '#trade/ledger/pay-by-card.server.ts';
import type { OpenInvoiceOnPage } from '#trade/ledger/shapes.ts';

const stripe = await stripeStandIn();
afterAll(() => stripe.close());
const shop = await testApp({
  environment: {
    PAYMENT_PROVIDER: 'stripe',
    STRIPE_SECRET_KEY: 'sk_test_secret',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_public',
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_API_BASE: stripe.base,
  },
});
const { db, clock } = shop.deps;
const mop = await makeProduct(db, { price: 100, onHand: 10_000 });

beforeEach(() => {
  stripe.weather = 'fair';
});

/** A card for which the bank asks to confirm each payment. */
const atTheBank = 'pm_card_threeDSecure2Required';
const goodCard = 'pm_card_visa';
const tooLate = 11_000; // after this, a waiting payment is settled

const tokenOf = ({ user }: Pick<TradeBuyer, 'user'>): Promise<string> => signInAgain(shop, user);

async function buyerWithInvoices(count: number): Promise<TradeBuyer> {
  const buyer = await makeTradeBuyer(shop, { creditLimit: 100_000 });
  const user = { ...buyer.user, token: await tokenOf(buyer) };
  for (let made = 0; made < count; made++) await orderOnAccount(shop, { ...buyer, user }, { product: mop });
  return buyer;
}

const openOf = async (buyer: TradeBuyer): Promise<OpenInvoiceOnPage[]> => {
  const path = `/v1/trade/accounts/${buyer.account.id}/invoices`;
  return (await shop.ask<{ invoices: OpenInvoiceOnPage[] }>('GET', path, { token: await tokenOf(buyer) })).body
    .invoices;
};

/** Pays the account's oldest open invoice of $100. */
async function pay(buyer: TradeBuyer, card: string, { key = newId(), by = buyer.user } = {}) {
  const [invoice] = await openOf(buyer);
  return shop.ask<{ state: string; message: string | null }>(
    'POST',
    `/v1/trade/accounts/${buyer.account.id}/card-payments`,
    {
      token: await signInAgain(shop, by),
      headers: { 'idempotency-key': key },
      body: {
        entryIds: [invoice?.entryId],
        expectedTotal: 100,
        paymentToken: card,
        cardNumber: '',
        expiryDate: '',
        cvc: '',
      },
    },
  );
}

/** What was entered as paid, in cents. */
async function enteredFor({ account }: TradeBuyer): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(-sum(cents), 0)::int as cents from account_entries where account_id = ${account.id} and kind = 'payment'`.execute(
    db,
  );
  return rows[0]?.cents ?? 0;
}

const newestIntent = (): Intent => {
  const intent = stripe.intents().at(-1);
  if (!intent) throw new Error('There is no intent.');
  return intent;
};

const deliver = (intent: Intent) => {
  const { payload, signature } = stripe.event('payment_intent.succeeded', intent);
  return shop.ask('POST', '/v1/payments/stripe/webhook', { body: payload, headers: { 'stripe-signature': signature } });
};

test('what Stripe reports as paid is entered at once', async () => {
  const buyer = await buyerWithInvoices(1);
  expect((await pay(buyer, atTheBank)).body.state).toBe('pending');
  const intent = newestIntent();
  stripe.finishAction(intent.id, true);
  for (const _ of [1, 2]) expect((await deliver(intent)).status).toBe(200);
  expect([await enteredFor(buyer), await openOf(buyer)]).toEqual([10_000, []]);
});

test('a charge counts as declined only if it can no longer be paid, and is refunded if it is paid all the same', async () => {
  const buyer = await buyerWithInvoices(1);
  await pay(buyer, atTheBank);
  const intent = newestIntent();
  stripe.weather = 'no search';
  clock.advance(tooLate);
  await settleCardPayments(shop.deps);
  stripe.weather = 'fair';
  stripe.finishAction(intent.id, true);
  expect((await deliver(intent)).status).toBe(200);
  expect([await enteredFor(buyer), stripe.refunded(intent.id)]).toEqual([10_000, 0]);

  const other = await buyerWithInvoices(1);
  await pay(other, atTheBank);
  const late = newestIntent();
  await sql`update account_card_payments set state = 'declined' where account_id = ${other.account.id}`.execute(db);
  stripe.finishAction(late.id, true);
  for (const _ of [1, 2]) expect((await deliver(late)).status).toBe(200);
  expect([await enteredFor(other), stripe.refunded(late.id)]).toEqual([0, 10_000]);
});

test('an order counts as refused only if its charge can no longer be paid', async () => {
  const body = checkoutOf([{ product: mop }], { cardNumber: undefined, expiryDate: undefined, cvc: undefined });
  const { body: placed } = await checkOut(shop, { ...body, paymentToken: atTheBank });
  const intent = newestIntent();
  stripe.weather = 'no search';
  clock.advance(tooLate);
  await settleWaitingOrders(shop.deps);
  stripe.weather = 'fair';
  stripe.finishAction(intent.id, true);
  await deliver(intent);
  const order = await db
    .selectFrom('orders')
    .select('payment')
    .where('id', '=', intent.metadata['orderId'] ?? '')
    .execute();
  expect([placed.isPending, order, stripe.refunded(intent.id)]).toEqual([true, [{ payment: 'paid' }], 0]);
});

test('who leaves the bank’s confirmation can pay the same invoice at once, others have to wait', async () => {
  const buyer = await buyerWithInvoices(1);
  const colleague = await makePerson(shop.deps);
  await makeTradeMember(db, buyer.account.id, { user: colleague, role: 'accountsContact' });
  await pay(buyer, atTheBank);
  const left = newestIntent();
  expect(await pay(buyer, goodCard, { by: colleague })).toMatchObject({
    status: 409,
    message:
      'A payment of one of these invoices is under way. It is decided within 30 minutes; what is open then can be paid.',
  });
  expect((await pay(buyer, goodCard)).body.state).toBe('paid');
  expect(left).toMatchObject({ status: 'canceled', taken: 0 });
  expect(await enteredFor(buyer)).toBe(10_000);
});

test('a payment that the bank has refused does not delay the next one', async () => {
  const buyer = await buyerWithInvoices(1);
  await pay(buyer, atTheBank);
  stripe.finishAction(newestIntent().id, false);
  expect((await pay(buyer, goodCard)).body.state).toBe('paid');
  expect(await enteredFor(buyer)).toBe(10_000);
});

test('a second payment after the bank has confirmed the first is refused with a message, and is not charged', async () => {
  const buyer = await buyerWithInvoices(1);
  await pay(buyer, atTheBank);
  stripe.finishAction(newestIntent().id, true);
  expect(await pay(buyer, goodCard)).toMatchObject({
    status: 409,
    message: 'Your earlier payment went through. Load the page again to see what is still open.',
  });
  expect([await enteredFor(buyer), await openOf(buyer)]).toEqual([10_000, []]);
});

test('a payment does not pay the invoice of an order that was cancelled while it waited', async () => {
  const buyer = await buyerWithInvoices(2);
  await pay(buyer, atTheBank);
  const [cancelled] = await openOf(buyer);
  const clerk = await makeAdministrator(shop.deps, { claims: ['ManageAccounts', 'ManageCartOrders'] });
  await orderDeskOf(shop, clerk).change(cancelled?.orderId ?? '', 2, { notify: false });
  const intent = newestIntent();
  stripe.finishAction(intent.id, true);
  await deliver(intent);
  const open = await openOf(buyer);
  expect(open.map(({ document, isCancelled }) => [document, isCancelled])).toEqual([[cancelled?.document, true]]);
});

test('many payers at their bank do not keep a later payment waiting', async () => {
  const buyer = await buyerWithInvoices(1);
  const [first] = await openOf(buyer);
  await sql`
    insert into account_card_payments (id, key, fingerprint, account_id, user_id, provider, cents, entry_ids, created_at)
    select gen_random_uuid(), 'at the bank ' || n, '', ${buyer.account.id}, ${buyer.user.id}, 'stripe', 100, '{}', ${clock.now()}::timestamptz - interval '1 minute'
    from generate_series(1, 110) n`.execute(db);
  stripe.weather = 'answer lost';
  expect((await pay(buyer, goodCard)).body.state).toBe('pending');
  stripe.weather = 'fair';
  clock.advance(tooLate);
  const { payments } = shop.deps;
  const atBank = { kind: 'requiresAction', clientSecret: 'secret' } as const;
  const slow: typeof payments = {
    ...payments,
    readCharge: async (charge) => (charge.amount === 100 ? atBank : payments.readCharge(charge)),
  };
  for (let round = 0; round < 20 && (await enteredFor(buyer)) === 0; round++)
    await settleCardPayments({ ...shop.deps, payments: slow });
  expect([first?.open, await enteredFor(buyer)]).toEqual([100, 10_000]);
  await sql`delete from account_card_payments where key like 'at the bank %'`.execute(db);
});

test('a payment that waits with a provider that is no longer used does not keep an invoice from being paid', async () => {
  const buyer = await buyerWithInvoices(1);
  const colleague = await makePerson(shop.deps);
  await makeTradeMember(db, buyer.account.id, { user: colleague, role: 'accountsContact' });
  await pay(buyer, atTheBank, { by: colleague });
  await sql`update account_card_payments set provider = 'test' where account_id = ${buyer.account.id}`.execute(db);
  expect((await pay(buyer, goodCard)).body.state).toBe('paid');
});

test('an amount that is too small for a card is called that', async () => {
  const cheap = await makeProduct(db, { price: 0.3, onHand: 10 });
  const body = checkoutOf([{ product: cheap }], { cardNumber: undefined, expiryDate: undefined, cvc: undefined });
  const { body: answer } = await checkOut(shop, { ...body, paymentToken: goodCard });
  expect(answer.orderIssues).toMatchObject([{ reason: 'This amount is too small to be paid by card.' }]);
});
