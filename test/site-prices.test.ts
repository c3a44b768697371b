import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#lib/uuid.ts';
import { type Answer, testApp } from './app.ts';
import { buyer, cartOf, checkOut, checkoutOf, type Line } from './buyer.ts';
import { type MadeProduct, makeProduct } from './make.ts';
import { makePromo } from './make-promo.ts';
import { makeTradeAccount, makeTradeMember, makeTradeSite } from './make-trade-account.ts';
import { makeAdministrator, makePerson, type Person } from './people.ts';

/* What the sites of trade accounts pay: in the shop, in the cart, at checkout, and nowhere in what others see. */

const shop = await testApp({ environment: { CDN: 'on' } });
const { db, clock } = shop.deps;
const midday = new Date('2026-03-02T01:00:00Z'); // noon in Sydney
beforeEach(() => clock.set(midday));

interface Cart {
  cartItems: { qty: number; price: number; total: number; discountedPrice: number }[];
  total: number;
  discount: number;
  issues: { cartItemIssue: string; reason: string }[];
}

interface SitePrice {
  id: string;
  variationItemId: string | null;
  basePrice: number;
  price: number;
  multiple: number;
  breaks: { minQuantity: number; price: number }[];
  validUntil: string | null;
  next: { from: string; price: number } | null;
}

interface ListTraits {
  parentId?: string;
  adjustPercent?: number;
  validFrom?: string;
  validTo?: string;
  isArchived?: boolean;
}

async function makeList(traits: ListTraits = {}): Promise<string> {
  const { parentId = null, adjustPercent = 0, validFrom = null, validTo = null, isArchived = false } = traits;
  const id = newId();
  await sql`insert into price_lists (id, name, parent_id, adjust_percent, valid_from, valid_to, archived_at, created_at)
    values (${id}, ${id}, ${parentId}, ${adjustPercent}, ${validFrom}, ${validTo}, ${isArchived ? midday : null}, now())`.execute(
    db,
  );
  return id;
}

interface PriceTraits {
  price: number;
  minQuantity?: number;
  validFrom?: string;
  validTo?: string;
}

async function setPrice(listId: string, itemId: string | undefined, traits: PriceTraits): Promise<void> {
  const { price, minQuantity = 1, validFrom = '2000-01-01', validTo = null } = traits;
  await sql`insert into list_prices (price_list_id, item_id, min_quantity, valid_from, valid_to, cents)
    values (${listId}, ${itemId}, ${minQuantity}, ${validFrom}, ${validTo}, ${Math.round(price * 100)})
    on conflict (price_list_id, item_id, min_quantity, valid_from) do update set cents = excluded.cents`.execute(db);
}
const setCarton = (listId: string, itemId: string | undefined, units: number) =>
  sql`insert into order_multiples (price_list_id, item_id, units) values (${listId}, ${itemId}, ${units})`.execute(db);

interface Buyer extends Person {
  accountId: string;
  siteId: string;
}

/** Somebody who orders for the only site of a new account. */
async function makeBuyer({ list, siteList }: { list?: string; siteList?: string } = {}): Promise<Buyer> {
  const account = await makeTradeAccount(db, { ...(list && { priceListId: list }), sites: [] });
  const siteId = await makeTradeSite(db, account.id, { name: 'Depot', ...(siteList && { priceListId: siteList }) });
  const user = await makePerson(shop.deps);
  await makeTradeMember(db, account.id, { user, siteIds: [siteId] });
  return { ...user, accountId: account.id, siteId };
}

const askPrices = ({ token, siteId }: Pick<Buyer, 'token' | 'siteId'>, products: readonly MadeProduct[]) =>
  shop.ask<SitePrice[]>('POST', '/v1/trade/prices', { token, body: { siteId, ids: products.map(({ id }) => id) } });
const priceOf = async (of: Buyer, product: MadeProduct) => (await askPrices(of, [product])).body[0];
const askCart = ({ token, siteId }: Pick<Buyer, 'token' | 'siteId'>, lines: Line[], more: object = {}) =>
  shop.ask<Cart>('POST', '/v1/trade/cart', { token, body: { siteId, cartItems: cartOf(...lines), ...more } });
const cartFor = async (of: Buyer, lines: Line[], more: object = {}) => (await askCart(of, lines, more)).body;

describe('the prices of a site', () => {
  test('name base price, breaks, carton, the last day and what comes after', async () => {
    const mop = await makeProduct(db, { price: 20 });
    const list = await makeList();
    const [item] = mop.itemIds;
    await setPrice(list, item, { price: 18, validTo: '2026-06-30' });
    await setPrice(list, item, { price: 17, minQuantity: 24 });
    await setPrice(list, item, { price: 19, validFrom: '2026-07-01' });
    await setCarton(list, item, 12);
    const asked = await makeBuyer({ list });
    expect(await priceOf(asked, mop)).toEqual({
      id: mop.id,
      variationItemId: null,
      basePrice: 20,
      price: 18,
      multiple: 12,
      breaks: [{ minQuantity: 24, price: 17 }],
      validUntil: '2026-06-30',
      next: { from: '2026-07-01', price: 19 },
    });
    const bags = await makeProduct(db, {
      variations: ['Size'],
      items: [
        { price: 5, values: ['Small'] },
        { price: 6, values: ['Large'] },
        { price: null, values: ['Unpriced'] },
      ],
    });
    await setPrice(list, bags.itemIds[2], { price: 1 }); // an item without a price in the shop stays unsold
    const { body } = await askPrices(asked, [bags, await makeProduct(db, { isActive: false })]);
    expect(body.map(({ variationItemId, price }) => [variationItemId, price])).toEqual(
      [5, 6].map((price, place) => [bags.itemIds[place], price]),
    );
  });

  test('site list comes before account list, parents and the shop', async () => {
    const [a, b, c, d, e] = await Promise.all(Array.from({ length: 5 }, () => makeProduct(db, { price: 10 })));
    if (!a || !b || !c || !d || !e) throw new Error('not made');
    const top = await makeList({ adjustPercent: -10 });
    const list = await makeList({ parentId: top });
    const siteTop = await makeList();
    const siteList = await makeList({ parentId: siteTop });
    for (const [id, products] of [
      [siteList, [a]],
      [siteTop, [a, b]],
      [list, [a, b, c]],
      [top, [a, b, c, d]],
    ] as const)
      for (const product of products)
        await setPrice(id, product.itemIds[0], { price: [siteList, siteTop, list, top].indexOf(id) + 1 });
    const asked = await makeBuyer({ list, siteList });
    const prices = await Promise.all([a, b, c, d, e].map(async (product) => (await priceOf(asked, product))?.price));
    expect(prices).toEqual([1, 2, 3, 4, 9]);
  });

  test('begin and end at midnight in Sydney', async () => {
    const mop = await makeProduct(db, { price: 20 });
    const list = await makeList({ validTo: '2026-03-31' });
    await setPrice(list, mop.itemIds[0], { price: 15, validFrom: '2026-03-10', validTo: '2026-03-12' });
    const at = async (instant: string) => {
      clock.set(new Date(instant));
      const asked = await makeBuyer({ list }); // whose session has not run out
      const [price, cart] = [await priceOf(asked, mop), await cartFor(asked, [{ product: mop }])];
      expect(cart.cartItems[0]?.price).toBe(price?.price);
      return price?.price;
    };
    expect(await at('2026-03-09T12:59:59Z')).toBe(20); // 23:59:59 in Sydney, at UTC + 11
    expect(await at('2026-03-09T13:00:00Z')).toBe(15);
    expect(await at('2026-03-12T12:59:59Z')).toBe(15);
    expect(await at('2026-03-12T13:00:00Z')).toBe(20);
  });
});

describe('the cart of a site', () => {
  test('has breaks by the units of an item in all lines', async () => {
    const bags = await makeProduct(db, {
      variations: ['Size'],
      items: [
        { price: 10, onHand: 50, values: ['Small'] },
        { price: 10, onHand: 50, values: ['Large'] },
      ],
    });
    const list = await makeList();
    const [small] = bags.itemIds;
    await setPrice(list, small, { price: 9 });
    await setPrice(list, small, { price: 8, minQuantity: 10 });
    const asked = await makeBuyer({ list });
    const lines: Line[] = [
      { product: bags, item: 0, qty: 4 },
      { product: bags, item: 1, qty: 6 },
      { product: bags, item: 0, qty: 5 },
    ];
    expect((await cartFor(asked, lines)).cartItems.map(({ price }) => price)).toEqual([9, 10, 9]);
    const more = await cartFor(asked, [...lines, { product: bags, item: 0, qty: 1 }]);
    expect(more.cartItems.map(({ price }) => price)).toEqual([8, 10, 8, 8]);
    expect(more.total).toBe(10 * 8 + 60);
  });

  test('is rounded up to whole cartons, and down where stock ends, and says so', async () => {
    const towels = await makeProduct(db, { name: 'Towels', price: 10, onHand: 30 });
    const list = await makeList();
    await setCarton(list, towels.itemIds[0], 12);
    const asked = await makeBuyer({ list });
    const cart = async (qty: number) => {
      const { cartItems, issues } = await cartFor(asked, [{ product: towels, qty }]);
      return [cartItems[0]?.qty, issues.map(({ cartItemIssue, reason }) => `${cartItemIssue}: ${reason}`)];
    };
    expect(await cart(12)).toEqual([12, []]);
    expect(await cart(1)).toEqual([12, ['OrderMultiple: Towels comes in cartons of 12, so 1 became 12.']]);
    expect(await cart(13)).toEqual([24, ['OrderMultiple: Towels comes in cartons of 12, so 13 became 24.']]);
    expect(await cart(25)).toEqual([24, ['InsufficientStock: Only 24 of Towels are available.']]);
    await sql`update product_items set on_hand = 11 where id = ${towels.itemIds[0]}`.execute(db);
    const none = 'InsufficientStock: Towels comes in cartons of 12, and no whole carton is left.';
    expect(await cart(1)).toEqual([undefined, [none]]);
    const open = await makeProduct(db, { name: 'Open', allowSaleWithoutStock: true, onHand: 0 });
    await setCarton(list, open.itemIds[0], 100);
    const most = await cartFor(asked, [{ product: open, qty: 999 }]);
    expect([most.cartItems[0]?.qty, most.issues[0]?.cartItemIssue]).toEqual([900, 'InsufficientStock']);
  });

  test('has a promo on top of the site’s price', async () => {
    const mop = await makeProduct(db, { price: 20 });
    const list = await makeList();
    await setPrice(list, mop.itemIds[0], { price: 15 });
    const { code } = await makePromo(db, { percentage: 10 });
    const cart = await cartFor(await makeBuyer({ list }), [{ product: mop, qty: 2 }], { promoCode: code });
    expect([cart.discount, cart.total]).toEqual([3, 27]);
  });

  test('costs what the shop asks where no list says otherwise', async () => {
    const lines: Line[] = [{ product: await makeProduct(db, { price: 3.33 }), qty: 3 }];
    const own = await cartFor(await makeBuyer(), lines);
    const { body } = await shop.ask<Cart>('POST', '/v1/shopping-cart-items', { body: { cartItems: cartOf(...lines) } });
    expect(own).toEqual(body);
  });
});

describe('at checkout', () => {
  const order = (
    of: Buyer,
    lines: Line[],
    more: object = {},
  ): Promise<Answer<{ status: number; orderIssues: { reason: string }[]; orderId: string | null }>> =>
    checkOut(
      shop,
      checkoutOf(lines, { billingInfo: buyer, trade: { siteId: of.siteId, isOnAccount: false }, ...more }),
      { token: of.token },
    );
  const stored = async (orderId: string | null) => {
    const { rows } = await sql<{ price: number; quantity: number; total: number }>`
      select i.price_cents as price, i.quantity, o.total_cents as total from order_items i join orders o on o.id = i.order_id
      where o.id = ${orderId}`.execute(db);
    return rows;
  };

  test('the order is at the site’s prices, as its cart was', async () => {
    const mop = await makeProduct(db, { price: 20, onHand: 100 });
    const list = await makeList();
    await setPrice(list, mop.itemIds[0], { price: 15 });
    await setPrice(list, mop.itemIds[0], { price: 14, minQuantity: 10 });
    const asked = await makeBuyer({ list });
    const { total } = await cartFor(asked, [{ product: mop, qty: 10 }], { shippingMethod: 1 });
    const { status, body } = await order(asked, [{ product: mop, qty: 10, price: 14 }], { expectedTotal: total });
    expect([status, body.orderIssues]).toEqual([201, []]);
    expect(await stored(body.orderId)).toEqual([{ price: 1400, quantity: 10, total: 14_000 }]);
  });

  test('nobody gets the prices of a site without ordering for it, or for a site that is not theirs', async () => {
    const mop = await makeProduct(db, { price: 20, onHand: 100 });
    const list = await makeList();
    await setPrice(list, mop.itemIds[0], { price: 15 });
    const asked = await makeBuyer({ list });
    const other = await makeBuyer();
    const own = await order(asked, [{ product: mop }], { trade: null });
    expect(await stored(own.body.orderId)).toMatchObject([{ price: 2000 }]);
    const stolen = { trade: { siteId: asked.siteId, isOnAccount: false } };
    expect((await order(other, [{ product: mop }], stolen)).status).toBe(403);
  });

  test('a price that has changed since the cart is refused with both prices', async () => {
    const mop = await makeProduct(db, { name: 'Mop', price: 20, onHand: 100 });
    const list = await makeList();
    await setPrice(list, mop.itemIds[0], { price: 15 });
    const asked = await makeBuyer({ list });
    await setPrice(list, mop.itemIds[0], { price: 16 });
    const { body } = await order(asked, [{ product: mop, price: 15 }], { expectedTotal: 15 });
    expect(body).toMatchObject({
      orderId: null,
      orderIssues: [{ reason: expect.stringMatching(/Mop.*\$15\.00.*\$16\.00/) }],
    });
    const unseen = await order(asked, [{ product: mop }], { expectedTotal: 15 });
    expect(unseen.body.orderIssues[0]?.reason).toMatch(/\$15\.00.*\$16\.00/);
  });

  test('half a carton is refused', async () => {
    const mop = await makeProduct(db, { name: 'Mop', price: 20, onHand: 100 });
    const list = await makeList();
    await setCarton(list, mop.itemIds[0], 6);
    const { body } = await order(await makeBuyer({ list }), [{ product: mop, qty: 3, price: 20 }]);
    expect(body.orderIssues).toEqual([{ reason: 'Mop comes in cartons of 6, so 3 became 6.' }]);
  });
});

describe('nobody else’s prices', () => {
  test('are given to people without access to the site', async () => {
    const mop = await makeProduct(db, { price: 20 });
    const list = await makeList();
    const asked = await makeBuyer({ list });
    const other = await makeBuyer({ list });
    const stranger = await makePerson(shop.deps);
    const staff = await makeAdministrator(shop.deps, { claims: ['ManageAccounts'] });
    for (const { token } of [other, stranger, staff]) {
      const thief = { token, siteId: asked.siteId };
      expect((await askPrices(thief, [mop])).status).toBe(403);
      expect((await askCart(thief, [{ product: mop }])).status).toBe(403);
    }
    const body = { siteId: asked.siteId, ids: [mop.id], cartItems: cartOf({ product: mop }) };
    for (const path of ['/v1/trade/prices', '/v1/trade/cart'])
      expect((await shop.ask('POST', path, { body })).status).toBe(401);
    await sql`update trade_members set removed_at = now() where user_id = ${asked.id}`.execute(db);
    expect((await askPrices(asked, [mop])).status).toBe(403);
    expect((await askCart(asked, [{ product: mop }])).status).toBe(403);
  });

  test('all faults of a request are reported at once', async () => {
    const { token } = await makePerson(shop.deps);
    const { faults } = await shop.ask('POST', '/v1/trade/prices', { token, body: { siteId: 'x', ids: [] } });
    expect(faults.map(({ path }) => path).sort()).toEqual(['ids', 'siteId']);
    const many = await shop.ask('POST', '/v1/trade/prices', {
      token,
      body: { siteId: newId(), ids: Array.from({ length: 101 }, () => newId()) },
    });
    expect(many.faults.map(({ message }) => message)).toEqual(['At most 100 products at once.']);
  });

  /** A shared cache in front of the shop, as bold as its replies allow: it keeps what is not marked private or not to be stored. */
  function sharedCache() {
    const kept = new Map<string, string>();
    return async (url: string, token: string | undefined): Promise<string> => {
      const copy = kept.get(url);
      if (copy !== undefined) return copy;
      const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
      const { payload, headers: answer } = await shop.app.inject({ url, headers });
      if (!/private|no-store|no-cache/.test(String(answer['cache-control'] ?? ''))) kept.set(url, payload);
      return payload;
    };
  }

  test('stand in no list, search, detail, cart, sitemap or export, with a shared cache in front', async () => {
    const marked = { name: 'Zanzibar polish', code: 'ZANZ-1', price: 20, url: 'zanzibar-polish' };
    const polish = await makeProduct(db, marked);
    const [listA, listB] = [await makeList(), await makeList()];
    await setPrice(listA, polish.itemIds[0], { price: 12.34 });
    await setPrice(listB, polish.itemIds[0], { price: 15.67 });
    const [a, b] = [await makeBuyer({ list: listA }), await makeBuyer({ list: listB })];
    const secrets = [/12\.34|\b1234\b/, /15\.67|\b1567\b/] as const;

    const own = [await askPrices(a, [polish]), await askPrices(b, [polish])];
    expect(own.map(({ body }) => body[0]?.price)).toEqual([12.34, 15.67]);
    for (const { headers } of own) expect(headers['cache-control']).toBe('no-store');
    const carts = [await askCart(a, [{ product: polish }]), await askCart(b, [{ product: polish }])];
    expect(carts.map(({ body }) => body.total)).toEqual([12.34, 15.67]);
    for (const { headers } of carts) expect(headers['cache-control']).toBe('no-store');
    for (const [place, { bytes }] of [...own, ...carts].entries())
      expect(bytes.toString()).not.toMatch(secrets[1 - (place % 2)] ?? /never/);

    const staff = await makeAdministrator(shop.deps, { claims: ['ManageCartProducts', 'ManageCartStock'] });
    const get = sharedCache();
    const urls = [
      '/v1/products',
      '/v1/products?search=zanzibar',
      `/v1/products/details/${polish.url}`,
      `/v1/products/details/${polish.id}`,
      '/v1/products/suggested',
      '/v1/sitemap.xml',
      '/sitemap.xml',
      '/v1/manage-products',
      '/v1/manage-products/export?format=csv',
      '/v1/manage-product-stocks/download-excel?format=csv',
    ];
    let shown = 0;
    for (const url of urls) {
      for (const token of [a.token, b.token, undefined, staff.token]) {
        const text = await get(url, token);
        if (text.includes('anzibar')) shown++;
        for (const secret of secrets) expect(text).not.toMatch(secret);
      }
    }
    expect(shown).toBeGreaterThanOrEqual(12); // lists, searches and details do show the product
    const { bytes } = await shop.ask('POST', '/v1/shopping-cart-items', {
      token: a.token,
      body: { cartItems: cartOf({ product: polish }), siteId: a.siteId },
    });
    expect(JSON.parse(bytes.toString())).toMatchObject({ total: 20 });
  });
});
