import type { InputOf } from '#lib/api/endpoint.ts';
import { forgetAttemptKey, keepAttemptKey } from '#storefront/cart/browser-cart.ts';
import { newId } from '#lib/uuid.ts';
import type { checkOut } from '../contract.ts';
import { store, readStored } from './session-storage.ts';

export type OrderBody = InputOf<typeof checkOut>['body'];

/**
 * An order that was asked for and that nobody has decided yet. Asked for again with the same key and body it can't be
 * ordered or charged twice, so both outlive a reload.
 */
export interface PendingCheckout {
  key: string;
  /** Without the card and passwords. */
  body: OrderBody;
}

const entry = 'attempt';

export function readPendingCheckout(): PendingCheckout | undefined {
  const kept = readStored(entry) as Partial<PendingCheckout> | null | undefined; // checked below; the server checks the body
  const { key, body } = kept ?? {};
  return typeof key === 'string' && typeof body === 'object' && body !== null ? { key, body } : undefined;
}

export function startCheckout(body: OrderBody): PendingCheckout {
  const attempt = { key: newId(), body };
  store(entry, attempt);
  keepAttemptKey(attempt.key);
  return attempt;
}

/** Once it is decided: the next one is another order. */
export function forgetPendingCheckout({ key }: PendingCheckout): void {
  store(entry, undefined);
  forgetAttemptKey(key);
}

/** Whether the server would take this for the same order. */
export const isSameOrder = (attempt: PendingCheckout, body: OrderBody): boolean =>
  JSON.stringify(attempt.body) === JSON.stringify(body);

/** An order of $0 takes no card: asked for again without one, it would be placed where it had not arrived before. */
export const needsCard = ({ body }: PendingCheckout): boolean => body.expectedTotal !== 0;
