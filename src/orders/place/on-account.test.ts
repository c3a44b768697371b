import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '#lib/uuid.ts';
import { testApp } from '../../../test/app.ts';
import { type CheckoutResponse, checkOut } from '../../../test/buyer.ts';
import { makeProduct } from '../../../test/make.ts';
import { makeTradeMember, type TradeAccountTraits } from '../../../test/make-trade-account.ts';
import { makeAdministrator, makePerson, type Person } from '../../../test/people.ts';
import { pdfText } from '../../../test/pdf-text.ts';
import { placeOnly } from '../../../test/place-only.ts';
import { makeTradeBuyer, onAccountCheckout } from '../../../test/trade-buyer.ts';
import { orderDeskOf } from '../../../test/sold.ts';
import { releaseOrder } from './confirm-or-release-order.server.ts';
import { settleWaitingOrders } from './settle-waiting-orders.server.ts';

const shop = await testApp();
const { db, clock } = shop.deps;
const mop = await makeProduct(db, { price: 90, onHand: 1000 });
const bucket = await makeProduct(db, { price: 90, onHand: 1000 });
const clerk = await makeAdministrator(shop.deps, { claims: ['ManageCartOrders'] });

const accountWithBuyer = (traits: TradeAccountTraits = {}) => makeTradeBuyer(shop, traits);

const onAccount = (siteId: string, qty = 1, product = mop) => onAccountCheckout(siteId, product, qty);

const order = ({ token }: Pick<Person, 'token'>, siteId: string, qty = 1) =>
  checkOut(shop, onAccount(siteId, qty), { token });

const reasonsOf = (body: CheckoutResponse) => body.orderIssues.map(({ reason }) => reason);

async function ledgerOf(accountId: string) {
  const { rows } = await sql<{ exposure: number; entries: object[]; open: number }>`
    select exposure_cents as exposure,
      (select coalesce(sum(open_cents), 0)::bigint from open_entries where account_id = a.id) as open,
      (select coalesce(json_agg(json_build_object('kind', kind, 'cents', cents, 'document', document, 'onDay', on_day, 'dueDay', due_day)
        order by on_day, id), '[]') from account_entries where account_id = a.id) as entries
    from trade_accounts a where id = ${accountId}`.execute(db);
  return rows[0];
}

test('an order on account needs no card; it is invoiced, due by the terms, and uses the credit', async () => {
  const { account, siteId, user } = await accountWithBuyer({ terms: { kind: 'endOfMonth', days: 14 } });
  const { status, body } = await order(user, siteId, 2);
  expect(status).toBe(201);
  const { body: shown } = await shop.ask('GET', `/v1/shopping-orders/${body.orderId}`, { token: user.token });
  expect(await ledgerOf(account.id)).toEqual({
    exposure: 18_000,
    open: 18_000,
    entries: [
      {
        kind: 'invoice',
        cents: 18_000,
        document: shown['taxInvoiceNumber'],
        onDay: '2026-03-02',
        dueDay: '2026-04-14',
      },
    ],
  });
  const serial = String(shown['taxInvoiceNumber']).slice(4);
  expect(shown).toMatchObject({
    paymentMethod: 'On account, due 14/04/2026',
    trade: { accountNumber: account.number, site: 'Head office', dueDay: '2026-04-14' },
  });
  expect((shown['trade'] as { paymentReference: string }).paymentReference).toMatch(
    new RegExp(`^SPR${account.number}-${serial}-\\d$`),
  );
});

test('the invoice and the mails say that it is on account, with the reference, and go to the buyer and the accounts contact', async () => {
  const { account, siteId, user } = await accountWithBuyer();
  await shop.deps.jobs.finishAll();
  shop.mails.length = 0;
  const { body } = await order(user, siteId);
  await shop.deps.jobs.finishAll();
  const [toBuyer, toAccounts] = ['kim@example.com', `accounts.${account.id}@example.com`].map((to) =>
    shop.mails.find((mail) => mail.to === to),
  );
  expect(toBuyer?.text).toContain('On account, due 01/04/2026');
  expect(toAccounts?.subject).toMatch(/^Invoice INV-\d+ from .+: \$90\.00, due 01\/04\/2026$/);
  expect(toAccounts?.attachments).toHaveLength(1);
  const { body: shown } = await shop.ask('GET', `/v1/shopping-orders/${body.orderId}`, { token: user.token });
  const path = `/v1/shopping-cart/taxInvoice/${String(shown['taxInvoiceId'])}/download`;
  const { bytes } = await shop.ask('GET', path, { token: user.token });
  const text = pdfText(bytes).join(' ');
  const { paymentReference } = shown['trade'] as { paymentReference: string };
  for (const words of ['On account, due 01/04/2026', 'Site: Head office', `Reference ${paymentReference}`])
    expect(text).toContain(words);
});

test('of two orders at the same moment only one that is within the credit passes, and the other gets the reason', async () => {
  const { account, siteId, user } = await accountWithBuyer({ creditLimit: 1_000 });
  const other = await makePerson(shop.deps);
  await makeTradeMember(db, account.id, { user: other });
  for (let round = 0; round < 5; round++) {
    await sql`update trade_accounts set exposure_cents = 90000 where id = ${account.id}`.execute(db);
    // Different goods, because orders of the same goods wait for each other.
    const answers = await Promise.all([
      checkOut(shop, onAccount(siteId, 1, mop), { token: user.token }),
      checkOut(shop, onAccount(siteId, 1, bucket), { token: other.token }),
    ]);
    expect(answers.map(({ body }) => body.status).toSorted()).toEqual([0, 1]);
    const refused = answers.find(({ body }) => body.status === 1);
    expect(reasonsOf(refused?.body as CheckoutResponse)).toEqual([
      'This order of $90.00 is more than the $10.00 of credit that this account has left. An invoice has to be paid first.',
    ]);
    expect((await ledgerOf(account.id))?.exposure).toBe(99_000);
  }
});

test.each([
  ['hold', 'This account is on hold, so nothing can be ordered on account. Please contact us.'],
  ['closed', 'This trade account is closed. Please contact us.'],
] as const)('an account that is "%s" orders nothing on account', async (status, reason) => {
  const { account, siteId, user } = await accountWithBuyer({ status });
  expect(reasonsOf((await order(user, siteId)).body)).toEqual([reason]);
  expect((await ledgerOf(account.id))?.exposure).toBe(0);
});

test('an order that was refused for its credit takes no goods, and the same key repeats the answer', async () => {
  const { siteId, user } = await accountWithBuyer({ creditLimit: 50 });
  const before = await unitsOf();
  const key = newId();
  const first = await checkOut(shop, onAccount(siteId), { token: user.token, key });
  const second = await checkOut(shop, onAccount(siteId), { token: user.token, key });
  expect(second.body).toEqual(first.body);
  expect(reasonsOf(first.body)).toHaveLength(1);
  expect(await unitsOf()).toBe(before);
});

const unitsOf = async () =>
  (await db.selectFrom('product_items').select('on_hand').where('product_id', '=', mop.id).executeTakeFirstOrThrow())
    .on_hand;

test('releasing an order gives its credit back once', async () => {
  const setting = await accountWithBuyer();
  const orderId = (await placeOnly(shop, setting, mop)) ?? '';
  expect((await ledgerOf(setting.account.id))?.exposure).toBe(9_000);
  const released = await Promise.all([1, 2, 3].map(() => releaseOrder(shop.deps, orderId, 'Not wanted.')));
  expect(released.filter(Boolean)).toHaveLength(1);
  expect(await ledgerOf(setting.account.id)).toMatchObject({ exposure: 0, entries: [] });
});

test('an order whose process died after placing it is confirmed by the next round', async () => {
  const setting = await accountWithBuyer();
  await placeOnly(shop, setting, mop);
  clock.advance(15_000);
  await settleWaitingOrders(shop.deps);
  expect(await ledgerOf(setting.account.id)).toMatchObject({
    exposure: 9_000,
    open: 9_000,
    entries: [{ kind: 'invoice' }],
  });
});

test('a refund credits the account once, against its own invoice first, with the number of the adjustment note', async () => {
  const { account, siteId, user } = await accountWithBuyer();
  const { body } = await order(user, siteId, 2);
  const orderId = body.orderId ?? '';
  const key = newId();
  const refund = () =>
    shop.ask('POST', `/v1/manage-orders/${orderId}/refund`, {
      token: clerk.token,
      headers: { 'idempotency-key': key },
      body: { amount: 50, reason: 'Broken handle' },
    });
  const answers = await Promise.all([refund(), refund()]);
  expect(answers.map(({ body: one }) => one['state'])).toEqual(['done', 'done']);
  const note = answers[0]?.body['adjustmentNoteNumber'];
  expect(await ledgerOf(account.id)).toMatchObject({
    exposure: 13_000,
    open: 13_000,
    entries: [{ kind: 'invoice' }, { kind: 'adjustment', cents: -5_000, document: note }],
  });
  const { rows } = await sql`select from open_entries where account_id = ${account.id}`.execute(db);
  expect(rows).toHaveLength(1);
  await shop.deps.jobs.finishAll();
  const [mail, ...others] = shop.mails.filter(
    ({ to, subject }) => to === `accounts.${account.id}@example.com` && subject.includes(String(note)),
  );
  expect(others).toEqual([]);
  expect(mail?.subject).toMatch(/ADJ-\d+ from .*: \$50\.00 for invoice INV-\d+$/);
  expect(mail?.attachments?.map(({ contentType }) => contentType)).toEqual(['application/pdf']);
  const rest = await orderDeskOf(shop, clerk).refund(orderId, {});
  expect(rest.status).toBe(201);
  expect(await ledgerOf(account.id)).toMatchObject({ exposure: 0, open: 0 });
});
