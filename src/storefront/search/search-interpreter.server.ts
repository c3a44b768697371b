import type { Db } from '#platform/db/db.server.ts';
import type { Search } from '#lib/text/search-words.ts';
import { readSynonyms, type Synonyms } from './synonyms.server.ts';
import { type BroadInterpretation, broadenSearch } from './broaden-search.server.ts';
import { literalBreadth, type Breadth, type Interpretation, interpret } from './interpret-search.server.ts';
import { sql } from 'kysely';
import { wholeCatalogue } from '#catalogue/products/listings/search-terms.ts';
import { matchConditions, nameHasAllAsTyped } from './match-conditions.server.ts';
import { createKnownWords } from './known-words.server.ts';
import { exactly } from './meaning.ts';

/** Interprets searches. */
export interface SearchInterpreter {
  read(search: Search, breadth: Breadth): Promise<Interpretation>;
  /** The literal interpretation; narrowed to the words as typed if these have plenty of matches in the catalogue. */
  narrow(search: Search): Promise<Interpretation>;
  /** The broadest interpretation, if the literal one has few matches (`count`, if it is known); independent of filters. */
  widen(search: Search, count?: number): Promise<BroadInterpretation>;
  /** Whether a page of all matches takes no longer than finding out whether the words as typed have plenty of them. */
  isSmallCatalogue(): Promise<boolean>;
}

export interface CachedInterpretations {
  /** Interprets searches by the words of this database: the primary or a replica that is up to date. */
  of(db: Db): SearchInterpreter;
  /** Empties the cache. Interpretations in progress still go to their callers, but are not cached. */
  drop(): void;
}

/** An interpretation takes a few kilobytes. */
const mostCached = 2_000;

/** An LRU cache of promises; failures are not cached. */
function createCache<Value>() {
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
      if (own.size > mostCached && oldest !== undefined) own.delete(oldest);
      return begun;
    },
    drop() {
      cached = new Map();
    },
  };
}

/** Caches interpretations until the catalogue or the synonyms change. */
export function createSearchInterpreter(): CachedInterpretations {
  let synonyms: Promise<Synonyms> | undefined;
  const known = createKnownWords();
  const sizes = createCache<number>();
  const interpretations = createCache<Interpretation>();
  const narrowest = createCache<Interpretation>();
  const widened = createCache<BroadInterpretation>();
  const begin = async (db: Db, search: Search, breadth: Breadth): Promise<Interpretation> => {
    synonyms ??= readSynonyms(db);
    try {
      return await interpret(db, search, { known, synonyms: await synonyms, breadth });
    } catch (error) {
      synonyms = undefined;
      throw error;
    }
  };
  const of = (db: Db): SearchInterpreter => {
    const read: SearchInterpreter['read'] = (search, breadth) =>
      interpretations.get(JSON.stringify([search, breadth]), () => begin(db, search, breadth));
    return {
      read,
      narrow: (search) =>
        narrowest.get(JSON.stringify(search), async () => narrowed(db, await read(search, literalBreadth))),
      widen: (search, count) =>
        widened.get(JSON.stringify(search), async () =>
          broadenSearch(db, search, {
            interpretation: await read(search, literalBreadth),
            count,
            interpreter: { read },
          }),
        ),
      isSmallCatalogue: () => sizes.get('', () => productsInCatalogue(db)).then((size) => size <= mostInSmall),
    };
  };
  return {
    of,
    drop() {
      synonyms = undefined;
      known.drop();
      sizes.drop();
      interpretations.drop();
      narrowest.drop();
      widened.drop();
    },
  };
}

const mostInSmall = 20_000;

async function productsInCatalogue(db: Db): Promise<number> {
  const { rows } = await sql<{ size: number }>`
    select coalesce(sum(product_count), 0)::int as size from listing_counts
    where category_id = ${wholeCatalogue} and option = ''`.execute(db);
  return rows[0]?.size ?? 0;
}

/**
 * If this many names match exactly, neither other word forms nor synonyms are searched. They would all rank lower, and with a
 * million products they are most of the work.
 */
export const plentyOfMatches = 100;

/** Narrows a search to the words as typed if these have plenty of matches in names. */
async function narrowed(db: Db, interpretation: Interpretation): Promise<Interpretation> {
  const { phrases, slots, unknown, corrections } = interpretation;
  if (phrases.length > 0 || unknown.length > 0 || corrections.size > 0) return interpretation;
  const exact = exactly(slots);
  if (!exact || exact.length === 0) return interpretation;
  const narrow = { ...interpretation, slots: exact };
  const found = sql.join([...matchConditions(narrow), nameHasAllAsTyped(exact)], sql` and `);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select from listings where ${found} limit ${plentyOfMatches}) l`.execute(db);
  return (rows[0]?.count ?? 0) < plentyOfMatches ? interpretation : narrow;
}
