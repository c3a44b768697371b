import type { Api } from '#lib/api/api.ts';
import { categoryTree, listProducts } from '#storefront/contract.ts';
import { cardOf } from '#storefront/list/product-card.tsx';
import type { ShownBlock, ShownBlockOf } from '../content/shown.ts';
import type { ShopContent } from './contact/products.tsx';

const shownCategories = 8;
const shownProducts = 4;

/** What the shop has for the blocks of a page, by the block's id. A page does not depend on the shop: what cannot be loaded is left out. */
export async function loadShop(call: Api, blocks: readonly ShownBlock[]): Promise<Record<string, ShopContent>> {
  const shops = blocks
    .filter((block): block is ShownBlockOf<'products'> => block.kind === 'products')
    .map(
      async ({ id, category }) => [id, await (category === '' ? categories(call) : products(call, category))] as const,
    );
  return Object.fromEntries(await Promise.all(shops));
}

async function categories(call: Api): Promise<ShopContent> {
  const tree = await call(categoryTree).catch(() => []);
  const filled = tree.filter(({ productCount }) => productCount > 0).slice(0, shownCategories);
  const shown = filled.map(async ({ label, url, productCount, items }) => {
    const first = await call(listProducts, { query: { category: url, pageSize: 1 } }).catch(() => null);
    const image = first?.products[0]?.primaryImage ?? null;
    return { label, url, productCount, image, subcategories: items.slice(0, 3).map((item) => item.label) };
  });
  return { categories: await Promise.all(shown), products: [] };
}

async function products(call: Api, category: string): Promise<ShopContent> {
  const list = await call(listProducts, { query: { category, pageSize: shownProducts } }).catch(() => null);
  return { categories: [], products: list?.products.map(cardOf) ?? [] };
}
