/** A cache of serialised responses to frequent requests. */
export interface ResponseCache {
  /** The cached response of `key`, or the result of `make`; concurrent callers share one `make`. */
  get(key: string, make: () => Promise<string>): Promise<string>;
  /** Empties the cache. Responses that are being made still go to their callers, but are not cached. */
  drop(): void;
  readonly bytes: number;
}

/** An LRU cache of at most `maxBytes`; 0 disables it. `count` is called for each reading. */
export function createResponseCache(maxBytes: number, count?: (result: 'hit' | 'miss') => void): ResponseCache {
  const cached = createTextCache(maxBytes);
  const making = new Map<string, Promise<string>>();
  let generation = 0;

  const begin = async (key: string, make: () => Promise<string>): Promise<string> => {
    const begun = generation;
    const text = await make();
    if (begun === generation) cached.keep(key, text);
    return text;
  };
  return {
    async get(key, make) {
      const found = cached.find(key) ?? making.get(key);
      count?.(found === undefined ? 'miss' : 'hit');
      if (found !== undefined) return found;
      const own = begin(key, make).finally(() => {
        if (making.get(key) === own) making.delete(key);
      });
      making.set(key, own);
      return own;
    },
    drop() {
      generation += 1;
      making.clear(); // callers after a change must not get a response that was started before it
      cached.clear();
    },
    get bytes() {
      return cached.bytes;
    },
  };
}

/** The approximate overhead of an entry, in bytes. */
const overhead = 200;

// JSON is mostly ASCII, which takes one byte per character in memory.
const sizeOf = (key: string, text: string): number => key.length + text.length + overhead;

function createTextCache(maxBytes: number) {
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
      texts.delete(key); // move to the end: a map keeps insertion order
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
