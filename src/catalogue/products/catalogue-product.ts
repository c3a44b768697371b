import type { Day } from '#lib/day.ts';
import type { Cents } from '#lib/money.ts';
import type { DocumentKind } from './documents/contract.ts';
import type { ProductFact } from './facts-and-complements.ts';

/** One sellable item; a product without variations has exactly one, without values. */
export interface CatalogueItem {
  code: string;
  price: Cents | null;
  /** One for each of the product's variations, in order. */
  values: string[];
  /** Units on hand. */
  stock: number;
  /** Per unit: the cost of added units; when read from the shop, the average cost. */
  purchasePrice: Cents | null;
}

/** A document of a product; `name` is its file name. */
export interface CatalogueDocument {
  kind: DocumentKind;
  title: string;
  /** `YYYY-MM-DD` or null. */
  issuedOn: Day | null;
  name: string;
}

/** A picture by its file name, and the label of the option that it shows. */
export interface ImageOption {
  name: string;
  option: string;
}

/** A product in the form of a catalogue file, also used for stored products. */
export interface CatalogueProduct {
  url: string;
  name: string;
  shortDescription: string;
  longDescription: string;
  /** Paths from the top, `A > B > C`, in their stored order; see `joinPath`. */
  categories: string[];
  supplier: string;
  isActive: boolean;
  allowSaleWithoutStock: boolean;
  isConsignment: boolean;
  /** The options that its pictures show, in the order of the pictures. */
  imageOptions: ImageOption[];
  facts: ProductFact[];
  documents: CatalogueDocument[];
  /** Urls of products that staff selected to show beside it. */
  goesWith: string[];
  /** File names; the first is the primary picture. */
  images: string[];
  variations: string[];
  items: CatalogueItem[];
}
