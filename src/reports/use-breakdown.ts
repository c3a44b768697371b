import { useEffect, useState } from 'react';
import { call } from '#lib/api/api.ts';
import { sentenceOf } from '#lib/api/problem.ts';
import { type BreakdownOnPage, type readBreakdown, salesSentences } from './sales-contract.ts';

interface Found {
  /** What was asked. */
  key: string;
  breakdown?: BreakdownOnPage;
  failure?: string;
}

/** What a period's sales were made of; it may take seconds for a year, so the page does not wait for it. */
export function useBreakdown(startDate: string, endDate: string): Omit<Found, 'key'> {
  const key = `${startDate} ${endDate}`;
  const [found, setFound] = useState<Found>();
  useEffect(() => {
    const ending = new AbortController();
    const query = { startDate, endDate };
    call<typeof readBreakdown>('GET /v1/reports/sales-breakdown', { query }, { signal: ending.signal }).then(
      (breakdown) => setFound({ key, breakdown }),
      (error: unknown) => {
        if (!ending.signal.aborted) setFound({ key, failure: sentenceOf(error, salesSentences.failed) });
      },
    );
    return () => ending.abort();
  }, [key, startDate, endDate]);
  return found?.key === key ? found : {};
}
