import { type RawBuilder, sql } from 'kysely';
import { isFirstTerm, termsBeginningWith, wordTerm } from '#catalogue/products/listings/search-terms.ts';
import { type Leaf, leavesOf, type Meaning, type Slot } from './meaning.ts';
import type { Phrase, Understood } from './understand.server.ts';

type Sql = RawBuilder<unknown>;

/** The conditions on `listings` for a search's meaning. */
export function foundBy({ phrases, slots, shorter = [], unknown }: Understood): Sql[] {
  if (unknown.length > 0) return [sql`false`];
  const all = [...slots.map(({ meaning }) => has(meaning)), ...phrases.map(hasPhrase)];
  if (shorter.length === 0) return all;
  const any = [all, ...shorter.map((some) => [...some.map(({ meaning }) => has(meaning)), isAllInName(some)])];
  return [
    sql`(${sql.join(
      any.map((each) => sql`(${sql.join(each, sql` and `)})`),
      sql` or `,
    )})`,
  ];
}

/** Whether a product matches only some of the words. */
export const isPart = ({ slots, shorter = [] }: Understood): Sql =>
  shorter.length === 0
    ? sql`false`
    : sql`not (${sql.join(
        slots.map(({ meaning }) => has(meaning)),
        sql` and `,
      )})`;

/** Whether a name has each of the slots in one of its forms. */
export const isAllInName = (slots: readonly Slot[]): Sql =>
  sql`${sumOf(slots.map(({ meaning, weight }) => costOfSlot(meaning, weight)))} < ${sql.lit(costElsewhere)}`;

function has(meaning: Meaning): Sql {
  if ('all' in meaning) return sql`(${sql.join(meaning.all.map(has), sql` and `)})`;
  if (!('any' in meaning)) return hasLeaf(meaning);
  // Words with the same condition share one index lookup.
  const plain = meaning.any.flatMap((one) => ('ids' in one && !one.isInName ? [one] : []));
  const others = meaning.any.filter((one) => !('ids' in one) || one.isInName);
  const parts = [...(plain.length > 0 ? [sql`terms && ${numbersOf(plain)}`] : []), ...others.map(has)];
  return sql`(${sql.join(parts, sql` or `)})`;
}

function hasLeaf(leaf: Leaf): Sql {
  const hasTerm = sql`terms && ${numbersOf([leaf])}`;
  return leaf.isInName ? sql`(${hasTerm} and ${isNamed(leaf.alike.map(asWord))})` : hasTerm;
}

function numbersOf(leaves: readonly Leaf[]): Sql {
  const ids = [...new Set(leaves.flatMap((leaf) => leaf.ids))];
  const fixed = sql`${ids}::int[]`;
  const begun = leaves.filter(({ isBegun }) => isBegun).flatMap(({ exact }) => beginning(exact));
  if (begun.length === 0) return fixed;
  return sql`(array(${sql.join(begun, sql` union all `)}) || ${fixed})`;
}

function beginning(word: string): Sql[] {
  const { ranges, exact } = termsBeginningWith(word);
  return [
    ...ranges
      .filter(([from]) => !isFirstTerm(from))
      .map(([from, to]) => sql`select id from search_terms where term >= ${from} and term < ${to}`),
    ...exact.map((term) => sql`select id from search_terms where term = ${term}`),
  ];
}

function hasPhrase({ words, optionIds }: Phrase): Sql {
  const each = words.map((word) => sql`terms && array(select id from search_terms where term = ${wordTerm(word)})`);
  const inText = sql`(${sql.join(each, sql` and `)} and exists (select from products p where p.id = product_id
    and strpos(' ' || p.search_key || ' ', ${asWord(words.join(' '))}) > 0))`;
  return optionIds.length === 0 ? inText : sql`(${inText} or terms && ${optionIds}::int[])`;
}

const asWord = (word: string): string => ` ${word} `;

/** Words are letters and digits, without wildcards. One array, so that statements are equal and planned once. */
const isNamed = (texts: readonly string[]): Sql =>
  texts.length === 0 ? sql`false` : sql`(' ' || name_key || ' ') like any(${texts.map((text) => `%${text}%`)}::text[])`;

/** The maximum number of forms searched in names; each is compared with every match. */
const mostForms = 5;

/** The cost of a word that is not in the product's name; high enough that names with all words always come first. */
export const costElsewhere = 100;

/**
 * The cost of a match, lower is better: for each word 0 if the name has it as typed, 1 in another form, 2 as a synonym,
 * `costElsewhere` if it is elsewhere. `text` is the whole search; a product with this code comes first.
 */
export function costOf({ slots, phrases }: Understood, text: string): Sql {
  const costs = [
    ...slots.map(({ meaning, weight }) => costOfSlot(meaning, weight)),
    ...phrases.map(
      ({ words }) => sql`case when ${isNamed([asWord(words.join(' '))])} then 0 else ${sql.lit(costElsewhere)} end`,
    ),
  ];
  return sql`case when code_key = ${codeOf(text)} then -1 else ${sumOf(costs)} end`;
}

const sumOf = (costs: readonly Sql[]): Sql => (costs.length === 0 ? sql`0` : sql`(${sql.join(costs, sql` + `)})`);

/**
 * `costOf` for products whose name has every word of a search, null for all others; fastest for names with the words as
 * typed. Undefined for phrases, and for words whose forms have no common prefix.
 */
export function costInNames(understood: Understood, text: string): Sql | undefined {
  const { slots, phrases } = understood;
  if (phrases.length > 0 || slots.length === 0) return undefined;
  const each = slots.map(({ meaning }) => startsOf(meaning));
  const isKnown = each.every((starts) => starts.length > 0 && starts.every((start) => start !== ''));
  if (!isKnown) return undefined;
  return sql`case when code_key = ${codeOf(text)} then -1 when ${namedAsTyped(slots)} then 0
    when ${sql.join(each.map(holds), sql` and `)} then ${costOf(understood, text)} end`;
}

/** Whether a name has every word as typed. */
export const namedAsTyped = (slots: readonly Slot[]): Sql =>
  sql.join(
    slots.flatMap(({ typed }) => typed.map((word) => sql`(' ' || name_key || ' ') like ${`% ${word} %`}`)),
    sql` and `,
  );

const holds = (starts: readonly string[]): Sql => {
  const any = starts.map((start) => sql`strpos(name_key, ${start}) > 0`);
  return sql`(${sql.join(any, sql` or `)})`;
};

/** A whole search in the stored format of product codes. */
const codeOf = (text: string): string => text.trim().toLowerCase();

function costOfSlot(meaning: Meaning, weight: number): Sql {
  const isTypedOnly = leavesOf(meaning).every(({ source }) => source === 'typed');
  const steps: [Sql | null, number][] = [
    [named(meaning, (leaf) => (leaf.source === 'typed' ? [asWord(leaf.exact)] : [])), 0],
    [named(meaning, (leaf) => (leaf.source === 'typed' ? [asWord(leaf.exact), ...formsIn(leaf)] : [])), 1],
    [
      isTypedOnly
        ? null
        : named(meaning, (leaf) => (leaf.source === 'slip' ? formsIn(leaf) : [asWord(leaf.exact), ...formsIn(leaf)])),
      2,
    ],
  ];
  const whens = steps.flatMap(([where, cost]) =>
    where === null ? [] : [sql`when ${where} then ${sql.lit(cost * weight)}`],
  );
  const elsewhere = sql`${sql.lit(costElsewhere * weight)}`;
  if (whens.length === 0) return elsewhere;
  const starts = startsOf(meaning).map((start) => sql`strpos(name_key, ${start}) = 0`);
  return sql`case when ${sql.join(starts, sql` and `)} then ${elsewhere} ${sql.join(whens, sql` `)} else ${elsewhere} end`;
}

/** A fast necessary condition for a name to match a meaning, since most matches are not by name. */
function startsOf(meaning: Meaning): string[] {
  if ('any' in meaning) return [...new Set(meaning.any.flatMap(startsOf))];
  if ('all' in meaning) return meaning.all.slice(0, 1).flatMap(startsOf);
  const forms = [...(meaning.source === 'slip' ? [] : [meaning.exact]), ...meaning.alike.slice(0, mostForms)];
  return [forms.reduce(commonStart)];
}

function commonStart(one: string, other: string): string {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return one.slice(0, length);
}

const formsIn = ({ alike, isBegun, exact }: Leaf): string[] => [
  ...(isBegun ? [` ${exact}`] : []),
  ...alike.slice(0, mostForms).map(asWord),
];

/** The condition that a name has a meaning in the forms that `texts` returns for each word; null if impossible. */
function named(meaning: Meaning, texts: (leaf: Leaf) => string[]): Sql | null {
  if ('any' in meaning) {
    const parts = meaning.any.map((one) => named(one, texts)).filter((part) => part !== null);
    return parts.length === 0 ? null : sql`(${sql.join(parts, sql` or `)})`;
  }
  if ('all' in meaning) {
    const parts = meaning.all.map((one) => named(one, texts));
    const known = parts.filter((part) => part !== null);
    return known.length < parts.length ? null : sql`(${sql.join(known, sql` and `)})`;
  }
  const forms = texts(meaning);
  return forms.length === 0 ? null : isNamed(forms);
}
