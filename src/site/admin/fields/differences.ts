import type { ReactNode } from 'react';
import { valueText } from '#history/change-text.ts';
import type { Difference } from '#ui/overlay/field-differences.tsx';
import type { BlockKind } from '../../content/block-shapes.ts';
import type { PictureRef } from '../../content/content-fields.ts';
import type { SiteChoices } from '../contract.ts';
import { blockName, choiceWord, titleIn, wordsOf } from './words.ts';

type Fields = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether two values of content are the same, whatever the order of their fields. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, place) => isSame(item, other[place]));
  if (!isObject(one) || !isObject(other)) return false;
  return Object.keys({ ...one, ...other }).every((name) => isSame(one[name], other[name]));
}

type BlockLike = Fields & { id: string; kind: BlockKind };

export const isBlock = (value: unknown): value is BlockLike =>
  isObject(value) && typeof value['id'] === 'string' && typeof value['kind'] === 'string';

/** A picture with its description is one value, because the description belongs to that picture. */
export const isPicture = (value: unknown): value is PictureRef =>
  isObject(value) && typeof value['picture'] === 'string';

/** Where a value is in content: the labels that lead to it, and the names of the fields. */
export interface Place {
  labels: readonly string[];
  names: readonly string[];
}

/** A value that differs between two contents. */
export interface Differing extends Place {
  theirs: unknown;
  mine: unknown;
}

/** The place of a field of an object. The blocks of a page need no label of their own. */
export function fieldPlace({ labels, names }: Place, name: string): Place {
  const path = [...names, name];
  return { labels: name === 'blocks' ? labels : [...labels, wordsOf(path).label], names: path };
}

/** The place of an item of a list; blocks begin with their kind. */
export const itemPlace = ({ labels, names }: Place, item: unknown, at: number): Place =>
  isBlock(item)
    ? { labels: [...labels, blockName(item)], names: [item.kind] }
    : { labels: [...labels, titleIn(item) || String(at + 1)], names };

/** The differing values in two values. */
export function valueDifferences(place: Place, theirs: unknown, mine: unknown): Differing[] {
  if (isSame(theirs, mine)) return [];
  if (isObject(theirs) && isObject(mine) && !isPicture(theirs) && !isPicture(mine))
    return Object.keys({ ...theirs, ...mine })
      .filter((name) => name !== 'id' && name !== 'kind')
      .flatMap((name) => valueDifferences(fieldPlace(place, name), theirs[name], mine[name]));
  if (Array.isArray(theirs) && Array.isArray(mine) && [...theirs, ...mine].some(isObject))
    return listDifferences(place, theirs, mine);
  return [{ ...place, theirs, mine }];
}

function listDifferences(place: Place, theirs: readonly unknown[], mine: readonly unknown[]): Differing[] {
  const { pairs, added } = pairsOf(theirs, mine);
  const differing = theirs.flatMap((one, at) => {
    const partner = pairs.get(at);
    const other = partner === undefined ? undefined : mine[partner];
    return valueDifferences(itemPlace(place, other ?? one, at), one, other);
  });
  differing.push(...added.flatMap((at) => valueDifferences(itemPlace(place, mine[at], at), undefined, mine[at])));
  const order = [...pairs].sort(([one], [other]) => one - other).map(([, partner]) => partner);
  if (order.some((partner, at) => partner < (order[at - 1] ?? -1))) {
    const common = order.map((partner) => mine[partner]);
    const sorted = [...order].sort((one, other) => one - other).map((partner) => mine[partner]);
    differing.push({ ...orderPlace(place, mine), theirs: common.map(nameIn), mine: sorted.map(nameIn) });
  }
  return differing;
}

/** The place for the order of a list. */
export const orderPlace = ({ labels, names }: Place, list: readonly unknown[]): Place => ({
  labels: [...labels, list.some(isBlock) ? 'Order of the blocks' : 'Order'],
  names,
});

export const nameIn = (item: unknown): string => (isBlock(item) ? blockName(item) : titleIn(item));

/** Pairs the items of one list with those of another, by ids or titles, then by place; `added` are the places in the other list that are left. */
function pairsOf(
  theirs: readonly unknown[],
  mine: readonly unknown[],
): { pairs: Map<number, number>; added: number[] } {
  const pairs = new Map<number, number>();
  const rest = new Set(mine.keys());
  const pair = (fits: (one: number, other: number) => boolean): void => {
    for (const one of theirs.keys()) {
      const other = pairs.has(one) ? undefined : [...rest].find((at) => fits(one, at));
      if (other === undefined) continue;
      pairs.set(one, other);
      rest.delete(other);
    }
  };
  const isLike = (one: unknown, other: unknown): boolean =>
    isBlock(one) && isBlock(other) ? one.id === other.id : titleIn(one) === titleIn(other);
  pair((one, other) => one === other && isLike(theirs[one], mine[other]));
  pair((one, other) => isLike(theirs[one], mine[other]));
  pair((one, other) => one === other && !isBlock(theirs[one]));
  return { pairs, added: [...rest] };
}

/** What ids in content stand for. */
export interface Meanings {
  choices: SiteChoices;
  picture: (picture: PictureRef) => ReactNode;
}

/** Differing values as readers know them: names instead of ids. */
export const inWords = (differing: readonly Differing[], meanings: Meanings): Difference[] =>
  differing.map(({ labels, names, theirs, mine }) => ({
    label: labels.join(' · '),
    theirs: wordOf(names, theirs, meanings),
    mine: wordOf(names, mine, meanings),
  }));

function wordOf(names: readonly string[], value: unknown, meanings: Meanings): ReactNode {
  if (value === null || value === undefined || value === '') return '';
  if (isBlock(value)) return 'On the page';
  if (isPicture(value)) return meanings.picture(value);
  if (Array.isArray(value)) return value.map((one) => (isObject(one) ? titleIn(one) : one)).join(', ');
  if (isObject(value)) return textOf(names, value, meanings);
  return typeof value === 'string' ? meaningOf(names, value, meanings.choices) : valueText(value);
}

/** All texts of an item or a group, as one text. */
const textOf = (names: readonly string[], value: Fields, meanings: Meanings): string =>
  Object.entries(value)
    .map(([name, one]) => {
      const path = [...names, name];
      const word = isPicture(one) ? 'Set' : wordOf(path, one === false ? '' : one, meanings);
      return typeof word === 'string' && word !== '' ? `${wordsOf(path).label}: ${word}` : '';
    })
    .filter(Boolean)
    .join('; ');

const gone = 'It has been removed';

/** A text of content; for an id, the name of what it stands for. */
function meaningOf(names: readonly string[], value: string, { pages, services, forms }: SiteChoices): string {
  const name = names.at(-1) ?? '';
  const labelIn = (choices: SiteChoices['pages'], id: string) => choices.find((one) => one.value === id)?.label;
  if (name === 'parent' || name === 'page') return labelIn(pages, value) ?? gone;
  if (name === 'service') return labelIn(services, value) ?? gone;
  if (name === 'form') return labelIn(forms, value) ?? value;
  const word = choiceWord(names, value);
  if (word !== value) return word;
  const text = value.replace(/page:([0-9a-f-]{36})/g, (_, id: string) => labelIn(pages, id) ?? gone);
  return valueText(text);
}
