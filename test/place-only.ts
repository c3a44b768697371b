import { readSettings } from '#company/settings.server.ts';
import { newId } from '#lib/uuid.ts';
import { checkoutBody } from '#orders/checkout-contract.ts';
import { place } from '#orders/place/place-order.server.ts';
import { tradeOrderOf } from '#orders/place/trade-order.server.ts';
import type { TestApp } from './app.ts';
import type { MadeProduct } from './make.ts';
import { onAccountCheckout, type TradeBuyer } from './trade-buyer.ts';

/** An order on account whose process died between placing and confirming it; undefined if it was refused. Returns its id. */
export async function placeOnly(
  { deps }: TestApp,
  { siteId, user }: TradeBuyer,
  product: MadeProduct,
): Promise<string | undefined> {
  const body = checkoutBody.parse(onAccountCheckout(siteId, product));
  const actor = { id: user.id } as Parameters<typeof tradeOrderOf>[2]; // only the id is read
  const placed = await place(deps.db, {
    key: newId(),
    fingerprint: Buffer.from('x'),
    body,
    delivery: (await readSettings(deps)).delivery,
    userId: user.id,
    trade: await tradeOrderOf(deps.db, body, actor),
    passwordHash: null,
    ip: '',
    provider: 'account',
    hasPaymentMethod: true,
    now: deps.clock.now(),
  });
  return placed.kind === 'awaiting' ? placed.orderId : undefined;
}
