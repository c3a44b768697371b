import { useEffect, useRef } from 'react';
import { Skeleton } from '#ui/surfaces.tsx';
import type { StripeMeans } from './use-stripe.ts';

/** The place of Stripe's own card fields. */
export function StripeCard({ stripe }: { stripe: StripeMeans }) {
  const place = useRef<HTMLDivElement>(null);
  const { isReady, mount } = stripe;
  useEffect(() => {
    if (isReady && place.current) return mount(place.current);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `mount` is made anew at each rendering and does the same
  }, [isReady]);
  return (
    <div>
      <div ref={place} />
      {!isReady && <Skeleton height="9rem" />}
    </div>
  );
}
