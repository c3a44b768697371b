import { z } from 'zod';
import { endpoint } from '#lib/api/endpoint.ts';
import { money } from '#lib/api/wire.ts';
import { shownDocument } from '#catalogue/products/documents/contract.ts';
import { productFacts } from '#catalogue/products/facts.ts';
import { listQuery } from './list-query.ts';

/** The category url that stands for the whole catalogue. */
export const allProducts = 'all';

/** The sentence for a product that is not there (specification, section 8). */
export const productNotFound = (url: string): string => `Unable to find product: ${url}`;
export const categoryNotFound = (url: string): string => `Unable to find category: ${url}`;

const picture = z.string().meta({ description: 'Path of the picture; add ?w=160, 480, 960 or 1600.' });

/** What a small card shows. `price` is the lowest of the product's items. */
const brief = z.object({
  id: z.string(),
  url: z.string(),
  productCode: z.string(),
  productName: z.string(),
  price: money,
  hasMultiplePrices: z.boolean(),
  hasVariants: z.boolean(),
  isOutOfStock: z.boolean(),
  imageName: z.string(),
  primaryImage: picture,
});

const product = brief.extend({
  shortDescription: z.string(),
  longDescription: z.string().meta({ description: 'HTML, sanitised when it was written.' }),
  categoryIds: z.array(z.string()),
  searchKey: z.string().meta({ description: 'The lower-case text that is searched.' }),
});

const facets = z.object({
  price: z.object({ min: money, max: money }),
  inStock: z.int().meta({ description: 'How many of the products are in stock.' }),
  options: z.array(z.object({ name: z.string(), values: z.array(z.object({ value: z.string(), count: z.int() })) })),
});

/**
 * The shopper's list. Facets count what choosing a value would leave: each with all filters but its own. `price` is the
 * range of what the other filters leave; 0 to 0 where that is nothing.
 */
export const listProducts = endpoint('GET', '/v1/products', {
  access: 'public',
  summary: 'Products of a category, found, filtered and sorted',
  query: listQuery,
  reply: z.object({
    products: z.array(product),
    totalCount: z.int(),
    page: z.int(),
    pageSize: z.int(),
    didYouMean: z
      .string()
      .optional()
      .meta({ description: 'A search that finds products, where a word of this one is not known.' }),
    leftOut: z
      .array(z.string())
      .optional()
      .meta({ description: 'Words of the search that the products need not have, where none has all of them.' }),
    facets: facets.optional(),
  }),
});

/** What sold most lately and is in stock, to be shown where a search finds nothing; empty in a new shop. */
export const popularProducts = endpoint('GET', '/v1/products/popular', {
  access: 'public',
  summary: 'Products that sold most in this month, up to yesterday, and the one before',
  reply: z.array(product),
});

const link = z.object({ id: z.string(), label: z.string(), url: z.string() });

/** A category of a product, with those above it from the top, itself last. */
const placed = link.extend({ path: z.array(link) });

/**
 * One product. `url` is its present address: a page asked for by an older one, or by id, redirects there.
 * `variationsSortTable` tells a value's place by variation id and value; `variationValues` the value by variation id.
 */
export const productDetails = endpoint('GET', '/v1/products/details/{idOrUrl}', {
  access: 'public',
  summary: 'A product by its id or url',
  params: z.object({ idOrUrl: z.string().max(200) }),
  reply: product.extend({
    images: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        image: picture,
        isPrimary: z.boolean(),
        shows: z
          .object({ variationId: z.string(), value: z.string() })
          .optional()
          .meta({ description: 'The option that the picture shows, where somebody has said so.' }),
        altText: z.string().optional().meta({ description: 'What it shows, where somebody has said so.' }),
      }),
    ),
    variations: z.array(z.object({ id: z.string(), fieldText: z.string() })),
    variationItems: z.array(
      z.object({
        id: z.string(),
        productCode: z.string(),
        price: money,
        outOfStock: z.boolean(),
        variationValues: z.record(z.string(), z.string()),
      }),
    ),
    variationsSortTable: z.record(z.string(), z.record(z.string(), z.int())),
    categories: z.array(placed),
    documents: z.array(shownDocument),
    facts: productFacts,
    lowStock: z.array(z.object({ variationItemId: z.string().nullable(), left: z.int() })).meta({
      description: 'Items of which only few are left, as the site settings say; null stands for the product itself.',
    }),
    related: z.array(brief).meta({
      description: 'What goes well with it and is in stock: chosen by staff, then what was bought together with it.',
    }),
    similar: z.array(brief).meta({ description: 'Others of its first category that are in stock.' }),
  }),
});

const productCount = z.int().meta({ description: 'Products in it and below it.' });

const leaf = link.extend({ items: z.array(z.never()), hasItems: z.literal(false), productCount });
const middle = link.extend({ items: z.array(leaf), hasItems: z.boolean(), productCount });
const top = link.extend({ items: z.array(middle), hasItems: z.boolean(), productCount });

/** The category tree, at most three levels, as the back office put it in order. */
export const categoryTree = endpoint('GET', '/v1/products/categories', {
  access: 'public',
  summary: 'The category tree, whole or opened at one category',
  query: z.object({
    open: z
      .string()
      .max(200)
      .optional()
      .meta({ description: 'Only the top, and what lies directly below this category (its url) and those above it.' }),
  }),
  reply: z.array(top),
});

/** All categories, each behind the one above it. */
export const flatCategories = endpoint('GET', '/v1/products/flat-categories', {
  access: 'public',
  summary: 'All categories in one list',
  reply: z.array(link.extend({ parentId: z.string().nullable(), level: z.int().min(1).max(3), productCount })),
});
