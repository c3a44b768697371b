/** Finished answers in memory, for what many ask alike. */
export interface Answers {
  /** The answer kept under `key`, or what `make` answers; who asks while it is being made waits for the same. */
  get(key: string, make: () => Promise<string>): Promise<string>;
  /** Forgets all. What is being made is answered to who waits for it, and not kept. */
  drop(): void;
  readonly bytes: number;
}

/** Keeps at most `maxBytes`, the least used forgotten first. With 0 nothing is kept. */
export function createAnswers(maxBytes: number): Answers {
  const kept = createTexts(maxBytes);
  const making = new Map<string, Promise<string>>();
  let generation = 0;

  const begin = async (key: string, make: () => Promise<string>): Promise<string> => {
    const begun = generation;
    const text = await make();
    if (begun === generation) kept.keep(key, text);
    return text;
  };
  return {
    async get(key, make) {
      const found = kept.find(key) ?? making.get(key);
      if (found !== undefined) return found;
      const own = begin(key, make).finally(() => {
        if (making.get(key) === own) making.delete(key);
      });
      making.set(key, own);
      return own;
    },
    drop() {
      generation += 1;
      making.clear(); // who asks after a change must not get what was begun before it
      kept.clear();
    },
    get bytes() {
      return kept.bytes;
    },
  };
}

/** What an entry takes besides its texts, about. */
const overhead = 200;

// Texts of JSON are mostly one byte a character in memory.
const sizeOf = (key: string, text: string): number => key.length + text.length + overhead;

function createTexts(maxBytes: number) {
  const texts = new Map<string, string>();
  let bytes = 0;
  const forget = (key: string, text: string): void => {
    if (texts.delete(key)) bytes -= sizeOf(key, text);
  };
  const keep = (key: string, text: string): void => {
    forget(key, texts.get(key) ?? '');
    if (sizeOf(key, text) > maxBytes / 4) return;
    texts.set(key, text);
    bytes += sizeOf(key, text);
    for (const [oldest, its] of texts) {
      if (bytes <= maxBytes) break;
      forget(oldest, its);
    }
  };
  return {
    keep,
    find(key: string): string | undefined {
      const text = texts.get(key);
      if (text === undefined) return undefined;
      texts.delete(key); // and to the end: a map keeps its order
      texts.set(key, text);
      return text;
    },
    clear(): void {
      texts.clear();
      bytes = 0;
    },
    get bytes() {
      return bytes;
    },
  };
}
