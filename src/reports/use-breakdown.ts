import { useEffect, useState } from 'react';
import { call } from '#lib/api/api.ts';
import { errorMessageOf } from '#lib/api/problem.ts';
import { type BreakdownOnPage, type readBreakdown, salesSentences } from './sales-contract.ts';

interface LoadedBreakdown {
  /** The requested period. */
  key: string;
  breakdown?: BreakdownOnPage;
  failure?: string;
}

/** Loads a period's breakdown; a year can take seconds, so the page does not wait for it. */
export function useBreakdown(startDate: string, endDate: string): Omit<LoadedBreakdown, 'key'> {
  const key = `${startDate} ${endDate}`;
  const [found, setFound] = useState<LoadedBreakdown>();
  useEffect(() => {
    const ending = new AbortController();
    const query = { startDate, endDate };
    call<typeof readBreakdown>('GET /v1/reports/sales-breakdown', { query }, { signal: ending.signal }).then(
      (breakdown) => setFound({ key, breakdown }),
      (error: unknown) => {
        if (!ending.signal.aborted) setFound({ key, failure: errorMessageOf(error, salesSentences.failed) });
      },
    );
    return () => ending.abort();
  }, [key, startDate, endDate]);
  return found?.key === key ? found : {};
}
