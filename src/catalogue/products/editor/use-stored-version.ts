import { useState } from 'react';
import { errorMessageOf } from '#lib/api/problem.ts';
import { productSentences } from '../contract.ts';

/** Another user's version, read after a save was refused because of it; `retry` reads it again if reading fails. */
export function useStoredVersion<Stored>(read: () => Promise<Stored>) {
  const [theirs, setTheirs] = useState<Stored>();
  const [failure, setFailure] = useState<string>();
  const retry = async (): Promise<void> => {
    setFailure(undefined);
    try {
      setTheirs(await read());
    } catch (error) {
      setFailure(errorMessageOf(error, productSentences.loadDetails));
    }
  };
  const forget = (): void => {
    setTheirs(undefined);
    setFailure(undefined);
  };
  return { theirs, failure, retry, forget };
}
