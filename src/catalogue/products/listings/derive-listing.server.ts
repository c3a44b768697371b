import { type Cents, cents, toDollars } from '#lib/money.ts';
import { normaliseWords, wordsOf } from '#lib/text/search-words.ts';
import type { ListingInput, InputItem } from './listing-input.server.ts';
import { picturePath } from '#lib/picture-path.ts';
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

/** The derived columns of `products`. */
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

/** The stored listing of a product that the shop shows. */
export interface Listing {
  id: string;
  codeKey: string;
  nameKey: string;
  nameLength: number;
  priceCents: Cents;
  isInStock: boolean;
  options: string[];
  /** Search terms (`search-terms.ts`). */
  terms: string[];
  /** The categories that list it: its own, their ancestors and the whole catalogue. */
  withinIds: string[];
  /** JSON objects without their braces; replies are assembled from them. */
  brief: string;
  rest: string;
  detail: string;
}

/** A product's row in the back office's list, or in its list of archived products. */
export interface ManagedProduct {
  id: string;
  isArchived: boolean;
  nameKey: string;
  codeKey: string;
  createdAt: string;
  supplierId: string | null;
  hasVariations: boolean;
  isActive: boolean;
  isOutOfStock: boolean;
  /** Search terms (`search-terms.ts`): its categories and the words of its name, codes and options. */
  terms: string[];
}

export interface DerivedRows {
  columns: DerivedColumns;
  managed: ManagedProduct;
  /** Null if the shop does not show the product. */
  listing: Listing | null;
}

/** Sort keys are cut to this length, because an index entry has at most 2,700 bytes. */
const keyLength = 200;

interface PricedItem extends InputItem {
  price: Cents;
  isOutOfStock: boolean;
}

/**
 * Derives a product's columns and listings. The shop shows a product that is displayed online and has a picture and an item
 * with a price (contract, section 5). A product is out of stock if all its items are: none on hand, and not for sale
 * without stock.
 */
export function deriveListing(input: ListingInput): DerivedRows {
  const items = input.items.flatMap((item): PricedItem[] =>
    item.priceCents === null
      ? []
      : [{ ...item, price: cents(item.priceCents), isOutOfStock: item.onHand < 1 && !input.allowSaleWithoutStock }],
  );
  const prices = items.map(({ price }) => price);
  const texts = searchedTexts(input);
  const columns: DerivedColumns = {
    id: input.id,
    hasVariations: input.variations.length > 0,
    isShown: input.isOffered && items.length > 0 && input.images.length > 0,
    isOutOfStock: items.every(({ isOutOfStock }) => isOutOfStock),
    code: input.items[0]?.code ?? '',
    priceCents: prices.length > 0 ? cents(Math.min(...prices)) : null,
    highestPriceCents: prices.length > 0 ? cents(Math.max(...prices)) : null,
    searchKey: texts
      .map(normaliseWords)
      .filter((text) => text !== '')
      .join(betweenTexts),
    nameKey: normaliseWords(input.name),
  };
  const managed = managedOf(input, columns);
  return {
    columns,
    managed,
    listing: columns.isShown && columns.priceCents !== null ? listingOf(input, items, columns) : null,
  };
}

const managedOf = (input: ListingInput, columns: DerivedColumns): ManagedProduct => ({
  id: columns.id,
  isArchived: input.isArchived,
  nameKey: columns.nameKey.slice(0, keyLength),
  codeKey: columns.code.toLowerCase().slice(0, keyLength),
  createdAt: input.createdAt,
  supplierId: input.supplierId,
  hasVariations: columns.hasVariations,
  isActive: input.isActive,
  isOutOfStock: columns.isOutOfStock,
  terms: [
    ...managedTerms(input.name, [...input.items.map(({ code }) => code), ...allOptions(input)]),
    ...input.withinIds.map(categoryTerm),
  ],
});

const allOptions = ({ variations }: ListingInput): string[] => variations.flatMap(({ labels }) => labels);

/** Two spaces, so that no phrase matches the end of one text and the start of the next. */
const betweenTexts = '  ';

/** The texts that the shop's search reads: name, codes and descriptions. */
const searchedTexts = (input: ListingInput): string[] => [
  input.name,
  ...new Set(input.items.map(({ code }) => code).filter((code) => code !== '')),
  `${input.shortDescription} ${plainText(input.longDescription)}`,
];

function listingOf(input: ListingInput, items: PricedItem[], columns: DerivedColumns): Listing {
  const withinIds = [...new Set([...input.withinIds, wholeCatalogue])].sort();
  const options = offeredOptions(input, items);
  return {
    id: input.id,
    codeKey: columns.code.toLowerCase().slice(0, keyLength),
    nameKey: columns.nameKey.slice(0, keyLength),
    nameLength: wordsOf(input.name).length,
    priceCents: columns.priceCents ?? cents(0),
    isInStock: !columns.isOutOfStock,
    options,
    terms: [
      ...termsOf(searchedTexts(input).join(' ')),
      ...withinIds.filter((id) => id !== wholeCatalogue).map(categoryTerm),
      ...new Set(options.flatMap((option) => [optionTerm(option), optionNameTerm(option)])),
    ],
    withinIds,
    ...cardOf(input, items, columns),
  };
}

/** `Size:5 L` for each option that an item for sale has, in the order of the variations. */
function offeredOptions(input: ListingInput, items: PricedItem[]): string[] {
  const options = input.variations.flatMap(({ id, name, labels }) =>
    offeredLabels(items, id, labels).map((label) => optionText(name, label)),
  );
  return [...new Set(options)];
}

const offeredLabels = (items: PricedItem[], variationId: string, labels: string[]): string[] =>
  labels.filter((label) => items.some(({ values }) => values[variationId] === label));

function cardOf(
  input: ListingInput,
  items: PricedItem[],
  columns: DerivedColumns,
): Pick<Listing, 'brief' | 'rest' | 'detail'> {
  const [primary] = input.images;
  return {
    brief: membersOf({
      id: input.id,
      url: input.url,
      productCode: columns.code,
      productName: input.name,
      price: toDollars(columns.priceCents ?? cents(0)),
      hasMultiplePrices: columns.priceCents !== columns.highestPriceCents,
      hasVariants: columns.hasVariations,
      isOutOfStock: columns.isOutOfStock,
      imageName: primary?.name ?? '',
      primaryImage: picturePath(primary?.fileKey ?? ''),
    }),
    rest: membersOf({
      shortDescription: input.shortDescription,
      longDescription: input.longDescription,
      categoryIds: input.categoryIds,
      searchKey: columns.searchKey.replaceAll(betweenTexts, ' '),
    }),
    detail: membersOf(detailOf(input, items)),
  };
}

function detailOf({ images, variations }: ListingInput, items: PricedItem[]): object {
  const labelsById = variations.map(({ id, labels }) => [id, offeredLabels(items, id, labels)] as const);
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
      labelsById.map(([id, labels]) => [id, Object.fromEntries(labels.map((label, place) => [label, place]))]),
    ),
  };
}

/** A JSON object without its braces. */
const membersOf = (object: object): string => JSON.stringify(object).slice(1, -1);
