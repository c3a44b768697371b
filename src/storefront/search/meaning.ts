import { partsOf } from '#lib/text/search-words.ts';
import { isNumber, phraseKey, spellingsOf, unitsOf } from './word-forms.ts';

/** Where a word of the search comes from; later ones are worse matches. */
export type Source = 'typed' | 'synonym' | 'typo' | 'category';

/** One word of a search. It matches products that have any of the terms `ids`. */
export interface Leaf {
  source: Source;
  ids: number[];
  /** The ids of the word as typed, or of words that start with it. */
  exactIds: number[];
  /** The word itself. */
  exact: string;
  /** Other forms of it that the catalogue knows: plurals, spellings, units. */
  alike: string[];
  /** The word may be unfinished, so words that start with it match too. */
  isPrefix: boolean;
  /** Whether it matches only in names. */
  isInName: boolean;
}

/** The meaning of a slot: a word, all of several meanings, or any of them. */
export type Meaning = Leaf | { all: Meaning[] } | { any: Meaning[] };

/** Adjacent typed words with one meaning; a product must match all slots. */
export interface Slot {
  meaning: Meaning;
  /** The typed words. */
  typed: readonly string[];
  /** How many words were typed. */
  weight: number;
}

export interface KnownWord {
  ids: readonly number[];
  stemIds: readonly number[];
  stems: readonly string[];
}

export interface PrefixEntry {
  optionIds: readonly number[];
  /** Whether any word or code of the catalogue starts with it. */
  isKnown: boolean;
}

/** What is known about the words of a search. */
export interface WordData {
  words: ReadonlyMap<string, KnownWord>;
  /** Completions of the last word, which may be unfinished, and of its last part. */
  prefixes: ReadonlyMap<string, PrefixEntry>;
  /** Words one typing error away, by the typed word. */
  typos: ReadonlyMap<string, KnownWord>;
  /** The most likely catalogue word for a typing error, by the typed word. */
  corrections: ReadonlyMap<string, string>;
  /** Whether typing errors are considered even in words that the catalogue knows. */
  hasTyposOfKnownWords: boolean;
  /** The synonyms of a phrase, by its `phraseKey`. */
  synonyms: ReadonlyMap<string, readonly string[][]>;
  /** The ids of the terms of categories whose name has a word, by that word. */
  categories: ReadonlyMap<string, readonly number[]>;
}

const longestPhrase = 5;
const longestJoined = 4;

/** All words to look up for a search: its words in all forms, joined and split, and their synonyms. */
export function formsOf(tokens: readonly string[], synonyms: WordData['synonyms']): string[] {
  const forms = new Set<string>();
  const add = (word: string, isBehindNumber: boolean): void => {
    for (const form of [word, ...spellingsOf(word), ...unitsOf(word, isBehindNumber)]) forms.add(form);
  };
  tokens.forEach((token, place) => {
    add(token, isNumber(tokens[place - 1] ?? ''));
    const parts = partsOf(token) ?? [];
    parts.forEach((part, at) => add(part, isNumber(parts[at - 1] ?? '')));
    for (let length = 1; length <= longestPhrase && place + length <= tokens.length; length++) {
      const span = tokens.slice(place, place + length);
      if (length > 1 && length <= longestJoined) add(span.join(''), false);
      for (const phrase of synonyms.get(phraseKey(span)) ?? []) for (const word of phrase) forms.add(word);
    }
  });
  return [...forms];
}

/** The ways to split an unknown word that may lack a blank: `binliners`. */
export function splitsOf(word: string): [string, string][] {
  const letters = [...word];
  const shortest = isPlain(word) ? 3 : 2;
  if (letters.length > 30) return [];
  return letters.flatMap((_, at): [string, string][] =>
    at >= shortest && letters.length - at >= shortest
      ? [[letters.slice(0, at).join(''), letters.slice(at).join('')]]
      : [],
  );
}

const isPlain = (word: string): boolean => /^\p{L}+$/u.test(word);

/** Divides a search into slots. Null stands for an unknown word. */
export function slotsOf(tokens: readonly string[], wordData: WordData): (Slot | null)[] {
  const slots: (Slot | null)[] = [];
  let place = 0;
  while (place < tokens.length) {
    const weight = spanAt(tokens, place, wordData);
    const meaning = meaningOf(tokens, [place, weight], wordData);
    slots.push(meaning && { meaning, weight, typed: tokens.slice(place, place + weight) });
    place += weight;
  }
  return slots;
}

/** How many of the words from `place` on have a meaning as a unit. */
function spanAt(tokens: readonly string[], place: number, { words, synonyms, corrections }: WordData): number {
  for (let length = Math.min(longestPhrase, tokens.length - place); length > 1; length--) {
    const span = tokens.slice(place, place + length);
    if (synonyms.has(keyOf(span, corrections))) return length;
    if (length <= longestJoined && isKnownJoined(span, words)) return length;
  }
  return 1;
}

const keyOf = (span: readonly string[], corrections: WordData['corrections']): string =>
  phraseKey(span.map((word) => corrections.get(word) ?? word));

const isKnownJoined = (span: readonly string[], words: WordData['words']): boolean =>
  [span.join(''), ...spellingsOf(span.join(''))].some((word) => words.has(word));

function meaningOf(tokens: readonly string[], [from, weight]: [number, number], wordData: WordData): Meaning | null {
  const span = tokens.slice(from, from + weight);
  const each = span.map((_, at) => wordAt(tokens, from + at, wordData));
  if (weight === 1) return each[0] ?? null;
  const joined = span.join('');
  return anyOf([
    allOf(each),
    isKnownJoined(span, wordData.words) && weight <= longestJoined ? leafOf(joined, wordData, {}) : null,
    ...synonymsOf(span, wordData),
  ]);
}

/** All possible meanings of one typed word. */
function wordAt(tokens: readonly string[], place: number, wordData: WordData): Meaning | null {
  const word = tokens[place] ?? '';
  const isPrefix = place === tokens.length - 1;
  const isBehindNumber = isNumber(tokens[place - 1] ?? '');
  const known = anyOf([
    leafOf(word, wordData, { isPrefix, isBehindNumber }),
    inParts(partsOf(word), wordData, isPrefix),
    ...synonymsOf([word], wordData),
  ]);
  const typos = wordData.typos.get(word);
  const ofCategory = categoryLeaf(word, wordData);
  if (ofCategory) return anyOf([known, typos && !known ? typoLeaf(word, typos, false) : null, ofCategory]);
  if (known) {
    const ids = new Set(leavesOf(known).flatMap((leaf) => leaf.ids));
    const others = wordData.hasTyposOfKnownWords && typos?.ids.some((id) => !ids.has(id)) ? typos : undefined;
    return others ? anyOf([known, typoLeaf(word, others, true)]) : known;
  }
  const split = splitsOf(word).map((parts) => inParts(parts, wordData, false));
  return anyOf([...split, typos ? typoLeaf(word, typos, false) : null]);
}

function inParts(parts: string[] | undefined, wordData: WordData, isPrefix: boolean): Meaning | null {
  if (!parts) return null;
  return allOf(
    parts.map((part, at) =>
      leafOf(part, wordData, {
        isPrefix: isPrefix && at === parts.length - 1,
        isBehindNumber: isNumber(parts[at - 1] ?? ''),
      }),
    ),
  );
}

const synonymsOf = (span: readonly string[], wordData: WordData): (Meaning | null)[] =>
  (wordData.synonyms.get(keyOf(span, wordData.corrections)) ?? []).map((phrase) =>
    allOf(phrase.map((word) => leafOf(word, wordData, { source: 'synonym' }))),
  );

function leafOf(
  word: string,
  { words, prefixes }: WordData,
  traits: { source?: Source; isPrefix?: boolean; isBehindNumber?: boolean },
): Leaf | null {
  const { source = 'typed', isPrefix = false, isBehindNumber = false } = traits;
  const others = [...spellingsOf(word), ...unitsOf(word, isBehindNumber)].filter((form) => words.has(form));
  const entries = [word, ...others].flatMap((form) => words.get(form) ?? []);
  const ids = entries.flatMap((entry) => [...entry.ids, ...entry.stemIds]);
  const prefix = isPrefix ? prefixes.get(word) : undefined;
  const prefixOptionIds = prefix?.optionIds ?? [];
  if (ids.length === 0 && prefixOptionIds.length === 0 && !prefix?.isKnown) return null;
  return {
    source,
    ids: [...new Set([...ids, ...prefixOptionIds])],
    exactIds: [...new Set([...(words.get(word)?.ids ?? []), ...prefixOptionIds])],
    exact: word,
    alike: [...new Set([...others, ...entries.flatMap(({ stems }) => stems)])].filter((form) => form !== word),
    isPrefix: prefix !== undefined,
    isInName: false,
  };
}

const typoLeaf = (word: string, { ids, stems }: KnownWord, isInName: boolean): Leaf => ({
  source: 'typo',
  ids: [...new Set(ids)],
  exactIds: [],
  exact: word,
  alike: stems.filter((stem) => !isInName || stem[0] === word[0]),
  isPrefix: false,
  isInName,
});

function categoryLeaf(word: string, { categories }: WordData): Leaf | null {
  const ids = categories.get(word);
  if (!ids) return null;
  return { source: 'category', ids: [...ids], exactIds: [], exact: word, alike: [], isPrefix: false, isInName: false };
}

export function leavesOf(meaning: Meaning): Leaf[] {
  if ('any' in meaning) return meaning.any.flatMap(leavesOf);
  return 'all' in meaning ? meaning.all.flatMap(leavesOf) : [meaning];
}

/** The slots without other forms and synonyms; null if the catalogue lacks one of the words as typed. */
export function exactly(slots: readonly Slot[]): Slot[] | null {
  const exact = slots.map(({ meaning, ...slot }) => {
    const leaves = slot.typed.map((word) => {
      const leaf = leavesOf(meaning).find((one) => one.source === 'typed' && one.exact === word);
      return leaf ? { ...leaf, ids: leaf.exactIds, alike: [] } : null;
    });
    const all = allOf(leaves);
    return all && { ...slot, meaning: all };
  });
  return exact.every((slot) => slot !== null) ? exact : null;
}

function anyOf(meanings: (Meaning | null)[]): Meaning | null {
  const known = meanings.filter((meaning) => meaning !== null);
  const [first] = known;
  if (first === undefined) return null;
  return known.length === 1 ? first : { any: known };
}

function allOf(meanings: (Meaning | null)[]): Meaning | null {
  const known = meanings.filter((meaning) => meaning !== null);
  const [first] = known;
  if (first === undefined || known.length < meanings.length) return null;
  return known.length === 1 ? first : { all: known };
}
