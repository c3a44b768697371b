import { sql } from 'kysely';
import type { Tx } from '#infra/db.server.ts';
import { recordset } from '#infra/recordset.server.ts';
import type { Managed } from './listing-of.server.ts';

/** Stands for "no supplier" in `managed_products`, where it sorts and counts like one. */
export const noSupplier = '00000000-0000-0000-0000-000000000000';

/** Writes the rows of the back office's list for these products; those without one are archived and lose theirs. */
export async function writeManaged(tx: Tx, productIds: readonly string[], managed: readonly Managed[]): Promise<void> {
  const there = new Set(managed.map(({ id }) => id));
  const gone = productIds.filter((id) => !there.has(id));
  if (gone.length > 0) await sql`delete from managed_products where product_id = any(${gone}::uuid[])`.execute(tx);
  const rows = managed.map((row) => ({ ...row, supplierId: row.supplierId ?? noSupplier }));
  const shape = `id uuid, "nameKey" text, "codeKey" text, "createdAt" timestamptz, "supplierId" uuid,
    "hasVariations" bool, "isActive" bool, "isOutOfStock" bool, text text`;
  await sql`
    insert into managed_products as o (product_id, name_key, code_key, created_at, supplier_id, has_variations, is_active,
      is_out_of_stock, words)
    select id, "nameKey", "codeKey", "createdAt", "supplierId", "hasVariations", "isActive", "isOutOfStock", search_words(text)
    from ${recordset(rows, shape)}
    on conflict (product_id) do update set name_key = excluded.name_key, code_key = excluded.code_key,
      supplier_id = excluded.supplier_id, has_variations = excluded.has_variations, is_active = excluded.is_active,
      is_out_of_stock = excluded.is_out_of_stock, words = excluded.words
    where (o.name_key, o.code_key, o.supplier_id, o.has_variations, o.is_active, o.is_out_of_stock, o.words)
      is distinct from (excluded.name_key, excluded.code_key, excluded.supplier_id, excluded.has_variations,
        excluded.is_active, excluded.is_out_of_stock, excluded.words)`.execute(tx);
}
