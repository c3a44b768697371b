import { type RawBuilder, sql } from 'kysely';
import { isFirstTerm, termsBeginningWith, wordTerm } from '#catalogue/products/listings/search-terms.ts';
import { type Leaf, leavesOf, type Meaning, type Slot } from './meaning.ts';
import type { Phrase, Interpretation } from './interpret-search.server.ts';

type Sql = RawBuilder<unknown>;

/** The conditions on `listings` for the matches of a search. */
export function matchConditions({ phrases, slots, subsets = [], unknown }: Interpretation): Sql[] {
  if (unknown.length > 0) return [sql`false`];
  const all = [...slots.map(({ meaning }) => meaningCondition(meaning)), ...phrases.map(phraseCondition)];
  if (subsets.length === 0) return all;
  const any = [
    all,
    ...subsets.map((some) => [...some.map(({ meaning }) => meaningCondition(meaning)), nameHasAllSlots(some)]),
  ];
  return [
    sql`(${sql.join(
      any.map((each) => sql`(${sql.join(each, sql` and `)})`),
      sql` or `,
    )})`,
  ];
}

/** Whether a product matches only by a subset of the words. */
export const isSubsetMatch = ({ slots, subsets = [] }: Interpretation): Sql =>
  subsets.length === 0
    ? sql`false`
    : sql`not (${sql.join(
        slots.map(({ meaning }) => meaningCondition(meaning)),
        sql` and `,
      )})`;

/** Whether the name has a form of every slot. */
export const nameHasAllSlots = (slots: readonly Slot[]): Sql =>
  sql`${sumOf(slots.map(({ meaning, weight }) => costOfSlot(meaning, weight)))} < ${sql.lit(costOutsideName)}`;

function meaningCondition(meaning: Meaning): Sql {
  if ('all' in meaning) return sql`(${sql.join(meaning.all.map(meaningCondition), sql` and `)})`;
  if (!('any' in meaning)) return leafCondition(meaning);
  // Words with the same condition share one index lookup.
  const plain = meaning.any.flatMap((one) => ('ids' in one && !one.isInName ? [one] : []));
  const others = meaning.any.filter((one) => !('ids' in one) || one.isInName);
  const parts = [...(plain.length > 0 ? [sql`terms && ${idsOf(plain)}`] : []), ...others.map(meaningCondition)];
  return sql`(${sql.join(parts, sql` or `)})`;
}

function leafCondition(leaf: Leaf): Sql {
  const hasTerm = sql`terms && ${idsOf([leaf])}`;
  return leaf.isInName ? sql`(${hasTerm} and ${nameHasAny(leaf.alike.map(asWord))})` : hasTerm;
}

function idsOf(leaves: readonly Leaf[]): Sql {
  const ids = [...new Set(leaves.flatMap((leaf) => leaf.ids))];
  const fixed = sql`${ids}::int[]`;
  const completions = leaves.filter(({ isPrefix }) => isPrefix).flatMap(({ exact }) => selectCompletions(exact));
  if (completions.length === 0) return fixed;
  return sql`(array(${sql.join(completions, sql` union all `)}) || ${fixed})`;
}

function selectCompletions(word: string): Sql[] {
  const { ranges, exact } = termsBeginningWith(word);
  return [
    ...ranges
      .filter(([from]) => !isFirstTerm(from))
      .map(([from, to]) => sql`select id from search_terms where term >= ${from} and term < ${to}`),
    ...exact.map((term) => sql`select id from search_terms where term = ${term}`),
  ];
}

function phraseCondition({ words, optionIds }: Phrase): Sql {
  const each = words.map((word) => sql`terms && array(select id from search_terms where term = ${wordTerm(word)})`);
  const inText = sql`(${sql.join(each, sql` and `)} and exists (select from products p where p.id = product_id
    and strpos(' ' || p.search_key || ' ', ${asWord(words.join(' '))}) > 0))`;
  return optionIds.length === 0 ? inText : sql`(${inText} or terms && ${optionIds}::int[])`;
}

const asWord = (word: string): string => ` ${word} `;

/** `texts` have only letters, digits and blanks, so no wildcards. As an array, so that one plan serves any number of them. */
const nameHasAny = (texts: readonly string[]): Sql =>
  texts.length === 0 ? sql`false` : sql`(' ' || name_key || ' ') like any(${texts.map((text) => `%${text}%`)}::text[])`;

/** How many forms of a word are searched in names; each is compared with every match. */
const mostForms = 5;

/** The cost of a word that is not in the product's name: so high that names with all words always rank first. */
export const costOutsideName = 100;

/**
 * The cost of a match, lower is better: for each word 0 if the name has it as typed, 1 in another form, 2 as a synonym,
 * `costOutsideName` if it is elsewhere. `text` is the whole search; a product with this code comes first.
 */
export function costOf({ slots, phrases }: Interpretation, text: string): Sql {
  const costs = [
    ...slots.map(({ meaning, weight }) => costOfSlot(meaning, weight)),
    ...phrases.map(
      ({ words }) =>
        sql`case when ${nameHasAny([asWord(words.join(' '))])} then 0 else ${sql.lit(costOutsideName)} end`,
    ),
  ];
  return sql`case when code_key = ${codeOf(text)} then -1 else ${sumOf(costs)} end`;
}

const sumOf = (costs: readonly Sql[]): Sql => (costs.length === 0 ? sql`0` : sql`(${sql.join(costs, sql` + `)})`);

/**
 * `costOf` for products whose name has every word of a search, null for all others; fastest for names with the words as
 * typed. Undefined for phrases, and for words whose forms have no common prefix.
 */
export function costInNames(interpretation: Interpretation, text: string): Sql | undefined {
  const { slots, phrases } = interpretation;
  if (phrases.length > 0 || slots.length === 0) return undefined;
  const each = slots.map(({ meaning }) => commonPrefixes(meaning));
  const isKnown = each.every((prefixes) => prefixes.length > 0 && prefixes.every((prefix) => prefix !== ''));
  if (!isKnown) return undefined;
  return sql`case when code_key = ${codeOf(text)} then -1 when ${nameHasAllAsTyped(slots)} then 0
    when ${sql.join(each.map(nameHasAPrefix), sql` and `)} then ${costOf(interpretation, text)} end`;
}

/** Whether the name has every word as typed. */
export const nameHasAllAsTyped = (slots: readonly Slot[]): Sql =>
  sql.join(
    slots.flatMap(({ typed }) => typed.map((word) => sql`(' ' || name_key || ' ') like ${`% ${word} %`}`)),
    sql` and `,
  );

const nameHasAPrefix = (prefixes: readonly string[]): Sql => {
  const any = prefixes.map((prefix) => sql`strpos(name_key, ${prefix}) > 0`);
  return sql`(${sql.join(any, sql` or `)})`;
};

/** A whole search in the format of `code_key`. */
const codeOf = (text: string): string => text.trim().toLowerCase();

function costOfSlot(meaning: Meaning, weight: number): Sql {
  const isTypedOnly = leavesOf(meaning).every(({ source }) => source === 'typed');
  const steps: [Sql | null, number][] = [
    [nameCondition(meaning, (leaf) => (leaf.source === 'typed' ? [asWord(leaf.exact)] : [])), 0],
    [nameCondition(meaning, (leaf) => (leaf.source === 'typed' ? [asWord(leaf.exact), ...formsOfLeaf(leaf)] : [])), 1],
    [
      isTypedOnly
        ? null
        : nameCondition(meaning, (leaf) =>
            leaf.source === 'typo' ? formsOfLeaf(leaf) : [asWord(leaf.exact), ...formsOfLeaf(leaf)],
          ),
      2,
    ],
  ];
  const whens = steps.flatMap(([where, cost]) =>
    where === null ? [] : [sql`when ${where} then ${sql.lit(cost * weight)}`],
  );
  const elsewhere = sql`${sql.lit(costOutsideName * weight)}`;
  if (whens.length === 0) return elsewhere;
  const prefixes = commonPrefixes(meaning).map((prefix) => sql`strpos(name_key, ${prefix}) = 0`);
  return sql`case when ${sql.join(prefixes, sql` and `)} then ${elsewhere} ${sql.join(whens, sql` `)} else ${elsewhere} end`;
}

/** Prefixes, at least one of which occurs in every name with the meaning. Allows a fast check, since most matches are not by name. */
function commonPrefixes(meaning: Meaning): string[] {
  if ('any' in meaning) return [...new Set(meaning.any.flatMap(commonPrefixes))];
  if ('all' in meaning) return meaning.all.slice(0, 1).flatMap(commonPrefixes);
  const forms = [...(meaning.source === 'typo' ? [] : [meaning.exact]), ...meaning.alike.slice(0, mostForms)];
  return [forms.reduce(commonPrefix)];
}

function commonPrefix(one: string, other: string): string {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return one.slice(0, length);
}

const formsOfLeaf = ({ alike, isPrefix, exact }: Leaf): string[] => [
  ...(isPrefix ? [` ${exact}`] : []),
  ...alike.slice(0, mostForms).map(asWord),
];

/** Whether the name has a meaning, in the forms that `texts` returns for each word; null if it can't. */
function nameCondition(meaning: Meaning, texts: (leaf: Leaf) => string[]): Sql | null {
  if ('any' in meaning) {
    const parts = meaning.any.map((one) => nameCondition(one, texts)).filter((part) => part !== null);
    return parts.length === 0 ? null : sql`(${sql.join(parts, sql` or `)})`;
  }
  if ('all' in meaning) {
    const parts = meaning.all.map((one) => nameCondition(one, texts));
    const known = parts.filter((part) => part !== null);
    return known.length < parts.length ? null : sql`(${sql.join(known, sql` and `)})`;
  }
  const forms = texts(meaning);
  return forms.length === 0 ? null : nameHasAny(forms);
}
