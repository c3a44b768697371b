import { countText } from '#lib/text/count-text.ts';

/** How many products use a supplier or a category. */
export interface ProductUse {
  notArchived: number;
  archived: number;
}

/** `12 products and 1 archived product`; undefined if there are none. */
export function productUseText({ notArchived, archived }: ProductUse): string | undefined {
  const counts = [
    ...(notArchived > 0 ? [countText(notArchived, 'product')] : []),
    ...(archived > 0 ? [countText(archived, 'archived product')] : []),
  ];
  return counts.length > 0 ? counts.join(' and ') : undefined;
}
