import { stringify } from 'csv-stringify/sync';
import type { Kysely } from 'kysely';
import { type ExcelColumn, type ExcelRow, writeExcel } from '#platform/spreadsheet/write-excel.server.ts';
import type { Tables } from '#platform/db/tables.server.ts';
import { toDollars } from '#lib/money.ts';
import type { ProductsFilter } from '#catalogue/products/contract.ts';
import { readMatchingInChunks } from '#catalogue/products/list/matching-products.server.ts';
import {
  type StoredProduct,
  readProductsInChunks,
} from '#catalogue/products/records/read-catalogue-products.server.ts';
import type { CatalogueItem } from '#catalogue/products/catalogue-product.ts';
import { escapeFormula } from '#lib/text/escape-formula.ts';
import { type Column, columns } from './columns.ts';
import { documentsCell, factsCell, imageOptionsCell } from './multi-value-cells.ts';

/**
 * Writes the whole catalogue as CSV, in chunks: a header, then a row for each item. Importing the file again changes nothing.
 */
export async function* exportCatalogue(db: Kysely<Tables>): AsyncGenerator<{ text: string; rows: number }> {
  yield { text: stringify([[...columns]]), rows: 0 };
  for await (const products of readProductsInChunks(db)) {
    const rows = products.flatMap((product) => rowsOf(product, columns));
    yield { text: stringify(rows), rows: rows.length };
  }
}

export interface ExportOptions {
  filter: ProductsFilter;
  /** If false, the file has no `purchase_price`, and importing it leaves purchase prices unchanged. */
  hasCosts: boolean;
}

const columnsOf = ({ hasCosts }: ExportOptions): Column[] =>
  columns.filter((column) => hasCosts || column !== 'purchase_price');

/** Writes the products that match a filter as CSV. Starts with a byte order mark, so that Excel recognises UTF-8. */
export async function* exportMatchingCsv(db: Kysely<Tables>, options: ExportOptions): AsyncGenerator<string> {
  const shown = columnsOf(options);
  yield `\ufeff${stringify([shown])}`;
  for await (const products of readMatchingInChunks(db, options.filter))
    yield stringify(products.flatMap((product) => rowsOf(product, shown)));
}

const kinds: Partial<Record<Column, ExcelColumn['kind']>> = {
  price: 'money',
  purchase_price: 'money',
  stock: 'number',
};

export const excelColumns = (shown: readonly Column[]): ExcelColumn[] =>
  shown.map((header) => ({ header, kind: kinds[header] ?? 'text' }));

/** Writes the products that match a filter as an Excel file. Text cells never run as formulas, so they need no guard (a leading quotation mark). */
export function exportMatchingExcel(db: Kysely<Tables>, options: ExportOptions): Promise<Buffer> {
  const shown = columnsOf(options);
  return writeExcel({
    name: 'Products',
    columns: excelColumns(shown),
    rows: excelRows(db, options.filter, shown),
  });
}

async function* excelRows(
  db: Kysely<Tables>,
  filter: ProductsFilter,
  shown: readonly Column[],
): AsyncGenerator<ExcelRow[]> {
  for await (const products of readMatchingInChunks(db, filter))
    yield products.flatMap((product) =>
      cellsOf(product).map((cells) => shown.map((column) => excelCell(column, cells[column]))),
    );
}

/** The value of an Excel cell: money in cents, null for a blank. */
export function excelCell(column: Column, text: string | undefined): ExcelRow[number] {
  if (text === undefined || text === '') return null;
  if (kinds[column] === 'money') return Math.round(Number(text) * 100);
  if (kinds[column] === 'number') return Number(text);
  return /^'+[=+\-@]/.test(text) ? escapeFormula(text) : text; // otherwise the import would mistake this quotation mark for a guard and drop it
}

/** Guards text against running as a formula, but not numbers, so that negative stock stays a number. */
const csvCell = (column: Column, cell = ''): string => (kinds[column] === undefined ? escapeFormula(cell) : cell);

const rowsOf = (product: StoredProduct, shown: readonly Column[]): string[][] =>
  cellsOf(product).map((cells) => shown.map((column) => csvCell(column, cells[column])));

function cellsOf(product: StoredProduct): Partial<Record<Column, string>>[] {
  return product.items.map((item, i) => {
    const cells: Partial<Record<Column, string>> = {
      ...(i === 0 && productCells(product)),
      ...itemCells(item),
    };
    cells.url = product.url;
    for (const [n, name] of product.variations.entries()) cells[`variation_${n + 1}` as Column] = name; // at most three
    return cells;
  });
}

const yesOrNo = (flag: boolean): string => (flag ? 'yes' : 'no');

function productCells(product: StoredProduct): Partial<Record<Column, string>> {
  return {
    name: product.name,
    short_description: product.shortDescription,
    long_description: product.longDescription,
    categories: product.categories.join('; '),
    supplier: product.supplier,
    is_active: yesOrNo(product.isActive),
    allow_sale_without_stock: yesOrNo(product.allowSaleWithoutStock),
    is_consignment: yesOrNo(product.isConsignment),
    images: product.images.join(';'),
    image_options: imageOptionsCell(product.imageOptions),
    facts: factsCell(product.facts),
    documents: documentsCell(product.documents),
    goes_with: product.goesWith.join('; '),
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
