import { useCallback, useEffect, useRef, useState } from 'react';
import type { ReplyOf } from '#lib/api/endpoint.ts';
import type { paymentConfig } from '../contract.ts';
import type { Confirm } from './send-order.ts';
import { cardFormError, loadStripe, type Stripe, type StripeElements } from './stripe/stripe-script.ts';

export type PaymentConfig = ReplyOf<typeof paymentConfig>;

/**
 * Loads Stripe's script on first use and only once while the checkout is open; after a failure, the next use tries
 * again.
 */
export type StripeLoader = () => Promise<Stripe>;

export function useStripeLoader({ publishableKey }: PaymentConfig): StripeLoader {
  const loading = useRef<Promise<Stripe>>(undefined);
  return useCallback(() => {
    loading.current ??= loadStripe(publishableKey ?? '').catch((error: unknown) => {
      loading.current = undefined;
      throw error;
    });
    return loading.current;
  }, [publishableKey]);
}

const confirmationNotShown = "Your bank's confirmation could not be shown. Reload this page to continue.";

/**
 * Lets the buyer confirm the payment at the bank, in a frame that Stripe shows over the page. `what` the buyer does again if that is not
 * completed: `Place the order`.
 */
export const confirmBy =
  (load: StripeLoader, what: string): Confirm =>
  async (clientSecret) => {
    const stripe = await load().catch(() => undefined);
    if (!stripe) return confirmationNotShown;
    // Rejects if the confirmation is no longer needed: the order has been decided by then, and resending it returns
    // the decision.
    const { error } = await stripe.handleNextAction({ clientSecret }).catch(() => ({ error: {} }));
    return error && `Your bank's confirmation was not completed. ${what} again to continue.`;
  };

type State = 'loading' | 'ready' | 'failed';

export type StripePayment = ReturnType<typeof useStripe>;

/** Payment by Stripe's card fields; only a token of the card passes through the page. */
export function useStripe(isUsed: boolean, load: StripeLoader) {
  const [script, setScript] = useState<Stripe>();
  const [state, setState] = useState<State>('loading');
  const [attempt, setAttempt] = useState(0);
  /** Stripe's object for the fields while they are shown; `StripeCard` sets it. */
  const elements = useRef<StripeElements>(undefined);
  useEffect(() => {
    if (!isUsed) return;
    let isUnmounted = false;
    load().then(
      (loaded) => isUnmounted || setScript(loaded),
      () => isUnmounted || setState('failed'),
    );
    return () => {
      isUnmounted = true;
    };
  }, [isUsed, load, attempt]);
  const retry = (): void => {
    setScript(undefined); // also removes the mounted fields
    setState('loading');
    setAttempt(attempt + 1);
  };
  /** A token for the card; undefined if the card is incomplete, in which case Stripe's fields show what is missing. */
  const token = async (): Promise<{ paymentToken: string } | undefined> => {
    if (!script || !elements.current) throw new Error(cardFormError);
    const { error: fault } = await elements.current.submit();
    if (fault?.type === 'validation_error') return undefined;
    if (fault) throw new Error(fault.message ?? cardFormError);
    const { confirmationToken, error } = await script.createConfirmationToken({ elements: elements.current });
    if (!confirmationToken) throw new Error(error?.message ?? cardFormError);
    return { paymentToken: confirmationToken.id };
  };
  return { isUsed, script, elements, state, setState, retry, token };
}
