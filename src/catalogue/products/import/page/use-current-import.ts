import { useCallback, useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '#lib/api/api.ts';
import type { ProductImport, readCurrentImport } from '#catalogue/products/import-export-contract.ts';
import { isRunning } from './import-progress-text.ts';

const askEveryMs = 1_000;
const slowestMs = 15_000;

/** The import that the user should see. It is polled every second while it runs, less often while requests fail. */
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
  const runs = current !== null && isRunning(current);
  useEffect(() => {
    if (!runs) return;
    const timer = setTimeout(() => void refresh(), Math.min(askEveryMs * 2 ** failures, slowestMs));
    return () => clearTimeout(timer);
  }, [runs, failures, round, refresh]);
  useEffect(() => {
    const wrote = before.current?.state === 'importing' && current?.state !== 'importing';
    before.current = current;
    if (wrote) void revalidate(); // shows the changes on the open page
  }, [current, revalidate]);
  return { current, setCurrent, refresh };
}
