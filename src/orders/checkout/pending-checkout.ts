import type { InputOf } from '#lib/api/endpoint.ts';
import { forgetAttemptKey, storeAttemptKey } from '#storefront/cart/browser-cart.ts';
import { newId } from '#lib/uuid.ts';
import type { checkOut } from '../checkout-contract.ts';
import { readStored, store } from '#storefront/cart/session-storage.ts';

export type OrderBody = InputOf<typeof checkOut>['body'];

/**
 * An order that was sent and is not decided yet. Its key and body survive a reload, so that it can be sent again, which
 * never charges twice.
 */
export interface PendingCheckout {
  key: string;
  /** Without the card and passwords. */
  body: OrderBody;
}

const storageName = 'checkout.attempt';

export function readPendingCheckout(): PendingCheckout | undefined {
  const stored = readStored(storageName) as Partial<PendingCheckout> | null | undefined; // checked below; the server checks the body
  const { key, body } = stored ?? {};
  return typeof key === 'string' && typeof body === 'object' && body !== null ? { key, body } : undefined;
}

export function startCheckout(body: OrderBody): PendingCheckout {
  const attempt = { key: newId(), body };
  store(storageName, attempt);
  storeAttemptKey(attempt.key);
  return attempt;
}

/** Call once the order is decided, so that the next checkout is a new order. */
export function forgetPendingCheckout({ key }: PendingCheckout): void {
  store(storageName, undefined);
  forgetAttemptKey(key);
}

/** Whether the server would treat this as the same order. */
export const isSameOrder = (attempt: PendingCheckout, body: OrderBody): boolean =>
  JSON.stringify(attempt.body) === JSON.stringify(body);

/** Whether resending without the card is safe: an order of $0 or on account needs no card, so resending it could place it. */
export const needsCard = ({ body }: PendingCheckout): boolean =>
  body.expectedTotal !== 0 && body.trade?.isOnAccount !== true;
