import { mostOptions } from '#catalogue/products/contract.ts';
import { mostItems, tooManyCombinations } from '#catalogue/products/variation-rules.ts';
import type { Column } from './columns.ts';

interface Valued {
  values: readonly string[];
  /** Undefined for an item that the file does not name. */
  row?: number;
}

/**
 * Reports what the product's page could not save: too many options of a variation, or too many combinations of them.
 */
export function reportExcess(
  items: readonly Valued[],
  report: (row: number | undefined, column: Column, message: string) => void,
): void {
  const options = [new Set<string>(), new Set<string>(), new Set<string>()];
  const isOver = [false, false, false];
  for (const { row, values } of items) {
    for (const [place, value] of values.entries()) {
      options[place]?.add(value.toLowerCase());
      if (isOver[place] || (options[place]?.size ?? 0) <= mostOptions) continue;
      isOver[place] = true;
      report(row, `value_${place + 1}` as Column, `At most ${mostOptions} options.`); // there are at most three variations
    }
  }
  const count = options.reduce((product, { size }) => product * Math.max(size, 1), 1);
  if (count > mostItems) report(undefined, 'variation_1', tooManyCombinations(count));
}
