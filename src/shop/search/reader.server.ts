import type { Db } from '#infra/db.server.ts';
import type { Search } from '#lib/search-words.ts';
import { readSynonyms, type Synonyms } from './synonyms.server.ts';
import { type Reading, type Understood, understand } from './understand.server.ts';

/** Understands searches, and remembers what it understood until the catalogue or the synonyms change. */
export interface SearchReader {
  read(search: Search, reading: Reading): Promise<Understood>;
  /** Forgets all. What is being read is answered to who waits for it, and not kept. */
  drop(): void;
}

/** A search understood takes some kilobytes. */
const mostKept = 1_000;

export function searchReader(db: Db): SearchReader {
  let synonyms: Promise<Synonyms> | undefined;
  let kept = new Map<string, Promise<Understood>>();
  const read = async (search: Search, reading: Reading): Promise<Understood> => {
    synonyms ??= readSynonyms(db);
    return understand(db, search, { synonyms: await synonyms, reading });
  };
  return {
    read(search, reading) {
      const key = JSON.stringify([search, reading]);
      const known = kept.get(key);
      if (known) return known;
      const own = kept;
      const begun = read(search, reading);
      own.set(key, begun);
      begun.catch(() => {
        own.delete(key);
        synonyms = undefined;
      });
      const [oldest] = own.keys();
      if (own.size > mostKept && oldest !== undefined) own.delete(oldest);
      return begun;
    },
    drop() {
      synonyms = undefined;
      kept = new Map();
    },
  };
}
