import { useEffect, useRef } from 'react';
import { Button } from '#ui/button/button.tsx';
import { Note } from '#ui/feedback/note.tsx';
import { Skeleton } from '#ui/layout/surfaces.tsx';
import styles from './checkout.module.css';
import { stripeAppearance, onSchemeChange } from './stripe/stripe-appearance.ts';
import { cardFormError } from './stripe/stripe-script.ts';
import type { StripePayment } from './use-stripe.ts';

interface StripeCardProps {
  stripe: StripePayment;
  /** In dollars; undefined until the cart is priced. */
  total: number | undefined;
  /** The typed card has changed. */
  onChange: () => void;
}

/** Mounts Stripe's card fields. */
export function StripeCard({ stripe, total = 0, onChange }: StripeCardProps) {
  const place = useRef<HTMLDivElement>(null);
  const { script, elements, state, setState, retry } = stripe;
  const amount = Math.round(total * 100);
  const hasAmount = amount > 0;
  useEffect(() => {
    const box = place.current;
    if (!box || !script || !hasAmount) return;
    const allowed = { currency: 'aud', allowedPaymentMethodTypes: ['card'] };
    const made = script.elements({ mode: 'payment', amount, ...allowed, appearance: stripeAppearance(box) });
    const fields = made.create('payment', { layout: 'tabs' });
    fields.on('ready', () => setState('ready'));
    fields.on('loaderror', () => setState('failed'));
    fields.on('change', onChange);
    fields.mount(box);
    elements.current = made;
    const unsubscribe = onSchemeChange(() => made.update({ appearance: stripeAppearance(box) }));
    return () => {
      unsubscribe();
      elements.current = undefined;
      fields.destroy();
      setState('loading');
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a new amount updates the fields without recreating them
  }, [script, hasAmount]);
  useEffect(() => {
    if (hasAmount) elements.current?.update({ amount });
  }, [elements, amount, hasAmount]);
  return (
    <div className={styles.stripe}>
      <div ref={place} />
      {state === 'loading' && <Skeleton height="9.5rem" />}
      {state === 'failed' && (
        <Note tone="danger" isLive>
          <p>{cardFormError}</p>
          <Button look="quiet" size="small" onClick={retry}>
            Try again
          </Button>
        </Note>
      )}
    </div>
  );
}
