import { readAmount } from '#lib/amount-text.ts';
import { call } from '#lib/api.ts';
import type { getManagedProduct, updateProduct } from '../contract.ts';
import type { listVariationItems, updateVariationItems } from '../items-contract.ts';
import type { Variations } from './use-variations.ts';
import { type Item, type Product, type Update, updateOf } from './wire.ts';

export const readProduct = (id: string): Promise<Product> =>
  call<typeof getManagedProduct>('GET /v1/manage-products/{id}', { params: { id } });

export const readItems = (productId: string): Promise<Item[]> =>
  call<typeof listVariationItems>('GET /v1/manage-products/variations/{productId}', { params: { productId } });

/** The product with the page's variations; without any it takes code and price of its first row. */
export function wantedUpdate(product: Product, { variations, rows }: Variations): Update {
  const [first] = rows;
  const plain = variations.length === 0 && product.hasVariations;
  return {
    ...updateOf(product),
    variations,
    ...(plain && { productCode: first?.code ?? '', sellingPrice: readAmount(first?.price ?? '') }),
  };
}

interface Stored {
  product: Product;
  items: Item[];
}

/**
 * Stores the variations, which makes the items, and then the items' codes and prices. `reached` tells what is stored already,
 * in case the second is refused. Without a version the last one wins.
 */
export async function storeVariations(
  product: Product,
  wanted: Variations,
  { isLast, reached }: { isLast: boolean; reached: (stored: Stored) => void },
): Promise<Stored> {
  const { variations, rows, hasNewShape } = wanted;
  let now = product;
  if (hasNewShape) {
    const { version, ...body } = wantedUpdate(product, wanted);
    now = await call<typeof updateProduct>('PUT /v1/manage-products', {
      body: { ...body, ...(!isLast && { version }) },
    });
  }
  const items = await readItems(product.id);
  if (variations.length === 0) return { product: now, items };
  const productVariationItems = items.flatMap(({ id, productCode, price }, at) => {
    const row = rows[at];
    const amount = readAmount(row?.price ?? '');
    if (!row || amount === null || (row.code === productCode && amount === price)) return [];
    return [{ id, productCode: row.code, price: amount }];
  });
  if (productVariationItems.length === 0) return { product: now, items };
  if (hasNewShape) reached({ product: now, items });
  const after = await call<typeof updateVariationItems>('POST /v1/manage-products/update-variation-items', {
    body: { productId: product.id, productVariationItems, ...(!isLast && { version: now.version }) },
  });
  return { product: await readProduct(product.id), items: after };
}
