import type { Day } from '#lib/day.ts';
import type { Cents } from '#lib/money.ts';
import type { DocumentKind } from './documents/contract.ts';
import type { ProductFact } from './facts-and-complements.ts';

/** An item; a product without variations has exactly one, without values. */
export interface CatalogueItem {
  code: string;
  price: Cents | null;
  /** The item's option for each variation, in the order of the variations. */
  values: string[];
  /** Units on hand. */
  stock: number;
  /** Per unit: in a file, the cost of the added units; for a stored item, the average cost. */
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

/** The file name of a picture, and the label of the option that it shows. */
export interface ImageOption {
  name: string;
  option: string;
}

/**
 * A product as a catalogue file describes it; stored products are read in the same shape, so that the two can be compared.
 */
export interface CatalogueProduct {
  url: string;
  name: string;
  shortDescription: string;
  longDescription: string;
  /** Category paths such as `A > B > C`, written by `joinPath`. */
  categories: string[];
  supplier: string;
  isActive: boolean;
  allowSaleWithoutStock: boolean;
  isConsignment: boolean;
  /** The options that its pictures show, in the order of the pictures. */
  imageOptions: ImageOption[];
  facts: ProductFact[];
  documents: CatalogueDocument[];
  /** Urls of its complements. */
  goesWith: string[];
  /** File names; the first is the primary picture. */
  images: string[];
  variations: string[];
  items: CatalogueItem[];
}
