import { useEffect, useRef, useState } from 'react';
import { errorMessageOf } from '#lib/api/problem.ts';
import { changedBySomeoneElse } from '#lib/api/sentences.ts';
import { productSentences } from '../contract.ts';
import { isSameVersion, type Product } from './product-types.ts';

/** Reads another user's version after it caused a save to be refused; `retry` tries to read it again. */
function useStoredVersion<Stored>(read: () => Promise<Stored>) {
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

interface SavingOptions<Stored> {
  /** Reads the stored version. */
  read: () => Promise<Stored>;
  /** Shows another user's version instead of the user's input. */
  show: (theirs: Stored) => void;
  /** The message if the server gives none. */
  fallback: string;
}

/** Saves a tab with `run`. If another user has saved first, their version is read, so that the user can choose. */
export function useSaving<Stored>({ read, show, fallback }: SavingOptions<Stored>) {
  const [isSaving, setSaving] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const { forget: closeConflict, ...reading } = useStoredVersion(read);
  const forget = (): void => {
    setRefusal(undefined);
    closeConflict();
  };
  /** `refused` gets the error, and whether another user's change is the reason. */
  const run = async (
    work: () => Promise<void>,
    refused: (error: unknown, isLate: boolean) => unknown = () => {},
  ): Promise<void> => {
    setSaving(true);
    forget();
    try {
      await work();
    } catch (error) {
      const why = errorMessageOf(error, fallback);
      const isLate = why === changedBySomeoneElse;
      if (!isLate) setRefusal(why);
      await refused(error, isLate);
      if (isLate) await reading.retry();
    }
    setSaving(false);
  };
  const keepTheirs = (): void => {
    if (reading.theirs) show(reading.theirs);
    forget();
  };
  return { ...reading, isSaving, refusal, setRefusal, forget, closeConflict, keepTheirs, run };
}

/** Calls `reset` when the page gets another version of the product, or another product. */
export function useNewVersion(product: Product, reset: () => void): void {
  const shown = useRef(product);
  useEffect(() => {
    if (isSameVersion(shown.current, product)) return;
    shown.current = product;
    reset();
  });
}
