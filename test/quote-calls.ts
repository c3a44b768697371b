import { expect } from 'vitest';
import { addDays, dayOf } from '#lib/day.ts';
import { newId } from '#lib/uuid.ts';
import type { Quote } from '#trade/quotes/contract.ts';
import type { TestApp } from './app.ts';
import type { Calls } from './back-office-calls.ts';
import { makeProduct } from './make.ts';
import { makeTradeAccount, makeTradeMember } from './make-trade-account.ts';
import { makeAdministrator, makePerson } from './people.ts';

/** A good call of every endpoint of quotes and accounting exports; each quote has a call of its own. */
export async function callsOfQuotes(shop: TestApp): Promise<Calls> {
  const { ask, deps } = shop;
  const { db, clock } = deps;
  const { token } = await makeAdministrator(deps, { claims: ['ManageAccounts'] });
  const product = await makeProduct(db, { price: 10, onHand: 1_000 });
  const today = dayOf(clock.now());
  const account = await makeTradeAccount(db, { creditLimit: 10_000 });
  const memberId = await makeTradeMember(db, account.id, { user: await makePerson(deps) });
  const quote = { accountId: account.id, siteId: account.siteIds[0] ?? '', memberId };
  const priced = {
    lines: [{ itemId: product.itemIds[0] ?? '', quantity: 2, price: 9, reason: 'Agreed by phone.' }],
    discount: 1,
    shippingFee: 0,
    validUntil: addDays(today, 30),
    note: 'In two drops.',
  };
  /** The path of a new draft with prices, or of a quote that was sent. */
  const made = async ({ isSent }: { isSent: boolean }) => {
    const { body } = await ask<Quote>('POST', '/v1/quotes', { token, body: quote });
    const path = `/v1/quotes/${body.id}`;
    const { status } = await ask('PUT', path, { token, body: { ...priced, version: body.version } });
    expect(status).toBe(200);
    if (isSent) expect((await ask('POST', `${path}/send`, { token, body: {} })).status).toBe(200);
    return { id: body.id };
  };
  return {
    'POST /v1/quotes': { body: quote },
    'PUT /v1/quotes/{id}': { params: await made({ isSent: false }), body: priced },
    'POST /v1/quotes/{id}/send': { params: await made({ isSent: false }), body: {} },
    'POST /v1/quotes/{id}/order': {
      params: await made({ isSent: true }),
      body: { poNumber: 'PO-1', reason: 'By phone.' },
    },
    'POST /v1/quotes/{id}/decline': { params: await made({ isSent: true }), body: { reason: 'Sold out.' } },
    'POST /v1/quotes/{id}/messages': { params: await made({ isSent: true }), body: { text: 'Any questions?' } },
    'POST /v1/trade-accounts/accounting/exports': {
      body: {
        id: newId(),
        startDate: today,
        endDate: today,
        program: 'myob',
        amounts: 'inclusive',
        accountCode: '200',
        includesExported: true,
      },
    },
  };
}
