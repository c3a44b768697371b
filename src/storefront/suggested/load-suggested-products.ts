import type { Api } from '#lib/api/api.ts';
import { listProducts, popularProducts } from '../contract.ts';
import type { Suggestion } from './suggested-products.tsx';
import { cardOf } from '../list/product-card.tsx';

const shown = 4;

/** A few bestsellers for a page that has no products of its own; in a new shop, any products. Empty if loading fails. */
export async function loadSuggestedProducts(call: Api): Promise<Suggestion> {
  const popular = await call(popularProducts).catch(() => []);
  const stocked = async () => (await call(listProducts, { query: { pageSize: shown, inStock: true } })).products;
  const products = popular.length > 0 ? popular : await stocked().catch(() => []);
  return { products: products.map(cardOf), arePopular: popular.length > 0 };
}
