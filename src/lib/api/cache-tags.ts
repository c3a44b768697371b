/** Names something that a reply shows: when one of a reply's tags is purged, shared caches drop the reply. */
export type CacheTag =
  /** Everything made from the catalogue; purged by changes that may show anywhere, such as those to categories. */
  | 'catalogue'
  /** The category tree and its counts. */
  | 'categories'
  /** Lists and searches of the whole shop. */
  | 'products'
  | 'settings'
  | 'site'
  | `product-${string}`
  /** Lists of a category, including the products of the categories below it, by the category's url. */
  | `category-${string}`;

/** At least one tag, because no purge would ever drop a cached reply without tags. */
export type CacheTags = readonly [CacheTag, ...CacheTag[]];

export const productTag = (id: string): CacheTag => `product-${id}`;

/** A category's url is a slug, but a caller may send anything. */
export const categoryTag = (url: string): CacheTag => `category-${encodeURIComponent(url)}`;
