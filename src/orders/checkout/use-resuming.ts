import { useEffect, useState, useSyncExternalStore } from 'react';
import type { PendingCheckout } from './pending-checkout.ts';
import { type Confirm, interruptedOrder, type OrderAnswer, resumeOrder, systemError } from './send-order.ts';
import { refusalOf, type ShowRefusal } from './use-placing.ts';

interface ResumeOptions {
  confirm: Confirm;
  tell: ShowRefusal;
  finish: (answer: OrderAnswer) => void;
}

/**
 * Looks up what became of the order that was under way when the page was left, and goes on with it. True meanwhile: the
 * forms and the cart must wait, since that order holds goods of the cart until it is decided.
 */
export function useResumedOrder({ confirm, tell, finish }: ResumeOptions): boolean {
  // Read once: an order that is placed later in this visit is its form's affair.
  const [readOnce] = useState(() => {
    let found: { attempt: PendingCheckout | undefined } | undefined;
    return () => (found ??= { attempt: interruptedOrder() }).attempt;
  });
  const attempt = useSyncExternalStore(never, readOnce, () => undefined);
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (!attempt) return;
    const show = async (): Promise<void> => {
      const outcome = await resumeOrder(attempt, confirm);
      if (outcome.kind === 'placed') return finish(outcome.answer);
      tell(refusalOf(outcome));
      setOver(true);
    };
    show().catch(() => {
      tell({ title: systemError, reasons: [], isFinal: false });
      setOver(true);
    });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once; the others do the same at each rendering
  }, [attempt]);
  return attempt !== undefined && !isOver;
}

const never = () => () => {};
