import type { Db } from '#platform/db/db.server.ts';
import type { Search } from '#lib/text/search-words.ts';
import { readSynonyms, type Synonyms } from './synonyms.server.ts';
import { type Generous, readGenerously } from './broaden.server.ts';
import { literally, type Reading, type Understood, understand } from './understand.server.ts';
import { sql } from 'kysely';
import { foundBy, namedAsTyped } from './matches.server.ts';
import { exactly } from './meaning.ts';

/** Interprets searches, cached until the catalogue or the synonyms change. */
export interface SearchReader {
  read(search: Search, reading: Reading): Promise<Understood>;
  /** The literal interpretation; narrowed to the words as typed if that has plenty of matches in the catalogue. */
  narrow(search: Search): Promise<Understood>;
  /** The broadest interpretation, if the literal one has few matches; independent of filters. */
  widen(search: Search): Promise<Generous>;
  /** Empties the cache. Running interpretations still go to their callers, but are not cached. */
  drop(): void;
}

/** An interpreted search takes a few kilobytes. */
const mostKept = 2_000;

/** An LRU cache of promises; failures are not cached. */
function memory<Value>() {
  let cached = new Map<string, Promise<Value>>();
  return {
    get(key: string, begin: () => Promise<Value>): Promise<Value> {
      const known = cached.get(key);
      if (known) {
        cached.delete(key); // move to the end: a map keeps insertion order
        cached.set(key, known);
        return known;
      }
      const own = cached;
      const begun = begin();
      own.set(key, begun);
      begun.catch(() => own.delete(key));
      const [oldest] = own.keys();
      if (own.size > mostKept && oldest !== undefined) own.delete(oldest);
      return begun;
    },
    drop() {
      cached = new Map();
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

/**
 * With this many exact matches in names, other forms and synonyms are not searched: they would all rank lower, and in a
 * catalogue of a million they are most of the work.
 */
export const plenty = 100;

/** Narrows a search to the words as typed if that has plenty of matches in names. */
async function narrowed(db: Db, understood: Understood): Promise<Understood> {
  const { phrases, slots, unknown, meant } = understood;
  if (phrases.length > 0 || unknown.length > 0 || meant.size > 0) return understood;
  const exact = exactly(slots);
  if (!exact || exact.length === 0) return understood;
  const narrow = { ...understood, slots: exact };
  const found = sql.join([...foundBy(narrow), namedAsTyped(exact)], sql` and `);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select from listings where ${found} limit ${plenty}) l`.execute(db);
  return (rows[0]?.count ?? 0) < plenty ? understood : narrow;
}
