import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { newId } from '#lib/uuid.ts';
import { testApp } from '../../../test/app.ts';
import { buyer, checkOut, checkoutOf, goodCard } from '../../../test/buyer.ts';
import { makeProduct } from '../../../test/make.ts';
import { makePromo } from '../../../test/make-promo.ts';
import { chargesOf, onHandOf, tracesOf } from '../../../test/shop-state.ts';
import { settleWaitingOrders } from './settle-waiting-orders.server.ts';

const shop = await testApp();
const { db, clock } = shop.deps;

interface Order {
  orderNumber: string;
  total: number;
  totalIncludedGst: number;
  subtotal: number;
  discount: number;
  shippingFee: number;
  shippingName: string;
  shippingAddress: string;
  billingAddress: string;
  paymentMethod: string;
  promoCode: string | null;
  ipAddress: string | null;
  orderItems: Record<string, unknown>[];
}

const read = async (orderUrl: string | null) => {
  const { pathname, search } = new URL(orderUrl ?? '', 'http://shop.test');
  const id = pathname.split('/').at(-1);
  return (await shop.ask<Order>('GET', `/v1/shopping-orders/${id}${search}`)).body;
};

const register = async (email: string): Promise<{ token: string; userId: string }> => {
  const { body } = await shop.ask<{ access_token: string }>('POST', '/v1/core/accounts', {
    body: { ...buyer, email, password: 'correct horse 1', confirmPassword: 'correct horse 1', acceptedTheTerms: true },
  });
  const [, payload = ''] = body.access_token.split('.');
  const { sub } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { sub: string };
  return { token: body.access_token, userId: sub };
};

describe('an order', () => {
  test('is placed, numbered, paid, and taken from stock', async () => {
    const mop = await makeProduct(db, { name: 'Flat mop', price: 19.99, onHand: 5 });
    const { status, body } = await checkOut(shop, checkoutOf([{ product: mop, qty: 3 }]));
    expect(status).toBe(201);
    expect(body).toMatchObject({ status: 0, orderIssues: [], token: null, isPending: false });
    expect(body.orderNumber).toMatch(/^SO-1\d{5}$/);
    expect(body.orderUrl).toMatch(new RegExp(`^/shopping/order/${body.orderId}\\?key=[\\w-]{43}$`));
    expect(await onHandOf(db, mop)).toEqual({ onHand: 2, ledger: 2 });
    expect(await read(body.orderUrl)).toMatchObject({
      total: 59.97,
      totalIncludedGst: 5.45,
      paymentMethod: 'Visa ending in 4242',
      billingAddress: 'Unit 3, 9 Test Road, Newtown NSW 2042',
      shippingName: 'Kim Lee',
      shippingAddress: '',
      ipAddress: null,
      orderItems: [{ productName: 'Flat mop', quantity: 3, price: 19.99, discountedAmount: 0, total: 59.97 }],
    });
  });

  test.each([
    ['3 x 19.99', [[19.99, 3]], {}, { total: 59.97, gst: 5.45 }],
    ['12.45 less 10 %', [[12.45, 1]], { percentage: 10 }, { total: 11.2, gst: 1.02 }],
    ['10 x 23.90 less 25 %', [[23.9, 10]], { percentage: 25 }, { total: 179.25, gst: 16.3 }],
    [
      '$1 off 3.33 + 3.33 + 3.34',
      [
        [3.33, 1],
        [3.33, 1],
        [3.34, 1],
      ],
      { amount: 1 },
      { total: 9, gst: 0.82 },
    ],
  ] as const)('of %s has totals that are exact to the cent', async (_what, lines, terms, { total, gst }) => {
    const { code } = await makePromo(db, 'amount' in terms || 'percentage' in terms ? terms : { percentage: 1 });
    const orderLines = await Promise.all(
      lines.map(async ([price, qty]) => ({ product: await makeProduct(db, { price, onHand: 50 }), qty })),
    );
    const promoCode = Object.keys(terms).length > 0 ? code : undefined;
    const { body } = await checkOut(shop, checkoutOf(orderLines, { promoCode, expectedTotal: total }));
    const order = await read(body.orderUrl);
    expect(order).toMatchObject({ total, totalIncludedGst: gst });
    const lineTotals = order.orderItems.reduce((sum, item) => sum + Math.round(Number(item['total']) * 100), 0);
    expect(lineTotals).toBe(Math.round(total * 100));
    expect(await chargesOf(db, body.orderId)).toEqual([{ amount: Math.round(total * 100), outcome: 'paid' }]);
  });

  test('of $0 requires neither card nor charge', async () => {
    const product = await makeProduct(db, { price: 10 });
    const { code } = await makePromo(db, { percentage: 100 });
    const noCard = { cardNumber: null, expiryDate: null, cvc: null };
    for (const more of [{ expectedTotal: 0 }, {}]) {
      const { body, status } = await checkOut(shop, checkoutOf([{ product }], { promoCode: code, ...noCard, ...more }));
      expect([status, body.status]).toEqual([201, 0]);
      expect(await chargesOf(db, body.orderId)).toEqual([]);
      expect(await read(body.orderUrl)).toMatchObject({ total: 0, discount: 10, paymentMethod: 'Nothing to pay' });
    }
  });

  test('is delivered to the buyer or to another address', async () => {
    const product = await makeProduct(db, { price: 10, onHand: 50 });
    const same = await checkOut(
      shop,
      checkoutOf([{ product }], { shippingInfo: { shippingMethod: 2, sameAsCheckoutDetails: true } }),
    );
    expect(await read(same.body.orderUrl)).toMatchObject({
      shippingFee: 12.5,
      total: 22.5,
      shippingAddress: 'Unit 3, 9 Test Road, Newtown NSW 2042',
    });
    const shippingInfo = { ...buyer, firstName: 'Ada', unitNumber: '', postcode: '2010', shippingMethod: 2 };
    const other = await checkOut(shop, checkoutOf([{ product }], { shippingInfo }));
    expect(await read(other.body.orderUrl)).toMatchObject({
      shippingName: 'Ada Lee',
      shippingAddress: '9 Test Road, Newtown NSW 2010',
    });
  });

  test('keeps the names and prices at which it was sold', async () => {
    const product = await makeProduct(db, { name: 'Old name', price: 10 });
    const { body } = await checkOut(shop, checkoutOf([{ product }]));
    await db.updateTable('products').set({ name: 'New name' }).where('id', '=', product.id).execute();
    expect((await read(body.orderUrl)).orderItems).toMatchObject([{ productName: 'Old name', price: 10 }]);
  });

  test('is numbered without gaps, despite refusals in between', async () => {
    const product = await makeProduct(db, { onHand: 50 });
    const numbers: number[] = [];
    for (const cardNumber of [
      '4242424242424242',
      '4000000000000002',
      '4242424242424242',
      '4000000000000119',
      '4242424242424242',
    ]) {
      const { body } = await checkOut(shop, checkoutOf([{ product }], { cardNumber }));
      if (body.orderNumber) numbers.push(Number(body.orderNumber.slice(3)));
    }
    const [first = 0] = numbers;
    expect(numbers).toEqual([first, first + 1, first + 2]);
    const invoices = await db.selectFrom('tax_invoices').select('number').orderBy('number').execute();
    expect(invoices.map(({ number }) => number)).toEqual(invoices.map((_, n) => `INV-${100_001 + n}`));
  });
});

describe('a card', () => {
  test.each([
    ['4000000000000002', 'Your card was declined.'],
    ['4000000000009995', 'Your card has insufficient funds.'],
    ['4000000000000119', 'An error occurred while processing your card. Please try again.'],
  ])('%s is refused and changes nothing', async (cardNumber, reason) => {
    const product = await makeProduct(db, { onHand: 3 });
    const { code } = await makePromo(db, { percentage: 10, isOneTime: true });
    const before = await tracesOf(db);
    const { status, body } = await checkOut(shop, checkoutOf([{ product, qty: 3 }], { cardNumber, promoCode: code }));
    expect([status, body.status, body.orderIssues]).toEqual([200, 1, [{ reason }]]);
    expect(body).toMatchObject({ orderId: null, orderNumber: null, orderUrl: null, token: null, isPending: false });
    expect(await tracesOf(db)).toEqual(before);
    expect(await onHandOf(db, product)).toEqual({ onHand: 3, ledger: 3 });
    const again = await checkOut(shop, checkoutOf([{ product, qty: 3 }], { promoCode: code }));
    expect(again.body.status).toBe(0);
  });

  test('without a response is reported as pending, and the same key returns the outcome', async () => {
    const product = await makeProduct(db);
    const key = newId();
    const body = checkoutOf([{ product }], { cardNumber: '4000002500003155' });
    const first = await checkOut(shop, body, { key });
    expect([first.status, first.body]).toMatchObject([
      200,
      {
        status: 1,
        isPending: true,
        orderIssues: [{ reason: 'We could not confirm your payment yet. You will not be charged twice.' }],
      },
    ]);
    const second = await checkOut(shop, body, { key });
    expect(second.body.status).toBe(0);
    expect(await chargesOf(db, second.body.orderId)).toEqual([{ amount: 1000, outcome: 'paid' }]);
  });

  test('that has expired is refused; it is valid until the end of its month in Sydney', async () => {
    const product = await makeProduct(db);
    clock.set('2026-02-28T12:59:00Z');
    expect((await checkOut(shop, checkoutOf([{ product }], { expiryDate: '02/26' }))).body.status).toBe(0);
    clock.set('2026-02-28T13:00:00Z');
    const { status, faults } = await checkOut(shop, checkoutOf([{ product }], { expiryDate: '02/26' }));
    expect([status, faults]).toEqual([400, [{ path: 'expiryDate', message: 'This card has expired.' }]]);
    clock.set('2026-03-02T01:00:00Z');
  });

  test('is never stored nor logged', async () => {
    const product = await makeProduct(db);
    const cards = [
      { cardNumber: '5555 5555 5555 4444', expiryDate: '11/31', cvc: '737' },
      { cardNumber: '4000000000000002', expiryDate: '11/31', cvc: '737' },
    ];
    for (const card of cards) await checkOut(shop, checkoutOf([{ product }], card));
    await checkOut(shop, { ...checkoutOf([{ product }], cards[0]), cardNumber: '5555555555554445' });
    await shop.ask('POST', '/v1/shopping-checkouts?cardNumber=5555555555554444', {
      body: '{"cardNumber":"5555555555554444"',
    });
    await shop.deps.jobs.finishAll();
    const dump = JSON.stringify(await everythingStored());
    for (const text of [dump, shop.log(), JSON.stringify(shop.mails)]) {
      expect(text).not.toMatch(/5555[ -]?5555|4000000000000002|"737"|11\/31/);
    }
    expect(dump).toContain('4444');
  });

  async function everythingStored(): Promise<unknown[]> {
    const tables = await db.introspection.getTables();
    const rows = tables.map(({ schema, name }) => sql`select * from ${sql.table(`${schema}.${name}`)}`.execute(db));
    return (await Promise.all(rows)).flatMap((answer) => answer.rows);
  }
});

describe('the price that the buyer saw', () => {
  test('is compared with the total: after a change nothing is ordered', async () => {
    const product = await makeProduct(db, { price: 12 });
    const before = await tracesOf(db);
    const { status, body } = await checkOut(shop, checkoutOf([{ product }], { expectedTotal: 11.99 }));
    expect([status, body.status]).toEqual([200, 1]);
    expect(body.orderIssues).toEqual([
      { reason: 'The total has changed from $11.99 to $12.00. Please review your order.' },
    ]);
    expect(await tracesOf(db)).toEqual(before);
  });

  test.each([11, 13])('is compared with each price: $%s.00 for $12 names both', async (price) => {
    const product = await makeProduct(db, { name: 'Soap', price: 12 });
    const { body } = await checkOut(shop, checkoutOf([{ product, price }], { expectedTotal: price }));
    expect(body).toMatchObject({
      status: 1,
      orderIssues: [{ reason: `The price of Soap has changed from $${price}.00 to $12.00.` }],
    });
  });

  test('is reported with all other issues of the cart', async () => {
    const gone = await makeProduct(db, { name: 'Bucket', onHand: 0 });
    const few = await makeProduct(db, { name: 'Sponge', onHand: 2 });
    const dear = await makeProduct(db, { name: 'Soap', price: 12 });
    const { body } = await checkOut(
      shop,
      checkoutOf([{ product: gone }, { product: few, qty: 3 }, { product: dear, price: 1 }], { promoCode: 'nope' }),
    );
    expect(body.orderIssues.map(({ reason }) => reason)).toEqual([
      'Bucket is out of stock.',
      'Only 2 of Sponge are available.',
      'This promo code is not valid.',
      'The price of Soap has changed from $1.00 to $12.00.',
    ]);
  });

  test('is limited to the largest amount', async () => {
    const product = await makeProduct(db, { price: 9_999_999.99 });
    const { body } = await checkOut(shop, checkoutOf([{ product, qty: 2 }]));
    expect(body).toMatchObject({ status: 1, orderIssues: [{ reason: 'An order can be at most $9,999,999.99.' }] });
  });
});

describe('registering at checkout', () => {
  const buyerOf = (email: string, password = 'correct horse 1') => ({
    billingInfo: { ...buyer, email, registerAccount: true, password, confirmPassword: password },
  });
  const users = (email: string) => db.selectFrom('users').selectAll().where('email', '=', email).execute();

  test('creates the account and its token with the order', async () => {
    const product = await makeProduct(db);
    const { body } = await checkOut(shop, checkoutOf([{ product }], buyerOf('new@example.com')));
    expect(body.orderUrl).toBe(`/shopping/order/${body.orderId}`);
    expect(body.token).toMatchObject({
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      expires_in: 900,
    });
    expect(await users('new@example.com')).toMatchObject([
      { user_type: 1, first_name: 'Kim', city: 'Newtown', claims: [] },
    ]);
    const token = body.token?.access_token ?? '';
    const mine = await shop.ask<{ id: string }[]>('GET', '/v1/shopping-orders', { token });
    expect(mine.body.map(({ id }) => id)).toEqual([body.orderId]);
  });

  test('sets cookies for the site itself', async () => {
    const product = await makeProduct(db);
    const headers = { 'x-session': 'cookie' };
    const { body, headers: sent } = await checkOut(shop, checkoutOf([{ product }], buyerOf('cookie@example.com')), {
      headers,
    });
    expect(body.token).toEqual({ access_token: null, refresh_token: null, expires_in: 900 });
    expect(String(sent['set-cookie'])).toMatch(/session=.*HttpOnly.*refresh=/);
  });

  test('creates no account if the card is declined', async () => {
    const product = await makeProduct(db);
    const more = { ...buyerOf('declined@example.com'), cardNumber: '4000000000000002' };
    expect((await checkOut(shop, checkoutOf([{ product }], more))).body).toMatchObject({ status: 1, token: null });
    expect(await users('declined@example.com')).toEqual([]);
    const hashes = await db.selectFrom('orders').select('id').where('registration_hash', 'is not', null).execute();
    expect(hashes).toEqual([]);
  });

  test('is refused if the e-mail has an account, regardless of case', async () => {
    const product = await makeProduct(db);
    await register('taken@example.com');
    const before = await tracesOf(db);
    const { status, body } = await checkOut(shop, checkoutOf([{ product }], buyerOf('TAKEN@example.com')));
    expect([status, body.status, body.orderIssues]).toEqual([
      200,
      1,
      [{ reason: 'An account with this email already exists.' }],
    ]);
    expect(await tracesOf(db)).toEqual(before);
    expect(
      (await checkOut(shop, checkoutOf([{ product }], { billingInfo: { ...buyer, email: 'taken@example.com' } }))).body
        .status,
    ).toBe(0);
  });

  test('ten at once with one e-mail create one account and order; the others are refused without a charge', async () => {
    const product = await makeProduct(db, { onHand: 50 });
    const { code } = await makePromo(db, { percentage: 10 });
    const before = await tracesOf(db);
    const cases = ['race@example.com', 'RACE@example.com'];
    const tries = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        checkOut(shop, checkoutOf([{ product }], { ...buyerOf(cases[n % 2] ?? ''), promoCode: code })),
      ),
    );
    const placed = tries.filter(({ body }) => body.status === 0);
    expect(placed).toHaveLength(1);
    expect(placed[0]?.body.token).not.toBeNull();
    const refused = tries.filter(({ body }) => body.status === 1).map(({ body }) => body.orderIssues);
    expect(refused).toEqual(
      Array.from({ length: 9 }, () => [{ reason: 'An account with this email already exists.' }]),
    );
    const after = await tracesOf(db);
    const counts = (of: object) => new Map(Object.entries(of as Record<string, number>)); // tracesOf counts
    const more = [...counts(after)].map(([what, count]) => [what, count - (counts(before).get(what) ?? 0)]);
    expect(Object.fromEntries(more)).toMatchObject({
      orders: 1,
      movements: 1,
      onHand: -1,
      redemptions: 1,
      charges: 1,
      invoices: 1,
      users: 1,
    });
    expect(await db.selectFrom('email_reservations').selectAll().execute()).toEqual([]);
  });

  test('a declined payment releases the e-mail, and a pending one reserves it until it is settled', async () => {
    const product = await makeProduct(db, { onHand: 50 });
    const declined = { ...buyerOf('free@example.com'), cardNumber: '4000000000000002' };
    expect((await checkOut(shop, checkoutOf([{ product }], declined))).body.status).toBe(1);
    const pendingCheckout = { ...buyerOf('free@example.com'), cardNumber: '4000002500003155' };
    expect((await checkOut(shop, checkoutOf([{ product }], pendingCheckout))).body.isPending).toBe(true);
    const second = await checkOut(shop, checkoutOf([{ product }], buyerOf('free@example.com')));
    expect(second.body.orderIssues).toEqual([{ reason: 'An account with this email already exists.' }]);
    const password = 'correct horse 1';
    const registration = { ...buyer, email: 'free@example.com', password, confirmPassword: password };
    const body = { ...registration, acceptedTheTerms: true };
    const other = await shop.ask('POST', '/v1/core/accounts', { body });
    expect([other.status, other.message]).toEqual([409, 'An account with this email already exists.']);
    clock.advance(11_000);
    expect(await settleWaitingOrders(shop.deps)).toBe(1);
    expect(await users('free@example.com')).toHaveLength(1);
    expect(await db.selectFrom('email_reservations').selectAll().execute()).toEqual([]);
  });

  test('returns the token again only with the right password', async () => {
    const product = await makeProduct(db);
    const key = newId();
    const first = await checkOut(shop, checkoutOf([{ product }], buyerOf('again@example.com')), { key });
    const again = await checkOut(shop, checkoutOf([{ product }], buyerOf('again@example.com')), { key });
    expect(again.body).toEqual({ ...first.body, token: expect.objectContaining({ access_token: expect.any(String) }) });
    const stranger = await checkOut(shop, checkoutOf([{ product }], buyerOf('again@example.com', 'wrong horse 2')), {
      key,
    });
    expect(stranger.status).toBe(409);
  });
});

describe('the owner of an order', () => {
  test('is the signed-in user, who has it in their list', async () => {
    const product = await makeProduct(db, { onHand: 50 });
    const { token, userId } = await register('member@example.com');
    for (const named of [userId, null]) {
      const { body } = await checkOut(shop, checkoutOf([{ product }], { userId: named }), { token });
      expect(body).toMatchObject({ status: 0, orderUrl: `/shopping/order/${body.orderId}`, token: null });
    }
    const { headers, body } = await shop.ask<object[]>('GET', '/v1/shopping-orders', { token });
    expect(headers['x-total-count']).toBe('2');
    expect(body[0]).toMatchObject({
      firstName: 'Kim',
      orderAmount: 10,
      amountPaid: 10,
      orderStatus: 0,
      orderPaid: true,
    });
  });

  test('cannot be another user, and requires a session', async () => {
    const product = await makeProduct(db);
    const { userId } = await register('victim@example.com');
    const { token } = await register('forger@example.com');
    const before = await tracesOf(db);
    expect((await checkOut(shop, checkoutOf([{ product }], { userId }), { token })).status).toBe(403);
    expect((await checkOut(shop, checkoutOf([{ product }], { userId }))).status).toBe(401);
    expect((await checkOut(shop, checkoutOf([{ product }], { userId: 'x' }), { token })).status).toBe(400);
    for (const caller of [{}, { token }]) {
      const ended = { ...caller, headers: { 'x-viewer': userId } }; // a page whose member's session has ended
      expect((await checkOut(shop, checkoutOf([{ product }]), ended)).status).toBe(401);
    }
    expect(await tracesOf(db)).toEqual(before);
  });

  test('cannot register again while signed in', async () => {
    const product = await makeProduct(db);
    const { token } = await register('twice@example.com');
    const billingInfo = {
      ...buyer,
      registerAccount: true,
      password: 'correct horse 1',
      confirmPassword: 'correct horse 1',
    };
    const { status, faults } = await checkOut(shop, checkoutOf([{ product }], { billingInfo }), { token });
    expect([status, faults[0]?.path]).toEqual([400, 'billingInfo.registerAccount']);
  });

  test('has the IP address that the server sees', async () => {
    const product = await makeProduct(db);
    const { body } = await checkOut(shop, checkoutOf([{ product }], { ipAddress: '6.6.6.6' }), {
      headers: { 'x-forwarded-for': '6.6.6.6' },
    });
    const row = await db.selectFrom('orders').select('ip_address').where('id', '=', body.orderId).executeTakeFirst();
    expect(row).toEqual({ ip_address: '127.0.0.1' });
  });
});

describe('an Idempotency-Key', () => {
  test('returns the same answer for the same body, with any card', async () => {
    const product = await makeProduct(db, { onHand: 5 });
    const key = newId();
    const first = await checkOut(shop, checkoutOf([{ product }]), { key });
    for (const card of [goodCard, { cardNumber: '4000000000000002', expiryDate: '11/31', cvc: '999' }]) {
      const again = await checkOut(shop, checkoutOf([{ product }], card), { key });
      expect([again.status, again.body]).toEqual([first.status, first.body]);
    }
    expect(await onHandOf(db, product)).toEqual({ onHand: 4, ledger: 4 });
    expect(await chargesOf(db, first.body.orderId)).toHaveLength(1);
  });

  test('returns the same refusal even if the order would succeed now', async () => {
    const product = await makeProduct(db, { price: 10 });
    const key = newId();
    const body = checkoutOf([{ product }], { promoCode: 'later' });
    const first = await checkOut(shop, body, { key });
    expect(first.body.status).toBe(1);
    await makePromo(db, { code: 'later', percentage: 10 });
    expect((await checkOut(shop, body, { key })).body).toEqual(first.body);
    expect((await checkOut(shop, body)).body.status).toBe(0);
  });

  test('with another body is a conflict', async () => {
    const product = await makeProduct(db, { onHand: 5 });
    const key = newId();
    await checkOut(shop, checkoutOf([{ product }]), { key });
    const others = [
      { promoCode: 'x' },
      { billingInfo: { ...buyer, email: 'other@example.com' } },
      { expectedTotal: 10 },
    ];
    for (const more of others) {
      expect((await checkOut(shop, checkoutOf([{ product }], more), { key })).status).toBe(409);
    }
    expect((await checkOut(shop, checkoutOf([{ product, qty: 2 }]), { key })).status).toBe(409);
    expect(await onHandOf(db, product)).toEqual({ onHand: 4, ledger: 4 });
  });

  test.each(['short', 'x'.repeat(201), 'with blanks inside', 'ümläute-key'])('%j is refused', async (key) => {
    const product = await makeProduct(db);
    const { status, faults } = await checkOut(shop, checkoutOf([{ product }]), { key });
    expect([status, faults[0]?.path]).toEqual([400, 'Idempotency-Key']);
  });

  test('can be left out', async () => {
    const product = await makeProduct(db);
    const { status } = await shop.ask('POST', '/v1/shopping-checkouts', { body: checkoutOf([{ product }]) });
    expect(status).toBe(201);
  });
});
