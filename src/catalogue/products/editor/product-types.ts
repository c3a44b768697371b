import type { InputOf, ReplyOf } from '#lib/api/endpoint.ts';
import type { getManagedProduct, updateProduct } from '../contract.ts';
import type { listVariationItems } from '../variations/items-contract.ts';

/* A product, its update and its items as the browser receives and sends them: amounts are in dollars. */
export type Product = ReplyOf<typeof getManagedProduct>;
export type Update = InputOf<typeof updateProduct>['body'];
export type Item = ReplyOf<typeof listVariationItems>[number];

/** Whether both are the same version of the same product, even if they were read at different times. */
export const isSameVersion = (one: Product, other: Product): boolean =>
  one.id === other.id && one.version === other.version;

/** The update that would leave the product unchanged. */
export const updateOf = (product: Product): Update => ({
  id: product.id,
  version: product.version,
  productName: product.productName,
  productUrl: product.productUrl,
  shortDescription: product.shortDescription,
  longDescription: product.longDescription,
  isActive: product.isActive,
  allowSaleWithoutStock: product.allowSaleWithoutStock,
  isConsignment: product.isConsignment,
  categories: product.categories.map(({ id }) => id),
  facts: product.facts,
  complements: product.complements.map(({ id }) => id),
  productSupplierId: product.productSupplier?.id ?? null,
  productCode: product.productCode,
  sellingPrice: product.sellingPrice,
  variations: product.variations,
});
