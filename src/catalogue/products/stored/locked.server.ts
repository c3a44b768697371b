import { sql } from 'kysely';
import type { Tx } from '#platform/db/db.server.ts';
import { conflict, notFound } from '#lib/api/problem.ts';
import { changedBySomeoneElse } from '#lib/api/sentences.ts';
import { productArchived, productMissing } from './detail.server.ts';

export interface Locked {
  id: string;
  url: string;
  name: string;
  version: number;
  isArchived: boolean;
}

/**
 * Locks a product and its items until the transaction ends: items first and in id order, as checkouts do. Throws
 * `Problem` 404 if there is none, or if it is archived and `evenArchived` is not set; 409 if `version` is older than
 * what is stored.
 */
export async function lockProduct(
  tx: Tx,
  id: string,
  { version, evenArchived = false }: { version?: number | undefined; evenArchived?: boolean } = {},
): Promise<Locked> {
  await sql`select from product_items where product_id = ${id} order by id for update`.execute(tx);
  const { rows } = await sql<Locked>`
    select id, url, name, version, archived_at is not null as "isArchived" from products where id = ${id}
    for update`.execute(tx);
  const [locked] = rows;
  if (!locked) throw notFound(productMissing);
  if (locked.isArchived && !evenArchived) throw notFound(productArchived);
  if (version !== undefined && version !== locked.version) throw conflict(changedBySomeoneElse);
  return locked;
}

/** Raises the version by which concurrent edits are detected. */
export async function raiseVersion(tx: Tx, id: string): Promise<void> {
  await sql`update products set version = version + 1 where id = ${id}`.execute(tx);
}
