import { useCallback, useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '#lib/api/api.ts';
import type { ProductImport, readCurrentImport } from '#catalogue/products/import-export-contract.ts';
import { isRunning } from './import-progress-text.ts';

const pollEveryMs = 1_000;
const slowestPollMs = 15_000;

/** The import to show. While it runs, it is read every second, or less often if requests fail. */
export function useCurrentImport(first: ProductImport | null) {
  const [current, setCurrent] = useState(first);
  const { revalidate } = useRevalidator();
  const [failures, setFailures] = useState(0);
  const [round, setRound] = useState(0);
  const before = useRef(first);
  const refresh = useCallback(async (): Promise<void> => {
    try {
      const latest = await call<typeof readCurrentImport>('GET /v1/manage-products/imports/current', {});
      setCurrent(latest.current);
      setFailures(0);
    } catch {
      setFailures((count) => count + 1);
    }
    setRound((count) => count + 1);
  }, []);
  const isActive = current !== null && isRunning(current);
  useEffect(() => {
    if (!isActive) return;
    const timer = setTimeout(() => void refresh(), Math.min(pollEveryMs * 2 ** failures, slowestPollMs));
    return () => clearTimeout(timer);
  }, [isActive, failures, round, refresh]);
  useEffect(() => {
    const hasWritten = before.current?.state === 'importing' && current?.state !== 'importing';
    before.current = current;
    if (hasWritten) void revalidate(); // so that the open page shows the changes
  }, [current, revalidate]);
  return { current, setCurrent, refresh };
}
