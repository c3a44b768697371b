/** Work that goes on by itself until it is stopped, which waits for the round in hand. */
export interface Rounds {
  stop(): Promise<void>;
}

interface Pace {
  /** From the end of a round to the next. */
  everyMs: number;
  /** Told what a round throws; the next comes all the same. */
  failed(error: unknown): void;
}

/** Does `work` at once and then every so often. Work that takes long ends early where its signal says so. */
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
