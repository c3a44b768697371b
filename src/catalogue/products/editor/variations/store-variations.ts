import { call } from '#lib/api/api.ts';
import type { updateProduct } from '#catalogue/products/contract.ts';
import type { updateVariationItems } from '#catalogue/products/variations/items-contract.ts';
import { readItems, readProduct, requireSameVersion } from '../read-product.ts';
import { mergeRows, mergeItem } from './merge-rows.ts';
import type { VariationRow, Variations } from './use-variations.ts';
import { type Item, type Product, type Update, updateOf } from '../product-types.ts';

interface StoredVariations {
  product: Product;
  items: readonly Item[];
}

type VariationsState = Pick<Variations, 'variations' | 'rows' | 'hasNewShape'>;

/**
 * The update of the product: with the page's variations if they were changed, otherwise without changes. If all variations
 * are removed, the product gets the code and price of the first row.
 */
export function updateWith(
  { product, items }: StoredVariations,
  { variations, rows, hasNewShape }: VariationsState,
): Update {
  if (!hasNewShape) return updateOf(product);
  const [first] = rows;
  const becomesPlain = variations.length === 0 && product.hasVariations;
  if (!becomesPlain || !first) return { ...updateOf(product), variations };
  const item = items.find(({ id }) => id === first.item?.id) ?? { productCode: '', price: null };
  const { productCode, price: sellingPrice } = mergeItem(first, item);
  return { ...updateOf(product), variations, productCode, sellingPrice };
}

interface StoreResult {
  product: Product;
  items: Item[];
  /** Rows that were not saved, because another user has deleted their items. */
  deletedRows: VariationRow[];
  isStored: boolean;
}

type OnStored = (now: { product: Product; items: Item[] }, unsaved: ReturnType<typeof mergeRows>['sent']) => void;

/**
 * Saves the variations, which creates their items, and then the typed codes and prices. Rejects with 409 if another user
 * has changed the product since `base` was read. Calls `onStored` between the two requests, in case the second one is
 * refused.
 */
export async function storeVariations(
  base: StoredVariations,
  state: VariationsState,
  onStored: OnStored,
): Promise<StoreResult> {
  const { variations, rows, hasNewShape } = state;
  let { product } = base;
  if (hasNewShape)
    product = await call<typeof updateProduct>('PUT /v1/manage-products', { body: updateWith(base, state) });
  const items = await readItems(product.id);
  if (variations.length === 0) return { product, items, deletedRows: [], isStored: hasNewShape };
  const { sent, deletedRows } = mergeRows(rows, items);
  if (sent.length === 0) {
    await requireSameVersion(product); // no items are sent, so the request that would check the version is left out
    return { product, items, deletedRows, isStored: hasNewShape };
  }
  if (hasNewShape) onStored({ product, items }, sent);
  const after = await call<typeof updateVariationItems>('POST /v1/manage-products/update-variation-items', {
    body: { productId: product.id, productVariationItems: sent, version: product.version },
  });
  return { product: await readProduct(product.id), items: after, deletedRows, isStored: true };
}
