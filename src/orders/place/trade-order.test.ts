import { expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { buyer, checkOut, checkoutOf } from '../../../test/buyer.ts';
import { makeProduct } from '../../../test/make.ts';
import { makeTradeAccount, makeTradeMember, makeTradeSite } from '../../../test/make-trade-account.ts';
import { makePerson } from '../../../test/people.ts';

const shop = await testApp();
const { db } = shop.deps;
const mop = await makeProduct(db, { price: 10, onHand: 100 });

/** Somebody who orders for one site of a new account. */
async function siteBuyer(traits: Parameters<typeof makeTradeAccount>[1] = {}) {
  const account = await makeTradeAccount(db, traits);
  const siteId = await makeTradeSite(db, account.id, { name: 'Depot', costCentre: 'CC-7' });
  const user = await makePerson(shop.deps);
  const memberId = await makeTradeMember(db, account.id, { user, siteIds: [siteId] });
  return { account, siteId, user, memberId };
}

/** Checks out one mop by card, for delivery. */
const order = (
  { token }: { token: string },
  siteId: string,
  { po = '', costCentre }: { po?: string; costCentre?: string } = {},
) =>
  checkOut(
    shop,
    checkoutOf([{ product: mop }], {
      billingInfo: { ...buyer, purchaseOrder: po },
      shippingInfo: { shippingMethod: 2, sameAsCheckoutDetails: true },
      trade: { siteId, costCentre, isOnAccount: false },
    }),
    { token },
  );

const stored = (orderId: string | null) =>
  db
    .selectFrom('trade_orders')
    .select(['account_id', 'site_id', 'po_number', 'cost_centre', 'is_on_account'])
    .where('order_id', '=', orderId ?? '')
    .executeTakeFirst();

test('an order for a site names account, site, PO number and cost centre', async () => {
  const { account, siteId, user } = await siteBuyer();
  const { status, body } = await order(user, siteId, { po: 'PO-1' });
  expect(status).toBe(201);
  expect(await stored(body.orderId)).toEqual({
    account_id: account.id,
    site_id: siteId,
    po_number: 'PO-1',
    cost_centre: 'CC-7',
    is_on_account: false,
  });
  const { body: other } = await order(user, siteId, { costCentre: 'CC-8' });
  expect(await stored(other.orderId)).toMatchObject({ cost_centre: 'CC-8' });
});

const atPostbox = {
  unitNumber: '',
  streetNumber: '7',
  streetName: 'Sample Parade',
  city: 'Carlton',
  state: 'VIC',
  postcode: '3053',
};

interface OrderDetail {
  billingAddress: string;
  companyName: string;
  shippingName: string;
  shippingAddress: string;
  shippingMobile: string;
  shippingInstructions: string;
}

const detailOf = async ({ token }: { token: string }, orderId: string | null) =>
  (await shop.ask<OrderDetail>('GET', `/v1/shopping-orders/${orderId}`, { token })).body;

test('an order for a site is billed to the address of its account, whatever the buyer sends', async () => {
  const { account, siteId, user } = await siteBuyer();
  const { body: first } = await order(user, siteId);
  expect(await detailOf(user, first.orderId)).toMatchObject({ billingAddress: '12 Example Street, Fitzroy VIC 3065' });
  await db
    .updateTable('trade_accounts')
    .set({ postal_address: JSON.stringify(atPostbox) })
    .where('id', '=', account.id)
    .execute();
  const { body } = await order(user, siteId);
  expect(await detailOf(user, body.orderId)).toMatchObject({
    companyName: account.name,
    billingAddress: '7 Sample Parade, Carlton VIC 3053',
    shippingAddress: '12 Example Street, Fitzroy VIC 3065',
  });
});

test("the address of an account is not offered for a person's own order", async () => {
  const { siteId, user } = await siteBuyer();
  await order(user, siteId);
  const { body } = await shop.ask('GET', `/v1/shopping-customers/${user.id}`, { token: user.token });
  expect(body).toMatchObject({ streetName: null, companyName: null });
});

test.each([
  [
    { contact_name: 'Sam Okoye', contact_phone: '0491570158', hours: '7 am to 3 pm', instructions: 'Dock 2.' },
    {
      shippingName: 'Sam Okoye',
      shippingMobile: '0491570158',
      shippingInstructions: 'Dock 2. Delivery hours: 7 am to 3 pm.',
    },
  ],
  [
    { contact_name: 'Reception', contact_phone: '0491570158' },
    { shippingName: 'Reception', shippingMobile: '0491570158', shippingInstructions: '' },
  ],
  [
    { contact_name: 'Sam Okoye' },
    { shippingName: 'Kim Lee', shippingMobile: '0491570006', shippingInstructions: 'Ask for Sam Okoye.' },
  ],
  [
    { contact_phone: '0491570158' },
    { shippingName: 'Kim Lee', shippingMobile: '0491570006', shippingInstructions: 'Phone at the site: 0491 570 158.' },
  ],
])('the site %o is delivered to as %o', async (site, expected) => {
  const { siteId, user } = await siteBuyer();
  await db.updateTable('trade_sites').set(site).where('id', '=', siteId).execute();
  const { body } = await order(user, siteId);
  expect(await detailOf(user, body.orderId)).toMatchObject(expected);
});

test.each([
  ['none', '', undefined],
  ['required', '', 'A PO number is required.'],
  ['required', 'anything', undefined],
  ['pattern', '', 'A PO number is required.'],
  ['pattern', 'EF-12345', undefined],
  ['pattern', 'ef-12345', undefined],
  ['pattern', 'EF-123456', 'The PO number must look like EF-99999.'],
] as const)('with the PO rule "%s" the number "%s" is answered with %s', async (poRule, po, message) => {
  const { siteId, user } = await siteBuyer({ poRule, poPattern: 'EF-99999' });
  const { status, faults } = await order(user, siteId, { po });
  expect(status).toBe(message === undefined ? 201 : 400);
  expect(faults).toEqual(message === undefined ? [] : [{ path: 'billingInfo.purchaseOrder', message }]);
});

test('only people of the site order for it, and a removed one is refused at once', async () => {
  const { account, siteId, user, memberId } = await siteBuyer();
  const [otherSite = ''] = account.siteIds;
  const stranger = await makePerson(shop.deps);
  const payer = await makePerson(shop.deps);
  await makeTradeMember(db, account.id, { user: payer, role: 'accountsContact' });
  const notOfSite = { status: 403, message: 'You cannot order for this site.' };
  expect(await order(user, otherSite)).toMatchObject(notOfSite);
  expect(await order(stranger, siteId)).toMatchObject(notOfSite);
  expect(await order(payer, siteId)).toMatchObject({
    status: 403,
    message: 'Your role in this account does not allow this.',
  });
  expect(await order({ token: '' }, siteId)).toMatchObject({ status: 401 });
  expect(await order(user, siteId)).toMatchObject({ status: 201 });
  await db.updateTable('trade_members').set({ removed_at: shop.deps.clock.now() }).where('id', '=', memberId).execute();
  expect(await order(user, siteId)).toMatchObject(notOfSite);
});

test.each([
  ['applied', 403],
  ['declined', 403],
  ['open', 201],
  ['hold', 201],
  ['closed', 200],
] as const)('an account that is "%s" answers an order by card with %i', async (status, expected) => {
  const { siteId, user } = await siteBuyer({ status });
  const answer = await order(user, siteId);
  expect(answer.status).toBe(expected);
  if (expected === 200) {
    expect(answer.body.orderIssues).toEqual([{ reason: 'This trade account is closed. Please contact us.' }]);
  }
});

test("a member's own accounts list their sites, and nobody else's", async () => {
  const { account, siteId, user } = await siteBuyer();
  const { body } = await shop.ask<object[]>('GET', '/v1/trade/accounts', { token: user.token });
  expect(body).toMatchObject([
    { id: account.id, name: account.name, permissions: ['Order', 'ManageLists', 'RequestQuotes'] },
  ]);
  expect(body).toHaveProperty('0.sites.length', 1);
  expect(body).toHaveProperty('0.sites.0.id', siteId);
  const { token } = await makePerson(shop.deps);
  expect(await shop.ask('GET', '/v1/trade/accounts', { token })).toMatchObject({ status: 200, body: [] });
});
