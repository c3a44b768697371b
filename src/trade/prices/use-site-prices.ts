import { useEffect, useState } from 'react';
import { call } from '#lib/api/api.ts';
import type { ReplyOf } from '#lib/api/endpoint.ts';
import { useKnownViewer } from '#lib/api/root-data.ts';
import { useChosenSiteId } from '../use-chosen-site.ts';
import type { readSitePrices } from './contract.ts';
import { inWholeCartons } from './whole-cartons.ts';

/** What an item costs the chosen site, in dollars. */
export type OwnPrice = ReplyOf<typeof readSitePrices>[number];

interface Loaded {
  key: string;
  prices: readonly OwnPrice[];
}

/** Whether the reader orders for a site; false until that is known. */
export function useHasSite(): boolean {
  const siteId = useChosenSiteId();
  return useKnownViewer() != null && siteId !== '';
}

/**
 * What the items of these products cost the site for which the reader orders; undefined without a site, and until they are known. A call of
 * its own after the page is hydrated, because the page is the same for everybody.
 */
export function useSitePrices(productIds: readonly string[]): readonly OwnPrice[] | undefined {
  const siteId = useChosenSiteId();
  const hasSite = useHasSite();
  const [loaded, setLoaded] = useState<Loaded>();
  const ids = [...new Set(productIds)];
  const key = hasSite && ids.length > 0 ? [siteId, ...ids].join() : undefined;
  useEffect(() => {
    if (key === undefined) return;
    const control = new AbortController();
    const options = { signal: control.signal, isQuiet: true };
    call<typeof readSitePrices>('POST /v1/trade/prices', { body: { siteId, ids } }, options).then(
      (prices) => setLoaded({ key, prices }),
      () => undefined, // the shop's prices stay, and the cart shows the site's
    );
    return () => control.abort();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `key` covers all inputs
  }, [key]);
  return loaded?.key === key ? loaded?.prices : undefined;
}

/** The price of an item as a cart names it. */
export const ownPriceOf = (
  prices: readonly OwnPrice[] | undefined,
  { id, variationItemId }: Pick<OwnPrice, 'id' | 'variationItemId'>,
): OwnPrice | undefined => prices?.find((one) => one.id === id && one.variationItemId === variationItemId);

/** The lowest of a product's prices, and whether they differ. */
export function lowestOf(
  prices: readonly OwnPrice[] | undefined,
  id: string,
): { own: OwnPrice; isFrom: boolean } | undefined {
  const items = prices?.filter((one) => one.id === id) ?? [];
  const [own, ...others] = items.toSorted((a, b) => a.price - b.price);
  return own && { own, isFrom: others.some(({ price }) => price !== own.price) };
}

/** The price of a unit if so many are bought. */
export const priceFor = ({ price, breaks }: Pick<OwnPrice, 'price' | 'breaks'>, quantity: number): number =>
  breaks.findLast(({ minQuantity }) => minQuantity <= quantity)?.price ?? price;

/** The quantity in whole cartons, as the cart takes it. */
export const inCartons = (own: Pick<OwnPrice, 'multiple'> | undefined, quantity: number): number =>
  inWholeCartons(quantity, own?.multiple ?? 1);
