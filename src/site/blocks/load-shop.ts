import type { Api } from '#lib/api/api.ts';
import { formatDollars } from '#lib/money.ts';
import { countText } from '#lib/text/count-text.ts';
import { categoryTree, listProducts } from '#storefront/contract.ts';
import { productPath } from '#storefront/shop-paths.ts';
import type { ShownBlock, ShownBlockOf } from '../content/shown.ts';
import type { ShopCard } from './contact/shop-cards.tsx';

const shownCategories = 8;
const shownProducts = 4;

/** What the shop has for the blocks of a page, by the block's id. A page does not depend on the shop: what cannot be loaded is left out. */
export async function loadShop(call: Api, blocks: readonly ShownBlock[]): Promise<Record<string, ShopCard[]>> {
  const shops = blocks
    .filter((block): block is ShownBlockOf<'products'> => block.kind === 'products')
    .map(
      async ({ id, category }) => [id, await (category === '' ? categories(call) : products(call, category))] as const,
    );
  return Object.fromEntries(await Promise.all(shops));
}

async function categories(call: Api): Promise<ShopCard[]> {
  const tree = await call(categoryTree).catch(() => []);
  const filled = tree.filter(({ productCount }) => productCount > 0).slice(0, shownCategories);
  const shown = filled.map(async ({ label, url, productCount, items }) => {
    const first = await call(listProducts, { query: { category: url, pageSize: 1 } }).catch(() => null);
    const below = items.slice(0, 3).map((item) => item.label);
    return {
      to: `/shopping/products/${url}`,
      key: url,
      title: label,
      text: below.length > 0 ? below.join(', ') : countText(productCount, 'product'),
      image: first?.products[0]?.primaryImage ?? null,
    };
  });
  return Promise.all(shown);
}

async function products(call: Api, category: string): Promise<ShopCard[]> {
  const list = await call(listProducts, { query: { category, pageSize: shownProducts } }).catch(() => null);
  const shown = list?.products ?? [];
  return shown.map(({ url, productName, price, primaryImage }) => ({
    to: productPath(url),
    key: url,
    title: productName,
    text: formatDollars(price),
    image: primaryImage,
  }));
}
