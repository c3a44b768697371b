/** `1 product`, `12,000 products`. */
export const countText = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-AU')} ${count === 1 ? one : many}`;

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
