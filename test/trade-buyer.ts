import { startSession } from '#accounts/sign-in/sessions.server.ts';
import type { TestApp } from './app.ts';
import { type CheckoutResponse, checkOut, checkoutOf } from './buyer.ts';
import type { MadeProduct } from './make.ts';
import {
  makeTradeAccount,
  makeTradeMember,
  type MadeTradeAccount,
  type TradeAccountTraits,
} from './make-trade-account.ts';
import { makePerson, type Person } from './people.ts';

/** An account with somebody who orders for all of its sites and pays its invoices. */
export interface TradeBuyer {
  account: MadeTradeAccount;
  /** Of the first site. */
  siteId: string;
  user: Person;
}

export async function makeTradeBuyer({ deps }: TestApp, traits: TradeAccountTraits = {}): Promise<TradeBuyer> {
  const account = await makeTradeAccount(deps.db, traits);
  const user = await makePerson(deps);
  await makeTradeMember(deps.db, account.id, { user, role: 'administrator' });
  return { account, siteId: account.siteIds[0] ?? '', user };
}

/** A checkout of a product on account. */
export const onAccountCheckout = (siteId: string, product: MadeProduct, qty = 1, more: object = {}): object =>
  checkoutOf([{ product, qty }], {
    cardNumber: undefined,
    expiryDate: undefined,
    cvc: undefined,
    trade: { siteId, isOnAccount: true },
    ...more,
  });

/** Orders on account, to be picked up unless `shippingInfo` says otherwise; throws if it was refused. */
export async function orderOnAccount(
  shop: TestApp,
  { siteId, user }: Pick<TradeBuyer, 'siteId' | 'user'>,
  { product, qty = 1, ...more }: { product: MadeProduct; qty?: number; shippingInfo?: object },
): Promise<CheckoutResponse & { orderId: string }> {
  const { body } = await checkOut(shop, onAccountCheckout(siteId, product, qty, more), { token: user.token });
  if (body.orderId === null) throw new Error(body.orderIssues.map(({ reason }) => reason).join(' '));
  return { ...body, orderId: body.orderId };
}

/** A new session, since a clock that has advanced by weeks has ended the last one. */
export async function signInAgain({ deps }: TestApp, { id }: Person): Promise<string> {
  const session = await startSession(deps, deps.db, { userId: id, ip: '192.0.2.1', userAgent: undefined });
  return session.access_token;
}
