import { call } from '#lib/api/api.ts';
import type { InputOf } from '#lib/api/endpoint.ts';
import type { priceCart, priceSiteCart } from './contract.ts';
import type { Priced } from './priced-cart.ts';

export type PriceRequest = InputOf<typeof priceCart>['body'];

/** The prices of a cart: those of a site, unless `siteId` is empty. */
export const askPrices = (body: PriceRequest, siteId: string, signal?: AbortSignal): Promise<Priced> => {
  const options = signal && { signal };
  return siteId === ''
    ? call<typeof priceCart>('POST /v1/shopping-cart-items', { body }, options)
    : call<typeof priceSiteCart>('POST /v1/trade/cart', { body: { ...body, siteId } }, options);
};
