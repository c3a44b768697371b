import { editDistance } from '#lib/text/spelling.ts';
import { wordsOf } from '#lib/text/search-words.ts';
import { isFiller, phraseKey, singular, spellingsOf } from '#storefront/search/word-forms.ts';
import { compareSizes, readSizes, type Size, type SizeComparison } from './sizes.ts';

/** An item that may be offered, with the text of its name and options. */
export interface CatalogueItem {
  itemId: string;
  text: string;
}

/** What a text says of a product: its words without those of its size, and the sizes. */
export interface Described {
  words: string[];
  sizes: Size[];
}

export interface WordMatch {
  itemId: string;
  score: number;
  why: string;
}

/** By `phraseKey`, as the shop's search has them. */
type Synonyms = ReadonlyMap<string, readonly string[][]>;

/** Words that are on every invoice and say nothing of the product. */
const noise = new Set('ctn carton ea each pk pkt pack packet bx box per qty unit x'.split(' '));
const letterSizes: Record<string, string> = {
  small: 's',
  sml: 's',
  medium: 'm',
  med: 'm',
  large: 'l',
  lge: 'l',
  xlarge: 'xl',
};
/** Longer descriptions are cut: more words than these no invoice needs. */
const mostWords = 24;

export function describe(text: string): Described {
  const { sizes, rest } = readSizes(text.toLowerCase());
  const words = wordsOf(rest)
    .filter((word) => !isFiller(word) && !noise.has(word))
    .slice(0, mostWords)
    .map((word) => letterSizes[word] ?? singular(word));
  return { words: [...new Set(words)], sizes };
}

const mostMatches = 4;
const leastScore = 30;
/** A match by words alone is never as sure as one by code. */
const mostByWords = 97;
/** Another spelling, a synonym, an abbreviation or a slip counts for so much of a word. */
const likeness = 0.8;
const shortestWithSlip = 5;
const shortestStart = 4;
const mostBegun = 6;

/**
 * The words of all items that are sold, to find those that fit the descriptions of many lines at once: made for one request, since
 * the words' weights come from the catalogue of that moment.
 */
export class CatalogueIndex {
  private readonly items: { itemId: string; sizes: Size[]; weight: number }[] = [];
  private readonly itemWords: string[][] = [];
  private readonly postings = new Map<string, number[]>();
  private readonly synonyms: Synonyms;
  private sorted: string[] = [];
  private byConsonants: Map<string, string[]> | undefined;
  private bySlip: Map<string, string[]> | undefined;
  private sums = new Float64Array(0);
  private own = new Float64Array(0);
  private hits = new Uint16Array(0);
  private seen = new Int32Array(0);
  private slot = 0;

  constructor(synonyms: Synonyms) {
    this.synonyms = synonyms;
  }

  add({ itemId, text }: CatalogueItem): void {
    const { words, sizes } = describe(text);
    const place = this.items.length;
    this.items.push({ itemId, sizes, weight: 0 });
    this.itemWords.push(words);
    for (const word of words) {
      const places = this.postings.get(word);
      if (places) places.push(place);
      else this.postings.set(word, [place]);
    }
  }

  /** Call it once all items are added. */
  finish(): void {
    const count = this.items.length;
    for (const [place, item] of this.items.entries())
      item.weight = (this.itemWords[place] ?? []).reduce((sum, word) => sum + this.weightOf(word), 0);
    this.sorted = [...this.postings.keys()].sort();
    this.sums = new Float64Array(count);
    this.own = new Float64Array(count);
    this.hits = new Uint16Array(count);
    this.seen = new Int32Array(count);
  }

  /** Rare words say more. */
  private weightOf(word: string): number {
    return Math.log(1 + this.items.length / (this.postings.get(word)?.length ?? 1));
  }

  /** Words that no item has, such as another maker's brand, weigh as the average of the others. */
  private weigh(words: readonly string[]): number {
    const known = words.filter((word) => this.postings.has(word) || this.othersOf(word).length > 0);
    const sum = known.reduce((total, word) => total + this.weightOf(word), 0);
    return known.length === 0 ? 0 : (sum / known.length) * words.length;
  }

  /** The best matches of a description, the best first. */
  find({ words, sizes }: Described): WordMatch[] {
    if (words.length === 0) return [];
    const touched: number[] = [];
    for (const word of words) this.addWord(word, touched);
    const whole = this.weigh(words);
    if (whole === 0) return [];
    const found = touched.map((place) => {
      const item = this.items[place];
      const recall = Math.min(1, (this.sums[place] ?? 0) / whole);
      const precision = item && item.weight > 0 ? Math.min(1, (this.own[place] ?? 0) / item.weight) : 0;
      const size = compareSizes(sizes, item?.sizes ?? []);
      const hits = this.hits[place] ?? 0;
      return { place, hits, size, score: scoreOf(0.7 * recall + 0.3 * precision, size) };
    });
    for (const place of touched) {
      this.sums[place] = 0;
      this.own[place] = 0;
      this.hits[place] = 0;
    }
    return found
      .filter(({ score }) => score >= leastScore)
      .sort((one, other) => other.score - one.score || one.place - other.place)
      .slice(0, mostMatches)
      .map(({ place, hits, size, score }) => ({
        itemId: this.items[place]?.itemId ?? '',
        score,
        why: reasonOf(hits, words.length, size),
      }));
  }

  private addWord(word: string, touched: number[]): void {
    const slot = ++this.slot;
    const weight = this.weightOf(word);
    const addAt = (place: number, part: number, own: number): void => {
      if (this.seen[place] === slot) return;
      this.seen[place] = slot;
      if (this.hits[place] === 0) touched.push(place);
      this.sums[place] = (this.sums[place] ?? 0) + part;
      this.own[place] = (this.own[place] ?? 0) + own;
      this.hits[place] = (this.hits[place] ?? 0) + 1;
    };
    for (const place of this.postings.get(word) ?? []) addAt(place, weight, weight);
    for (const others of this.othersOf(word)) {
      const [first = '', ...more] = others;
      const own = others.reduce((sum, other) => sum + this.weightOf(other), 0);
      for (const place of this.postings.get(first) ?? []) {
        if (more.every((other) => this.itemWords[place]?.includes(other)))
          addAt(place, weight * likeness, own * likeness);
      }
    }
  }

  /** Other ways to say a word, each as the words that an item must have. */
  private othersOf(word: string): string[][] {
    const spellings = spellingsOf(word).filter((other) => this.postings.has(other));
    const synonyms = (this.synonyms.get(phraseKey([word])) ?? []).map((words) => words.map(singular));
    const known = [...spellings.map((other) => [other]), ...synonyms];
    if (this.postings.has(word) || known.length > 0) return known;
    return [...this.begunBy(word), ...this.withoutVowels(word), ...this.oneSlipFrom(word)].map((other) => [other]);
  }

  /** Words that begin with an abbreviation, such as `disinf`. */
  private begunBy(start: string): string[] {
    if (start.length < shortestStart) return [];
    let [low, high] = [0, this.sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.sorted[middle] ?? '') < start) low = middle + 1;
      else high = middle;
    }
    const begun = this.sorted.slice(low, low + mostBegun);
    return begun.filter((word) => word.startsWith(start));
  }

  /** Words that an abbreviation without vowels stands for: `clnr`, `flr`, `tlt`. */
  private withoutVowels(typed: string): string[] {
    if (typed.length < 3 || consonantsOf(typed) !== typed) return [];
    this.byConsonants ??= Map.groupBy(this.sorted, consonantsOf);
    return this.byConsonants.get(typed) ?? [];
  }

  private oneSlipFrom(typed: string): string[] {
    if (typed.length < shortestWithSlip) return [];
    this.bySlip ??= slipsOf(this.sorted);
    const near = new Set([typed, ...shortened(typed)].flatMap((form) => this.bySlip?.get(form) ?? []));
    return [...near].filter((word) => editDistance(word, typed) <= 1);
  }
}

/** A word without the vowels behind its first letter. */
const consonantsOf = (word: string): string => word.charAt(0) + word.slice(1).replaceAll(/[aeiou]/g, '');

/** The words by each form with one letter less, and by themselves. */
function slipsOf(words: readonly string[]): Map<string, string[]> {
  const bySlip = new Map<string, string[]>();
  for (const word of words) {
    if (word.length < shortestWithSlip || word.length > 30) continue;
    for (const form of [word, ...shortened(word)]) {
      const others = bySlip.get(form);
      if (others) others.push(word);
      else bySlip.set(form, [word]);
    }
  }
  return bySlip;
}

const shortened = (word: string): string[] =>
  Array.from({ length: Math.min(word.length, 30) }, (_, at) => word.slice(0, at) + word.slice(at + 1));

function scoreOf(share: number, size: SizeComparison): number {
  const score = 100 * share;
  const weighed = {
    none: score,
    same: score + (100 - score) * 0.4,
    unknown: score * 0.88,
    otherPack: score * 0.82,
    other: score * 0.6,
  }[size];
  return Math.min(mostByWords, Math.round(weighed));
}

const sizeWords: Record<SizeComparison, string> = {
  none: '',
  same: ', same size',
  unknown: ', size not compared',
  otherPack: ', another pack',
  other: ', another size',
};

/** `4 of 5 words, same size` */
const reasonOf = (hits: number, count: number, size: SizeComparison): string => {
  const words = count === 1 ? 'the only word' : hits === count ? `all ${count} words` : `${hits} of ${count} words`;
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${sizeWords[size]}`;
};
