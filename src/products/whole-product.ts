import type { Cents } from '#lib/money.ts';

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
