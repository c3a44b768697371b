import type { Api } from '#lib/api/api.ts';
import { listProducts, popularProducts } from '../contract.ts';
import type { Offered } from './offered-products.tsx';
import { cardOf } from '../list/product-card.tsx';

const shown = 4;

/** A few products for a page that has none of its own: what sold most, or in a new shop what it has. What can't be read is left out. */
export async function loadOffered(call: Api): Promise<Offered> {
  const popular = await call(popularProducts).catch(() => []);
  const stocked = async () => (await call(listProducts, { query: { pageSize: shown, inStock: true } })).products;
  const products = popular.length > 0 ? popular : await stocked().catch(() => []);
  return { products: products.map(cardOf), arePopular: popular.length > 0 };
}
