import type { RouterContextProvider } from 'react-router';
import { api, viewer } from '#lib/api/api-context.ts';
import type { ReplyOf } from '#lib/api/endpoint.ts';
import { loadSuggestedProducts } from '#storefront/suggested/load-suggested-products.ts';
import type { Suggestion } from '#storefront/suggested/suggested-products.tsx';
import { listOrders } from '../contract.ts';

export type LastOrder = Pick<ReplyOf<typeof listOrders>[number], 'id' | 'orderNumber' | 'orderDate' | 'orderAmount'>;

export interface Offer {
  offered: Suggestion;
  last: LastOrder | null;
}

/**
 * Reads what an empty cart offers; a part that fails to load is left out. For loaders only, so that the contract's shapes
 * stay out of the browser bundle.
 */
export async function loadEmptyCartOffer(context: Readonly<RouterContextProvider>): Promise<Offer> {
  const call = api(context);
  const [offered, orders] = await Promise.all([
    loadSuggestedProducts(call),
    viewer(context) ? call(listOrders, { query: { page: 1, pageSize: 1 } }).catch(() => []) : [],
  ]);
  const [order] = orders;
  return { offered, last: order ? pick(order) : null };
}

const pick = ({ id, orderNumber, orderDate, orderAmount }: LastOrder): LastOrder => ({
  id,
  orderNumber,
  orderDate,
  orderAmount,
});
