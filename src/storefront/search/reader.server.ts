import type { Db } from '#platform/db/db.server.ts';
import type { Search } from '#lib/text/search-words.ts';
import { readSynonyms, type Synonyms } from './synonyms.server.ts';
import { narrowed } from './narrow.server.ts';
import { type Generous, readGenerously } from './generous.server.ts';
import { literally, type Reading, type Understood, understand } from './understand.server.ts';

/** Understands searches, and remembers what it understood until the catalogue or the synonyms change. */
export interface SearchReader {
  read(search: Search, reading: Reading): Promise<Understood>;
  /** Word for word, and as it was typed alone where that finds plenty in the whole catalogue. */
  narrow(search: Search): Promise<Understood>;
  /** The reading that finds most, where word for word few are found; it does not hang on filters. */
  widen(search: Search): Promise<Generous>;
  /** Forgets all. What is being read is answered to who waits for it, and not kept. */
  drop(): void;
}

/** A search understood takes some kilobytes. */
const mostKept = 2_000;

/** Promises by key, the least used forgotten first; what fails is not kept. */
function memory<Value>() {
  let kept = new Map<string, Promise<Value>>();
  return {
    get(key: string, begin: () => Promise<Value>): Promise<Value> {
      const known = kept.get(key);
      if (known) {
        kept.delete(key); // and to the end: a map keeps its order
        kept.set(key, known);
        return known;
      }
      const own = kept;
      const begun = begin();
      own.set(key, begun);
      begun.catch(() => own.delete(key));
      const [oldest] = own.keys();
      if (own.size > mostKept && oldest !== undefined) own.delete(oldest);
      return begun;
    },
    drop() {
      kept = new Map();
    },
  };
}

export function searchReader(db: Db): SearchReader {
  let synonyms: Promise<Synonyms> | undefined;
  const readings = memory<Understood>();
  const narrow = memory<Understood>();
  const widened = memory<Generous>();
  const begin = async (search: Search, reading: Reading): Promise<Understood> => {
    synonyms ??= readSynonyms(db);
    try {
      return await understand(db, search, { synonyms: await synonyms, reading });
    } catch (error) {
      synonyms = undefined;
      throw error;
    }
  };
  const read: SearchReader['read'] = (search, reading) =>
    readings.get(JSON.stringify([search, reading]), () => begin(search, reading));
  return {
    read,
    narrow: (search) => narrow.get(JSON.stringify(search), async () => narrowed(db, await read(search, literally))),
    widen: (search) =>
      widened.get(JSON.stringify(search), async () =>
        readGenerously(db, search, { literal: await read(search, literally), reader: { read } }),
      ),
    drop() {
      synonyms = undefined;
      readings.drop();
      narrow.drop();
      widened.drop();
    },
  };
}
