import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { call } from '#lib/api/api.ts';
import type { ReplyOf } from '#lib/api/endpoint.ts';
import type { readSpending } from './contract.ts';

/** What a site has spent this month, and the reader of their limit, in dollars. */
export type Spending = ReplyOf<typeof readSpending>;

/** The spending of the chosen site, read again on every page; undefined without a site, and until it is known. */
export function useSpending(siteId: string | undefined): Spending | undefined {
  const [loaded, setLoaded] = useState<{ siteId: string; spending: Spending }>();
  const { key } = useLocation();
  useEffect(() => {
    if (siteId === undefined) return;
    const control = new AbortController();
    const options = { signal: control.signal, isQuiet: true };
    call<typeof readSpending>('GET /v1/trade/sites/{siteId}/spending', { params: { siteId } }, options).then(
      (spending) => setLoaded({ siteId, spending }),
      () => undefined, // the checkout says what is left if it matters
    );
    return () => control.abort();
  }, [siteId, key]);
  return loaded?.siteId === siteId ? loaded?.spending : undefined;
}
