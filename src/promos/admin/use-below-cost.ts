import { useEffect, useState } from 'react';
import { call } from '#lib/api/api.ts';
import type { ReplyOf } from '#lib/api/endpoint.ts';
import type { findBelowCost } from './below-cost-contract.ts';
import { bodyOf, type PromoValues } from './promo-form.ts';

export type BelowCost = ReplyOf<typeof findBelowCost>;

const waitMs = 400;

/** The request for the typed promo; null if it has no discount or no products yet. */
function requestOf(values: PromoValues, promoCodeId: string | undefined) {
  const { discountPercentage = null, discountAmount = null, minimumSpend = 0 } = bodyOf(values);
  const { isApplicableToAllProducts } = values;
  const isOff = Number(discountPercentage) >= 1 || Number(discountAmount) > 0;
  if (!isOff || Number.isNaN(minimumSpend) || (!isApplicableToAllProducts && promoCodeId === undefined)) return null;
  return { promoCodeId, discountPercentage, discountAmount, minimumSpend, isApplicableToAllProducts };
}

/** The items that the typed promo would sell below cost; undefined if there is nothing to check, or if the request failed. */
export function useBelowCost(values: PromoValues, promoCodeId: string | undefined): BelowCost | undefined {
  const [found, setFound] = useState<BelowCost>();
  const asked = JSON.stringify(requestOf(values, promoCodeId));
  useEffect(() => {
    const asking = new AbortController();
    const ask = async (): Promise<void> => {
      const body = JSON.parse(asked) as ReturnType<typeof requestOf>; // serialised above
      const route = 'POST /v1/shopping-cart/promoCode/below-cost';
      const input = body && { body };
      setFound(input ? await call<typeof findBelowCost>(route, input, { signal: asking.signal }) : undefined);
    };
    const timer = setTimeout(() => void ask().catch(() => !asking.signal.aborted && setFound(undefined)), waitMs);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [asked]);
  return found;
}
