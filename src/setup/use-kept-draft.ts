import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '#lib/api/api.ts';
import { errorMessageOf, type Fault } from '#lib/api/problem.ts';
import { type BrandTyped, type saveSetup, type SetupDraft, setupSentences } from './contract.ts';

/** Waits until the typing rests. */
const restMs = 500;

/** A call that outlives its page may send this many characters. */
const outlivingLength = 60_000;

type Saved = (saved: { brand: BrandTyped; faults: Fault[] }, sent: SetupDraft) => void;

/**
 * Keeps on the server what is typed, so that a reload, a closed browser or another device loses nothing. `save` sends it at once and
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
  /** One after the other, so that the newest is stored last. */
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
