import { useState } from 'react';
import { errorMessageOf } from '#lib/api/problem.ts';

/**
 * A record that is decided on its page, as it was loaded or as the last call has returned it. `act` runs a call; if that fails, `failure`
 * says why and the record is read again, as what has changed meanwhile must be seen to be decided.
 */
export function useDecision<Shown, Kind extends string>(loaded: Shown, read: () => Promise<Shown>, fallback: string) {
  const [shown, setShown] = useState(loaded);
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState<Kind>();
  const act = async (kind: Kind, work: () => Promise<Shown>): Promise<void> => {
    setBusy(kind);
    setFailure(undefined);
    try {
      setShown(await work());
    } catch (error) {
      setFailure(errorMessageOf(error, fallback));
      await read().then(setShown, () => undefined);
    } finally {
      setBusy(undefined);
    }
  };
  return { shown, failure, busy, act };
}
