import type { Cents } from '#lib/money.ts';

/** The columns of a catalogue file, in the order in which they are written (docs/catalogue-file.md). */
export const columns = [
  'url',
  'name',
  'code',
  'short_description',
  'long_description',
  'categories',
  'supplier',
  'price',
  'variation_1',
  'value_1',
  'variation_2',
  'value_2',
  'variation_3',
  'value_3',
  'stock',
  'purchase_price',
  'is_active',
  'allow_sale_without_stock',
  'is_consignment',
  'images',
] as const;
export type Column = (typeof columns)[number];

/** One sellable thing: a plain product has exactly one, without values. */
export interface CatalogueItem {
  code: string;
  price: Cents | null;
  /** One for each of the product's variations, in their order. */
  values: string[];
  /** Units on hand. */
  stock: number;
  /** Per unit: what the units added cost; when read from the shop, the average. */
  purchasePrice: Cents | null;
}

/** A product as a catalogue file tells it, and as the shop holds it. */
export interface CatalogueProduct {
  url: string;
  name: string;
  shortDescription: string;
  longDescription: string;
  /** Paths from the top, `A > B > C`, in writing order; see `joinPath`. */
  categories: string[];
  supplier: string;
  isActive: boolean;
  allowSaleWithoutStock: boolean;
  isConsignment: boolean;
  /** File names; the first is the primary picture. */
  images: string[];
  variations: string[];
  items: CatalogueItem[];
}

/** A fault or a warning with its place: the row counts the header as 1. */
export interface Remark {
  row: number;
  column: Column;
  message: string;
}

const escaped = (name: string): string => name.replace(/[\\>;]/g, '\\$&');

/** Writes a category path; `>`, `;` and `\` inside a name are written behind a `\`. */
export const joinPath = (names: readonly string[]): string => names.map(escaped).join(' > ');

/** Splits at `separator` where it is not behind a `\`; parts are trimmed, still escaped, and never empty. */
function splitAt(text: string, separator: '>' | ';'): string[] {
  const parts = [''];
  for (let i = 0; i < text.length; i++) {
    const char = text[i] as string; // inside the length
    if (char === '\\') parts[parts.length - 1] += char + (text[++i] ?? '');
    else if (char === separator) parts.push('');
    else parts[parts.length - 1] += char;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** Reads the cell `A > B; C` as paths of names. */
export const readPaths = (cell: string): string[][] =>
  splitAt(cell, ';').map((path) => splitAt(path, '>').map((name) => name.replace(/\\(.)/g, '$1')));

const couldBeFormula = /^'*[=+\-@]/;

/** A spreadsheet would run a cell that begins with `=`, `+`, `-` or `@`: a `'` before it keeps it text. */
export const guard = (cell: string): string => (couldBeFormula.test(cell) ? `'${cell}` : cell);

/** Takes off the `'` that `guard` wrote, so that what was written comes back the same. */
export const unguard = (cell: string): string => (/^'+[=+\-@]/.test(cell) ? cell.slice(1) : cell);
