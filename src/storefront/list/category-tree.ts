import { useEffect, useState } from 'react';
import { call } from '#lib/api/api.ts';
import type { categoryTree } from '../contract.ts';
import type { Category } from './trail.ts';

interface Told {
  label: string;
  url: string;
  productCount: number;
  items: readonly Told[];
}

export const asCategory = ({ label, url, productCount, items }: Told): Category => ({
  label,
  url,
  count: productCount,
  items: items.map(asCategory),
});

/** What the page came with, and soon after it the whole tree, which the picker of small screens offers. */
export function useWholeTree(shown: Category[] | null): Category[] | null {
  const [whole, setWhole] = useState<Category[]>();
  useEffect(() => {
    const gone = new AbortController();
    call<typeof categoryTree>('GET /v1/products/categories', { query: {} }, { signal: gone.signal }).then(
      (tree) => setWhole(tree.map(asCategory)),
      () => undefined, // the part that is there is enough to go on
    );
    return () => gone.abort();
  }, []);
  return shown && (whole ?? shown);
}
