import { startSession } from '#accounts/sign-in/sessions.server.ts';
import { newId } from '#lib/uuid.ts';
import type { Approval } from '#trade/approvals/contract.ts';
import { testApp } from './app.ts';
import { buyer, checkOut, checkoutOf, type Line } from './buyer.ts';
import { makeCategory, makeProduct } from './make.ts';
import { makeTradeAccount, makeTradeMember, makeTradeSite } from './make-trade-account.ts';
import { makePerson, type Person } from './people.ts';

export interface Company {
  accountId: string;
  siteId: string;
  buyer: Person;
  approver: Person;
  memberId: string;
}

/** A shop with two products, and what the tests of limits and approvals do there. */
export async function approvalShop() {
  const shop = await testApp();
  const { deps, ask } = shop;
  const { db, clock } = deps;
  clock.set('2026-11-10T01:00:00Z');
  const chemicals = await makeCategory(db, 'Chemicals');
  const cleaner = await makeProduct(db, { name: 'Floor cleaner', price: 90, onHand: 1_000, categories: [chemicals] });
  const mop = await makeProduct(db, { name: 'Mop', price: 10, onHand: 1_000 });

  /** An account with a site, a buyer and an approver. Amounts in dollars. */
  async function company({
    budget,
    limit,
    limitPeriod = 'month',
    creditLimit = 10_000,
  }: {
    budget?: number;
    limit?: number;
    limitPeriod?: 'month' | 'order';
    creditLimit?: number;
  } = {}): Promise<Company> {
    const { id: accountId } = await makeTradeAccount(db, { creditLimit, sites: [] });
    const siteId = await makeTradeSite(db, accountId, { name: 'Depot', ...(budget !== undefined && { budget }) });
    const person = await makePerson(deps, { firstName: 'Kim', lastName: 'Lee' });
    const approver = await makePerson(deps, { firstName: 'Mira', lastName: 'Okoye' });
    const memberId = await makeTradeMember(db, accountId, {
      user: person,
      siteIds: [siteId],
      limitPeriod,
      ...(limit !== undefined && { limit }),
    });
    await makeTradeMember(db, accountId, { user: approver, role: 'approver' });
    return { accountId, siteId, buyer: person, approver, memberId };
  }

  const bodyOf = (siteId: string, lines: Line[], more: object = {}) =>
    checkoutOf(lines, {
      billingInfo: { ...buyer, purchaseOrder: 'PO-1' },
      trade: { siteId, isOnAccount: true },
      cardNumber: null,
      expiryDate: null,
      cvc: null,
      ...more,
    });

  const order = (of: Company, lines: Line[], by: Person = of.buyer) =>
    checkOut(shop, bodyOf(of.siteId, lines), { token: by.token });

  const request = (of: Company, lines: Line[], { key = newId(), by = of.buyer, more = {} } = {}) =>
    ask<{ id: string }>('POST', '/v1/trade/approvals', {
      token: by.token,
      body: bodyOf(of.siteId, lines, more),
      headers: { 'idempotency-key': key },
    });

  const read = async (id: string, { token }: Person) =>
    (await ask<Approval>('GET', `/v1/trade/approvals/${id}`, { token })).body;
  const approveIt = (id: string, { token }: Person, hash: string) =>
    ask<Approval>('POST', `/v1/trade/approvals/${id}/approve`, { token, body: { hash } });
  const ordersOf = (accountId: string) =>
    db.selectFrom('trade_orders').select('order_id').where('account_id', '=', accountId).execute();

  /** What has been spent in November by a site or a person, in dollars. */
  const spentOf = async (ownerId: string) => {
    const row = await db.selectFrom('trade_spend').select('cents').where('owner_id', '=', ownerId).executeTakeFirst();
    return (row?.cents ?? 0) / 100;
  };

  /** Sessions end when the clock is moved on. */
  const again = async ({ id }: Person): Promise<Person> => {
    const { access_token: token } = await deps.db
      .transaction()
      .execute((tx) => startSession(deps, tx, { userId: id, ip: '192.0.2.1', userAgent: undefined }));
    return { id, token, email: '' };
  };

  return {
    shop,
    deps,
    ask,
    db,
    clock,
    chemicals,
    cleaner,
    mop,
    company,
    bodyOf,
    order,
    request,
    read,
    approveIt,
    ordersOf,
    spentOf,
    again,
  };
}
