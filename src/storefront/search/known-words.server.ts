import type { Db } from '#platform/db/db.server.ts';
import { type Dictionary, type Entry, lookUp, lookUpPrefix, oneTypoFrom } from './dictionary.server.ts';
import type { PrefixEntry } from './meaning.ts';

/** Looks words up in the catalogue, each once until the catalogue changes: searches differ, but most of their words recur. */
export interface KnownWords {
  lookUp(db: Db, words: readonly string[]): Promise<Dictionary>;
  lookUpPrefix(db: Db, prefix: string): Promise<PrefixEntry>;
  oneTypoFrom(db: Db, typed: readonly string[], includesShort: boolean): Promise<Dictionary>;
  drop(): void;
}

/** A word takes about 200 bytes. */
const mostKnown = 10_000;

/** Results by word; look-ups in progress when they are dropped still go to their callers, but are not cached. */
function createCache<Value>(find: (db: Db, words: readonly string[]) => Promise<ReadonlyMap<string, Value>>) {
  let known = new Map<string, Value | undefined>();
  return {
    async of(db: Db, words: readonly string[]): Promise<Map<string, Value>> {
      const own = known;
      const found = new Map<string, Value>();
      const missing: string[] = [];
      for (const word of new Set(words)) {
        const value = own.get(word);
        if (value !== undefined) found.set(word, value);
        else if (!own.has(word)) missing.push(word);
      }
      if (missing.length === 0) return found;
      const more = await find(db, missing);
      if (own.size > mostKnown) own.clear();
      for (const word of missing) {
        const value = more.get(word);
        own.set(word, value);
        if (value !== undefined) found.set(word, value);
      }
      return found;
    },
    drop() {
      known = new Map();
    },
  };
}

export function createKnownWords(): KnownWords {
  const words = createCache<Entry>(lookUp);
  const typos = createCache<Entry>((db, typed) => oneTypoFrom(db, typed, false));
  const typosInShort = createCache<Entry>((db, typed) => oneTypoFrom(db, typed, true));
  const prefixes = createCache<PrefixEntry>(
    async (db, [prefix = '']) => new Map([[prefix, await lookUpPrefix(db, prefix)]]),
  );
  return {
    lookUp: (db, all) => words.of(db, all),
    oneTypoFrom: (db, typed, includesShort) => (includesShort ? typosInShort : typos).of(db, typed),
    async lookUpPrefix(db, prefix) {
      return (await prefixes.of(db, [prefix])).get(prefix) ?? { optionIds: [], isKnown: false };
    },
    drop() {
      for (const cache of [words, typos, typosInShort, prefixes]) cache.drop();
    },
  };
}
