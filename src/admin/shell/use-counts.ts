import { createContext, useContext, useEffect, useState } from 'react';
import { useLocation, useRevalidator } from 'react-router';
import { call } from '#lib/api/api.ts';
import { useViewer } from '#lib/api/root-data.ts';
import { onOrdersChanged } from '#orders/admin/changed.ts';
import type { Counts, readCounts } from '../contract.ts';

/** What waits in the areas, for the navigation and the cards of the home page. */
export const CountsContext = createContext<Counts | undefined>(undefined);
export const useCounts = (): Counts | undefined => useContext(CountsContext);

/**
 * Reads what waits on every page, and whenever orders were changed here. It brings the viewer's claims too: where those have
 * changed, the areas are read again.
 */
export function useReadCounts(): Counts | undefined {
  const { pathname } = useLocation();
  const { revalidate } = useRevalidator();
  const claims = useViewer()?.claims.toSorted().join();
  const [counts, setCounts] = useState<Counts>();
  useEffect(() => {
    const asking = new AbortController();
    const ask = () =>
      call<typeof readCounts>('GET /v1/dashboard/counts', {}, { signal: asking.signal })
        .then((answer) => {
          setCounts(answer);
          if (answer.claims.toSorted().join() !== claims) return revalidate();
        })
        .catch(() => {}); // without the figures the page still works
    void ask();
    const stop = onOrdersChanged(() => void ask());
    return () => {
      asking.abort();
      stop();
    };
  }, [pathname, claims, revalidate]);
  return counts;
}

/** `12`, or `1,000+`; undefined where nothing waits. */
export const countText = (count: number | null | undefined): string | undefined => {
  if (!count) return undefined;
  return count > 1_000 ? '1,000+' : count.toLocaleString('en-AU');
};
