import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { errorMessageOf } from '#lib/api/problem.ts';
import { notifyProblem } from './notify.tsx';

/** Does what was pressed; a refusal is shown as a notice, in the server's words or else these. False if it was refused. */
export async function attempt(work: () => Promise<unknown>, fallback: string): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    notifyProblem(errorMessageOf(error, fallback));
    return false;
  }
}

/** `attempt` with a button that is busy meanwhile. */
export function useAttempt() {
  const [isBusy, setBusy] = useState(false);
  const run: typeof attempt = (work, fallback) => {
    setBusy(true);
    return attempt(work, fallback).finally(() => setBusy(false));
  };
  return { isBusy, attempt: run };
}

/** `useAttempt` for a change, after which the page is loaded again: also after a refusal, since somebody else may have been first. */
export function useChange() {
  const { isBusy, attempt } = useAttempt();
  const { revalidate } = useRevalidator();
  const change: typeof attempt = async (work, fallback) => {
    const isDone = await attempt(work, fallback);
    await revalidate();
    return isDone;
  };
  return { isBusy, change };
}
