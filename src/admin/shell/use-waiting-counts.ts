import { createContext, useContext, useEffect, useState } from 'react';
import { useLocation, useRevalidator } from 'react-router';
import { call } from '#lib/api/api.ts';
import { useViewer } from '#lib/api/root-data.ts';
import { onOrdersChanged } from '#orders/admin/orders-changed.ts';
import { cappedCount } from '../capped-count.ts';
import type { Counts, readCounts } from '../contract.ts';

export const CountsContext = createContext<Counts | undefined>(undefined);
/** The counts of waiting items in each area; undefined until they are loaded. */
export const useWaitingCounts = (): Counts | undefined => useContext(CountsContext);

/**
 * Loads the counts on every page, and whenever this user changes orders. The reply includes the viewer's claims; if they
 * have changed, the page's data is reloaded.
 */
export function useLoadedCounts(): Counts | undefined {
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

/** A count as a badge shows it; undefined for zero. */
export const countText = (count: number | null | undefined): string | undefined =>
  count ? cappedCount(count) : undefined;
