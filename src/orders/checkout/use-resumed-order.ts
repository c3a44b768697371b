import { useEffect, useState, useSyncExternalStore } from 'react';
import type { PendingCheckout } from './pending-checkout.ts';
import { type Confirm, interruptedOrder, type OrderAnswer, resumeOrder, systemError } from './send-order.ts';
import { refusalOf, type ShowRefusal } from './use-place-order.ts';

interface ResumeOptions {
  confirm: Confirm;
  setRefusal: ShowRefusal;
  finish: (answer: OrderAnswer) => void;
}

/**
 * Continues the order that was pending when the buyer left the page. Returns true until it is decided: until then the
 * order reserves the goods in the cart, so neither the forms nor the cart may be used.
 */
export function useResumedOrder({ confirm, setRefusal, finish }: ResumeOptions): boolean {
  // Read once: an order that is placed later during this visit is handled by the form.
  const [readOnce] = useState(() => {
    let cached: { attempt: PendingCheckout | undefined } | undefined;
    return () => (cached ??= { attempt: interruptedOrder() }).attempt;
  });
  const attempt = useSyncExternalStore(noSubscription, readOnce, () => undefined);
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
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs once; the other dependencies behave the same in every render
  }, [attempt]);
  return attempt !== undefined && !isOver;
}

const noSubscription = () => () => {};
