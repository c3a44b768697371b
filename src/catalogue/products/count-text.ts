export interface ProductUse {
  open: number;
  archived: number;
}

/** `12 products and 1 archived product`; undefined if there are none. */
export function productsUsing({ open, archived }: ProductUse): string | undefined {
  const counts = [
    ...(open > 0 ? [counted(open, 'product')] : []),
    ...(archived > 0 ? [counted(archived, 'archived product')] : []),
  ];
  return counts.length > 0 ? counts.join(' and ') : undefined;
}

/** `1 product`, `12,000 products`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-AU')} ${count === 1 ? one : many}`;
