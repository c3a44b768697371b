import { useEffect, useRef, useState } from 'react';
import type { ReplyOf } from '#lib/endpoint.ts';
import { cardRequired, loadStripe, type Stripe, type StripeElements } from './stripe-script.ts';
import type { paymentConfig } from '../contract.ts';

/** The card's way through Stripe: its fields are Stripe's, and only a token of the card passes through the page. */
export interface StripeMeans {
  isUsed: boolean;
  /** Puts Stripe's fields into an element of the page; gives back how to take them out. */
  mount: (place: HTMLElement) => () => void;
  isReady: boolean;
  /** Undefined where Stripe's fields say what is missing. */
  token: () => Promise<{ paymentToken: string } | undefined>;
  /** The bank's further step; rejects with Stripe's sentence where it fails. */
  confirm: (clientSecret: string) => Promise<void>;
}

/** Loads Stripe's script only where Stripe is the provider. `total` is in dollars. */
export function useStripe(payment: ReplyOf<typeof paymentConfig>, total: number | undefined): StripeMeans {
  const isUsed = payment.provider === 'stripe' && payment.publishableKey !== null;
  const [stripe, setStripe] = useState<Stripe>();
  const elements = useRef<StripeElements>(undefined);
  const amount = Math.round((total ?? 0) * 100);
  useEffect(() => {
    if (!isUsed) return;
    let isGone = false;
    loadStripe(payment.publishableKey ?? '').then(
      (loaded) => isGone || setStripe(loaded),
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, [isUsed, payment.publishableKey]);
  useEffect(() => {
    if (amount > 0) elements.current?.update({ amount });
  }, [amount]);

  const mount = (place: HTMLElement): (() => void) => {
    if (!stripe || amount <= 0) return () => {};
    elements.current = stripe.elements({ mode: 'payment', amount, currency: 'aud' });
    const field = elements.current.create('payment', { layout: 'tabs' });
    field.mount(place);
    return () => field.unmount();
  };
  const token = async () => {
    if (!stripe || !elements.current) throw new Error(cardRequired);
    const { error: fault } = await elements.current.submit();
    if (fault) return undefined;
    const { confirmationToken, error } = await stripe.createConfirmationToken({ elements: elements.current });
    if (!confirmationToken) throw new Error(error?.message ?? cardRequired);
    return { paymentToken: confirmationToken.id };
  };
  const confirm = async (clientSecret: string): Promise<void> => {
    const { error } = (await stripe?.handleNextAction({ clientSecret })) ?? {};
    if (error) throw new Error(error.message ?? cardRequired);
  };
  return { isUsed, isReady: stripe !== undefined && amount > 0, mount, token, confirm };
}
