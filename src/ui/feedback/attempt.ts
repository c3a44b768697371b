import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { errorMessageOf, Problem } from '#lib/api/problem.ts';
import { newId } from '#lib/uuid.ts';
import { notifyProblem } from './notify.tsx';

/** Runs an action. If it fails, a notice shows the server's message, or else the fallback. Returns whether it succeeded. */
export async function attempt(work: () => Promise<unknown>, fallback: string): Promise<boolean> {
  return (await failureOf(work, fallback)) === undefined;
}

/** `attempt` that returns the problem that was shown. */
async function failureOf(work: () => Promise<unknown>, fallback: string): Promise<unknown> {
  try {
    await work();
    return undefined;
  } catch (error) {
    notifyProblem(errorMessageOf(error, fallback));
    return error;
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

/**
 * `useAttempt` for a change of data. The page's data is reloaded even after a refusal, because somebody else may have changed it first;
 * not without a connection.
 */
export function useChange() {
  const [isBusy, setBusy] = useState(false);
  const { revalidate } = useRevalidator();
  const change: typeof attempt = async (work, fallback) => {
    setBusy(true);
    const failure = await failureOf(work, fallback).finally(() => setBusy(false));
    if (!(failure instanceof Problem && failure.status === 0)) await revalidate();
    return failure === undefined;
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
