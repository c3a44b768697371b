import type { Db } from '#platform/db/db.server.ts';
import type { Search } from '#lib/text/search-words.ts';
import { costElsewhere } from './matches.server.ts';
import type { Slot } from './meaning.ts';
import { countUpTo, foundBest, isAnyNamed, isAnyNear } from './suggest.server.ts';
import {
  hasFillers,
  literally,
  mayHaveSlips,
  type Reading,
  type Understood,
  type ReadSearch,
} from './understand.server.ts';

/** With fewer matches than this, typing errors are also considered for known words. */
export const few = 8;

/** The broadest interpretation of a search; `count` is capped at `few`. */
export interface Generous {
  understood: Understood;
  count: number;
  /** Typed words that were left out, since no product has them all. */
  leftOut: readonly string[];
}

/** Interprets a search ever more broadly while `literal` has few matches; leaving words out comes last. */
export async function readGenerously(
  db: Db,
  search: Search,
  { literal, reader }: { literal: Understood; reader: { read: ReadSearch } },
): Promise<Generous> {
  let best: Generous = { understood: literal, count: await countUpTo(db, literal, few), leftOut: [] };
  let reading = literally;
  const also = async (change: Partial<Reading>): Promise<void> => {
    const next = { ...reading, ...change };
    const understood = await reader.read(search, next);
    const count = await countUpTo(db, understood, few);
    if (count > best.count) [best, reading] = [{ understood, count, leftOut: [] }, next];
  };
  if (best.count === 0 && hasFillers(search)) await also({ hasFillers: false });
  if (best.count < few && mayHaveSlips(search)) await also({ areSlipsBeside: true });
  if (best.count > 0) return withShorter(db, best);
  reading = { ...literally, hasFillers: false, areShortSlips: true };
  await also(reading);
  if (best.count > 0) return withShorter(db, best);
  const shorter = await withoutWords(db, await reader.read(search, reading));
  const named = await reader.read(search, { ...reading, areCategories: true });
  const { count, cost } = await foundBest(db, named);
  // With a word that names a category, another word must be in the product's name, or the combination is a
  // coincidence.
  if (count > 0 && (!shorter || isNamed(cost, named)))
    return { understood: named, count: Math.min(count, few), leftOut: [] };
  return shorter ?? best;
}

/**
 * If few products have all words, and only in long descriptions, products with most of the words in their names also
 * match: `commercial vacuum cleaner` is not the cloth that may be washed after wiping a vacuum cleaner.
 */
async function withShorter(db: Db, best: Generous): Promise<Generous> {
  const { understood, count } = best;
  if (count >= few || understood.phrases.length > 0 || (await isAnyNear(db, understood))) return best;
  const [, ...smaller] = setsOf(understood.slots);
  for (const choices of smaller) {
    const isNamedOne = await Promise.all(choices.map((slots) => isAnyNamed(db, { ...understood, slots })));
    const shorter = choices.filter((_, at) => isNamedOne[at]);
    if (shorter.length > 0) return { ...best, understood: { ...understood, shorter } };
  }
  return best;
}

/** Whether the best product, at this cost, has any of the words in its name. */
const isNamed = (cost: number, understood: Understood): boolean => cost < costElsewhere * weightOf(understood);

/** How many of the typed words it uses. */
const weightOf = ({ slots }: Understood): number => slots.reduce((sum, slot) => sum + slot.weight, 0);

/** The maximum number of words for which combinations are tried. */
const mostTried = 4;

/** Numbers and words of one or two letters are sizes and parts of codes: without them another product would be found. */
const mayBeLeftOut = (word: string): boolean => /^\p{L}{3,}$/u.test(word);

/**
 * Leaves out as few words as needed for a match, unknown ones first. Of several combinations it takes the one whose
 * best product has the remaining words in its name, then the one with fewer matches, since its words are more specific.
 */
async function withoutWords(db: Db, { unknown, ...rest }: Understood): Promise<Generous | undefined> {
  if (!unknown.every(mayBeLeftOut) || rest.slots.length === 0) return undefined;
  for (const choices of setsOf(rest.slots)) {
    if (choices[0]?.length === rest.slots.length && unknown.length === 0) continue;
    const tried = await Promise.all(
      choices.map(async (slots) => {
        const understood = { ...rest, slots, unknown: [] };
        return { understood, ...(await foundBest(db, understood)) };
      }),
    );
    // Words that are only in descriptions, such as `no` or `all`, are useless.
    const [first] = tried
      .filter(({ count, cost, understood }) => count > 0 && isNamed(cost, understood))
      .sort(
        (a, b) =>
          Number(b.cost < costElsewhere) - Number(a.cost < costElsewhere) ||
          weightOf(b.understood) - weightOf(a.understood) ||
          a.cost - b.cost ||
          a.count - b.count,
      );
    if (!first) continue;
    const { understood } = first;
    const left = rest.slots.filter((slot) => !understood.slots.includes(slot)).flatMap(({ typed }) => typed);
    return { understood, count: Math.min(first.count, few), leftOut: [...unknown, ...left] };
  }
  return undefined;
}

/**
 * Combinations of slots by their number, the largest first. Sizes and codes are in all of them; of the other words only
 * the last `mostTried` are tried without each other.
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
