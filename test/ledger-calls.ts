import { dayOf } from '#lib/day.ts';
import { newId } from '#lib/uuid.ts';
import type { TestApp } from './app.ts';
import type { Calls } from './back-office-calls.ts';
import { makeProduct } from './make.ts';
import { makeAdministrator } from './people.ts';
import { makeTradeBuyer, orderOnAccount } from './trade-buyer.ts';

/** A good call of every endpoint of the ledger; each on an account of its own. */
export async function callsOfLedger(shop: TestApp): Promise<Calls> {
  const { db, clock } = shop.deps;
  const { token } = await makeAdministrator(shop.deps, { claims: ['ManageAccounts'] });
  const product = await makeProduct(db, { price: 10, onHand: 1_000 });
  const onDay = dayOf(clock.now());
  const arrival = (amount: number) => ({ id: newId(), amount, onDay, reference: 'EFT', note: '' });
  /** An account with an invoice of $10 and a payment, which is allocated or not. */
  const account = async (paid: { isAllocated: boolean }) => {
    const buyer = await makeTradeBuyer(shop);
    await orderOnAccount(shop, buyer, { product });
    const params = { id: buyer.account.id };
    const path = `/v1/trade-accounts/${params.id}`;
    const body = { ...arrival(5), ...(!paid.isAllocated && { allocations: [] }) };
    const payment = await shop.ask<{ id: string }>('POST', `${path}/payments`, { token, body });
    const credit = await shop.ask<{ invoices: { entryId: string }[] }>('GET', `${path}/credit`, { token });
    const pair = { creditId: payment.body.id, debitId: credit.body.invoices[0]?.entryId ?? '' };
    return { params, pair };
  };
  const [open, allocated] = [await account({ isAllocated: false }), await account({ isAllocated: true })];
  const [owing, inCredit] = [await account({ isAllocated: true }), await account({ isAllocated: false })];
  const file = `Date,Narrative,Amount\n${onDay},Nobody's,-1.00`;
  const check = await shop.ask<{ seen: string }>('POST', '/v1/debtors/bank/check', { token, body: { file } });
  return {
    'POST /v1/debtors/bank/check': { body: { file } },
    'POST /v1/debtors/bank': { body: { file, seen: check.body.seen } },
    'POST /v1/trade-accounts/{id}/allocations': {
      params: open.params,
      body: { allocations: [{ ...open.pair, amount: 1 }] },
    },
    'POST /v1/trade-accounts/{id}/allocations/take-back': { params: allocated.params, body: allocated.pair },
    'POST /v1/trade-accounts/{id}/payments': { params: owing.params, body: arrival(1) },
    'POST /v1/trade-accounts/{id}/pay-backs': { params: inCredit.params, body: arrival(1) },
    'POST /v1/trade-accounts/{id}/write-offs': {
      params: owing.params,
      body: { id: newId(), entryId: owing.pair.debitId, amount: 1, reason: 'Small difference' },
    },
  };
}
