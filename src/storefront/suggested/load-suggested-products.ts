import type { Api } from '#lib/api/api.ts';
import { listProducts, popularProducts } from '../contract.ts';
import type { Suggestion } from './suggested-products.tsx';
import { cardOf } from '../list/product-card.tsx';

const shown = 4;

/** A few bestsellers, or in a new shop any products, for a page without its own. Failures result in an empty list. */
export async function loadSuggestedProducts(call: Api): Promise<Suggestion> {
  const popular = await call(popularProducts).catch(() => []);
  const stocked = async () => (await call(listProducts, { query: { pageSize: shown, inStock: true } })).products;
  const products = popular.length > 0 ? popular : await stocked().catch(() => []);
  return { products: products.map(cardOf), arePopular: popular.length > 0 };
}
