/** What a shared cache knows a reply by: when one of a reply's tags is purged, the cache drops the reply. */
export type CacheTag =
  /** Everything made from the catalogue; purged by changes that may show anywhere, such as of categories. */
  | 'catalogue'
  /** The category tree and its counts. */
  | 'categories'
  /** Lists and searches of the whole shop. */
  | 'products'
  | 'settings'
  | 'site'
  | `product-${string}`
  /** Lists of a category and of those below it, by the category's url. */
  | `category-${string}`;

/** At least one, so that nothing is kept that no change drops. */
export type CacheTags = readonly [CacheTag, ...CacheTag[]];

export const productTag = (id: string): CacheTag => `product-${id}`;

/** A category's url is a slug, but a caller may send anything. */
export const categoryTag = (url: string): CacheTag => `category-${encodeURIComponent(url)}`;
