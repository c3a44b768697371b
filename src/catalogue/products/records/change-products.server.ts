import { sql } from 'kysely';
import type { Tx } from '#platform/db/db.server.ts';
import { notFound, requireVersion } from '#lib/api/problem.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { rebuildListings } from '../listings/rebuild-listings.server.ts';
import { productArchived, productMissing } from './read-product.server.ts';
import { type AuditValues, auditProducts, readAuditValues } from './audit-products.server.ts';

export interface LockedProduct {
  id: string;
  url: string;
  name: string;
  version: number;
  isActive: boolean;
  archivedAt: Date | null;
}

/**
 * Locks products and their items until the transaction ends: items first and in id order, as checkouts do, to prevent
 * deadlocks. Returns the products that exist, archived or not.
 */
export async function lockProducts(tx: Tx, ids: readonly string[]): Promise<LockedProduct[]> {
  await sql`select from product_items where product_id = any(${[...ids]}::uuid[]) order by id for update`.execute(tx);
  const { rows } = await sql<LockedProduct>`
    select id, url, name, version, is_active as "isActive", archived_at as "archivedAt" from products
    where id = any(${[...ids]}::uuid[]) order by id for update`.execute(tx);
  return rows;
}

/** Locks one product. Throws `Problem` 404 if it does not exist or is archived, 409 if `version` is outdated. */
export async function lockProduct(tx: Tx, id: string, version?: number): Promise<LockedProduct> {
  const [product] = await lockProducts(tx, [id]);
  if (!product) throw notFound(productMissing);
  if (product.archivedAt) throw notFound(productArchived);
  requireVersion(version, product.version);
  return product;
}

declare const isOpen: unique symbol;

/** A transaction that may write products. Only `changeProducts` provides it. */
export type ProductTx = Tx & { readonly [isOpen]: true };

export interface ProductChange {
  /** The action that the history records; `update` by default. */
  action?: string;
  /** If undefined, the history gets no entries. */
  context: ActionContext | undefined;
  at: Date;
  /** The values before the change, if the caller has read them already; empty for new products. */
  before?: ReadonlyMap<string, AuditValues>;
}

/**
 * The only way to change products. Runs `write`, then raises the versions (by which concurrent edits are noticed), rebuilds
 * the listings, publishes the change and records the differences in the history. The products must be locked or new.
 */
export async function changeProducts<Result>(
  tx: Tx,
  ids: readonly string[],
  { action = 'update', context, at, before }: ProductChange,
  write: (tx: ProductTx) => Promise<Result>,
): Promise<Result> {
  const was = before ?? (await readAuditValues(tx, ids));
  const result = await write(tx as ProductTx);
  const existing = ids.filter((id) => was.has(id));
  await sql`update products set version = version + 1 where id = any(${existing}::uuid[])`.execute(tx);
  await rebuildListings(tx, ids);
  if (context) await auditProducts(tx, ids, { action, before: was, context, at });
  return result;
}
