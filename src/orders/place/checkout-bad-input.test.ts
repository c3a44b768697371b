import { describe, expect, test } from 'vitest';
import { newId } from '#lib/uuid.ts';
import { testApp } from '../../../test/app.ts';
import { buyer, checkOut, checkoutOf, goodCard } from '../../../test/buyer.ts';
import { makeProduct } from '../../../test/make.ts';
import { tracesOf } from '../../../test/shop-state.ts';

const shop = await testApp();
const { db } = shop.deps;
const product = await makeProduct(db, { onHand: 1000, price: 10 });
const untouched = await tracesOf(db);

const without = (field: keyof typeof buyer): object => ({ ...buyer, [field]: undefined });
const field = 'This field is required.';
const card = 'Card details are required.';

const refused = async (more: object): Promise<[string, string][]> => {
  const { status, faults, message } = await checkOut(shop, checkoutOf([{ product }], more));
  expect(status).toBe(400);
  expect(message).toBe(faults[0]?.message);
  expect(await tracesOf(db)).toEqual(untouched);
  return faults.map(({ path, message: told }) => [path, told]);
};

const addressSentences = [
  ['firstName', field],
  ['lastName', field],
  ['email', field],
  ['mobile', field],
  ['streetNumber', 'Street number is required.'],
  ['streetName', 'Street name is required.'],
  ['city', 'City is required.'],
  ['state', 'State is required.'],
  ['postcode', 'Post code is required.'],
] as const;

describe('each field has its own error message', () => {
  test.each(addressSentences)('billing %s: %s', async (name, sentence) => {
    for (const value of [undefined, null, '']) {
      expect(await refused({ billingInfo: { ...buyer, [name]: value } })).toEqual([[`billingInfo.${name}`, sentence]]);
    }
  });

  test.each(addressSentences)('delivery %s: %s', async (name, sentence) => {
    const shippingInfo = { ...without(name), shippingMethod: 2 };
    expect(await refused({ shippingInfo })).toEqual([[`shippingInfo.${name}`, sentence]]);
  });

  test.each([
    ['billingInfo.email', { billingInfo: { ...buyer, email: 'nobody' } }, 'Invalid email address'],
    ['billingInfo.mobile', { billingInfo: { ...buyer, mobile: '123' } }, 'Invalid phone number.'],
    ['billingInfo.state', { billingInfo: { ...buyer, state: 'XX' } }, 'Invalid state.'],
    ['shippingInfo.shippingMethod', { shippingInfo: { ...buyer } }, field],
    ['shippingInfo.shippingMethod', { shippingInfo: { ...buyer, shippingMethod: 3 } }, 'Unknown delivery method.'],
    ['cardNumber', { cardNumber: '' }, card],
    ['expiryDate', { expiryDate: null }, card],
    ['cvc', { cvc: undefined }, card],
    ['cardNumber', { cardNumber: '4242 4242 4242 4241' }, 'Invalid card number.'],
    ['cardNumber', { cardNumber: 'four' }, 'Invalid card number.'],
    ['expiryDate', { expiryDate: '13/30' }, 'Invalid expiry date.'],
    ['expiryDate', { expiryDate: '01/26' }, 'This card has expired.'],
    ['cvc', { cvc: '12345' }, 'Invalid CVC.'],
    ['cartItems', { cartItems: [] }, 'Your cart is empty.'],
    ['cartItems', { cartItems: undefined }, 'Your cart is empty.'],
    ['expectedTotal', { expectedTotal: 10.001 }, 'Must be an amount from 0 to 9,999,999.99 with at most two decimals.'],
  ])('%s of %j: %s', async (path, more, sentence) => {
    expect(await refused(more)).toEqual([[path, sentence]]);
  });

  test('a missing card is reported for its three fields', async () => {
    const none = { cardNumber: undefined, expiryDate: undefined, cvc: undefined };
    const three = ['cardNumber', 'expiryDate', 'cvc'].map((path) => [path, card]);
    expect(await refused(none)).toEqual(three);
    expect(await refused({ ...none, expectedTotal: 10 })).toEqual(three);
    expect(await refused({ ...none, paymentToken: 'pm_1' })).toEqual(three);
  });

  test.each([
    [{ password: 'short1', confirmPassword: 'short1' }, [['password', 'Password must have at least 8 characters.']]],
    [
      { password: 'without digits', confirmPassword: 'without digits' },
      [['password', 'Password must contain a number.']],
    ],
    [{ password: 'correct horse 1', confirmPassword: 'other' }, [['confirmPassword', 'Passwords must match']]],
    [{}, [['password', 'Password is required.']]],
    [
      { password: 'correct horse 1', confirmPassword: 'correct horse 1', firstName: 'X', lastName: 'y'.repeat(31) },
      [
        ['firstName', 'First name must have at least 2 characters.'],
        ['lastName', 'First name is too long.'],
      ],
    ],
  ])('registering with %j', async (passwords, faults) => {
    const billingInfo = { ...buyer, registerAccount: true, ...passwords };
    expect(await refused({ billingInfo })).toEqual(faults.map(([path, told]) => [`billingInfo.${path}`, told]));
  });
});

test('all faults are reported at once, in field order', async () => {
  const { faults, status } = await shop.ask('POST', '/v1/shopping-checkouts', { body: {} });
  expect(status).toBe(400);
  expect(faults.map(({ path }) => path)).toEqual([
    ...addressSentences.map(([name]) => `billingInfo.${name}`),
    'shippingInfo.shippingMethod',
    ...addressSentences.map(([name]) => `shippingInfo.${name}`),
    'cardNumber',
    'expiryDate',
    'cvc',
    'cartItems',
  ]);
});

describe('faults that only the server finds are reported with those of the form', () => {
  const unfinished = { billingInfo: { ...without('lastName') }, cvc: '12' };
  const faultsOf = async (more: object, asked: object = {}) =>
    (await checkOut(shop, checkoutOf([{ product }], { ...unfinished, ...more }), asked)).faults;

  test('an expired card', async () => {
    expect(await faultsOf({ expiryDate: ' 01 / 26', cartItems: [] })).toEqual([
      { path: 'billingInfo.lastName', message: field },
      { path: 'expiryDate', message: 'This card has expired.' },
      { path: 'cvc', message: 'Invalid CVC.' },
      { path: 'cartItems', message: 'Your cart is empty.' },
    ]);
    expect((await faultsOf({ expiryDate: '1/26' })).map(({ message }) => message)).toEqual([
      field,
      'Invalid expiry date.',
      'Invalid CVC.',
    ]);
  });

  test('an existing account, and an invalid key', async () => {
    const { email, firstName, lastName, mobile } = buyer;
    const person = { email, firstName, lastName, mobile, acceptedTheTerms: true };
    const { body } = await shop.ask<{ access_token: string }>('POST', '/v1/core/accounts', {
      body: { ...person, password: 'correct horse 1', confirmPassword: 'correct horse 1' },
    });
    const billingInfo = {
      ...without('lastName'),
      registerAccount: true,
      password: 'short1',
      confirmPassword: 'short1',
    };
    expect(
      (await faultsOf({ billingInfo }, { token: body.access_token, key: 'short' })).map(({ path }) => path),
    ).toEqual([
      'billingInfo.lastName',
      'billingInfo.registerAccount',
      'billingInfo.password',
      'cvc',
      'Idempotency-Key',
    ]);
  });

  test.each([[null], ['01/26'], [[]], [{ billingInfo: 'x', expiryDate: 7 }]])(
    'but not for the body %j',
    async (body) => {
      const { status } = await shop.ask('POST', '/v1/shopping-checkouts', { body: JSON.stringify(body) });
      expect(status).toBe(400);
    },
  );
});

test('a known key is answered even if the card has expired since', async () => {
  const fresh = await makeProduct(db);
  const body = checkoutOf([{ product: fresh }], { expiryDate: '03/26' });
  const first = await checkOut(shop, body, { key: 'before-the-month-ended' });
  expect(first.status).toBe(201);
  shop.deps.clock.set('2026-04-02T01:00:00Z');
  expect((await checkOut(shop, body, { key: 'before-the-month-ended' })).body).toEqual(first.body);
  shop.deps.clock.set('2026-03-02T01:00:00Z');
  Object.assign(untouched, await tracesOf(db));
});

test('a pick-up and a delivery to the buyer need no address of their own', async () => {
  const fresh = await makeProduct(db);
  for (const shippingInfo of [{ shippingMethod: 1 }, { shippingMethod: 2, sameAsCheckoutDetails: true }]) {
    expect((await checkOut(shop, checkoutOf([{ product: fresh }], { shippingInfo }))).status).toBe(201);
  }
  Object.assign(untouched, await tracesOf(db));
});

describe('a forged request with', () => {
  const line = { id: product.id, variationItemId: null, qty: 1 };
  test.each([
    ['a quantity below 1', { cartItems: [{ ...line, qty: -5 }] }, 400],
    ['half a unit', { cartItems: [{ ...line, qty: 0.5 }] }, 400],
    ['a quantity as text', { cartItems: [{ ...line, qty: '1' }] }, 400],
    ['a quantity beyond numbers', { cartItems: [{ ...line, qty: 1e21 }] }, 400],
    ['a price below 0', { cartItems: [{ ...line, price: -1 }] }, 400],
    ['a price of three decimals', { cartItems: [{ ...line, price: 9.999 }] }, 400],
    ['an invalid id', { cartItems: [{ ...line, id: "' or 1=1 --" }] }, 400],
    ['101 lines', { cartItems: Array(101).fill(line) }, 400],
    ['a user id', { userId: newId() }, 401],
    ['lines that are not a list', { cartItems: { 0: line } }, 400],
    ['a body of other types', { billingInfo: 1, shippingInfo: [], cardNumber: {}, cvc: 123, promoCode: [] }, 400],
    ['a total', { expectedTotal: 0.01 }, 200],
    ['a price', { cartItems: [{ ...line, price: 0.01 }] }, 200],
    ['an unknown product', { cartItems: [{ ...line, id: newId() }] }, 200],
    ['an unknown item', { cartItems: [{ ...line, variationItemId: newId() }] }, 200],
    ['an unknown promo', { promoCode: 'FREE-EVERYTHING' }, 200],
    ['a promo with a null character', { promoCode: 'a\0b' }, 200],
    ['fields of the response', { orderNumber: 'SO-1', total: 0, status: 0, expectedTotal: 0 }, 200],
  ])('%s changes nothing', async (_what, more, status) => {
    const answer = await checkOut(shop, checkoutOf([{ product }], more));
    expect(answer.status).toBe(status);
    if (status === 200) expect(answer.body).toMatchObject({ status: 1, orderId: null });
    expect(await tracesOf(db)).toEqual(untouched);
  });

  test('names with control characters are stored without them', async () => {
    const fresh = await makeProduct(db);
    const billingInfo = { ...buyer, firstName: 'Ki\0m\r\nBcc: x@example.com', lastName: '\ud800Lee' };
    const { status } = await checkOut(shop, checkoutOf([{ product: fresh }], { billingInfo }));
    expect(status).toBeLessThan(500);
    Object.assign(untouched, await tracesOf(db));
  });

  test.each(['Bearer nonsense', 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.', 'Basic eDp5'])(
    'the token %s is treated as no session',
    async (authorization) => {
      const answer = await checkOut(shop, checkoutOf([{ product }], { userId: newId() }), {
        headers: { authorization },
      });
      expect(answer.status).toBe(401);
      expect((await shop.ask('GET', '/v1/shopping-orders', { headers: { authorization } })).status).toBe(401);
    },
  );
});

describe('a body', () => {
  const post = (body: string, type = 'application/json') =>
    shop.ask('POST', '/v1/shopping-checkouts', { body, headers: { 'content-type': type } });

  test.each([
    ['that is not JSON', '{"cartItems":[', 400],
    ['that is empty', '', 400],
    ['that is null', 'null', 400],
    ['that is a list', '[]', 400],
    ['that is a text', '"x"', 400],
    ['of 1 MB', JSON.stringify({ ...goodCard, note: 'x'.repeat(1_048_576) }), 413],
    ['with a prototype', '{"__proto__":{"admin":true},"cartItems":[]}', 400],
    ['nested 10,000 deep', `{"billingInfo":${'['.repeat(10_000)}${']'.repeat(10_000)}}`, 400],
  ])('%s is refused', async (_what, body, status) => {
    expect((await post(body)).status).toBe(status);
    expect(await tracesOf(db)).toEqual(untouched);
  });

  test('of another type is refused', async () => {
    expect((await post('a=b', 'application/x-www-form-urlencoded')).status).toBe(415);
    expect((await post('<a/>', 'text/xml')).status).toBe(415);
  });
});
