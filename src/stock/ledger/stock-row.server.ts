import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db.server.ts';
import { cents } from '#lib/money.ts';
import { notFound } from '#lib/api/problem.ts';
import { picturePath } from '#lib/picture-path.ts';
import { type StockRow, stockSentences } from '../contract.ts';

export interface StoredRow extends Omit<StockRow, 'sellingPrice' | 'image'> {
  sellingPrice: number | null;
  imageKey: string | null;
}

/** The columns of a row of the stock list, from `product_items i` and `rowTables`. */
export const rowColumns = sql`i.id, p.id as "productId", case when p.has_variations then i.id end as "productVariationItemId",
  p.name as "productName", i.label as variation, coalesce(i.code, '') as "productCode", i.price_cents as "sellingPrice",
  i.on_hand as "stockOnHand", p.supplier_id as "supplierId", coalesce(s.name, '') as supplier, i.low_stock_at as "lowStockAt", i.is_low as "isLow",
  i.on_hand < 1 and not p.allow_sale_without_stock as "isOutOfStock", g.file_key as "imageKey", p.version`;

export const rowTables = sql`join products p on p.id = i.product_id left join suppliers s on s.id = p.supplier_id
  left join product_images g on g.product_id = p.id and g.is_primary`;

export const asRow = ({ imageKey, ...row }: StoredRow): StockRow => ({
  ...row,
  sellingPrice: row.sellingPrice === null ? null : cents(row.sellingPrice),
  image: imageKey === null ? null : picturePath(imageKey),
});

/** One item's row of the stock list. Throws `Problem` 404 if the item is archived or unknown. */
export async function readStockRow(db: Db | Tx, id: string): Promise<StockRow> {
  const { rows } = await sql<StoredRow>`
    select ${rowColumns} from product_items i ${rowTables} where i.id = ${id} and i.is_listed`.execute(db);
  if (!rows[0]) throw notFound(stockSentences.itemGone);
  return asRow(rows[0]);
}
