import { stringify } from 'csv-stringify/sync';
import type { Kysely } from 'kysely';
import type { Tables } from '#infra/tables.server.ts';
import { toDollars } from '#lib/money.ts';
import { type StoredProduct, storedInPages } from '#products/stored.server.ts';
import type { CatalogueItem } from '#products/whole-product.ts';
import { type Column, columns, guard } from './catalogue.ts';

/**
 * Writes the whole catalogue as text, some products at a time: a header, then a row for each item. Read back by the import
 * it changes nothing.
 */
export async function* exportCatalogue(db: Kysely<Tables>): AsyncGenerator<{ text: string; rows: number }> {
  yield { text: stringify([[...columns]]), rows: 0 };
  for await (const products of storedInPages(db)) {
    const rows = products.flatMap(rowsOf);
    yield { text: stringify(rows), rows: rows.length };
  }
}

function rowsOf(product: StoredProduct): string[][] {
  return product.items.map((item, i) => {
    const cells: Partial<Record<Column, string>> = {
      ...(i === 0 && productCells(product)),
      ...itemCells(item),
    };
    cells.url = product.url;
    for (const [n, name] of product.variations.entries()) cells[`variation_${n + 1}` as Column] = name; // at most three
    return columns.map((column) => guard(cells[column] ?? ''));
  });
}

const word = (flag: boolean): string => (flag ? 'yes' : 'no');

function productCells(product: StoredProduct): Partial<Record<Column, string>> {
  return {
    name: product.name,
    short_description: product.shortDescription,
    long_description: product.longDescription,
    categories: product.categories.join('; '),
    supplier: product.supplier,
    is_active: word(product.isActive),
    allow_sale_without_stock: word(product.allowSaleWithoutStock),
    is_consignment: word(product.isConsignment),
    images: product.images.join(';'),
  };
}

function itemCells(item: CatalogueItem): Partial<Record<Column, string>> {
  const values = Object.fromEntries(item.values.map((value, n) => [`value_${n + 1}`, value]));
  return {
    ...values,
    code: item.code,
    price: item.price === null ? '' : toDollars(item.price).toFixed(2),
    stock: String(item.stock),
    purchase_price: item.purchasePrice === null ? '' : toDollars(item.purchasePrice).toFixed(2),
  };
}
