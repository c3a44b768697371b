import { useState } from 'react';
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

/** `run` attempts something, and `isBusy` says so on its button meanwhile. */
export function useAttempt() {
  const [isBusy, setBusy] = useState(false);
  const run = async (work: () => Promise<unknown>, fallback: string): Promise<boolean> => {
    setBusy(true);
    const isDone = await attempt(work, fallback);
    setBusy(false);
    return isDone;
  };
  return { isBusy, run };
}
