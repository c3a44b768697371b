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

/** The part of the tree that came with the page, then the whole tree for the select of small screens. */
export function useWholeTree(shown: Category[] | null): Category[] | null {
  const [whole, setWhole] = useState<Category[]>();
  useEffect(() => {
    const gone = new AbortController();
    call<typeof categoryTree>('GET /v1/products/categories', { query: {} }, { signal: gone.signal }).then(
      (tree) => setWhole(tree.map(asCategory)),
      () => undefined, // the loaded part is sufficient
    );
    return () => gone.abort();
  }, []);
  return shown && (whole ?? shown);
}
