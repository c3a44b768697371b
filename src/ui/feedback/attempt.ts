import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { errorMessageOf } from '#lib/api/problem.ts';
import { newId } from '#lib/uuid.ts';
import { notifyProblem } from './notify.tsx';

/** Runs an action. If it fails, a notice shows the server's message, or else the fallback. Returns whether it succeeded. */
export async function attempt(work: () => Promise<unknown>, fallback: string): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    notifyProblem(errorMessageOf(error, fallback));
    return false;
  }
}

/** `attempt`, with `isBusy` while it runs. */
export function useAttempt() {
  const [isBusy, setBusy] = useState(false);
  const run: typeof attempt = (work, fallback) => {
    setBusy(true);
    return attempt(work, fallback).finally(() => setBusy(false));
  };
  return { isBusy, attempt: run };
}

/** `useAttempt` for a change of data. The page's data is reloaded even after a failure, because somebody else may have changed it first. */
export function useChange() {
  const { isBusy, attempt } = useAttempt();
  const { revalidate } = useRevalidator();
  const change: typeof attempt = async (work, fallback) => {
    const hasSucceeded = await attempt(work, fallback);
    await revalidate();
    return hasSucceeded;
  };
  return { isBusy, change };
}

/**
 * The Idempotency-Key of a request with a body: the same one for the same body, so that what is sent again because its response was lost
 * happens once. Another body gets another key.
 */
export function useRequestKey(): (body: unknown) => string {
  const sent = useRef<{ key: string; body: string }>(undefined);
  return (body) => {
    const text = JSON.stringify(body);
    if (sent.current?.body !== text) sent.current = { key: newId(), body: text };
    return sent.current.key;
  };
}
