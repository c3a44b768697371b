import type { Day } from '#lib/day.ts';
import type { Cents } from '#lib/money.ts';
import type { DocumentKind } from './documents/contract.ts';
import type { ProductFact } from './facts.ts';

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

/** A document of a product; `name` is its file's. */
export interface CatalogueDocument {
  kind: DocumentKind;
  title: string;
  /** `YYYY-MM-DD` or null. */
  issuedOn: Day | null;
  name: string;
}

/** A picture by its file's name, and the label of the option that it shows. */
export interface ImageOption {
  name: string;
  option: string;
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
  /** Which options its pictures show, in the order of the pictures. */
  imageOptions: ImageOption[];
  facts: ProductFact[];
  documents: CatalogueDocument[];
  /** Urls of products that staff chose to show beside it. */
  goesWith: string[];
  /** File names; the first is the primary picture. */
  images: string[];
  variations: string[];
  items: CatalogueItem[];
}
