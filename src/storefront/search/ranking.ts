import { wordsOf } from '#lib/text/search-words.ts';
import type { Leaf, Meaning, Slot, Source } from './meaning.ts';

/** What the order of the first products found is decided by. */
export interface Candidate {
  name: string;
  /** This and the next two are only there where not every word is in the name. */
  shortDescription?: string;
  /** `Size:5 L`. */
  options?: readonly string[];
  code?: string;
  isInStock: boolean;
  /** Whether it has only most of the words, and these in its name. */
  isPart?: boolean;
}

/** Where a product has a word, best first, and what that costs. */
const costs = { thing: 0, head: 1, name: 2, option: 2, code: 2, short: 4, elsewhere: 6, missing: 9 } as const;

const formCosts: Record<Source | 'alike', number> = {
  typed: 0,
  alike: 0.4,
  synonym: 0.8,
  slip: 1.2,
  category: 1.6,
};

/** Texts are cut into words only as far as the order needs them: most words are found in names. */
interface Texts {
  /** The last word of what the product is called: `mop` of `Spray Mop with 500 mL bottle`. */
  thing: string[];
  head: string[];
  name: string[];
  readonly option: string[];
  readonly code: string[];
  readonly short: string[];
  /** What a word costs that is in none of these. */
  other: number;
}

/** What a name is about: up to a comma, a number or a word such as `with`. */
function headOf(name: string): string[] {
  const words = wordsOf(name.replace(/[,(].*$/s, ''));
  const end = words.findIndex((word, at) => at > 0 && (/^\p{N}/u.test(word) || aside.has(word)));
  return end < 0 ? words : words.slice(0, end);
}
const aside = new Set(['with', 'for', 'in', 'of', 'to']);

function textsOf({ name, shortDescription = '', options = [], code = '', isPart = false }: Candidate): Texts {
  const head = headOf(name);
  let short: string[] | undefined;
  return {
    thing: head.slice(-1),
    head,
    name: wordsOf(name),
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
    other: isPart ? costs.missing : costs.elsewhere,
  };
}

/** What products are put in order by, one after the other; the less of each, the better. */
export interface Distance {
  /** How badly it matches: where the product has each word, and whether as it was typed, in another form, as a synonym or by a slip. */
  match: number;
  /** 1 where it is out of stock. */
  stock: number;
  /** Words of its name that were not asked for. */
  unasked: number;
}

export function distanceFrom(slots: readonly Slot[], candidate: Candidate): Distance {
  const texts = textsOf(candidate);
  const match = slots.reduce((sum, { meaning, weight }) => sum + weight * costIn(meaning, texts), 0);
  return {
    match: Math.round(match * 1000), // so that sums in another order are equal
    stock: candidate.isInStock ? 0 : 1,
    unasked: texts.head.length * 10 + texts.name.length,
  };
}

/** Whether every word is in what a customer sees of the product in a list, and not in its long description alone. */
export function isNear(slots: readonly Slot[], candidate: Candidate): boolean {
  const texts = textsOf(candidate);
  return slots.every(({ meaning }) => costIn(meaning, texts) < costs.short);
}

export const byDistance = (a: Distance, b: Distance): number =>
  a.match - b.match || a.stock - b.stock || a.unasked - b.unasked;

function costIn(meaning: Meaning, texts: Texts): number {
  if ('any' in meaning) return Math.min(...meaning.any.map((one) => costIn(one, texts)));
  if ('all' in meaning) return meaning.all.reduce((sum, one) => sum + costIn(one, texts), 0) / meaning.all.length;
  let best: number = texts.other + formCost(meaning);
  for (const place of places) {
    if (costs[place] >= best) break; // the others are dearer
    best = Math.min(best, costAt(meaning, texts, place));
  }
  return best;
}

/** In the order of their costs. */
const places = ['thing', 'head', 'name', 'option', 'code', 'short'] as const;

const formCost = ({ source }: Leaf): number => (source === 'typed' ? formCosts.alike : formCosts[source]);

function costAt(leaf: Leaf, texts: Texts, place: (typeof places)[number]): number {
  const words = texts[place];
  if (leaf.source !== 'slip' && words.includes(leaf.exact)) return costs[place] + formCosts[leaf.source];
  const isAlike = words.some((word) => leaf.alike.includes(word) || (leaf.isBegun && word.startsWith(leaf.exact)));
  return (isAlike ? costs[place] : texts.other) + formCost(leaf);
}
