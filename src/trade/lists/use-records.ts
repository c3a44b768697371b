import { useEffect, useState } from 'react';
import { errorMessageOf } from '#lib/api/problem.ts';

/** Records that are loaded once, and again by `reload`; undefined until then. `load` must be the same function as long as they are the same. */
export function useRecords<Row extends { id: string }>(
  load: (signal: AbortSignal) => Promise<readonly Row[]>,
  fallback: string,
) {
  const [records, setRecords] = useState<readonly Row[]>();
  const [failure, setFailure] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const control = new AbortController();
    load(control.signal).then(
      (loaded) => {
        setRecords(loaded);
        setFailure(undefined);
      },
      (error: unknown) => control.signal.aborted || setFailure(errorMessageOf(error, fallback)),
    );
    return () => control.abort();
  }, [load, fallback, attempt]);
  /** Puts a saved record into its place, or at the end. */
  const put = (record: Row): void =>
    setRecords((before = []) =>
      before.some(({ id }) => id === record.id)
        ? before.map((one) => (one.id === record.id ? record : one))
        : [...before, record],
    );
  const remove = (id: string): void => setRecords((before = []) => before.filter((one) => one.id !== id));
  return { records, failure, put, remove, reload: () => setAttempt((before) => before + 1) };
}
