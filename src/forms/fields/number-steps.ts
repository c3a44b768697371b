import type { FormField } from '../definition/definition.ts';
import { asNumber, plainNumber } from '../rules/answer-values.ts';

type Range = Pick<FormField, 'minNumberValue' | 'maxNumberValue'>;

/** Hint about the range of a number: `From 0 to 50`. */
export function rangeHint(
  { minNumberValue: min, maxNumberValue: max }: Range,
  show: (number: number) => string,
): string | undefined {
  if (min !== null && max !== null) return `From ${show(min)} to ${show(max)}`;
  if (min !== null) return `${show(min)} or more`;
  return max === null ? undefined : `Up to ${show(max)}`;
}

/** Steps a number within its range; blank counts as 0, invalid text is unchanged. */
export function stepped(text: string, by: 1 | -1, { minNumberValue: min, maxNumberValue: max }: Range): string {
  const number = text.trim() === '' ? 0 : asNumber(plainNumber(text) ?? text);
  if (number === undefined) return text;
  const next = Number((number + by).toFixed(10)); // 0.1 + 1 is 1.1
  const within = Math.min(Math.max(next, min ?? -Infinity), max ?? Infinity);
  // Clamped to the range.
  const isThere = (within - number) * by <= 0 && number >= (min ?? -Infinity) && number <= (max ?? Infinity);
  return isThere ? text : String(within);
}
