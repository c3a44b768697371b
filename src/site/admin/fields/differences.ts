import { valueText } from '#history/change-text.ts';
import type { Difference } from '#ui/overlay/field-differences.tsx';
import { choiceWord, titleIn, wordsOf } from './words.ts';

/** Whether two values of content are the same. */
export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The differing values in two values, each with the labels that lead to it, in words. */
export function valueDifferences(
  labels: readonly string[],
  names: readonly string[],
  [theirs, mine]: readonly [unknown, unknown],
): Difference[] {
  if (isSame(theirs, mine)) return [];
  if (isObject(theirs) && isObject(mine))
    return Object.keys({ ...theirs, ...mine })
      .filter((name) => name !== 'id' && name !== 'kind')
      .flatMap((name) => {
        const path = [...names, name];
        return valueDifferences([...labels, wordsOf(path).label], path, [theirs[name], mine[name]]);
      });
  if (Array.isArray(theirs) && Array.isArray(mine) && theirs.some(isObject) && theirs.length === mine.length)
    return theirs.flatMap((one: unknown, place) =>
      valueDifferences([...labels, titleIn(mine[place]) || String(place + 1)], names, [one, mine[place]]),
    );
  return [{ label: labels.join(' · '), theirs: wordOf(names, theirs), mine: wordOf(names, mine) }];
}

function wordOf(names: readonly string[], value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value))
    return value
      .map((one) => titleIn(one))
      .filter(Boolean)
      .join(', ');
  if (isObject(value)) return titleIn(value) || 'Set';
  if (typeof value === 'string' && /^[a-z]+$/i.test(value)) return choiceWord(names, value);
  return valueText(value);
}
