import { sql } from 'kysely';
import type { Db } from '#platform/db/db.server.ts';
import type { ListFile } from '#platform/list/list-export.server.ts';
import { type StockFilter, type StockRow, usuallyLowAt } from './contract.ts';
import { allOf } from '#catalogue/products/listings/search-terms.server.ts';
import { conditions } from './stock-list-conditions.server.ts';
import { gatheredKeys, listTables, ordered, sortOf } from './stock-list.server.ts';

type ExportRow = Omit<StockRow, 'sellingPrice' | 'image'> & { sellingPrice: number | null };

const stateInWords = ({ isOutOfStock, isLow }: ExportRow): string =>
  isOutOfStock ? 'Out of Stock' : isLow ? 'Low' : '';

/** The items that match a filter as a file, in the list's order. */
export function stockFile(
  db: Db,
  { sort = 'productName', ...filter }: StockFilter & { sort?: string },
): ListFile<ExportRow> {
  const { sort: column, direction } = sortOf(sort);
  const statement = sql<ExportRow>`
    select p.name as "productName", i.label as variation, coalesce(i.code, '') as "productCode",
      i.price_cents as "sellingPrice", i.on_hand as "stockOnHand", coalesce(s.name, '') as supplier,
      i.low_stock_at as "lowStockAt", i.is_low as "isLow",
      i.on_hand < 1 and not p.allow_sale_without_stock as "isOutOfStock"
    from ${listTables} join products p on p.id = m.product_id left join suppliers s on s.id = p.supplier_id
    where ${allOf(conditions(filter))} order by ${ordered(gatheredKeys(column), direction)}`;
  return {
    name: 'Product stocks',
    query: { compile: () => statement.compile(db) },
    columns: [
      { header: 'Product Name', kind: 'text', width: 36, of: ({ productName }) => productName },
      { header: 'Variation', kind: 'text', of: ({ variation }) => variation },
      { header: 'Product Code', kind: 'text', of: ({ productCode }) => productCode },
      { header: 'Supplier', kind: 'text', width: 28, of: ({ supplier }) => supplier },
      { header: 'Selling Price', kind: 'money', of: ({ sellingPrice }) => sellingPrice },
      { header: 'Stock on Hand', kind: 'number', of: ({ stockOnHand }) => stockOnHand },
      { header: 'Low at', kind: 'number', of: ({ lowStockAt }) => lowStockAt ?? usuallyLowAt },
      { header: 'State', kind: 'text', of: stateInWords },
    ],
  };
}
