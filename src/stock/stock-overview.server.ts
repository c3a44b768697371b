import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/db/db.server.ts';
import { readCategories } from '#catalogue/categories/category-tree.server.ts';
import { readSupplierNames } from '#catalogue/suppliers/suppliers.server.ts';

const mostCounted = 1_000;

/** The numbers of items that are low and out of stock, counted with a partial index; 1,001 means more than a thousand. */
export async function countLow(db: Db): Promise<{ low: number; out: number }> {
  const count = (condition: RawBuilder<unknown>) =>
    sql`(select count(*)::int from (select from product_items i where ${condition} limit ${mostCounted + 1}) i)`;
  const { rows } = await sql<{ low: number; out: number }>`
    select ${count(sql`i.is_low`)} as low, ${count(sql`i.is_low and i.on_hand < 1`)} as out`.execute(db);
  return rows[0] ?? { low: 0, out: 0 };
}

/** The numbers above the stock list, and its filter options. */
export async function readOverview(db: Db) {
  const [counts, suppliers, categories] = await Promise.all([
    countLow(db),
    readSupplierNames(db),
    readCategories(db, {}),
  ]);
  return {
    ...counts,
    suppliers,
    categories: categories.rows.map(({ id, name, parentId }) => ({ id, name, parentId })),
  };
}
