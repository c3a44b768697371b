import { type Cents, cents, toDollars } from '#lib/money.ts';
import { normaliseWords, wordsOf } from '#lib/text/search-words.ts';
import type { Source, SourceItem } from './listing-input.server.ts';
import { picturePath } from '../picture-path.ts';
import { plainText } from './plain-text.ts';
import {
  categoryTerm,
  managedTerms,
  optionNameTerm,
  optionTerm,
  optionText,
  termsOf,
  wholeCatalogue,
} from './search-terms.ts';

/** The columns of `products` that are derived. */
export interface DerivedColumns {
  id: string;
  hasVariations: boolean;
  isShown: boolean;
  isOutOfStock: boolean;
  code: string;
  priceCents: Cents | null;
  highestPriceCents: Cents | null;
  searchKey: string;
  nameKey: string;
}

/** The derived shop listing of a product that is shown. */
export interface Listing {
  id: string;
  codeKey: string;
  nameKey: string;
  nameLength: number;
  priceCents: Cents;
  isInStock: boolean;
  options: string[];
  /** Search terms, see `search-terms.ts`. */
  terms: string[];
  /** Categories that list it, including the whole catalogue. */
  withinIds: string[];
  /** Members of JSON objects, without braces. */
  brief: string;
  rest: string;
  detail: string;
}

/** The row of the back office's list, or of its list of archived products. */
export interface Managed {
  id: string;
  isArchived: boolean;
  nameKey: string;
  codeKey: string;
  createdAt: string;
  supplierId: string | null;
  hasVariations: boolean;
  isActive: boolean;
  isOutOfStock: boolean;
  /** Search terms, see `search-terms.ts`: words of its name, of all its codes and options, categories. */
  terms: string[];
}

export interface Derived {
  columns: DerivedColumns;
  managed: Managed;
  /** Null for a product that is not shown. */
  listing: Listing | null;
}

/** The longest sort key made of a name or code; an index entry takes at most 2,700 bytes. */
const keyLength = 200;

interface PricedItem extends SourceItem {
  price: Cents;
  isOutOfStock: boolean;
}

/**
 * Derives a product's stored columns and listings. A product is shown if it is active, has an item with a price, and a
 * picture (contract, section 5). It is out of stock if all of its items are: none on hand and not for sale without
 * stock.
 */
export function deriveListing(source: Source): Derived {
  const items = source.items.flatMap((item): PricedItem[] =>
    item.priceCents === null
      ? []
      : [{ ...item, price: cents(item.priceCents), isOutOfStock: item.onHand < 1 && !source.allowSaleWithoutStock }],
  );
  const prices = items.map(({ price }) => price);
  const texts = textsOf(source);
  const columns: DerivedColumns = {
    id: source.id,
    hasVariations: source.variations.length > 0,
    isShown: source.isOffered && items.length > 0 && source.images.length > 0,
    isOutOfStock: items.every(({ isOutOfStock }) => isOutOfStock),
    code: source.items[0]?.code ?? '',
    priceCents: prices.length > 0 ? cents(Math.min(...prices)) : null,
    highestPriceCents: prices.length > 0 ? cents(Math.max(...prices)) : null,
    searchKey: texts
      .map(normaliseWords)
      .filter((text) => text !== '')
      .join(betweenTexts),
    nameKey: normaliseWords(source.name),
  };
  const managed = managedOf(source, columns);
  return {
    columns,
    managed,
    listing: columns.isShown && columns.priceCents !== null ? listingOf(source, items, columns) : null,
  };
}

const managedOf = (source: Source, columns: DerivedColumns): Managed => ({
  id: columns.id,
  isArchived: source.isArchived,
  nameKey: columns.nameKey.slice(0, keyLength),
  codeKey: columns.code.toLowerCase().slice(0, keyLength),
  createdAt: source.createdAt,
  supplierId: source.supplierId,
  hasVariations: columns.hasVariations,
  isActive: source.isActive,
  isOutOfStock: columns.isOutOfStock,
  terms: [
    ...managedTerms(source.name, [...source.items.map(({ code }) => code), ...optionsIn(source)]),
    ...source.withinIds.map(categoryTerm),
  ],
});

const optionsIn = ({ variations }: Source): string[] => variations.flatMap(({ labels }) => labels);

/** Two spaces, so that no phrase matches across two texts. */
const betweenTexts = '  ';

/** The texts that are searched: name, codes, description. */
const textsOf = (source: Source): string[] => [
  source.name,
  ...new Set(source.items.map(({ code }) => code).filter((code) => code !== '')),
  `${source.shortDescription} ${plainText(source.longDescription)}`,
];

function listingOf(source: Source, items: PricedItem[], columns: DerivedColumns): Listing {
  const withinIds = [...new Set([...source.withinIds, wholeCatalogue])].sort();
  const options = optionsOf(source, items);
  return {
    id: source.id,
    codeKey: columns.code.toLowerCase().slice(0, keyLength),
    nameKey: columns.nameKey.slice(0, keyLength),
    nameLength: wordsOf(source.name).length,
    priceCents: columns.priceCents ?? cents(0),
    isInStock: !columns.isOutOfStock,
    options,
    terms: [
      ...termsOf(textsOf(source).join(' ')),
      ...withinIds.filter((id) => id !== wholeCatalogue).map(categoryTerm),
      ...new Set(options.flatMap((option) => [optionTerm(option), optionNameTerm(option)])),
    ],
    withinIds,
    ...cardOf(source, items, columns),
  };
}

/** `Size:5 L` for each value of an item for sale, in the order of the variations. */
function optionsOf(source: Source, items: PricedItem[]): string[] {
  const options = source.variations.flatMap(({ id, name, labels }) =>
    usedLabels(items, id, labels).map((label) => optionText(name, label)),
  );
  return [...new Set(options)];
}

const usedLabels = (items: PricedItem[], variationId: string, labels: string[]): string[] =>
  labels.filter((label) => items.some(({ values }) => values[variationId] === label));

function cardOf(
  source: Source,
  items: PricedItem[],
  columns: DerivedColumns,
): Pick<Listing, 'brief' | 'rest' | 'detail'> {
  const [primary] = source.images;
  return {
    brief: fields({
      id: source.id,
      url: source.url,
      productCode: columns.code,
      productName: source.name,
      price: toDollars(columns.priceCents ?? cents(0)),
      hasMultiplePrices: columns.priceCents !== columns.highestPriceCents,
      hasVariants: columns.hasVariations,
      isOutOfStock: columns.isOutOfStock,
      imageName: primary?.name ?? '',
      primaryImage: picturePath(primary?.fileKey ?? ''),
    }),
    rest: fields({
      shortDescription: source.shortDescription,
      longDescription: source.longDescription,
      categoryIds: source.categoryIds,
      searchKey: columns.searchKey.replaceAll(betweenTexts, ' '),
    }),
    detail: fields(detailOf(source, items)),
  };
}

function detailOf({ images, variations }: Source, items: PricedItem[]): object {
  const places = variations.map(({ id, labels }) => [id, usedLabels(items, id, labels)] as const);
  return {
    images: images.map(({ id, name, fileKey, altText, shows }, index) => ({
      id,
      name,
      image: picturePath(fileKey),
      isPrimary: index === 0,
      ...(altText !== '' && { altText }),
      ...(shows && { shows }),
    })),
    variations: variations.map(({ id, name }) => ({ id, fieldText: name })),
    variationItems: (variations.length > 0 ? items : []).map((item) => ({
      id: item.id,
      productCode: item.code,
      price: toDollars(item.price),
      outOfStock: item.isOutOfStock,
      variationValues: item.values,
    })),
    variationsSortTable: Object.fromEntries(
      places.map(([id, labels]) => [id, Object.fromEntries(labels.map((label, place) => [label, place]))]),
    ),
  };
}

/** The members of a JSON object, without its braces. */
const fields = (object: object): string => JSON.stringify(object).slice(1, -1);
