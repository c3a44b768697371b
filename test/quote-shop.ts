import { sql } from 'kysely';
import { expect } from 'vitest';
import { startSession } from '#accounts/sign-in/sessions.server.ts';
import { newId } from '#lib/uuid.ts';
import type { Quote } from '#trade/quotes/contract.ts';
import type { OwnQuote } from '#trade/quotes/own-contract.ts';
import { testApp } from './app.ts';
import { cartOf, type Line } from './buyer.ts';
import { makeProduct } from './make.ts';
import { makeTradeAccount, makeTradeMember, makeTradeSite } from './make-trade-account.ts';
import { makeAdministrator, makePerson, type Person } from './people.ts';

interface Company {
  accountId: string;
  siteId: string;
  buyer: Person;
  approver: Person;
  memberId: string;
}

interface Traits {
  budget?: number;
  creditLimit?: number;
  poRule?: 'required';
}

interface Pricing {
  lines?: { itemId: string; quantity: number; price: number; reason?: string }[];
  discount?: number;
  shippingFee?: number;
  validUntil?: string | null;
}

/** A shop with two products, a member of staff with ManageAccounts, and what the tests of quotes do there. */
export async function quoteShop() {
  const shop = await testApp({ environment: { COMPANY_EMAIL: 'office@example.com.au' } });
  const { deps, ask } = shop;
  const { db, clock } = deps;
  clock.set('2026-11-10T01:00:00Z');
  const cleaner = await makeProduct(db, { name: 'Floor cleaner', code: 'FC-1', price: 90, onHand: 1_000 });
  const mop = await makeProduct(db, { name: 'Mop', code: 'MOP-2', price: 10, onHand: 1_000 });
  const [cleanerItem = ''] = cleaner.itemIds;
  const [mopItem = ''] = mop.itemIds;
  await sql`update product_items set average_cost_cents = 5000 where id = ${cleanerItem}`.execute(db);
  let member = await makeAdministrator(deps, { claims: ['ManageAccounts'] });
  const staff = (): Person => member;

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

  const request = (of: Company, lines: Line[], { key = newId(), by = of.buyer, more = {} } = {}) =>
    ask<{ id: string; number: string }>('POST', '/v1/trade/quotes', {
      token: by.token,
      body: { siteId: of.siteId, items: cartOf(...lines), message: 'By Friday, please.', ...more },
      headers: { 'idempotency-key': key },
    });

  const read = async (id: string) => (await ask<Quote>('GET', `/v1/quotes/${id}`, { token: staff().token })).body;
  const readOwn = (id: string, { token }: Person) => ask<OwnQuote>('GET', `/v1/trade/quotes/${id}`, { token });

  const price = async (
    id: string,
    { lines = [{ itemId: cleanerItem, quantity: 10, price: 70 }], ...input }: Pricing = {},
  ) =>
    ask<Quote>('PUT', `/v1/quotes/${id}`, {
      token: staff().token,
      body: {
        lines: lines.map((line) => ({ reason: 'Agreed by phone.', ...line })),
        discount: 0,
        shippingFee: 0,
        validUntil: '2026-11-30',
        note: 'In two drops.',
        version: (await read(id)).version,
        ...input,
      },
    });

  const send = async (id: string) =>
    ask<Quote>('POST', `/v1/quotes/${id}/send`, { token: staff().token, body: { version: (await read(id)).version } });

  /** A quote of 10 cleaners at $70 each that was sent. */
  async function sentQuote(of: Company, input: Pricing = {}): Promise<string> {
    const { body } = await request(of, [{ product: cleaner, qty: 10 }]);
    expect((await price(body.id, input)).status).toBe(200);
    expect((await send(body.id)).body.state).toBe('sent');
    return body.id;
  }

  const accept = (id: string, { token }: Person, body: object = {}) =>
    ask<OwnQuote>('POST', `/v1/trade/quotes/${id}/accept`, { token, body });
  const revise = (id: string) => ask<Quote>('POST', `/v1/quotes/${id}/revise`, { token: staff().token });
  const orderFor = (id: string) =>
    ask<Quote>('POST', `/v1/quotes/${id}/order`, { token: staff().token, body: { reason: 'By phone.' } });
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

  return {
    shop,
    deps,
    ask,
    db,
    clock,
    cleaner,
    mop,
    cleanerItem,
    mopItem,
    staff,
    company,
    request,
    read,
    readOwn,
    price,
    send,
    sentQuote,
    accept,
    revise,
    orderFor,
    decline,
    again,
    ordersOf,
    spentOf,
    mailsTo,
    /** Signs the member of staff in again, once the clock has been moved. */
    staffAgain: async (): Promise<void> => {
      member = await again(member);
    },
  };
}
