import type { z } from 'zod';
import { categoryName } from '#catalogue/categories/contract.ts';
import { type Cents, fromDollars } from '#lib/money.ts';
import { parseDollars, parseWholeNumber } from '#lib/text/number-text.ts';
import { slug } from '#lib/text/slug.ts';
import { joinPath, readPaths } from '#catalogue/products/category-path.ts';
import { mostCategories, productUpdate, variationInput } from '#catalogue/products/contract.ts';
import { imageSentences, mostImages } from '#catalogue/products/pictures/images-contract.ts';
import type { CatalogueItem, CatalogueProduct } from '#catalogue/products/catalogue-product.ts';
import { supplierName } from '#catalogue/suppliers/contract.ts';
import type { Column, Remark } from './columns.ts';
import { readDocuments, readFacts, readGoesWith, readImageOptions } from './multi-value-cells.ts';

/** An item as a file describes it. If the file lacks a column, the value is undefined and the stored value is kept. */
export type FileItem = Pick<CatalogueItem, 'code' | 'values'> &
  Partial<Pick<CatalogueItem, 'price' | 'stock' | 'purchasePrice'>> & {
    row: number;
  };

/** A product as a file describes it. If the file lacks a column, the value is undefined and the stored value is kept. */
export type FileProduct = Pick<CatalogueProduct, 'url'> &
  Partial<Omit<CatalogueProduct, 'url' | 'items'>> & {
    row: number;
    /**
     * Whether the file gives the url. If not, the url is made from the name, and the product is first looked up by its
     * codes.
     */
    hasUrl: boolean;
    items: FileItem[];
  };

interface FileRow {
  row: number;
  cells: Partial<Record<Column, string>>;
}

type AddFaultAt = (row: number, column: Column, message: string) => void;

const yes = new Set(['yes', 'true', '1', 'y']);
const no = new Set(['no', 'false', '0', 'n', '']);

/** Reads one product from its rows and adds its faults to `faults`. The same rules apply as in the back office. */
export function parseProduct(rows: readonly FileRow[], faults: Remark[]): FileProduct {
  const [first] = rows as [FileRow, ...FileRow[]]; // a group has at least one row
  const fault: AddFaultAt = (row, column, message) => void faults.push({ row, column, message });
  const cell = (column: Column): string | undefined => productCell(rows, column, fault);
  const name = cell('name');
  const url = cell('url') || slug(name ?? '');
  const faultIn =
    (column: Column): AddFault =>
    (message) =>
      fault(first.row, column, message);
  const checked = (column: Column, rule: z.ZodType): string | undefined => {
    const value = cell(column);
    if (value !== undefined) check(rule, value, faultIn(column));
    return value;
  };
  if (name !== undefined) check(productName, name, faultIn('name'));
  // A product with neither url nor name is looked up by its codes later, so it needs no url here.
  if (name !== undefined || first.cells.url !== undefined) checkUrl(first.row, url, fault);
  const variations = readVariations(rows, fault);
  const flag = (column: Column): boolean | undefined => readFlag(column, cell(column), faultIn(column));
  return {
    row: first.row,
    hasUrl: Boolean(first.cells.url),
    url,
    name,
    shortDescription: checked('short_description', shortDescription),
    longDescription: checked('long_description', longDescription),
    categories: readCategories(first.row, cell('categories'), fault),
    supplier: readSupplier(first.row, cell('supplier'), fault),
    isActive: flag('is_active'),
    allowSaleWithoutStock: flag('allow_sale_without_stock'),
    isConsignment: flag('is_consignment'),
    images: readImages(first.row, cell('images'), fault),
    imageOptions: readImageOptions(cell('image_options'), faultIn('image_options')),
    facts: readFacts(cell('facts'), faultIn('facts')),
    documents: readDocuments(cell('documents'), faultIn('documents')),
    goesWith: readGoesWith(cell('goes_with'), url, faultIn('goes_with')),
    variations,
    items: readItems(rows, variations ?? [], fault),
  };
}

/** The value of a cell that describes the whole product: the first row contains it; other rows may be blank or repeat it. */
function productCell(rows: readonly FileRow[], column: Column, fault: AddFaultAt): string | undefined {
  const [first, ...others] = rows;
  const value = first?.cells[column];
  for (const { row, cells } of others) {
    const again = cells[column];
    if (again && again !== value) fault(row, column, `Differs from row ${first?.row} of the same product.`);
  }
  return value;
}

type AddFault = (message: string) => void;

/** Checks a cell with the back office's schema for the field. */
function check(rule: z.ZodType, cell: string, addFault: AddFault): void {
  const [issue] = rule.safeParse(cell).error?.issues ?? [];
  if (issue) addFault(issue.message);
}

const { productName, productCode, shortDescription, longDescription } = productUpdate.shape;
const { name: variationName } = variationInput.shape;
const { label: optionLabel } = variationInput.shape.options.element.shape;

function checkUrl(row: number, url: string, fault: AddFaultAt): void {
  if (url === '') fault(row, 'url', 'Product Url is required.');
  else if (url.length < 2) fault(row, 'url', 'Product Url must have at least 2 characters.');
  else if (url.length > 150) fault(row, 'url', 'Product Url is too long.');
  else if (url !== slug(url)) fault(row, 'url', `Use lower case words with hyphens: '${slug(url)}'.`);
}

function readFlag(column: Column, cell: string | undefined, addFault: AddFault): boolean | undefined {
  if (cell === undefined) return undefined;
  const word = cell.toLowerCase();
  if (column === 'is_active' && word === '') return true;
  if (!yes.has(word) && !no.has(word)) addFault(`'${cell}' is neither yes nor no.`);
  return yes.has(word);
}

function readCategories(row: number, cell: string | undefined, fault: AddFaultAt): string[] | undefined {
  if (cell === undefined) return undefined;
  const paths = readPaths(cell);
  if (paths.length === 0) fault(row, 'categories', 'At least 1 category is required.');
  if (paths.length > mostCategories) fault(row, 'categories', `At most ${mostCategories} categories.`);
  for (const path of paths) {
    if (path.length > 3) fault(row, 'categories', `'${joinPath(path)}' has more than three levels.`);
    for (const name of path) {
      const start = name.length > 150 ? `${name.slice(0, 20)}...` : name;
      check(categoryName, name, (message) => fault(row, 'categories', `'${start}': ${message}`));
    }
  }
  return [...new Set(paths.map(joinPath))];
}

function readSupplier(row: number, cell: string | undefined, fault: AddFaultAt): string | undefined {
  if (cell) check(supplierName, cell, (message) => fault(row, 'supplier', message));
  return cell;
}

function readImages(row: number, cell: string | undefined, fault: AddFaultAt): string[] | undefined {
  if (cell === undefined) return undefined;
  const names = [...new Set(cell.split(';').map((name) => name.trim()))].filter((name) => name !== '');
  if (names.length > mostImages) fault(row, 'images', imageSentences.tooMany);
  for (const name of names) {
    if ([...name].length > 255) fault(row, 'images', `'${name.slice(0, 20)}...': Name is too long.`);
    if (/[/\\]|^\.\.?$/.test(name)) fault(row, 'images', `'${name}' is not a plain file name.`);
  }
  return names;
}

function readVariations(rows: readonly FileRow[], fault: AddFaultAt): string[] | undefined {
  const given = (['variation_1', 'variation_2', 'variation_3'] as const).map((column) =>
    productCell(rows, column, fault),
  );
  if (given.every((name) => name === undefined)) return undefined;
  const row = rows[0]?.row ?? 0;
  const names = given
    .map((name) => name ?? '')
    .filter((name, i) => {
      if (name === '' && given.slice(i + 1).some(Boolean))
        fault(row, `variation_${i + 1}` as Column, 'Name is required.');
      return name !== '';
    });
  for (const [i, name] of names.entries()) {
    const column = `variation_${i + 1}` as Column; // 1 to 3
    check(variationName, name, (message) => fault(row, column, message));
    if (names.findIndex((other) => other.toLowerCase() === name.toLowerCase()) !== i) {
      fault(row, column, `Variation '${name}' is listed twice.`);
    }
  }
  return names;
}

function readItems(rows: readonly FileRow[], variations: readonly string[], fault: AddFaultAt): FileItem[] {
  const rowsByValues = new Map<string, number>();
  return rows.map(({ row, cells }) => {
    const values = readValues({ row, cells }, variations, fault);
    const key = values.join('\u0000').toLowerCase();
    const before = rowsByValues.get(key);
    if (before === undefined) rowsByValues.set(key, row);
    else if (variations.length === 0)
      fault(row, 'url', `Row ${before} already describes this product, which has no variations.`);
    else fault(row, 'value_1', `Row ${before} has the same values.`);
    return { row, values, ...readItem({ row, cells }, fault) };
  });
}

function readValues({ row, cells }: FileRow, variations: readonly string[], fault: AddFaultAt): string[] {
  return ([1, 2, 3] as const).flatMap((n) => {
    const column = `value_${n}` as const;
    const value = cells[column] ?? '';
    const isUsed = n <= variations.length;
    if (isUsed) check(optionLabel, value, (message) => fault(row, column, message));
    if (!isUsed && value !== '') fault(row, column, `variation_${n} has no name for this value.`);
    return isUsed ? [value] : [];
  });
}

function readItem({ row, cells }: FileRow, fault: AddFaultAt): Omit<FileItem, 'row' | 'values'> {
  const code = cells.code ?? '';
  check(productCode, code, (message) => fault(row, 'code', message));
  return {
    code,
    price: readMoney(cells.price, (message) => fault(row, 'price', message)),
    stock: readStock(row, cells.stock, fault),
    purchasePrice: readMoney(cells.purchase_price, (message) => fault(row, 'purchase_price', message)),
  };
}

function readMoney(cell: string | undefined, addFault: AddFault): Cents | null | undefined {
  if (cell === undefined) return undefined;
  if (cell === '') return null;
  const dollars = parseDollars(cell);
  const amount = dollars === undefined ? undefined : fromDollars(dollars);
  if (amount === undefined) addFault(`'${cell}' is not an amount such as 19.95.`);
  return amount ?? null;
}

const mostStock = 1_000_000_000;

function readStock(row: number, cell: string | undefined, fault: AddFaultAt): number | undefined {
  if (cell === undefined || cell === '') return undefined;
  const quantity = parseWholeNumber(cell);
  if (quantity !== undefined && Math.abs(quantity) <= mostStock) return quantity;
  fault(row, 'stock', `'${cell}' is not a whole number.`);
  return undefined;
}
