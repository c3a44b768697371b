import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '#lib/uuid.ts';
import { testApp } from '../../../test/app.ts';
import { goodCard } from '../../../test/buyer.ts';
import { makeProduct } from '../../../test/make.ts';
import { makeTradeMember } from '../../../test/make-trade-account.ts';
import { makeAdministrator, makePerson, type Person } from '../../../test/people.ts';
import { pdfText } from '../../../test/pdf-text.ts';
import { orderDeskOf } from '../../../test/sold.ts';
import { makeTradeBuyer, orderOnAccount, type TradeBuyer } from '../../../test/trade-buyer.ts';
import { settleCardPayments } from './pay-by-card.server.ts';
import type { OpenInvoiceOnPage } from './shapes.ts';

const shop = await testApp();
const { db, clock } = shop.deps;
const mop = await makeProduct(db, { price: 100, onHand: 10_000 });

interface Invoices {
  invoices: OpenInvoiceOnPage[];
  exposure: number | null;
  hasAllSites: boolean;
  mayPay: boolean;
}

const pathOf = ({ account }: TradeBuyer): string => `/v1/trade/accounts/${account.id}`;
const invoicesOf = async (buyer: TradeBuyer, { token }: Pick<Person, 'token'> = buyer.user) =>
  (await shop.ask<Invoices>('GET', `${pathOf(buyer)}/invoices`, { token })).body;

async function buyerWithInvoices(...quantities: number[]): Promise<TradeBuyer> {
  const buyer = await makeTradeBuyer(shop, { creditLimit: 100_000, sites: ['Depot', 'Tower'] });
  for (const [place, qty] of quantities.entries())
    await orderOnAccount(shop, { ...buyer, siteId: buyer.account.siteIds[place % 2] ?? '' }, { product: mop, qty });
  return buyer;
}

const pay = (
  buyer: TradeBuyer,
  {
    entryIds,
    total,
    card = goodCard.cardNumber,
    key = newId(),
    user = buyer.user,
  }: { entryIds: string[]; total: number; card?: string; key?: string; user?: Person },
) =>
  shop.ask<{ state: string; message: string | null }>('POST', `${pathOf(buyer)}/card-payments`, {
    token: user.token,
    headers: { 'idempotency-key': key },
    body: { ...goodCard, cardNumber: card, entryIds, expectedTotal: total },
  });

const charged = async (accountId: string) =>
  (
    await sql<{ charges: number; entries: number }>`
      select (select count(*) from test_charges c join account_card_payments p on c.key = 'account:' || p.id
          where p.account_id = ${accountId} and c.outcome = 'paid') as charges,
        (select count(*) from account_entries where account_id = ${accountId} and kind = 'payment') as entries`.execute(
      db,
    )
  ).rows[0];

test('chosen invoices are paid by card once, however often the request is sent', async () => {
  const buyer = await buyerWithInvoices(1, 2, 4);
  const { invoices } = await invoicesOf(buyer);
  const chosen = invoices.filter(({ open }) => open !== 200);
  const request = { entryIds: chosen.map(({ entryId }) => entryId), total: 500, key: newId() };
  const answers = await Promise.all([1, 2, 3].map(() => pay(buyer, request)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const last = await pay(buyer, request);
  expect(last.body).toMatchObject({ state: 'paid', message: null, amount: 500 });
  expect(await charged(buyer.account.id)).toEqual({ charges: 1, entries: 1 });
  const after = await invoicesOf(buyer);
  expect(after.invoices.map(({ open }) => open)).toEqual([200]);
  expect(after.exposure).toBe(200);
  expect((await pay(buyer, { ...request, total: 1 })).status).toBe(409); // another body
  expect((await pay(buyer, { ...request, key: newId() })).message).toContain('has been paid, credited or cancelled');
});

test('the invoice of a cancelled order is marked, and cannot be paid by card or by a payment without a reference', async () => {
  const buyer = await buyerWithInvoices(1, 2);
  const clerk = await makeAdministrator(shop.deps, { claims: ['ManageAccounts', 'ManageCartOrders'] });
  const cancelled = (await invoicesOf(buyer)).invoices.find(({ open }) => open === 100);
  await orderDeskOf(shop, clerk).change(cancelled?.orderId ?? '', 2, { notify: false });
  const entryIds = [cancelled?.entryId ?? ''];
  expect((await pay(buyer, { entryIds, total: 100 })).status).toBe(409);
  expect(await charged(buyer.account.id)).toEqual({ charges: 0, entries: 0 });
  const payment = { id: newId(), amount: 250, onDay: '2026-03-02', reference: 'EFT', note: '' };
  const path = `/v1/trade-accounts/${buyer.account.id}/payments`;
  expect((await shop.ask('POST', path, { token: clerk.token, body: payment })).status).toBe(201);
  const { invoices } = await invoicesOf(buyer);
  expect(invoices.map(({ open, isCancelled }) => [open, isCancelled])).toEqual([[100, true]]);
});

test('two people who pay the same invoice at the same moment are charged once', async () => {
  const buyer = await buyerWithInvoices(3);
  const other = await makePerson(shop.deps);
  await makeTradeMember(db, buyer.account.id, { user: other, role: 'accountsContact' });
  const entryIds = (await invoicesOf(buyer)).invoices.map(({ entryId }) => entryId);
  const answers = await Promise.all([buyer.user, other].map((user) => pay(buyer, { entryIds, total: 300, user })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await charged(buyer.account.id)).toEqual({ charges: 1, entries: 1 });
});

test('a declined card pays nothing, and another card does', async () => {
  const buyer = await buyerWithInvoices(1);
  const entryIds = (await invoicesOf(buyer)).invoices.map(({ entryId }) => entryId);
  const declined = await pay(buyer, { entryIds, total: 100, card: '4000000000009995' });
  expect(declined.body).toMatchObject({ state: 'declined', message: 'Your card has insufficient funds.' });
  expect((await invoicesOf(buyer)).exposure).toBe(100);
  expect((await pay(buyer, { entryIds, total: 100 })).body.state).toBe('paid');
});

test('a payment whose response was lost is entered by the next round, once', async () => {
  const buyer = await buyerWithInvoices(1);
  const entryIds = (await invoicesOf(buyer)).invoices.map(({ entryId }) => entryId);
  const lost = await pay(buyer, { entryIds, total: 100, card: '4000002500003155' });
  expect(lost.body.state).toBe('pending');
  expect((await pay(buyer, { entryIds, total: 100 })).message).toBe(
    'Your earlier payment went through. Load the page again to see what is still open.',
  );
  clock.advance(15_000);
  await Promise.all([settleCardPayments(shop.deps), settleCardPayments(shop.deps)]);
  expect(await charged(buyer.account.id)).toEqual({ charges: 1, entries: 1 });
  expect((await invoicesOf(buyer)).invoices).toEqual([]);
});

test('what was paid by transfer meanwhile becomes credit, and nothing is lost', async () => {
  const buyer = await buyerWithInvoices(1);
  const entryIds = (await invoicesOf(buyer)).invoices.map(({ entryId }) => entryId);
  await pay(buyer, { entryIds, total: 100, card: '4000002500003155' });
  await sql`delete from open_entries where entry_id = ${entryIds[0]}`.execute(db); // as if a transfer had paid it
  clock.advance(15_000);
  await settleCardPayments(shop.deps);
  const { rows } = await sql`select open_cents from open_entries where account_id = ${buyer.account.id}`.execute(db);
  expect(rows).toEqual([{ open_cents: -10_000 }]);
});

test('a payment that cannot be settled does not keep later ones waiting', async () => {
  const buyers = [await buyerWithInvoices(1), await buyerWithInvoices(2)];
  for (const buyer of buyers) {
    const { invoices } = await invoicesOf(buyer);
    const [total] = invoices.map(({ open }) => open);
    await pay(buyer, { entryIds: invoices.map(({ entryId }) => entryId), total: total ?? 0, card: '4000002500003155' });
  }
  clock.advance(15_000);
  const { payments } = shop.deps;
  const failing: typeof payments = {
    ...payments,
    readCharge: async (charge) => (charge.amount === 10_000 ? { kind: 'unknown' } : payments.readCharge(charge)),
    cancel: () => Promise.reject(new Error('The provider is away.')),
  };
  expect(await settleCardPayments({ ...shop.deps, payments: failing })).toBe(1);
  const open = await Promise.all(buyers.map(async (buyer) => (await invoicesOf(buyer)).invoices.length));
  expect(open).toEqual([1, 0]);
});

test('people of other accounts, without the permission, or of some sites see only what is theirs', async () => {
  const buyer = await buyerWithInvoices(1, 2);
  const stranger = (await makeTradeBuyer(shop)).user;
  const orders = await makePerson(shop.deps);
  await makeTradeMember(db, buyer.account.id, { user: orders, role: 'buyer' });
  const ofTower = await makePerson(shop.deps);
  const [, tower = ''] = buyer.account.siteIds;
  await makeTradeMember(db, buyer.account.id, { user: ofTower, role: 'administrator', siteIds: [tower] });
  const period = 'startDate=2026-03-01&endDate=2026-03-31';
  const reads = ['invoices', 'ledger', `statement?${period}`, `statement/file?format=pdf&${period}`];
  for (const what of reads) {
    const status = async ({ token }: { token: string | null }) =>
      (await shop.ask('GET', `${pathOf(buyer)}/${what}`, { token })).status;
    expect([what, await status({ token: null })]).toEqual([what, 401]);
    for (const person of [stranger, orders]) expect([what, await status(person)]).toEqual([what, 403]);
    expect([what, await status(ofTower)]).toEqual([what, what === 'invoices' ? 200 : 403]);
    expect([what, await status(buyer.user)]).toEqual([what, 200]);
  }
  const own = await invoicesOf(buyer, ofTower);
  expect(own).toMatchObject({ exposure: null, ageing: null, invoices: [{ site: 'Tower', open: 200 }] });
  const all = (await invoicesOf(buyer)).invoices;
  const [depot = ''] = all.filter(({ site }) => site === 'Depot').map(({ entryId }) => entryId);
  expect((await pay(buyer, { entryIds: [depot], total: 100, user: ofTower })).status).toBe(409);
  expect((await pay(buyer, { entryIds: [depot], total: 100, user: orders })).status).toBe(403);
  const foreign = (await invoicesOf(await buyerWithInvoices(1))).invoices.map(({ entryId }) => entryId);
  expect((await pay(buyer, { entryIds: foreign, total: 100 })).status).toBe(409);
  expect((await shop.ask('GET', `${pathOf(buyer)}/credit`, { token: stranger.token })).status).toBe(403);
  expect((await shop.ask('GET', `${pathOf(buyer)}/credit`, { token: orders.token })).body).toMatchObject({
    exposure: 300,
    limit: 100_000,
  });
});

test("people who see invoices read the orders and invoices of their sites, and nobody else's", async () => {
  const buyer = await buyerWithInvoices(1, 2);
  const { invoices } = await invoicesOf(buyer);
  const payer = await makePerson(shop.deps);
  await makeTradeMember(db, buyer.account.id, { user: payer, role: 'accountsContact' });
  const ofTower = await makePerson(shop.deps);
  const [, tower = ''] = buyer.account.siteIds;
  await makeTradeMember(db, buyer.account.id, { user: ofTower, role: 'accountsContact', siteIds: [tower] });
  const orders = await makePerson(shop.deps);
  await makeTradeMember(db, buyer.account.id, { user: orders, role: 'buyer' });
  const stranger = (await makeTradeBuyer(shop)).user;
  for (const { orderId, taxInvoiceId, site } of invoices) {
    const paths = [`/v1/shopping-orders/${orderId}`, `/v1/shopping-cart/taxInvoice/${taxInvoiceId}/download`];
    for (const path of paths) {
      const status = async ({ token }: Person) => (await shop.ask('GET', path, { token })).status;
      expect(await status(payer)).toBe(200);
      expect(await status(ofTower)).toBe(site === 'Tower' ? 200 : 404);
      expect([await status(orders), await status(stranger)]).toEqual([404, 404]);
    }
  }
});

test('people of single sites read and pay what their sites owe, also once these are archived', async () => {
  const buyer = await buyerWithInvoices(1, 2);
  const [, tower = ''] = buyer.account.siteIds;
  const ofTower = await makePerson(shop.deps);
  await makeTradeMember(db, buyer.account.id, { user: ofTower, role: 'accountsContact', siteIds: [tower] });
  await sql`update trade_sites set archived_at = now() where account_id = ${buyer.account.id}`.execute(db);
  const { invoices } = await invoicesOf(buyer, ofTower);
  expect(invoices).toMatchObject([{ site: 'Tower', open: 200 }]);
  const entryIds = invoices.map(({ entryId }) => entryId);
  expect((await pay(buyer, { entryIds, total: 200, user: ofTower })).body).toMatchObject({ state: 'paid' });
  const [other] = (await invoicesOf(buyer)).invoices;
  expect((await pay(buyer, { entryIds: [other?.entryId ?? ''], total: 100, user: ofTower })).status).toBe(409);
});

test("the statement names the account, each site's part, the ageing and the slip with the reference", async () => {
  const buyer = await buyerWithInvoices(1, 2, 3);
  const path = `${pathOf(buyer)}/statement/file?format=pdf&startDate=2026-03-01&endDate=2026-03-31`;
  const { bytes } = await shop.ask('GET', path, { token: buyer.user.token });
  const text = pdfText(bytes).join(' ');
  for (const words of [
    buyer.account.name,
    'Depot',
    'Tower',
    '$400.00',
    'Remittance advice',
    `SPR${buyer.account.number}-`,
    '$600.00',
  ])
    expect(text).toContain(words);
});
