import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db.server.ts';
import { mostRows } from '#lib/table-limits.ts';
import type { ProductsFilter } from '../contract.ts';
import {
  type StoredProduct,
  readProductsById,
  readProductsInChunks,
} from '../records/read-catalogue-products.server.ts';
import { allOf } from '../listings/search-terms.server.ts';
import { conditions, listFor } from './list-products.server.ts';

/** The ids of the products that match a filter, up to `limit`, sorted. */
export async function matchingIds(db: Db | Tx, filter: ProductsFilter, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with meant as materialized (
      select m.product_id as id from ${listFor(filter)} m where ${allOf(conditions(filter))} limit ${sql.lit(limit)})
    select id from meant order by 1`.execute(db);
  return rows.map(({ id }) => id);
}

const chunkSize = 500;

/** The products that match a filter, in chunks: sorted by id if a filter matches at most 10,000, otherwise by url. */
export async function* readMatchingInChunks(db: Db, filter: ProductsFilter): AsyncGenerator<StoredProduct[]> {
  const parts = conditions(filter);
  const isAll = parts.length === 0 && filter.archived !== 'true';
  const ids = isAll ? undefined : await matchingIds(db, filter, mostRows + 1);
  if (ids === undefined || ids.length > mostRows) {
    const matches = sql`p.id in (select m.product_id from ${listFor(filter)} m where ${allOf(parts)})`;
    yield* readProductsInChunks(db, chunkSize, isAll ? undefined : matches);
    return;
  }
  for (let i = 0; i < ids.length; i += chunkSize) yield await readProductsById(db, ids.slice(i, i + chunkSize));
}
