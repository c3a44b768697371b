import { useEffect, useState, useSyncExternalStore } from 'react';
import type { PendingCheckout } from './pending-checkout.ts';
import { type Confirm, interruptedOrder, type OrderAnswer, resumeOrder, systemError } from './send-order.ts';
import { refusalOf, type ShowRefusal } from './use-place-order.ts';
import { useNavigate } from 'react-router';
import { clearCart } from '#storefront/cart/browser-cart.ts';
import { storePlaced } from '#storefront/cart/placed-order.ts';
import { forgetCheckout } from './use-checkout.ts';

interface ResumeOptions {
  confirm: Confirm;
  setRefusal: ShowRefusal;
  finish: (answer: OrderAnswer) => void;
}

/**
 * Checks and continues the order that was pending when the page was left. True meanwhile: forms and cart must wait,
 * since that order reserves the cart's goods until it is decided.
 */
export function useResumedOrder({ confirm, setRefusal, finish }: ResumeOptions): boolean {
  // Read once: orders placed later in this visit are handled by their form.
  const [readOnce] = useState(() => {
    let cached: { attempt: PendingCheckout | undefined } | undefined;
    return () => (cached ??= { attempt: interruptedOrder() }).attempt;
  });
  const attempt = useSyncExternalStore(never, readOnce, () => undefined);
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (!attempt) return;
    const show = async (): Promise<void> => {
      const outcome = await resumeOrder(attempt, confirm);
      if (outcome.kind === 'placed') return finish(outcome.answer);
      setRefusal(refusalOf(outcome));
      setOver(true);
    };
    show().catch(() => {
      setRefusal({ title: systemError, reasons: [], isFinal: false });
      setOver(true);
    });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once; the other dependencies are equivalent at each rendering
  }, [attempt]);
  return attempt !== undefined && !isOver;
}

const never = () => () => {};

const shop = '/shopping/products/all';
/** Milliseconds before a new account's session takes over (specification, section 9). */
const sessionDelayMs = 1;

/** Completes a placed order: empties cart and forms and opens the shop, which shows the confirmation. */
export function useFinish(): (answer: OrderAnswer) => void {
  const navigate = useNavigate();
  return (answer) => {
    clearCart();
    forgetCheckout();
    storePlaced({ orderNumber: answer.orderNumber ?? '', orderUrl: answer.orderUrl ?? shop });
    // The response has set the new account's cookies; a full page load applies the session everywhere.
    if (answer.token) setTimeout(() => window.location.assign(shop), sessionDelayMs);
    else void navigate(shop);
  };
}
