import { createContext, useContext, useEffect, useState } from 'react';
import { useLocation, useRevalidator } from 'react-router';
import { call } from '#lib/api/api.ts';
import { useViewer } from '#lib/api/root-data.ts';
import { onOrdersChanged } from '#orders/admin/orders-changed.ts';
import type { Counts, readCounts } from '../contract.ts';

export const CountsContext = createContext<Counts | undefined>(undefined);
export const useCounts = (): Counts | undefined => useContext(CountsContext);

/**
 * Loads the counts on every page, and whenever orders are changed here. The reply includes the viewer's claims: if they
 * have changed, the areas are reloaded.
 */
export function useReadCounts(): Counts | undefined {
  const { pathname } = useLocation();
  const { revalidate } = useRevalidator();
  const claims = useViewer()?.claims.toSorted().join();
  const [counts, setCounts] = useState<Counts>();
  useEffect(() => {
    const request = new AbortController();
    const load = () =>
      call<typeof readCounts>('GET /v1/dashboard/counts', {}, { signal: request.signal })
        .then((answer) => {
          setCounts(answer);
          if (answer.claims.toSorted().join() !== claims) return revalidate();
        })
        .catch(() => {}); // the page works without the counts
    void load();
    const stop = onOrdersChanged(() => void load());
    return () => {
      request.abort();
      stop();
    };
  }, [pathname, claims, revalidate]);
  return counts;
}

/** `12`, or `1,000+`; undefined for zero. */
export const countText = (count: number | null | undefined): string | undefined => {
  if (!count) return undefined;
  return count > 1_000 ? '1,000+' : count.toLocaleString('en-AU');
};
