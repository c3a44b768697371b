import type { Db } from '#platform/db/db.server.ts';
import { partsOf, type Search } from '#lib/text/search-words.ts';
import { categoriesNamed, type Dictionary, mayHaveTypo, optionsWithPhrase } from './dictionary.server.ts';
import type { KnownWords } from './known-words.server.ts';
import { type PrefixEntry, formsOf, type WordData, type Slot, slotsOf, splitsOf } from './meaning.ts';
import { isFiller } from './word-forms.ts';
import type { Synonyms } from './synonyms.server.ts';

/** A phrase in quotes: products that have it in their texts, or one of these options. */
export interface Phrase {
  words: string[];
  optionIds: number[];
}

/** What a search matches, by ids of `search_terms`. */
export interface Interpretation {
  phrases: Phrase[];
  slots: Slot[];
  /** Subsets of the slots: products whose names have all of one subset also match. */
  subsets?: Slot[][];
  /** Words without a similar word in the catalogue; with any of them nothing matches. */
  unknown: string[];
  /** Typing errors and the words that they are taken for. */
  corrections: ReadonlyMap<string, string>;
}

/** How broadly a search is interpreted; each step is taken only if the previous one has few or no matches. */
export interface Breadth {
  /** Whether words such as `something` and `for` count; otherwise they are left out. */
  hasFillers: boolean;
  /** Whether to consider typing errors even in words that the catalogue knows; such corrections match only in names. */
  hasTyposOfKnownWords: boolean;
  /** Whether to consider typing errors in words of four letters. */
  hasTyposInShortWords: boolean;
  /** Whether a word may name a category and match its products. */
  matchesCategories: boolean;
}

export const literalBreadth: Breadth = {
  hasFillers: true,
  hasTyposOfKnownWords: false,
  hasTyposInShortWords: false,
  matchesCategories: false,
};

/** Interprets a search as broadly as `breadth` allows; cached by `SearchInterpreter`. */
export type InterpretSearch = (search: Search, breadth: Breadth) => Promise<Interpretation>;

/** The unquoted words; the last one may be unfinished. */
export const tokensOf = ({ words, prefix }: Search): string[] => (prefix === undefined ? words : [...words, prefix]);

/** Interprets a search with the words that the catalogue has. */
export async function interpret(
  db: Db,
  search: Search,
  { known, synonyms, breadth }: { known: KnownWords; synonyms: Synonyms; breadth: Breadth },
): Promise<Interpretation> {
  const all = tokensOf(search);
  const tokens = breadth.hasFillers ? all : all.filter((word) => !isFiller(word));
  const [words, prefixes, categories, phrases] = await Promise.all([
    known.lookUp(db, [...formsOf(tokens, synonyms), ...search.phrases.flat()]),
    lookUpPrefixes(db, known, search.prefix === tokens.at(-1) ? search.prefix : undefined),
    breadth.matchesCategories ? categoriesNamed(db, tokens) : new Map<string, number[]>(),
    Promise.all(
      search.phrases.map(async (phrase) => ({ words: phrase, optionIds: await optionsWithPhrase(db, phrase) })),
    ),
  ]);
  const wordData: WordData = {
    words,
    prefixes,
    typos: new Map(),
    corrections: new Map(),
    hasTyposOfKnownWords: breadth.hasTyposOfKnownWords,
    synonyms,
    categories,
  };
  const first = slotsOf(tokens, wordData);
  const unknown = unknownAmong(tokens, first);
  if (unknown.length === 0 && !breadth.hasTyposOfKnownWords)
    return { phrases, slots: withoutNull(first), unknown: [], corrections: new Map() };
  const typos = await known.oneTypoFrom(
    db,
    breadth.hasTyposOfKnownWords ? tokens : unknown,
    breadth.hasTyposInShortWords,
  );
  const corrections = correctionsFor(unknown, typos);
  const corrected = corrections.size > 0 ? tokens.map((word) => corrections.get(word) ?? word) : [];
  const more = await known.lookUp(db, [...unknown.flatMap(splitsOf).flat(), ...formsOf(corrected, synonyms)]);
  const slots = slotsOf(tokens, { ...wordData, words: merged(words, more), typos, corrections });
  return { phrases, slots: withoutNull(slots), unknown: unknownAmong(tokens, slots), corrections };
}

/** The most likely correct word for each unknown one. */
const correctionsFor = (unknown: readonly string[], typos: Dictionary): ReadonlyMap<string, string> =>
  new Map(
    unknown.flatMap((typed) => {
      const stem = typos.get(typed)?.stems[0];
      return stem === undefined ? [] : [[typed, stem]];
    }),
  );

const withoutNull = (slots: (Slot | null)[]): Slot[] => slots.filter((slot) => slot !== null);

/** The words whose slot is null. A null slot is always a single word. */
function unknownAmong(tokens: readonly string[], slots: (Slot | null)[]): string[] {
  const unknown: string[] = [];
  let place = 0;
  for (const slot of slots) {
    if (slot === null) unknown.push(tokens[place] ?? '');
    place += slot?.weight ?? 1;
  }
  return unknown;
}

async function lookUpPrefixes(
  db: Db,
  known: KnownWords,
  prefix: string | undefined,
): Promise<ReadonlyMap<string, PrefixEntry>> {
  if (prefix === undefined) return new Map();
  const parts = [...new Set([prefix, partsOf(prefix)?.at(-1) ?? prefix])];
  return new Map(await Promise.all(parts.map(async (part) => [part, await known.lookUpPrefix(db, part)] as const)));
}

const merged = (one: Dictionary, other: Dictionary): Dictionary => new Map([...one, ...other]);

/** Whether the search has fillers, which can be left out, and other words too. */
export const hasFillers = (search: Search): boolean => {
  const tokens = tokensOf(search);
  return tokens.some(isFiller) && !tokens.every(isFiller);
};
export const mayHaveTypos = (search: Search): boolean => tokensOf(search).some((word) => mayHaveTypo(word));
