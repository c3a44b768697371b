import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { startSession } from '#accounts/sign-in/sessions.server.ts';
import { cents } from '#lib/money.ts';
import { newId } from '#lib/uuid.ts';
import { testApp } from '../../../test/app.ts';
import { cartOf, checkOut, checkoutOf, buyer, type Line } from '../../../test/buyer.ts';
import { makeProduct } from '../../../test/make.ts';
import { makeTradeAccount, makeTradeMember, makeTradeSite } from '../../../test/make-trade-account.ts';
import { pdfText } from '../../../test/pdf-text.ts';
import { makeAdministrator, makePerson, type Person } from '../../../test/people.ts';
import type { Quote, QuoteRow } from './contract.ts';
import { expireQuotes } from './expire-quotes.server.ts';
import type { OwnQuote, OwnQuoteRow } from './own-contract.ts';

const shop = await testApp({ environment: { COMPANY_EMAIL: 'office@example.com.au' } });
const { deps, ask } = shop;
const { db, clock } = deps;
clock.set('2026-11-10T01:00:00Z');
const cleaner = await makeProduct(db, { name: 'Floor cleaner', code: 'FC-1', price: 90, onHand: 1_000 });
const mop = await makeProduct(db, { name: 'Mop', code: 'MOP-2', price: 10, onHand: 1_000 });
const [cleanerItem = ''] = cleaner.itemIds;
const [mopItem = ''] = mop.itemIds;
let staff: Person;

beforeAll(async () => {
  staff = await makeAdministrator(deps, { claims: ['ManageAccounts'] });
  await sql`update product_items set average_cost_cents = 5000 where id = ${cleanerItem}`.execute(db);
});

interface Company {
  accountId: string;
  siteId: string;
  buyer: Person;
  approver: Person;
  memberId: string;
}

/** An account with a site, a buyer who asks for quotes, and an approver who accepts them. Amounts in dollars. */
async function company({ budget, creditLimit = 10_000, poRule }: Traits = {}): Promise<Company> {
  const { id: accountId } = await makeTradeAccount(db, { creditLimit, sites: [], ...(poRule && { poRule }) });
  const siteId = await makeTradeSite(db, accountId, { name: 'Depot', ...(budget !== undefined && { budget }) });
  const person = await makePerson(deps, { firstName: 'Kim', lastName: 'Lee' });
  const approver = await makePerson(deps, { firstName: 'Mira', lastName: 'Okoye' });
  const memberId = await makeTradeMember(db, accountId, { user: person, siteIds: [siteId] });
  await makeTradeMember(db, accountId, { user: approver, role: 'approver' });
  return { accountId, siteId, buyer: person, approver, memberId };
}

interface Traits {
  budget?: number;
  creditLimit?: number;
  poRule?: 'required';
}

const request = (of: Company, lines: Line[], { key = newId(), by = of.buyer, more = {} } = {}) =>
  ask<{ id: string; number: string }>('POST', '/v1/trade/quotes', {
    token: by.token,
    body: { siteId: of.siteId, items: cartOf(...lines), message: 'By Friday, please.', ...more },
    headers: { 'idempotency-key': key },
  });

const read = async (id: string) => (await ask<Quote>('GET', `/v1/quotes/${id}`, { token: staff.token })).body;
const readOwn = (id: string, { token }: Person) => ask<OwnQuote>('GET', `/v1/trade/quotes/${id}`, { token });

interface Pricing {
  lines?: { itemId: string; quantity: number; price: number }[];
  discount?: number;
  shippingFee?: number;
  validUntil?: string | null;
}

const price = async (id: string, input: Pricing = {}) =>
  ask<Quote>('PUT', `/v1/quotes/${id}`, {
    token: staff.token,
    body: {
      lines: [{ itemId: cleanerItem, quantity: 10, price: 70 }],
      discount: 0,
      shippingFee: 0,
      validUntil: '2026-11-30',
      note: 'In two drops.',
      version: (await read(id)).version,
      ...input,
    },
  });

const send = async (id: string) =>
  ask<Quote>('POST', `/v1/quotes/${id}/send`, { token: staff.token, body: { version: (await read(id)).version } });

/** A quote of 10 cleaners at $70 each that was sent. */
async function sentQuote(of: Company, input: Pricing = {}): Promise<string> {
  const { body } = await request(of, [{ product: cleaner, qty: 10 }]);
  expect((await price(body.id, input)).status).toBe(200);
  expect((await send(body.id)).body.state).toBe('sent');
  return body.id;
}

const accept = (id: string, { token }: Person, body: object = {}) =>
  ask<OwnQuote>('POST', `/v1/trade/quotes/${id}/accept`, { token, body });
const revise = (id: string) => ask<Quote>('POST', `/v1/quotes/${id}/revise`, { token: staff.token });
const orderFor = (id: string) =>
  ask<Quote>('POST', `/v1/quotes/${id}/order`, { token: staff.token, body: { reason: 'By phone.' } });
const decline = (id: string, { token }: Person, reason = 'Too dear.') =>
  ask<OwnQuote>('POST', `/v1/trade/quotes/${id}/decline`, { token, body: { reason } });
/** Sessions end when the clock is moved on. */
const again = async ({ id, email }: Person): Promise<Person> => {
  const { access_token: token } = await db
    .transaction()
    .execute((tx) => startSession(deps, tx, { userId: id, ip: '192.0.2.1', userAgent: undefined }));
  return { id, email, token };
};
const ordersOf = (accountId: string) =>
  db
    .selectFrom('trade_orders as t')
    .innerJoin('orders as o', 'o.id', 't.order_id')
    .select(['o.id', 'o.total_cents as total', 'o.user_id as userId', 'o.payment', 't.po_number as poNumber'])
    .where('t.account_id', '=', accountId)
    .execute();
const spentOf = async (ownerId: string) =>
  (await db.selectFrom('trade_spend').select('cents').where('owner_id', '=', ownerId).executeTakeFirst())?.cents ?? 0;

const mailsTo = async (to: string) => {
  await deps.jobs.finishAll();
  return shop.mails.filter((mail) => mail.to === to);
};

describe('a request', () => {
  test('is stored once with one key at the prices of the site, and the company is told', async () => {
    const of = await company();
    const key = newId();
    const first = await request(of, [{ product: cleaner, qty: 2 }, { product: mop }, { product: mop, qty: 3 }], {
      key,
    });
    const second = await request(of, [{ product: cleaner, qty: 2 }], { key });
    expect(first.status).toBe(201);
    expect(second.body).toEqual(first.body);
    const quote = await read(first.body.id);
    expect(quote).toMatchObject({
      number: expect.stringMatching(/^Q-\d{4}$/),
      revision: 1,
      state: 'requested',
      contact: 'Kim Lee',
      siteName: 'Depot',
      total: 220,
      lines: [
        { name: 'Floor cleaner', quantity: 2, price: 90, listPrice: 90, cost: 50, margin: 31.82 },
        { name: 'Mop', code: 'MOP-2', quantity: 4, price: 10, cost: null, margin: null },
      ],
      margin: null,
      messages: [{ kind: 'requested', by: 'Kim Lee', isStaff: false, text: 'By Friday, please.' }],
    });
    const [mail] = (await mailsTo('office@example.com.au')).filter(({ subject }) => subject.includes(quote.number));
    expect(mail?.text).toContain('2 x Floor cleaner (FC-1)');
    expect(mail?.text).toContain('By Friday, please.');
  });

  test('shows its people no amounts until it is sent, and never a purchase price', async () => {
    const of = await company();
    const { body } = await request(of, [{ product: cleaner, qty: 10 }]);
    await price(body.id);
    expect((await readOwn(body.id, of.buyer)).body).toMatchObject({
      total: null,
      validUntil: null,
      note: '',
      mayAccept: false,
      lines: [{ price: null, total: null }],
    });
    expect((await accept(body.id, of.approver)).status).toBe(409);
    await send(body.id);
    const shown = (await readOwn(body.id, of.approver)).body;
    expect(shown).toMatchObject({ total: 700, validUntil: '2026-11-30', mayAccept: true, lines: [{ price: 70 }] });
    expect(JSON.stringify(shown)).not.toMatch(/cost|margin|listPrice/);
    expect((await readOwn(body.id, of.buyer)).body).toMatchObject({ mayAccept: false, mayDecline: false });
  });

  test('is refused for other sites, without the permission, and with what the shop does not sell', async () => {
    const of = await company();
    const other = await company();
    expect((await request(of, [{ product: mop }], { by: other.buyer })).status).toBe(403);
    const contact = await makePerson(deps);
    await makeTradeMember(db, of.accountId, { user: contact, role: 'accountsContact' });
    expect((await request(of, [{ product: mop }], { by: contact })).status).toBe(403);
    const bad = await request(of, [], {
      more: {
        items: [
          { id: newId(), qty: 1 },
          { id: mop.id, qty: 1 },
        ],
      },
    });
    expect(bad.faults).toEqual([{ path: 'items.0', message: 'The shop does not sell this item at present.' }]);
  });
});

describe('a quote', () => {
  test('is mailed with a link and its PDF', async () => {
    const of = await company();
    const id = await sentQuote(of, { discount: 50, shippingFee: 15 });
    const { number } = await read(id);
    const mail = (await mailsTo(of.buyer.email)).at(-1);
    expect(mail?.subject).toBe(`Quote ${number} for Depot, $665.00`);
    expect(mail?.text).toContain(`/trade/quotes/${id}`);
    expect(mail?.text).toContain('In two drops.');
    const text = (await pdfText(mail?.attachments?.[0]?.content as Buffer)).join('\n');
    for (const part of [number, 'Floor cleaner', '$70.00', '-$50.00', '$665.00', '30/11/2026', 'Depot'])
      expect(text).toContain(part);
    const path = `/v1/trade/quotes/${id}/file`;
    const file = await shop.app.inject({ url: path, headers: { authorization: `Bearer ${of.buyer.token}` } });
    expect(file.headers['content-type']).toBe('application/pdf');
    expect(file.headers['content-disposition']).toContain(`quote-${number}.pdf`);
  });

  test('keeps its prices after a rise, is ordered on account for its site, and the order names quote and revision', async () => {
    const of = await company({ poRule: 'required' });
    const soap = await makeProduct(db, { name: 'Soap', price: 20, onHand: 50 });
    const [soapItem = ''] = soap.itemIds;
    const lines = [
      { itemId: soapItem, quantity: 30, price: 15 },
      { itemId: mopItem, quantity: 1, price: 8 },
    ];
    const id = await sentQuote(of, { lines, discount: 8, shippingFee: 12 });
    await db
      .updateTable('product_items')
      .set({ price_cents: cents(9_900) })
      .where('id', '=', soapItem)
      .execute();
    expect((await accept(id, of.approver)).faults).toEqual([
      { path: 'poNumber', message: 'A purchase order number is required.' },
    ]);
    const { status, body } = await accept(id, of.approver, { poNumber: 'PO-77' });
    expect({ status, ...body }).toMatchObject({ status: 200, state: 'ordered', poNumber: 'PO-77', mayAccept: false });
    expect(await ordersOf(of.accountId)).toEqual([
      { id: body.orderId, total: 46_200, userId: of.approver.id, payment: 'paid', poNumber: 'PO-77' },
    ]);
    const items = await db
      .selectFrom('order_items')
      .select(['quantity', 'price_cents as price', 'discount_cents as discount'])
      .where('order_id', '=', body.orderId ?? '')
      .orderBy('position')
      .execute();
    expect(items).toEqual([
      { quantity: 30, price: 1_500, discount: 786 },
      { quantity: 1, price: 800, discount: 14 },
    ]);
    const { token } = await makeAdministrator(deps, { claims: ['ManageCartOrders'] });
    const order = await ask<{ trade: object }>('GET', `/v1/manage-orders/details/${body.orderId}`, { token });
    expect(order.body.trade).toMatchObject({ quote: body.number, site: 'Depot', poNumber: 'PO-77' });
    const mail = (await mailsTo(of.buyer.email)).at(-1);
    expect(mail?.subject).toContain('Accepted: quote');
    expect((await mailsTo(staff.email)).at(-1)?.text).toContain('Mira Okoye has accepted quote');
  });

  test('cannot be had cheaper: prices in a request change nothing', async () => {
    const of = await company();
    const id = await sentQuote(of);
    const cheap = {
      prices: { [cleanerItem]: 1 },
      amounts: { prices: {}, discount: 500 },
      lines: [{ price: 1 }],
      total: 1,
    };
    const { body } = await accept(id, of.approver, cheap);
    expect(body.total).toBe(700);
    const quoted = { prices: { [mopItem]: 1 }, discount: 0, shippingFee: 0 };
    const attempt = checkoutOf([{ product: mop }], {
      billingInfo: buyer,
      trade: { siteId: of.siteId, isOnAccount: true, quote: { id, amounts: quoted, isApproved: true }, quoted },
      quote: { id, amounts: quoted },
      quoted,
      cardNumber: null,
      expiryDate: null,
      cvc: null,
    });
    expect((await checkOut(shop, attempt, { token: of.buyer.token })).status).toBe(201);
    expect((await ordersOf(of.accountId)).map(({ total }) => total).sort()).toEqual([1_000, 70_000]);
  });

  test('is refused with the reason if stock has run short, and can be accepted once it is back', async () => {
    const of = await company();
    const brush = await makeProduct(db, { name: 'Brush', price: 20, onHand: 5 });
    const [itemId = ''] = brush.itemIds;
    const id = await sentQuote(of, { lines: [{ itemId, quantity: 5, price: 15 }] });
    const setStock = (units: number) =>
      db.updateTable('product_items').set({ on_hand: units }).where('id', '=', itemId).execute();
    await setStock(2);
    expect(await accept(id, of.approver)).toMatchObject({ status: 409, message: 'Only 2 of Brush are available.' });
    expect(await ordersOf(of.accountId)).toEqual([]);
    await setStock(5);
    expect((await accept(id, of.approver)).status).toBe(200);
  });

  test('is refused from the day after its last one, also before the job has stored that', async () => {
    const of = await company();
    const id = await sentQuote(of, { validUntil: '2026-11-10' });
    const other = await sentQuote(of, { validUntil: '2026-11-10' });
    clock.set('2026-11-10T12:59:59Z'); // 23:59:59 in Sydney
    expect((await accept(other, await again(of.approver))).status).toBe(200);
    clock.set('2026-11-10T13:00:00Z');
    const approver = await again(of.approver);
    expect(await accept(id, approver)).toMatchObject({
      status: 409,
      message: 'This quote has expired. Ask for a new one.',
    });
    expect((await readOwn(id, approver)).body).toMatchObject({ state: 'expired', mayAccept: false });
    await expireQuotes(deps);
    const stored = await db.selectFrom('quotes').select('state').where('id', '=', id).executeTakeFirst();
    expect(stored?.state).toBe('expired');
    expect((await accept(id, approver)).status).toBe(409);
    clock.set('2026-11-10T01:00:00Z');
    staff = await again(staff);
  });

  test('accepted twice at the same moment, by a person and by staff, makes one order', async () => {
    for (let round = 0; round < 4; round++) {
      const of = await company({ budget: 2_000 });
      const second = await makePerson(deps);
      await makeTradeMember(db, of.accountId, { user: second, role: 'approver' });
      const id = await sentQuote(of);
      const answers = await Promise.all([
        accept(id, of.approver),
        accept(id, of.approver),
        accept(id, second),
        orderFor(id),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
      expect(await ordersOf(of.accountId)).toHaveLength(1);
      expect(await spentOf(of.siteId)).toBe(70_000);
      expect(await accept(id, second)).toMatchObject({ status: 409 });
    }
  });

  test('accepted and revised at the same moment: one of them counts', async () => {
    for (let round = 0; round < 6; round++) {
      const of = await company();
      const id = await sentQuote(of);
      const [accepted, revised] = await Promise.all([accept(id, of.approver), revise(id)]);
      expect([accepted.status, revised.status].filter((status) => status < 300)).toHaveLength(1);
      expect(await ordersOf(of.accountId)).toHaveLength(accepted.status === 200 ? 1 : 0);
    }
  });

  test('accepted and declined at the same moment: one of them counts', async () => {
    for (let round = 0; round < 6; round++) {
      const of = await company();
      const id = await sentQuote(of);
      const [accepted, declined] = await Promise.all([accept(id, of.approver), decline(id, of.approver)]);
      expect([accepted.status, declined.status].sort()).toEqual([200, 409]);
      const { state } = await read(id);
      expect(state).toBe(accepted.status === 200 ? 'ordered' : 'declined');
    }
  });

  test('that is ordered or declined cannot be declined by staff any more', async () => {
    const of = await company();
    const declineIt = (id: string) =>
      ask('POST', `/v1/quotes/${id}/decline`, { token: staff.token, body: { reason: 'Gone.' } });
    const ordered = await sentQuote(of);
    await accept(ordered, of.approver);
    const requested = (await request(of, [{ product: mop }])).body.id;
    expect((await declineIt(requested)).status).toBe(200);
    for (const id of [ordered, requested])
      expect(await declineIt(id)).toMatchObject({ status: 409, message: 'This quote has been answered already.' });
    expect((await mailsTo(of.buyer.email)).at(-1)?.text).toContain('Gone.');
  });

  test('that is revised is replaced at once, and only the new revision can be accepted', async () => {
    const of = await company();
    const id = await sentQuote(of);
    const { status, body } = await revise(id);
    expect({ status, ...body }).toMatchObject({ status: 201, revision: 2, state: 'draft', total: 700 });
    expect((await revise(id)).status).toBe(409);
    expect(await accept(id, of.approver)).toMatchObject({
      status: 409,
      message: 'This quote has been replaced by a new revision.',
    });
    expect((await readOwn(body.id, of.approver)).status).toBe(404);
    await price(body.id, { lines: [{ itemId: cleanerItem, quantity: 10, price: 60 }] });
    await send(body.id);
    const { body: ordered } = await accept(body.id, of.approver);
    expect(ordered).toMatchObject({
      state: 'ordered',
      total: 600,
      revisions: [
        { id, revision: 1, state: 'replaced' },
        { revision: 2, state: 'ordered' },
      ],
    });
    const { token } = await makeAdministrator(deps, { claims: ['ManageCartOrders'] });
    const order = await ask<{ trade: object }>('GET', `/v1/manage-orders/details/${ordered.orderId}`, { token });
    expect(order.body.trade).toMatchObject({ quote: `${ordered.number} revision 2` });
  });
});

describe('budgets, limits and credit', () => {
  test('hold up who asked for it, not an approver; the reasons name who can accept it', async () => {
    const of = await company({ budget: 500 });
    const { body } = await request(of, [{ product: cleaner }], { by: of.approver });
    await price(body.id);
    await send(body.id);
    const second = await makePerson(deps, { firstName: 'Ana', lastName: 'Ruiz' });
    await makeTradeMember(db, of.accountId, { user: second, role: 'approver' });
    expect(await accept(body.id, of.approver)).toMatchObject({
      status: 409,
      message: 'The order is above the budget of Depot: $500.00 of $500.00 left in November. Ana Ruiz can accept it.',
    });
    expect((await orderFor(body.id)).status).toBe(409);
    expect(await spentOf(of.siteId)).toBe(0);
    expect((await accept(body.id, second)).status).toBe(200);
    expect(await spentOf(of.siteId)).toBe(70_000);
  });

  test('credit that is not enough leaves the quote open', async () => {
    const of = await company({ creditLimit: 600 });
    const id = await sentQuote(of);
    expect((await accept(id, of.approver)).message).toContain('more than the $600.00 of credit');
    expect(await ordersOf(of.accountId)).toEqual([]);
    expect(await spentOf(of.siteId)).toBe(0);
    expect((await read(id)).state).toBe('sent');
  });
});

describe('access', () => {
  test('is by permission, site and account', async () => {
    const of = await company();
    const id = await sentQuote(of);
    expect((await accept(id, of.buyer)).status).toBe(403);
    expect((await decline(id, of.buyer)).status).toBe(403);
    const stranger = (await company()).approver;
    const elsewhere = await makePerson(deps);
    const office = await makeTradeSite(db, of.accountId, { name: 'Office' });
    await makeTradeMember(db, of.accountId, { user: elsewhere, role: 'approver', siteIds: [office] });
    for (const person of [stranger, elsewhere]) {
      expect((await readOwn(id, person)).status).toBe(404);
      expect((await accept(id, person)).status).toBe(404);
      expect((await decline(id, person)).status).toBe(404);
      const message = ask('POST', `/v1/trade/quotes/${id}/messages`, { token: person.token, body: { text: 'Hi' } });
      expect((await message).status).toBe(404);
      expect((await ask('GET', `/v1/trade/quotes/${id}/file`, { token: person.token })).status).toBe(404);
      expect((await ask('GET', `/v1/quotes/${id}`, { token: person.token })).status).toBe(403);
    }
    const list = async ({ token }: Person) =>
      ask<OwnQuoteRow[]>('GET', `/v1/trade/accounts/${of.accountId}/quotes`, { token });
    expect((await list(stranger)).status).toBe(403);
    expect((await list(elsewhere)).body).toEqual([]);
    expect((await list(of.buyer)).body).toMatchObject([{ id, state: 'sent', total: 700, siteName: 'Depot' }]);
    await db
      .updateTable('trade_members')
      .set({ removed_at: clock.now() })
      .where('user_id', '=', of.approver.id)
      .execute();
    expect((await accept(id, of.approver)).status).toBe(404);
    expect(await ordersOf(of.accountId)).toEqual([]);
  });
});

describe('staff', () => {
  test('begin a quote for somebody of the site, price it, and see what lies below cost', async () => {
    const of = await company();
    const begin = (body: object) => ask<Quote>('POST', '/v1/quotes', { token: staff.token, body });
    const { accountId, siteId, memberId } = of;
    const { status, body } = await begin({ accountId, siteId, memberId });
    expect({ status, ...body }).toMatchObject({ status: 201, state: 'draft', lines: [], contact: 'Kim Lee' });
    expect((await readOwn(body.id, of.buyer)).status).toBe(404);
    expect((await send(body.id)).faults.map(({ path }) => path)).toEqual(['lines', 'validUntil']);
    const other = await company();
    expect((await begin({ accountId, siteId: other.siteId, memberId })).faults[0]?.path).toBe('siteId');
    expect((await begin({ accountId, siteId, memberId: other.memberId })).faults[0]?.path).toBe('memberId');
    const found = await ask<object[]>('GET', `/v1/quotes/${body.id}/items?search=FC-1`, { token: staff.token });
    expect(found.body).toMatchObject([{ itemId: cleanerItem, name: 'Floor cleaner', price: 90, cost: 50 }]);
    const priced = await price(body.id, { lines: [{ itemId: cleanerItem, quantity: 2, price: 54 }] });
    expect(priced.body).toMatchObject({ lines: [{ price: 54, margin: -0.91 }], margin: -1.82, total: 108 });
    expect((await send(body.id)).body.state).toBe('sent');
    expect((await price(body.id)).status).toBe(409);
  });

  test('are told all faults, and of changes in the meantime', async () => {
    const of = await company();
    const { body } = await request(of, [{ product: cleaner }]);
    const line = { itemId: cleanerItem, quantity: 1, price: 5 };
    const twice = await price(body.id, { lines: [line, line, { ...line, itemId: newId() }] });
    expect(twice.faults).toEqual([
      { path: 'lines.1.itemId', message: 'This item is in the quote twice.' },
      { path: 'lines.2.itemId', message: 'The shop does not sell this item at present.' },
    ]);
    expect((await price(body.id, { lines: [line], discount: 6 })).faults[0]?.path).toBe('discount');
    expect((await price(body.id, { validUntil: '2026-11-09' })).faults[0]?.path).toBe('validUntil');
    await price(body.id);
    const stale = { version: 1, lines: [line], discount: 0, shippingFee: 0, note: '' };
    expect((await ask('PUT', `/v1/quotes/${body.id}`, { token: staff.token, body: stale })).status).toBe(409);
  });

  test('order on behalf of the contact, with a reason that is recorded', async () => {
    const of = await company();
    const id = await sentQuote(of);
    const path = `/v1/quotes/${id}/order`;
    expect((await ask('POST', path, { token: staff.token, body: {} })).faults[0]?.path).toBe('reason');
    const { body } = await orderFor(id);
    expect(body).toMatchObject({ state: 'ordered', orderNumber: expect.stringMatching(/^SO-/) });
    expect(body.messages.at(-1)).toMatchObject({ kind: 'ordered', isStaff: true, text: 'By phone.' });
    expect(await ordersOf(of.accountId)).toMatchObject([{ userId: of.buyer.id, total: 70_000 }]);
    const logged = await db
      .selectFrom('audit_log')
      .select('actor_id')
      .where('entity_id', '=', id)
      .where('action', '=', 'order')
      .execute();
    expect(logged).toEqual([{ actor_id: staff.id }]);
  });

  test('cannot order for somebody who has left the account', async () => {
    const of = await company();
    const id = await sentQuote(of);
    await db.updateTable('trade_members').set({ removed_at: clock.now() }).where('id', '=', of.memberId).execute();
    expect((await orderFor(id)).status).toBe(409);
    expect(await ordersOf(of.accountId)).toEqual([]);
  });

  test('find quotes by number, company and person, and by state', async () => {
    const of = await company();
    const id = await sentQuote(of);
    const { number, accountName } = await read(id);
    const list = async (query: string) =>
      (await ask<QuoteRow[]>('GET', `/v1/quotes?${query}`, { token: staff.token })).body.map((row) => row.id);
    expect(await list(`search=${number}`)).toEqual([id]);
    expect(await list(`search=${encodeURIComponent(`"${accountName}" Kim`)}`)).toEqual([id]);
    expect(await list(`accountId=${of.accountId}&state=sent`)).toEqual([id]);
    expect(await list(`accountId=${of.accountId}&state=draft`)).toEqual([]);
    const { body } = await revise(id);
    expect(await list(`accountId=${of.accountId}`)).toEqual([body.id]);
    const other = await makeAdministrator(deps, { claims: ['ManageCartOrders'] });
    expect((await ask('GET', '/v1/quotes', { token: other.token })).status).toBe(403);
  });

  test('and customers write messages, which the other side gets by mail under the name of who wrote', async () => {
    const of = await company();
    const id = await sentQuote(of);
    const text = 'Can you do 60?';
    await ask('POST', `/v1/trade/quotes/${id}/messages`, { token: of.buyer.token, body: { text } });
    const mail = (await mailsTo('office@example.com.au')).at(-1);
    expect(mail?.text).toContain('Kim Lee writes');
    expect(mail?.text).toContain(text);
    const path = `/v1/quotes/${id}/messages`;
    expect((await ask('POST', path, { token: staff.token, body: { text: ' ' } })).faults[0]?.path).toBe('text');
    const { body } = await ask<Quote>('POST', path, { token: staff.token, body: { text: 'At 20 units.' } });
    expect(body.messages.slice(-2)).toMatchObject([
      { by: 'Kim Lee', isStaff: false, text },
      { isStaff: true, text: 'At 20 units.' },
    ]);
    expect((await mailsTo(of.buyer.email)).at(-1)?.text).toContain('At 20 units.');
    expect((await decline(id, of.approver, ' ')).faults[0]?.path).toBe('reason');
    expect((await decline(id, of.approver)).body).toMatchObject({ state: 'declined', mayDecline: false });
    expect((await mailsTo('office@example.com.au')).at(-1)?.text).toContain('Too dear.');
    expect((await accept(id, of.approver)).status).toBe(409);
  });
});
