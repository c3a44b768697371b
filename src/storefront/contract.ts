import { z } from 'zod';
import { categoryTag, productTag } from '#lib/api/cache-tags.ts';
import { sharedEndpoint } from '#lib/api/endpoint.ts';
import { money } from '#lib/api/wire.ts';
import { shownDocument } from '#catalogue/products/documents/contract.ts';
import { productFacts } from '#catalogue/products/facts-and-complements.ts';
import { listQuery } from './list-query.ts';
import { allProducts } from './shop-paths.ts';

/** The sentence for an unknown product (specification, section 8). */
export const productNotFound = (url: string): string => `Unable to find product: ${url}`;
export const categoryNotFound = (url: string): string => `Unable to find category: ${url}`;

const picture = z.string().meta({ description: 'Path of the picture; add ?w=160, 480, 960 or 1600.' });

/** The fields of a small card. `price` is the lowest of the product's items. */
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
  searchKey: z.string().meta({ description: 'The searchable text in lower case.' }),
});

const facets = z.object({
  price: z.object({ min: money, max: money }),
  inStock: z.int().meta({ description: 'Number of products in stock.' }),
  options: z.array(z.object({ name: z.string(), values: z.array(z.object({ value: z.string(), count: z.int() })) })),
});

/**
 * The shop's product list. A facet's count is the number of products that remain if its value is selected, under all
 * filters of other kinds. `price` is the range under the other filters; 0 to 0 if there are no products.
 */
export const listProducts = sharedEndpoint(
  '/v1/products',
  {
    summary: 'Products of a category, searched, filtered and sorted',
    query: listQuery,
    reply: z.object({
      products: z.array(product),
      totalCount: z.int(),
      page: z.int(),
      pageSize: z.int(),
      didYouMean: z
        .string()
        .optional()
        .meta({ description: 'A similar search that finds products, if a word in this one is unknown.' }),
      leftOut: z
        .array(z.string())
        .optional()
        .meta({ description: 'Words that were left out of the search, because no product has all of them.' }),
      facets: facets.optional(),
    }),
  },
  ({ query: { category = allProducts, search } }) => [
    'catalogue',
    category === allProducts ? 'products' : categoryTag(category),
    ...(search === undefined ? [] : (['products'] as const)), // a word of any product may change what a search suggests
  ],
);

/** Recent bestsellers in stock, for searches without results; empty in a new shop. */
export const popularProducts = sharedEndpoint(
  '/v1/products/popular',
  {
    summary: 'The bestsellers of this month, up to yesterday, and of the month before',
    reply: z.array(product),
  },
  () => ['catalogue', 'products'],
);

const link = z.object({ id: z.string(), label: z.string(), url: z.string() });

/** The path of a category, from the top down to itself. */
const placed = link.extend({ path: z.array(link) });

/**
 * One product. `url` is its current address, to which older addresses and ids redirect. `variationsSortTable` has a
 * value's position by variation id and value; `variationValues` the value by variation id.
 */
export const productDetails = sharedEndpoint(
  '/v1/products/details/{idOrUrl}',
  {
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
            .meta({ description: 'The option that the picture shows, if it is known.' }),
          altText: z.string().optional().meta({ description: 'Alternative text, if given.' }),
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
        description: 'Items with low stock, as the site settings define it; null means the product itself.',
      }),
      related: z.array(brief).meta({
        description:
          'Complements in stock: first those chosen by staff, then products that were bought together with this one.',
      }),
      similar: z.array(brief).meta({ description: 'Other products of its first category that are in stock.' }),
    }),
  },
  ({ reply }) => [
    'catalogue',
    'settings', // the threshold of low stock
    ...[reply, ...reply.related, ...reply.similar].map(({ id }) => productTag(id)),
    ...reply.categories.map(({ url }) => categoryTag(url)),
  ],
);

const productCount = z.int().meta({ description: 'Products in the category and its sub-categories.' });

const leaf = link.extend({ items: z.array(z.never()), hasItems: z.literal(false), productCount });
const middle = link.extend({ items: z.array(leaf), hasItems: z.boolean(), productCount });
const top = link.extend({ items: z.array(middle), hasItems: z.boolean(), productCount });

/** The category tree, at most three levels, in the order of the back office. */
export const categoryTree = sharedEndpoint(
  '/v1/products/categories',
  {
    summary: 'The category tree, whole or opened at one category',
    query: z.object({
      open: z.string().max(200).optional().meta({
        description: 'Only the top level and the children of this category (by its url) and of its ancestors.',
      }),
    }),
    reply: z.array(top),
  },
  () => ['catalogue', 'categories'],
);

/** All categories, each after its parent. */
export const flatCategories = sharedEndpoint(
  '/v1/products/flat-categories',
  {
    summary: 'All categories in one list',
    reply: z.array(link.extend({ parentId: z.string().nullable(), level: z.int().min(1).max(3), productCount })),
  },
  () => ['catalogue', 'categories'],
);
