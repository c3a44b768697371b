import { describe, expect, test } from 'vitest';
import { newId } from '#lib/uuid.ts';
import { testApp } from '../../../test/app.ts';
import { cartOf, type Line } from '../../../test/buyer.ts';
import { makeProduct } from '../../../test/make.ts';
import { makePromo } from '../../../test/make-promo.ts';

interface Cart {
  cartItems: Record<string, unknown>[];
  subTotal: number;
  shippingFee?: number;
  total: number;
  totalIncludedGst: number;
  discount: number;
  issues: { id: string | null; variationItemId: string | null; cartItemIssue: string; reason: string }[];
  haveIssues: boolean;
  promoApplied: boolean;
}

const shop = await testApp();
const { db, clock } = shop.deps;

const price = async (lines: Line[], more: object = {}): Promise<Cart> =>
  (await shop.ask<Cart>('POST', '/v1/shopping-cart-items', { body: { cartItems: cartOf(...lines), ...more } })).body;

describe('a cart', () => {
  test('is priced from the database alone', async () => {
    const mop = await makeProduct(db, { name: 'Flat mop', code: 'MOP-1', price: 19.99 });
    const { body } = await shop.ask<Cart>('POST', '/v1/shopping-cart-items', {
      body: {
        cartItems: [{ id: mop.id, variationItemId: null, qty: 3, price: 0.01, total: 0.03, productName: 'Gold' }],
      },
    });
    expect(body).toEqual({
      cartItems: [
        {
          id: mop.id,
          variationItemId: null,
          productName: 'Flat mop',
          productCode: 'MOP-1',
          qty: 3,
          image: `/files/products/${mop.id}`,
          price: 19.99,
          url: mop.url,
          isVariant: false,
          variations: [],
          discountedPrice: 19.99,
          total: 59.97,
          hasDiscount: false,
          rowUpdateId: expect.any(String),
        },
      ],
      subTotal: 59.97,
      total: 59.97,
      totalIncludedGst: 5.45,
      discount: 0,
      issues: [],
      haveIssues: false,
      promoApplied: false,
    });
  });

  test('has the chosen variation of each line', async () => {
    const cloth = await makeProduct(db, {
      variations: ['Size', 'Colour'],
      items: [{ values: ['Small', 'Blue'] }, { values: ['Large', 'Red'], price: 4.5, code: 'CLOTH-L' }],
    });
    const { cartItems } = await price([{ product: cloth, item: 1 }]);
    expect(cartItems[0]).toMatchObject({
      id: cloth.id,
      variationItemId: cloth.itemIds[1],
      productCode: 'CLOTH-L',
      price: 4.5,
      isVariant: true,
      variations: [
        { fieldText: 'Size', selected: 'Large' },
        { fieldText: 'Colour', selected: 'Red' },
      ],
    });
  });

  test('keeps the order of its lines, and can be empty', async () => {
    const [a, b, c] = [await makeProduct(db), await makeProduct(db), await makeProduct(db)];
    const { cartItems } = await price([{ product: c }, { product: a }, { product: b }]);
    expect(cartItems.map(({ id }) => id)).toEqual([c.id, a.id, b.id]);
    expect(await price([])).toMatchObject({
      cartItems: [],
      subTotal: 0,
      total: 0,
      totalIncludedGst: 0,
      haveIssues: false,
    });
  });

  test("accepts a plain product's only item", async () => {
    const product = await makeProduct(db);
    const { cartItems } = await price([{ product, item: 0 }]);
    expect(cartItems).toMatchObject([{ id: product.id, variationItemId: null }]);
  });
});

describe('a line that can not be sold as requested', () => {
  test('is removed if it is no longer available', async () => {
    const hidden = await makeProduct(db, { name: 'Old broom', isActive: false });
    const archived = await makeProduct(db, { isArchived: true });
    const unpriced = await makeProduct(db, { price: null });
    const variant = await makeProduct(db, { variations: ['Size'], items: [{ values: ['S'] }] });
    const other = await makeProduct(db, { variations: ['Size'], items: [{ values: ['S'] }] });
    const { body } = await shop.ask<Cart>('POST', '/v1/shopping-cart-items', {
      body: {
        cartItems: [
          ...cartOf({ product: hidden }, { product: archived }, { product: unpriced }, { product: variant }),
          { id: variant.id, variationItemId: other.itemIds[0], qty: 1 },
          { id: newId(), variationItemId: null, qty: 1 },
        ],
      },
    });
    expect(body.cartItems).toEqual([]);
    expect(body.haveIssues).toBe(true);
    expect(body.issues.map(({ cartItemIssue }) => cartItemIssue)).toEqual(Array(6).fill('NotAvailable'));
    expect(body.issues[0]).toEqual({
      id: hidden.id,
      variationItemId: null,
      cartItemIssue: 'NotAvailable',
      reason: 'Old broom is no longer available.',
    });
    expect(body.issues[5]?.reason).toBe('An item in your cart is no longer available.');
  });

  test('is removed if it is out of stock, and reduced to the available quantity', async () => {
    const gone = await makeProduct(db, { name: 'Bucket', onHand: 0 });
    const few = await makeProduct(db, { name: 'Sponge', onHand: 2, price: 3 });
    const cart = await price([{ product: gone }, { product: few, qty: 5 }]);
    expect(cart.cartItems).toMatchObject([{ id: few.id, qty: 2, total: 6 }]);
    expect(cart.issues).toMatchObject([
      { id: gone.id, cartItemIssue: 'OutOfStock', reason: 'Bucket is out of stock.' },
      { id: few.id, cartItemIssue: 'InsufficientStock', reason: 'Only 2 of Sponge are available.' },
    ]);
  });

  test('shares the stock with other lines of the same item', async () => {
    const product = await makeProduct(db, { name: 'Brush', onHand: 5 });
    const cart = await price([
      { product, qty: 3 },
      { product, qty: 3 },
      { product, qty: 1 },
    ]);
    expect(cart.cartItems.map(({ qty }) => qty)).toEqual([3, 2]);
    expect(cart.issues.map(({ reason }) => reason)).toEqual([
      'Only 2 of Brush are available.',
      'No more of Brush is available.',
    ]);
  });

  test('is unchanged if the product is sold without stock', async () => {
    const product = await makeProduct(db, { onHand: 0, allowSaleWithoutStock: true });
    expect(await price([{ product, qty: 999 }])).toMatchObject({ cartItems: [{ qty: 999 }], haveIssues: false });
  });
});

describe('a promo', () => {
  test('takes a percentage off, rounded half up, with its code in any case', async () => {
    const product = await makeProduct(db, { price: 12.45 });
    await makePromo(db, { code: 'Ten-Off', percentage: 10 });
    expect(await price([{ product }], { promoCode: 'tEN-oFF' })).toMatchObject({
      discount: 1.25,
      total: 11.2,
      totalIncludedGst: 1.02,
      promoApplied: true,
      haveIssues: false,
      cartItems: [{ discountedPrice: 11.2, total: 11.2, hasDiscount: true, price: 12.45 }],
    });
  });

  test('takes 25 % off ten at $23.90', async () => {
    const product = await makeProduct(db, { price: 23.9 });
    const { code } = await makePromo(db, { percentage: 25 });
    const cart = await price([{ product, qty: 10 }], { promoCode: code });
    expect(cart).toMatchObject({ subTotal: 239, discount: 59.75, total: 179.25, totalIncludedGst: 16.3 });
    expect(cart.cartItems[0]).toMatchObject({ discountedPrice: 17.93, total: 179.25 });
  });

  test('takes an amount off once, shared by largest remainder', async () => {
    const [a, b, c] = [
      await makeProduct(db, { price: 3.33 }),
      await makeProduct(db, { price: 3.33 }),
      await makeProduct(db, { price: 3.34 }),
    ];
    const { code } = await makePromo(db, { amount: 1 });
    const cart = await price([{ product: a }, { product: b }, { product: c }], { promoCode: code });
    expect(cart.cartItems.map(({ total }) => total)).toEqual([3, 3, 3]);
    expect(cart).toMatchObject({ discount: 1, total: 9 });
  });

  test('applies to its products only, and never exceeds their price', async () => {
    const [mine, other] = [await makeProduct(db, { price: 4 }), await makeProduct(db, { price: 50 })];
    const { code } = await makePromo(db, { amount: 10, products: [mine.id] });
    const cart = await price([{ product: mine }, { product: other }], { promoCode: code });
    expect(cart).toMatchObject({ discount: 4, total: 50, promoApplied: true });
    expect(cart.cartItems.map(({ hasDiscount }) => hasDiscount)).toEqual([true, false]);
  });

  test.each([
    ['PromoNotFound', {}, 'This promo code is not valid.'],
    ['PromoNotFound', { isArchived: true }, 'This promo code is not valid.'],
    ['PromoExpired', { expiryDay: '2026-03-01' }, 'The promo code X has expired.'],
    ['PromoMinimumSpend', { minimumSpend: 10.01 }, 'The promo code X needs a spend of at least $10.01.'],
    ['PromoNotApplicable', { products: [] }, 'The promo code X does not apply to the items in your cart.'],
  ])('has the issue %s with %j', async (kind, traits, reason) => {
    const product = await makeProduct(db, { price: 10 });
    const { code } = await makePromo(db, { percentage: 50, ...traits });
    const asked = reason.includes('not valid') && !('isArchived' in traits) ? 'no-such-code' : code;
    const cart = await price([{ product }], { promoCode: asked });
    expect(cart).toMatchObject({ discount: 0, total: 10, promoApplied: false, haveIssues: true });
    expect(cart.issues).toEqual([
      { id: null, variationItemId: null, cartItemIssue: kind, reason: reason.replace('X', code) },
    ]);
  });

  test('is valid until its expiry day has ended in Sydney', async () => {
    const product = await makeProduct(db);
    const { code } = await makePromo(db, { percentage: 50, expiryDay: '2026-03-02' });
    clock.set('2026-03-02T12:59:59Z'); // 23:59:59, daylight saving
    expect(await price([{ product }], { promoCode: code })).toMatchObject({ promoApplied: true });
    clock.set('2026-03-02T13:00:00Z');
    expect(await price([{ product }], { promoCode: code })).toMatchObject({ promoApplied: false });
    clock.set('2026-03-02T01:00:00Z');
  });

  test('compares its minimum spend with the sum before discount', async () => {
    const product = await makeProduct(db, { price: 10 });
    const { code } = await makePromo(db, { amount: 5, minimumSpend: 10 });
    expect(await price([{ product }], { promoCode: code })).toMatchObject({ discount: 5, promoApplied: true });
  });

  test('is ignored if the code is empty, null or missing', async () => {
    const product = await makeProduct(db);
    for (const promoCode of ['', '  ', null, undefined]) {
      expect(await price([{ product }], { promoCode })).toMatchObject({ haveIssues: false, promoApplied: false });
    }
  });
});

describe('delivery', () => {
  test('costs $12.50, and nothing from $150 after discount or for a pick-up', async () => {
    const product = await makeProduct(db, { price: 75, onHand: 99 });
    const { code } = await makePromo(db, { amount: 0.01 });
    expect(await price([{ product, qty: 1 }], { shippingMethod: 2 })).toMatchObject({
      subTotal: 75,
      shippingFee: 12.5,
      total: 87.5,
      totalIncludedGst: 7.95,
    });
    expect(await price([{ product, qty: 2 }], { shippingMethod: 2 })).toMatchObject({ shippingFee: 0, total: 150 });
    expect(await price([{ product, qty: 2 }], { shippingMethod: 2, promoCode: code })).toMatchObject({
      shippingFee: 12.5,
      total: 162.49,
    });
    expect(await price([{ product }], { shippingMethod: 1 })).toMatchObject({ shippingFee: 0, total: 75 });
    expect(await price([{ product }])).not.toHaveProperty('shippingFee');
    expect(await price([], { shippingMethod: 2 })).toMatchObject({ shippingFee: 0, total: 0 });
  });
});

describe('bad input', () => {
  const id = newId();
  const quantity = 'Quantity must be a whole number from 1 to 999.';
  test.each([
    ['no body', undefined, [['cartItems', 'Cart items are required.']]],
    ['no list', { cartItems: 'x' }, [['cartItems', 'Cart items are required.']]],
    ['an id that is none', { cartItems: [{ id: 'x', qty: 1 }] }, [['cartItems.0.id', 'Not a valid id.']]],
    ['no quantity', { cartItems: [{ id }] }, [['cartItems.0.qty', quantity]]],
    ...[0, -1, 1.5, 1000, '2', null, 1e300].map(
      (qty) =>
        [
          `the quantity ${qty}`,
          {
            cartItems: [
              { id, qty: 1 },
              { id, qty },
            ],
          },
          [['cartItems.1.qty', quantity]],
        ] as const,
    ),
    [
      '101 lines',
      { cartItems: Array(101).fill({ id, qty: 1 }) },
      [['cartItems', 'A cart can have at most 100 lines.']],
    ],
    [
      'all at once',
      { cartItems: [{ id: 1, qty: 0 }], promoCode: 7, shippingMethod: 3 },
      [
        ['promoCode', 'Promo code must be text.'],
        ['cartItems.0.id', 'Not a valid id.'],
        ['cartItems.0.qty', quantity],
        ['shippingMethod', 'Unknown delivery method.'],
      ],
    ],
  ] as const)('%s is refused', async (_what, body, faults) => {
    const answer = await shop.ask('POST', '/v1/shopping-cart-items', { body: body ?? {} });
    expect(answer.status).toBe(400);
    expect(answer.faults.map(({ path, message }) => [path, message])).toEqual(faults);
  });

  test('a code with a null character is unknown', async () => {
    const product = await makeProduct(db);
    expect(await price([{ product }], { promoCode: 'a\0b' })).toMatchObject({
      issues: [{ cartItemIssue: 'PromoNotFound' }],
    });
  });
});
