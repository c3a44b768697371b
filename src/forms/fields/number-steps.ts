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

/** The number after one step, limited to the range. Blank counts as 0; invalid text is unchanged. */
export function numberAfterStep(text: string, by: 1 | -1, { minNumberValue: min, maxNumberValue: max }: Range): string {
  const number = text.trim() === '' ? 0 : asNumber(plainNumber(text) ?? text);
  if (number === undefined) return text;
  const next = Number((number + by).toFixed(10)); // avoids rounding errors
  const within = Math.min(Math.max(next, min ?? -Infinity), max ?? Infinity);
  const isAtLimit = (within - number) * by <= 0 && number >= (min ?? -Infinity) && number <= (max ?? Infinity);
  return isAtLimit ? text : String(within);
}
