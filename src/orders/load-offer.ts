import type { RouterContextProvider } from 'react-router';
import { api, viewer } from '#lib/api-context.ts';
import type { ReplyOf } from '#lib/endpoint.ts';
import { listProducts, popularProducts } from '#shop/contract.ts';
import { type CardProduct, cardOf } from '#shop/product-card.tsx';
import { listOrders } from './contract.ts';

const shown = 4;

export type LastOrder = Pick<ReplyOf<typeof listOrders>[number], 'id' | 'orderNumber' | 'orderDate' | 'orderAmount'>;

/** What an empty cart offers. */
export interface Offer {
  products: CardProduct[];
  /** They are what sold most; a new shop shows what it has. */
  arePopular: boolean;
  /** The member's latest order. */
  last: LastOrder | null;
}

/** Reads the offer; what can't be read is left out. For loaders: its shapes are in no bundle then. */
export async function loadOffer(context: Readonly<RouterContextProvider>): Promise<Offer> {
  const call = api(context);
  const [popular, orders] = await Promise.all([
    call(popularProducts).catch(() => []),
    viewer(context) ? call(listOrders, { query: { page: 1, pageSize: 1 } }).catch(() => []) : [],
  ]);
  const stocked = async () => (await call(listProducts, { query: { pageSize: shown, inStock: true } })).products;
  const products = popular.length > 0 ? popular : await stocked().catch(() => []);
  const [order] = orders;
  return {
    products: products.map(cardOf),
    arePopular: popular.length > 0,
    last: order ? pick(order) : null,
  };
}

const pick = ({ id, orderNumber, orderDate, orderAmount }: LastOrder): LastOrder => ({
  id,
  orderNumber,
  orderDate,
  orderAmount,
});
