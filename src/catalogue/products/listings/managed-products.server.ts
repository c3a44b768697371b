import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/db/db.server.ts';
import { recordset } from '#platform/db/recordset.server.ts';
import type { ManagedProduct } from './derive-listing.server.ts';
import type { Numbered } from './search-terms.server.ts';

/** Stands in `managed_products` for the supplier of products that have none, so that they are sorted like all others. */
export const noSupplier = '00000000-0000-0000-0000-000000000000';

/** Two tables of the same shape, so that archived products do not slow down lists and counts of the others. */
const tables = { notArchived: sql.table('managed_products'), archived: sql.table('archived_products') };

/** The table with the archived products, or with all others. */
export const tableFor = (isArchived: boolean): RawBuilder<unknown> =>
  isArchived ? tables.archived : tables.notArchived;

/** Writes these products to the table to which each belongs, and deletes them from the other one. */
export async function writeManaged(tx: Tx, managed: readonly Numbered<ManagedProduct>[]): Promise<void> {
  for (const isArchived of [false, true]) {
    const rows = managed.filter((row) => row.isArchived === isArchived);
    if (rows.length === 0) continue;
    const ids = rows.map(({ id }) => id);
    await sql`delete from ${tableFor(!isArchived)} where product_id = any(${ids}::uuid[])`.execute(tx);
    await upsert(tx, tableFor(isArchived), rows);
  }
}

async function upsert(tx: Tx, table: RawBuilder<unknown>, managed: readonly Numbered<ManagedProduct>[]): Promise<void> {
  const rows = managed.map((row) => ({ ...row, supplierId: row.supplierId ?? noSupplier }));
  const shape = `id uuid, "nameKey" text, "codeKey" text, "createdAt" timestamptz, "supplierId" uuid,
    "hasVariations" bool, "isActive" bool, "isOutOfStock" bool, terms int[]`;
  await sql`
    insert into ${table} as o (product_id, name_key, code_key, created_at, supplier_id, has_variations, is_active,
      is_out_of_stock, terms)
    select id, "nameKey", "codeKey", "createdAt", "supplierId", "hasVariations", "isActive", "isOutOfStock", terms
    from ${recordset(rows, shape)}
    on conflict (product_id) do update set name_key = excluded.name_key, code_key = excluded.code_key,
      supplier_id = excluded.supplier_id, has_variations = excluded.has_variations, is_active = excluded.is_active,
      is_out_of_stock = excluded.is_out_of_stock, terms = excluded.terms
    where (o.name_key, o.code_key, o.supplier_id, o.has_variations, o.is_active, o.is_out_of_stock, o.terms)
      is distinct from (excluded.name_key, excluded.code_key, excluded.supplier_id, excluded.has_variations,
        excluded.is_active, excluded.is_out_of_stock, excluded.terms)`.execute(tx);
}

/**
 * Stores with each item of these products whether the stock list shows it and whether it is watched for low stock. Callers
 * must have locked the items before the products. Sales do not change these flags.
 */
export async function writeStockListFlags(tx: Tx, productIds: readonly string[]): Promise<void> {
  await sql`
    update product_items i set is_listed = n.is_listed, is_watched = n.is_watched
    from (
      select i.id, p.archived_at is null and i.archived_at is null as is_listed,
        p.archived_at is null and i.archived_at is null and not p.allow_sale_without_stock as is_watched
      from product_items i join products p on p.id = i.product_id where p.id = any(${[...productIds]}::uuid[])) n
    where n.id = i.id and (i.is_listed, i.is_watched) is distinct from (n.is_listed, n.is_watched)`.execute(tx);
}
