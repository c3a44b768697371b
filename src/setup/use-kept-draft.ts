import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '#lib/api/api.ts';
import { errorMessageOf, type Fault } from '#lib/api/problem.ts';
import { type BrandTyped, type saveSetup, type SetupDraft, setupSentences } from './contract.ts';

/** Milliseconds without typing after which the draft is saved. */
const restMs = 500;

/** The maximum number of characters that a call may send if it outlives its page. */
const outlivingLength = 60_000;

type Saved = (saved: { brand: BrandTyped; faults: Fault[] }, sent: SetupDraft) => void;

/**
 * Saves what is typed on the server, so that a reload, a closed browser or a change of device loses nothing. `save` sends it at once and
 * returns the server's faults.
 */
export function useKeptDraft(draft: SetupDraft, onSaved: Saved) {
  const latest = useRef({ draft, onSaved });
  const sent = useRef(JSON.stringify(draft));
  const last = useRef<Promise<Fault[]>>(Promise.resolve([]));
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    latest.current = { draft, onSaved };
  });

  const send = useCallback(async (): Promise<Fault[]> => {
    const body = latest.current.draft;
    const text = JSON.stringify(body);
    const isShort = text.length < outlivingLength;
    try {
      const saved = await call<typeof saveSetup>('PUT /v1/setup', { body }, { outlivesPage: isShort });
      sent.current = text;
      setFailure(undefined);
      latest.current.onSaved(saved, body);
      return saved.faults;
    } catch (error) {
      setFailure(errorMessageOf(error, setupSentences.notSaved));
      return [];
    }
  }, []);
  /** Calls run one after another, so that the newest draft is stored last. */
  const save = useCallback((): Promise<Fault[]> => {
    last.current = last.current.then(send);
    return last.current;
  }, [send]);

  useEffect(() => {
    const saveIfChanged = (): void => {
      if (JSON.stringify(latest.current.draft) !== sent.current) void save();
    };
    const timer = setTimeout(saveIfChanged, restMs);
    document.addEventListener('visibilitychange', saveIfChanged); // also when the page is closed
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', saveIfChanged);
    };
  }, [draft, save]);
  return { save, failure };
}
