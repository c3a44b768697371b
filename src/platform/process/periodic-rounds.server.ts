/** Work that a process repeats by a timer until `stop`, which waits for the current round. */
export interface Rounds {
  stop(): Promise<void>;
}

interface Pace {
  /** Milliseconds from the end of a round to the start of the next. */
  everyMs: number;
  /** Called with the error of a failed round; the next one starts regardless. */
  failed(error: unknown): void;
}

/** Runs `work` at once, and again after each pause. Long work should end early when its signal fires. */
export function startRounds(work: (signal: AbortSignal) => Promise<unknown>, { everyMs, failed }: Pace): Rounds {
  const ending = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const round = async (): Promise<void> => {
    await work(ending.signal).catch(failed);
    if (!ending.signal.aborted) timer = setTimeout(next, everyMs);
  };
  let running = round();
  function next(): void {
    running = round();
  }
  return {
    async stop() {
      ending.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
