import { mostOptions } from '#catalogue/products/contract.ts';
import { mostItems, tooManyCombinations } from '#catalogue/products/variation-rules.ts';
import type { Column } from './columns.ts';

/**
 * Reports variations with too many options, and too many combinations of options, with the limits of the product's page.
 * Items without a `row` are stored but missing from the file.
 */
export function reportTooManyOptions(
  items: readonly { values: readonly string[]; row?: number }[],
  report: (row: number | undefined, column: Column, message: string) => void,
): void {
  const options = [new Set<string>(), new Set<string>(), new Set<string>()];
  const isReported = [false, false, false];
  for (const { row, values } of items) {
    for (const [place, value] of values.entries()) {
      options[place]?.add(value.toLowerCase());
      if (isReported[place] || (options[place]?.size ?? 0) <= mostOptions) continue;
      isReported[place] = true;
      report(row, `value_${place + 1}` as Column, `At most ${mostOptions} options.`); // there are at most three variations
    }
  }
  const count = options.reduce((product, { size }) => product * Math.max(size, 1), 1);
  if (count > mostItems) report(undefined, 'variation_1', tooManyCombinations(count));
}
