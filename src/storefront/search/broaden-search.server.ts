import type { Db } from '#platform/db/db.server.ts';
import type { Search } from '#lib/text/search-words.ts';
import { costOutsideName } from './match-conditions.server.ts';
import type { Slot } from './meaning.ts';
import { countMatches, findBestMatch, hasMatchByName, hasMatchInVisibleFields } from './count-matches.server.ts';
import {
  hasFillers,
  literalBreadth,
  mayHaveTypos,
  type Breadth,
  type Interpretation,
  type InterpretSearch,
} from './interpret-search.server.ts';

/** With fewer matches than this, typing errors are also considered for known words. */
export const fewMatches = 8;

/** The broadest interpretation of a search; `count` is capped at `fewMatches`. */
export interface BroadInterpretation {
  interpretation: Interpretation;
  count: number;
  /** Typed words that were left out, since no product has them all. */
  leftOut: readonly string[];
}

interface Literal {
  interpretation: Interpretation;
  /** The number of its matches, if it is known. */
  count: number | undefined;
  interpreter: { read: InterpretSearch };
}

/** Interprets a search more and more broadly while it has few matches. Leaving words out is the last resort. */
export async function broadenSearch(
  db: Db,
  search: Search,
  { interpretation: literal, count: known, interpreter }: Literal,
): Promise<BroadInterpretation> {
  let best: BroadInterpretation = {
    interpretation: literal,
    count: Math.min(known ?? (await countMatches(db, literal, fewMatches)), fewMatches),
    leftOut: [],
  };
  let breadth = literalBreadth;
  const tryBroader = async (change: Partial<Breadth>): Promise<void> => {
    const next = { ...breadth, ...change };
    const interpretation = await interpreter.read(search, next);
    if (isSame(interpretation, best.interpretation)) return;
    const count = await countMatches(db, interpretation, fewMatches);
    if (count > best.count) [best, breadth] = [{ interpretation, count, leftOut: [] }, next];
  };
  if (best.count === 0 && hasFillers(search)) await tryBroader({ hasFillers: false });
  if (best.count < fewMatches && mayHaveTypos(search)) await tryBroader({ hasTyposOfKnownWords: true });
  if (best.count > 0) return withSubsets(db, best);
  breadth = { ...literalBreadth, hasFillers: false, hasTyposInShortWords: true };
  await tryBroader(breadth);
  if (best.count > 0) return withSubsets(db, best);
  const shortened = await withoutWords(db, await interpreter.read(search, breadth));
  const byCategory = await interpreter.read(search, { ...breadth, matchesCategories: true });
  const { count, cost } = await findBestMatch(db, byCategory);
  // If one word names a category, another word must be in the product's name; otherwise the match is a coincidence.
  if (count > 0 && (!shortened || isNamed(cost, byCategory)))
    return { interpretation: byCategory, count: Math.min(count, fewMatches), leftOut: [] };
  return shortened ?? best;
}

/** Whether two interpretations of one search find the same. */
const isSame = (one: Interpretation, other: Interpretation): boolean =>
  JSON.stringify([one.slots, one.unknown]) === JSON.stringify([other.slots, other.unknown]);

/**
 * If few products have all words, and they have them only in long descriptions, products with most of the words in their names match too:
 * `commercial vacuum cleaner` must not find only a cloth whose description says that it wipes vacuum cleaners.
 */
async function withSubsets(db: Db, best: BroadInterpretation): Promise<BroadInterpretation> {
  const { interpretation, count } = best;
  if (count >= fewMatches || interpretation.phrases.length > 0 || (await hasMatchInVisibleFields(db, interpretation)))
    return best;
  const [, ...smaller] = setsOf(interpretation.slots);
  for (const choices of smaller) {
    const isInNames = await Promise.all(choices.map((slots) => hasMatchByName(db, { ...interpretation, slots })));
    const subsets = choices.filter((_, at) => isInNames[at]);
    if (subsets.length > 0) return { ...best, interpretation: { ...interpretation, subsets } };
  }
  return best;
}

/** Whether the best match, at this cost, has any of the words in its name. */
const isNamed = (cost: number, interpretation: Interpretation): boolean =>
  cost < costOutsideName * weightOf(interpretation);

/** How many of the typed words an interpretation uses. */
const weightOf = ({ slots }: Interpretation): number => slots.reduce((sum, slot) => sum + slot.weight, 0);

/** The maximum number of words for which combinations are tried. */
const mostTried = 4;

/**
 * Whether a word may be left out. Numbers and words of one or two letters are sizes or parts of codes: without them, a different product
 * would match.
 */
const mayBeLeftOut = (word: string): boolean => /^\p{L}{3,}$/u.test(word);

/**
 * Leaves out as few words as needed for a match, unknown ones first. If several combinations match, it takes the one
 * whose best product has the remaining words in its name, then the one with fewer matches, since its words are more
 * specific.
 */
async function withoutWords(db: Db, { unknown, ...rest }: Interpretation): Promise<BroadInterpretation | undefined> {
  if (!unknown.every(mayBeLeftOut) || rest.slots.length === 0) return undefined;
  for (const choices of setsOf(rest.slots)) {
    if (choices[0]?.length === rest.slots.length && unknown.length === 0) continue;
    const tried = await Promise.all(
      choices.map(async (slots) => {
        const interpretation = { ...rest, slots, unknown: [] };
        return { interpretation, ...(await findBestMatch(db, interpretation)) };
      }),
    );
    // At least one remaining word must be in a name: words such as `no` or `all` occur in many descriptions.
    const [first] = tried
      .filter(({ count, cost, interpretation }) => count > 0 && isNamed(cost, interpretation))
      .sort(
        (a, b) =>
          Number(b.cost < costOutsideName) - Number(a.cost < costOutsideName) ||
          weightOf(b.interpretation) - weightOf(a.interpretation) ||
          a.cost - b.cost ||
          a.count - b.count,
      );
    if (!first) continue;
    const { interpretation } = first;
    const left = rest.slots.filter((slot) => !interpretation.slots.includes(slot)).flatMap(({ typed }) => typed);
    return { interpretation, count: Math.min(first.count, fewMatches), leftOut: [...unknown, ...left] };
  }
  return undefined;
}

/**
 * Combinations of slots, grouped by their size, the largest first. Sizes and codes are in all of them; only the last
 * `mostTried` of the other words are left out.
 */
function setsOf(slots: readonly Slot[]): Slot[][][] {
  const must = slots.filter(({ typed }) => !typed.every(mayBeLeftOut));
  const may = slots.filter((slot) => !must.includes(slot)).slice(-mostTried);
  const sizes = Array.from({ length: may.length + 1 }, (_, left) => may.length - left);
  return sizes
    .filter((size) => must.length + size > 0)
    .map((size) =>
      choicesOf(may, size).map((chosen) => slots.filter((slot) => must.includes(slot) || chosen.includes(slot))),
    );
}

/** All combinations of `size` slots, in sequence. */
function choicesOf(slots: readonly Slot[], size: number): Slot[][] {
  if (size === 0) return [[]];
  return slots.flatMap((slot, at) => choicesOf(slots.slice(at + 1), size - 1).map((others) => [slot, ...others]));
}
