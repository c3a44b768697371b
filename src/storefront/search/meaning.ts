import { partsOf } from '#lib/text/search-words.ts';
import { isNumber, phraseKey, spellingsOf, unitsOf } from './word-forms.ts';

/** How a search term was derived; later kinds are worse matches. */
export type Source = 'typed' | 'synonym' | 'slip' | 'category';

/** One word of a search: it matches products that have any of these terms, by id. */
export interface Leaf {
  source: Source;
  ids: number[];
  /** The subset for the word as typed, or words that start with it. */
  exactIds: number[];
  /** The word itself. */
  exact: string;
  /** Other forms of it that the catalogue knows: plurals, spellings, units. */
  alike: string[];
  /** The word is still being typed: words that start with it match too. */
  isBegun: boolean;
  /** Matches in names only. */
  isInName: boolean;
}

/** The meaning of a search term: a word, all of several, or any of several. */
export type Meaning = Leaf | { all: Meaning[] } | { any: Meaning[] };

/** Adjacent typed words with one meaning; a product must match all slots. */
export interface Slot {
  meaning: Meaning;
  /** The typed words. */
  typed: readonly string[];
  /** The number of typed words. */
  weight: number;
}

export interface Known {
  ids: readonly number[];
  stemIds: readonly number[];
  stems: readonly string[];
}

export interface Begun {
  optionIds: readonly number[];
  /** Whether any word or code of the catalogue starts with it. */
  isKnown: boolean;
}

/** The data about words for interpreting a search. */
export interface WordData {
  words: ReadonlyMap<string, Known>;
  /** Completions of the last word, which is still being typed, and of its last part. */
  begun: ReadonlyMap<string, Begun>;
  /** Words one typing error away, by the typed word. */
  slips: ReadonlyMap<string, Known>;
  /** The most likely catalogue word for a typing error, by the typed word. */
  meant: ReadonlyMap<string, string>;
  /** Whether typing errors are also considered for known words. */
  areSlipsBeside: boolean;
  /** Other phrases by `phraseKey`. */
  synonyms: ReadonlyMap<string, readonly string[][]>;
  /** Numbers of the terms of categories whose name has a word, by that word. */
  categories: ReadonlyMap<string, readonly number[]>;
}

const longestPhrase = 5;
const longestJoined = 4;

/** All words to look up for a search: its words in all forms, joined, split, and their synonyms. */
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

/** Possible splits of an unknown word with a missing blank: `binliners`. */
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

/** Builds the meaning of a search; a null slot is an unknown word. */
export function slotsOf(tokens: readonly string[], knowledge: WordData): (Slot | null)[] {
  const slots: (Slot | null)[] = [];
  let place = 0;
  while (place < tokens.length) {
    const weight = spanAt(tokens, place, knowledge);
    const meaning = meaningOf(tokens, [place, weight], knowledge);
    slots.push(meaning && { meaning, weight, typed: tokens.slice(place, place + weight) });
    place += weight;
  }
  return slots;
}

/** How many words from here on have a common meaning. */
function spanAt(tokens: readonly string[], place: number, { words, synonyms, meant }: WordData): number {
  for (let length = Math.min(longestPhrase, tokens.length - place); length > 1; length--) {
    const span = tokens.slice(place, place + length);
    if (synonyms.has(keyOf(span, meant))) return length;
    if (length <= longestJoined && isKnownJoined(span, words)) return length;
  }
  return 1;
}

const keyOf = (span: readonly string[], meant: WordData['meant']): string =>
  phraseKey(span.map((word) => meant.get(word) ?? word));

const isKnownJoined = (span: readonly string[], words: WordData['words']): boolean =>
  [span.join(''), ...spellingsOf(span.join(''))].some((word) => words.has(word));

function meaningOf(tokens: readonly string[], [from, weight]: [number, number], knowledge: WordData): Meaning | null {
  const span = tokens.slice(from, from + weight);
  const each = span.map((_, at) => wordAt(tokens, from + at, knowledge));
  if (weight === 1) return each[0] ?? null;
  const joined = span.join('');
  return anyOf([
    allOf(each),
    isKnownJoined(span, knowledge.words) && weight <= longestJoined ? leafOf(joined, knowledge, {}) : null,
    ...synonymsOf(span, knowledge),
  ]);
}

/** A single typed word with all its possible meanings. */
function wordAt(tokens: readonly string[], place: number, knowledge: WordData): Meaning | null {
  const word = tokens[place] ?? '';
  const isBegun = place === tokens.length - 1;
  const isBehindNumber = isNumber(tokens[place - 1] ?? '');
  const known = anyOf([
    leafOf(word, knowledge, { isBegun, isBehindNumber }),
    inParts(partsOf(word), knowledge, isBegun),
    ...synonymsOf([word], knowledge),
  ]);
  const slips = knowledge.slips.get(word);
  const ofCategory = categoryLeaf(word, knowledge);
  if (ofCategory) return anyOf([known, slips && !known ? slipLeaf(word, slips, false) : null, ofCategory]);
  if (known) return slips && knowledge.areSlipsBeside ? anyOf([known, slipLeaf(word, slips, true)]) : known;
  const split = splitsOf(word).map((parts) => inParts(parts, knowledge, false));
  return anyOf([...split, slips ? slipLeaf(word, slips, false) : null]);
}

function inParts(parts: string[] | undefined, knowledge: WordData, isBegun: boolean): Meaning | null {
  if (!parts) return null;
  return allOf(
    parts.map((part, at) =>
      leafOf(part, knowledge, {
        isBegun: isBegun && at === parts.length - 1,
        isBehindNumber: isNumber(parts[at - 1] ?? ''),
      }),
    ),
  );
}

const synonymsOf = (span: readonly string[], knowledge: WordData): (Meaning | null)[] =>
  (knowledge.synonyms.get(keyOf(span, knowledge.meant)) ?? []).map((phrase) =>
    allOf(phrase.map((word) => leafOf(word, knowledge, { source: 'synonym' }))),
  );

function leafOf(
  word: string,
  { words, begun }: WordData,
  traits: { source?: Source; isBegun?: boolean; isBehindNumber?: boolean },
): Leaf | null {
  const { source = 'typed', isBegun = false, isBehindNumber = false } = traits;
  const others = [...spellingsOf(word), ...unitsOf(word, isBehindNumber)].filter((form) => words.has(form));
  const entries = [word, ...others].flatMap((form) => words.get(form) ?? []);
  const ids = entries.flatMap((entry) => [...entry.ids, ...entry.stemIds]);
  const beginning = isBegun ? begun.get(word) : undefined;
  const ofBegun = beginning?.optionIds ?? [];
  if (ids.length === 0 && ofBegun.length === 0 && !beginning?.isKnown) return null;
  return {
    source,
    ids: [...new Set([...ids, ...ofBegun])],
    exactIds: [...new Set([...(words.get(word)?.ids ?? []), ...ofBegun])],
    exact: word,
    alike: [...new Set([...others, ...entries.flatMap(({ stems }) => stems)])].filter((form) => form !== word),
    isBegun: beginning !== undefined,
    isInName: false,
  };
}

const slipLeaf = (word: string, { ids, stems }: Known, isInName: boolean): Leaf => ({
  source: 'slip',
  ids: [...new Set(ids)],
  exactIds: [],
  exact: word,
  alike: stems.filter((stem) => !isInName || stem[0] === word[0]),
  isBegun: false,
  isInName,
});

function categoryLeaf(word: string, { categories }: WordData): Leaf | null {
  const ids = categories.get(word);
  if (!ids) return null;
  return { source: 'category', ids: [...ids], exactIds: [], exact: word, alike: [], isBegun: false, isInName: false };
}

export function leavesOf(meaning: Meaning): Leaf[] {
  if ('any' in meaning) return meaning.any.flatMap(leavesOf);
  return 'all' in meaning ? meaning.all.flatMap(leavesOf) : [meaning];
}

/** The same slots as typed, without other forms and synonyms; null if one exists only in another form. */
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
