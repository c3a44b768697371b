import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '#lib/api/api.ts';
import { errorMessageOf } from '#lib/api/problem.ts';
import { type Health, type JobsOverview, type readHealth, type readJobs, sentences } from '../contract.ts';

/** What the page shows. If the last attempt to read it failed, `failure` says why, and the rest was read before. */
export interface SystemState {
  health?: Health;
  jobs?: JobsOverview;
  failure?: string | undefined;
}

const everyMs = 10_000;

/** Reads the state again every ten seconds while the page is visible, when it becomes visible, and on `refresh`. */
export function useLiveSystem(first: SystemState) {
  const [state, setState] = useState(first);
  const [isBusy, setBusy] = useState(false);
  const request = useRef<AbortController>(undefined);
  const read = useCallback(async (isQuiet: boolean): Promise<void> => {
    request.current?.abort();
    const own = new AbortController();
    request.current = own;
    const options = { signal: own.signal, isQuiet };
    if (!isQuiet) setBusy(true);
    try {
      const [health, jobs] = await Promise.all([
        call<typeof readHealth>('GET /v1/system/health', {}, options),
        call<typeof readJobs>('GET /v1/system/jobs', {}, options),
      ]);
      if (!own.signal.aborted) setState({ health, jobs });
    } catch (error) {
      if (!own.signal.aborted)
        setState((last) => ({ ...last, failure: errorMessageOf(error, sentences.healthFailed) }));
    } finally {
      if (request.current === own) setBusy(false);
    }
  }, []);
  useEffect(() => {
    const readIfSeen = () => {
      if (document.visibilityState === 'visible') void read(true);
    };
    const timer = setInterval(readIfSeen, everyMs);
    document.addEventListener('visibilitychange', readIfSeen);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', readIfSeen);
      request.current?.abort();
    };
  }, [read]);
  return { state, isBusy, refresh: () => read(false) };
}
