import { wordsOf } from '#lib/search-words.ts';
import type { Leaf, Meaning, Slot, Source } from './meaning.ts';

/** What the order of the first products found is decided by. */
export interface Candidate {
  name: string;
  shortDescription: string;
  /** `Size:5 L`. */
  options: readonly string[];
  code: string;
}

/** Where a product has a word, best first, and what that costs. */
const costs = { thing: 0, head: 1, name: 2, option: 2, code: 2, short: 4, elsewhere: 6 } as const;

const formCosts: Record<Source | 'alike', number> = { typed: 0, alike: 0.4, synonym: 0.8, slip: 1.2 };

interface Texts {
  /** The last word of what the product is called: `mop` of `Spray Mop with 500 mL bottle`. */
  thing: string[];
  head: string[];
  name: string[];
  option: string[];
  code: string[];
  short: string[];
}

/** What a name is about: up to a comma, a number or a word such as `with`. */
function headOf(name: string): string[] {
  const words = wordsOf(name.replace(/[,(].*$/s, ''));
  const end = words.findIndex((word, at) => at > 0 && (/^\p{N}/u.test(word) || aside.has(word)));
  return end < 0 ? words : words.slice(0, end);
}
const aside = new Set(['with', 'for', 'in', 'of', 'to']);

function textsOf({ name, shortDescription, options, code }: Candidate): Texts {
  const head = headOf(name);
  return {
    thing: head.slice(-1),
    head,
    name: wordsOf(name),
    option: options.flatMap((option) => wordsOf(option.slice(option.indexOf(':') + 1))),
    code: wordsOf(code),
    short: wordsOf(shortDescription),
  };
}

/**
 * How far a product is from what was searched, the less the better: a word weighs by where the product has it, and whether it
 * is the word that was typed, another form, a synonym or a slip.
 */
export function distanceFrom(slots: readonly Slot[], candidate: Candidate): number {
  const texts = textsOf(candidate);
  const words = slots.reduce((sum, { meaning, weight }) => sum + weight * costIn(meaning, texts), 0);
  const unasked = texts.head.length * 0.1 + texts.name.length * 0.01;
  return words + unasked;
}

function costIn(meaning: Meaning, texts: Texts): number {
  if ('any' in meaning) return Math.min(...meaning.any.map((one) => costIn(one, texts)));
  if ('all' in meaning) return meaning.all.reduce((sum, one) => sum + costIn(one, texts), 0) / meaning.all.length;
  return Math.min(
    ...(['thing', 'head', 'name', 'option', 'code', 'short'] as const).map((place) => costAt(meaning, texts, place)),
  );
}

function costAt(leaf: Leaf, texts: Texts, place: keyof Texts): number {
  const words = texts[place];
  if (leaf.source !== 'slip' && words.includes(leaf.exact)) return costs[place] + formCosts[leaf.source];
  const isAlike = words.some((word) => leaf.alike.includes(word) || (leaf.isBegun && word.startsWith(leaf.exact)));
  const cost = leaf.source === 'typed' ? formCosts.alike : formCosts[leaf.source];
  return isAlike ? costs[place] + cost : costs.elsewhere + cost;
}
