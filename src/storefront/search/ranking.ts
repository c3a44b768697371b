import { wordsOf } from '#lib/text/search-words.ts';
import type { Leaf, Meaning, Slot, Source } from './meaning.ts';

/** What the best matches are ranked by. */
export interface Candidate {
  name: string;
  /** The short description, options and code are set only if not every word is in the name. */
  shortDescription?: string;
  /** `Size:5 L`. */
  options?: readonly string[];
  code?: string;
  isInStock: boolean;
  /** Whether its name has most of the words, and nothing has the rest. */
  isSubsetMatch?: boolean;
}

/** The cost of a word by the field that has it, best first. */
const costs = { noun: 0, head: 1, name: 2, option: 2, code: 2, short: 4, elsewhere: 6, missing: 9 } as const;

const formCosts: Record<Source | 'alike', number> = {
  typed: 0,
  alike: 0.4,
  synonym: 0.8,
  typo: 1.2,
  category: 1.6,
};

/** The words of each field. Some fields are split only when read, since most words match in names. */
interface FieldWords {
  /** The product's noun: `mop` of `Spray Mop with 500 mL bottle`. */
  noun: string[];
  /** See `headOf`. */
  head: string[];
  name: string[];
  readonly option: string[];
  readonly code: string[];
  readonly short: string[];
  /** The cost of a word that none of these fields has. */
  other: number;
}

/** The main part of a name, which ends before a comma, a number or a word such as `with`. */
function headOf(name: string, all: string[]): string[] {
  const words = /[,(]/.test(name) ? wordsOf(name.replace(/[,(].*$/s, '')) : all;
  const end = words.findIndex((word, at) => at > 0 && (/^\p{N}/u.test(word) || prepositions.has(word)));
  return end < 0 ? words : words.slice(0, end);
}
const prepositions = new Set(['with', 'for', 'in', 'of', 'to']);

function textsOf({
  name,
  shortDescription = '',
  options = [],
  code = '',
  isSubsetMatch = false,
}: Candidate): FieldWords {
  const all = wordsOf(name);
  const head = headOf(name, all);
  let short: string[] | undefined;
  return {
    noun: head.slice(-1),
    head,
    name: all,
    get option() {
      return options.flatMap((option) => wordsOf(option.slice(option.indexOf(':') + 1)));
    },
    get code() {
      return wordsOf(code);
    },
    get short() {
      short ??= wordsOf(shortDescription);
      return short;
    },
    other: isSubsetMatch ? costs.missing : costs.elsewhere,
  };
}

/** The criteria of the ranking, the most important first. Lower is better. */
export interface Distance {
  /** The sum of the words' costs, by field and by how each matches: as typed, in another form, as a synonym or a typo. */
  match: number;
  /** 1 if it is out of stock. */
  stock: number;
  /** Words of the name that are not in the search. */
  extraWords: number;
}

export function distanceOf(slots: readonly Slot[], candidate: Candidate): Distance {
  const texts = textsOf(candidate);
  const match = slots.reduce((sum, { meaning, weight }) => sum + weight * costIn(meaning, texts), 0);
  return {
    match: Math.round(match * 1000), // rounded, because floating-point sums depend on the order
    stock: candidate.isInStock ? 0 : 1,
    extraWords: texts.head.length * 10 + texts.name.length,
  };
}

/** Whether every word is in a field that lists show, and not only in the long description. */
export function isInVisibleFields(slots: readonly Slot[], candidate: Candidate): boolean {
  const texts = textsOf(candidate);
  return slots.every(({ meaning }) => costIn(meaning, texts) < costs.short);
}

export const byDistance = (a: Distance, b: Distance): number =>
  a.match - b.match || a.stock - b.stock || a.extraWords - b.extraWords;

function costIn(meaning: Meaning, texts: FieldWords): number {
  if ('any' in meaning) return Math.min(...meaning.any.map((one) => costIn(one, texts)));
  if ('all' in meaning) return meaning.all.reduce((sum, one) => sum + costIn(one, texts), 0) / meaning.all.length;
  let best: number = texts.other + formCost(meaning);
  for (const place of places) {
    if (costs[place] >= best) break; // all further places cost more
    best = Math.min(best, costAt(meaning, texts, place));
  }
  return best;
}

/** Sorted by cost. */
const places = ['noun', 'head', 'name', 'option', 'code', 'short'] as const;

const formCost = ({ source }: Leaf): number => (source === 'typed' ? formCosts.alike : formCosts[source]);

function costAt(leaf: Leaf, texts: FieldWords, place: (typeof places)[number]): number {
  const words = texts[place];
  if (leaf.source !== 'typo' && words.includes(leaf.exact)) return costs[place] + formCosts[leaf.source];
  const isAlike = words.some((word) => leaf.alike.includes(word) || (leaf.isPrefix && word.startsWith(leaf.exact)));
  return (isAlike ? costs[place] : texts.other) + formCost(leaf);
}
