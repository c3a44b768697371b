import { useEffect, useRef } from 'react';
import { Button } from '#ui/button/button.tsx';
import { Note } from '#ui/feedback/note.tsx';
import { Skeleton } from '#ui/layout/skeleton.tsx';
import styles from './checkout.module.css';
import { cardFormError, type Appearance } from './stripe/stripe-script.ts';
import type { StripePayment } from './use-stripe.ts';

interface StripeCardProps {
  stripe: StripePayment;
  /** In dollars; undefined until the cart is priced. */
  total: number | undefined;
  /** Called when the typed card changes. */
  onChange: () => void;
}

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

/** Stripe's names of variables, each with our design token for it. */
const colours = {
  colorPrimary: '--action',
  colorBackground: '--surface',
  colorText: '--text',
  colorTextSecondary: '--text-muted',
  colorTextPlaceholder: '--text-subtle',
  colorDanger: '--danger-text',
  iconColor: '--text-muted',
} as const;

/** The look of Stripe's fields, in the colours that our tokens have at this element in the current colour scheme. */
function stripeAppearance(place: HTMLElement): Appearance {
  const probe = place.ownerDocument.createElement('span');
  place.append(probe);
  // A token has a colour for each scheme; only the computed value of a property shows the current one.
  const colour = (token: string): string => {
    probe.style.color = `var(${token})`;
    return getComputedStyle(probe).color;
  };
  const border = colour('--border-input');
  const focus = colour('--focus');
  const danger = colour('--danger');
  const variables = Object.fromEntries(Object.entries(colours).map(([name, token]) => [name, colour(token)]));
  const { fontFamily } = getComputedStyle(probe);
  probe.remove();
  return {
    theme: 'stripe',
    variables: { ...variables, fontFamily, fontSizeBase: '16px', spacingUnit: '4px', borderRadius: '10px' },
    rules: {
      '.Label': { fontSize: '14px', fontWeight: '600', color: variables['colorText'] ?? '' },
      '.Input': { border: `1px solid ${border}`, boxShadow: 'none', padding: '11px 14px' },
      '.Input:focus': { borderColor: focus, boxShadow: `0 0 0 1px ${focus}`, outline: '0' },
      '.Input--invalid': { borderColor: danger, boxShadow: `0 0 0 1px ${danger}` },
    },
  };
}

/** Calls `act` when the switch in the footer or the system changes the colour scheme. Returns the unsubscribe function. */
function onSchemeChange(act: () => void): () => void {
  const watcher = new MutationObserver(act);
  watcher.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  const system = window.matchMedia('(prefers-color-scheme: dark)');
  system.addEventListener('change', act);
  return () => {
    watcher.disconnect();
    system.removeEventListener('change', act);
  };
}
