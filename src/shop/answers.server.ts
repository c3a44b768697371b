/** Finished answers in memory, for what many ask alike. */
export interface Answers {
  /** The answer kept under `key`, or what `make` answers; who asks while it is being made waits for the same. */
  get(key: string, make: () => Promise<string>): Promise<string>;
  /** Forgets all. What is being made is answered to who waits for it, and not kept. */
  drop(): void;
  readonly bytes: number;
}

/** Keys and numbers of an entry, besides the texts. */
const overhead = 200;

/** Keeps at most `maxBytes`, the least used forgotten first. With 0 nothing is kept. */
export function createAnswers(maxBytes: number): Answers {
  const kept = new Map<string, string>();
  const making = new Map<string, Promise<string>>();
  let generation = 0;
  let bytes = 0;

  // Texts of JSON are mostly one byte a character in memory.
  const sizeOf = (key: string, text: string): number => key.length + text.length + overhead;
  const forget = (key: string, text: string): void => {
    kept.delete(key);
    bytes -= sizeOf(key, text);
  };
  const keep = (key: string, text: string): void => {
    if (sizeOf(key, text) > maxBytes / 4) return;
    kept.set(key, text);
    bytes += sizeOf(key, text);
    for (const [oldest, its] of kept) {
      if (bytes <= maxBytes) break;
      forget(oldest, its);
    }
  };
  const begin = async (key: string, make: () => Promise<string>): Promise<string> => {
    const begun = generation;
    const text = await make();
    if (begun === generation) keep(key, text);
    return text;
  };

  return {
    async get(key, make) {
      const found = kept.get(key);
      if (found !== undefined) {
        kept.delete(key); // to the end: a map keeps its order
        kept.set(key, found);
        return found;
      }
      const running = making.get(key);
      if (running) return running;
      const own = begin(key, make).finally(() => {
        if (making.get(key) === own) making.delete(key);
      });
      making.set(key, own);
      return own;
    },
    drop() {
      generation += 1;
      kept.clear();
      making.clear(); // who asks after a change must not get what was begun before it
      bytes = 0;
    },
    get bytes() {
      return bytes;
    },
  };
}
