import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db.server.ts';
import { mostRows } from '#lib/table-limits.ts';
import type { ProductsFilter } from '../contract.ts';
import { type StoredProduct, storedByIds, storedInPages } from '../records/read-catalogue-products.server.ts';
import { all, conditions, listFor } from './list-products.server.ts';

/** Ids of the products that match a filter, up to `limit`, in order of id. */
export async function matchingIds(db: Db | Tx, filter: ProductsFilter, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with meant as materialized (
      select m.product_id as id from ${listFor(filter)} m where ${all(conditions(filter))} limit ${sql.lit(limit)})
    select id from meant order by 1`.execute(db);
  return rows.map(({ id }) => id);
}

const pageOfIds = 500;

/** The products that match a filter, in chunks: up to 10,000 in order of id, more by walking all urls. */
export async function* filteredInPages(db: Db, filter: ProductsFilter): AsyncGenerator<StoredProduct[]> {
  const parts = conditions(filter);
  const isAll = parts.length === 0 && filter.archived !== 'true';
  const ids = isAll ? undefined : await matchingIds(db, filter, mostRows + 1);
  if (ids === undefined || ids.length > mostRows) {
    const matches = sql`p.id in (select m.product_id from ${listFor(filter)} m where ${all(parts)})`;
    yield* storedInPages(db, pageOfIds, isAll ? undefined : matches);
    return;
  }
  for (let i = 0; i < ids.length; i += pageOfIds) yield await storedByIds(db, ids.slice(i, i + pageOfIds));
}
