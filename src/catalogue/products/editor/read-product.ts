import { call } from '#lib/api/api.ts';
import { Problem } from '#lib/api/problem.ts';
import { changedBySomeoneElse } from '#lib/api/sentences.ts';
import type { getManagedProduct } from '../contract.ts';
import type { listVariationItems } from '../variations/items-contract.ts';
import type { Item, Product } from './product-types.ts';

export const readProduct = (id: string): Promise<Product> =>
  call<typeof getManagedProduct>('GET /v1/manage-products/{id}', { params: { id } });

export const readItems = (productId: string): Promise<Item[]> =>
  call<typeof listVariationItems>('GET /v1/manage-products/variations/{productId}', { params: { productId } });

/** Rejects with 409 if the product has changed on the server since it was read. */
export async function requireSameVersion({ id, version }: Product): Promise<void> {
  if ((await readProduct(id)).version !== version) throw new Problem(409, changedBySomeoneElse);
}
