import type { Db } from '#platform/db/db.server.ts';
import { partsOf, type Search } from '#lib/text/search-words.ts';
import {
  categoriesNamed,
  type Dictionary,
  lookUp,
  lookUpBeginning,
  mayHaveSlip,
  oneSlipFrom,
  optionsWithPhrase,
} from './dictionary.server.ts';
import { type Begun, formsOf, type WordData, type Slot, slotsOf, splitsOf } from './meaning.ts';
import { isFiller } from './word-forms.ts';
import type { Synonyms } from './synonyms.server.ts';

/** A phrase in quotes: products that have it in their texts, or one of these options. */
export interface Phrase {
  words: string[];
  optionIds: number[];
}

/** An interpreted search, in numbers of `search_terms`. */
export interface Understood {
  phrases: Phrase[];
  slots: Slot[];
  /** Subsets of the slots: products whose names have all of one subset also match. */
  shorter?: Slot[][];
  /** Words without a similar word in the catalogue; with any of them nothing matches. */
  unknown: string[];
  /** Typing errors and the words that they are taken for. */
  meant: ReadonlyMap<string, string>;
}

/** How broadly a search is interpreted; each step is only taken if the previous one has few or no matches. */
export interface Reading {
  /** Whether to leave out words such as `something` and `for`. */
  hasFillers: boolean;
  /** Whether to consider typing errors for known words, in names. */
  areSlipsBeside: boolean;
  /** Whether to consider typing errors in words of four letters. */
  areShortSlips: boolean;
  /** Whether a word may name a category and match its products. */
  areCategories: boolean;
}

export const literally: Reading = {
  hasFillers: true,
  areSlipsBeside: false,
  areShortSlips: false,
  areCategories: false,
};

/** Interprets a search as broadly as `reading` allows; cached by `SearchReader`. */
export type ReadSearch = (search: Search, reading: Reading) => Promise<Understood>;

/** The unquoted words, the last of which may still be being typed. */
export const tokensOf = ({ words, prefix }: Search): string[] => (prefix === undefined ? words : [...words, prefix]);

/** Interprets a search by the words of the catalogue. */
export async function understand(
  db: Db,
  search: Search,
  { synonyms, reading }: { synonyms: Synonyms; reading: Reading },
): Promise<Understood> {
  const all = tokensOf(search);
  const tokens = reading.hasFillers ? all : all.filter((word) => !isFiller(word));
  const [words, begun, categories, phrases] = await Promise.all([
    lookUp(db, [...formsOf(tokens, synonyms), ...search.phrases.flat()]),
    beginnings(db, search.prefix === tokens.at(-1) ? search.prefix : undefined),
    reading.areCategories ? categoriesNamed(db, tokens) : new Map<string, number[]>(),
    Promise.all(
      search.phrases.map(async (phrase) => ({ words: phrase, optionIds: await optionsWithPhrase(db, phrase) })),
    ),
  ]);
  const knowledge: WordData = {
    words,
    begun,
    slips: new Map(),
    meant: new Map(),
    areSlipsBeside: reading.areSlipsBeside,
    synonyms,
    categories,
  };
  const first = slotsOf(tokens, knowledge);
  const strange = strangeAmong(tokens, first);
  if (strange.length === 0 && !reading.areSlipsBeside)
    return { phrases, slots: known(first), unknown: [], meant: new Map() };
  const slips = await oneSlipFrom(db, reading.areSlipsBeside ? tokens : strange, reading.areShortSlips);
  const meant = meantBy(strange, slips);
  const inPlace = meant.size > 0 ? tokens.map((word) => meant.get(word) ?? word) : [];
  const more = await lookUp(db, [...strange.flatMap(splitsOf).flat(), ...formsOf(inPlace, synonyms)]);
  const slots = slotsOf(tokens, { ...knowledge, words: merged(words, more), slips, meant });
  return { phrases, slots: known(slots), unknown: strangeAmong(tokens, slots), meant };
}

/** The most likely word for each unknown one. */
const meantBy = (strange: readonly string[], slips: Dictionary): ReadonlyMap<string, string> =>
  new Map(
    strange.flatMap((typed) => {
      const stem = slips.get(typed)?.stems[0];
      return stem === undefined ? [] : [[typed, stem]];
    }),
  );

const known = (slots: (Slot | null)[]): Slot[] => slots.filter((slot) => slot !== null);

/** Words whose slot is empty; an empty slot stands for a single word. */
function strangeAmong(tokens: readonly string[], slots: (Slot | null)[]): string[] {
  const strange: string[] = [];
  let place = 0;
  for (const slot of slots) {
    if (slot === null) strange.push(tokens[place] ?? '');
    place += slot?.weight ?? 1;
  }
  return strange;
}

async function beginnings(db: Db, prefix: string | undefined): Promise<ReadonlyMap<string, Begun>> {
  if (prefix === undefined) return new Map();
  const begins = [...new Set([prefix, partsOf(prefix)?.at(-1) ?? prefix])];
  return new Map(await Promise.all(begins.map(async (begin) => [begin, await lookUpBeginning(db, begin)] as const)));
}

const merged = (one: Dictionary, other: Dictionary): Dictionary => new Map([...one, ...other]);

/** Whether a broader interpretation could match more. */
export const hasFillers = (search: Search): boolean => {
  const tokens = tokensOf(search);
  return tokens.some(isFiller) && !tokens.every(isFiller);
};
export const mayHaveSlips = (search: Search): boolean => tokensOf(search).some((word) => mayHaveSlip(word));
