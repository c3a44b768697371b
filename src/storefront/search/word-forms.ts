import { wordsOf } from '#lib/text/search-words.ts';

/** Differences between British and American spelling, and endings that are easily confused, each in both directions. */
const spellingRules: readonly (readonly [RegExp, string])[] = [
  [/is(e|ed|er|ers|es|ing|ation)$/, 'iz$1'],
  [/iz(e|ed|er|ers|es|ing|ation)$/, 'is$1'],
  [/our(s|ed|ing|less|ant)?$/, 'or$1'],
  [/or(s|ed|ing|less|ant)?$/, 'our$1'],
  [/(?<=[bt])re(s|d)?$/, 'er$1'],
  [/(?<=[bt])er(s|ed)?$/, 're$1'],
  [/(?<=[bt])re(?=\p{L}{3})/u, 'er'],
  [/(?<=[bt])er(?=\p{L}{3})/u, 're'],
  [/oul(?=[dt])/, 'ol'],
  [/ol(?=[dt])/, 'oul'],
  [/^grey/, 'gray'],
  [/^gray/, 'grey'],
  [/inium$/, 'inum'],
  [/inum$/, 'inium'],
  [/ph/, 'f'],
  [/f(?=[aiou])/, 'ph'],
  [/ie(s)?$/, 'y$1'],
  [/(?<=\p{L}{3})y$/u, 'ie'],
  [/ll(ed|er|ing)$/, 'l$1'],
  [/l(ed|er|ing)$/, 'll$1'],
];

/** Other spellings of a word: `sanitizer` for `sanitiser`. Most results are not words, and match nothing. */
export const spellingsOf = (word: string): string[] => [
  ...new Set(
    spellingRules.map(([pattern, other]) => word.replace(pattern, other)).filter((spelling) => spelling !== word),
  ),
];

const unitNames = [
  'l lt ltr lts ltrs litre litres liter liters',
  'ml mls millilitre millilitres milliliter milliliters',
  'kg kgs kilo kilos kilogram kilograms',
  'g gm gms gr gram grams',
  'mm millimetre millimetres millimeter millimeters',
  'cm centimetre centimetres centimeter centimeters',
  'm mtr mtrs metre metres meter meters',
  'w watt watts',
].map((names) => names.split(' '));

const packNames = ['pk pkt pack packs packet packets', 'ctn ctns carton cartons', 'pcs pc piece pieces'].map((names) =>
  names.split(' '),
);

const othersIn = (groups: readonly string[][], word: string): string[] =>
  groups.filter((names) => names.includes(word)).flatMap((names) => names.filter((name) => name !== word));

/** Other names of a pack, and of a unit if the word follows a number: `l` alone may be a size of gloves. */
export const unitsOf = (word: string, isBehindNumber: boolean): string[] => [
  ...(isBehindNumber ? othersIn(unitNames, word) : []),
  ...othersIn(packNames, word),
];

export const isNumber = (word: string): boolean => /^\p{N}+$/u.test(word);

/** One form for singular and plural. Good enough to compare a typed word with a synonym. */
export function singular(word: string): string {
  if (word.length < 4) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:ss|sh|ch|x|z)es$/.test(word)) return word.slice(0, -2);
  return /[^su]s$/.test(word) ? word.slice(0, -1) : word;
}

/** The key for comparing synonyms: singular, without spaces, so that `hi vis` equals `hivis`. */
export const phraseKey = (words: readonly string[]): string => singular(words.map(singular).join(''));
export const phraseKeyOf = (text: string): string => phraseKey(wordsOf(text));

const fillers = new Set(
  `a an and any are at best buy can cheap do for from get good have i in is it just me my need of off on one or our out
   some something stuff that the thing things this to up us use used want we what which with you your`.split(/\s+/),
);

/** Whether a word says nothing about the product, such as the first two of `something for grease`. */
export const isFiller = (word: string): boolean => fillers.has(word);
