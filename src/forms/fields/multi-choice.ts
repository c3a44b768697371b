import { type Option, selectAll } from '../definition/definition.ts';

export const isAll = (options: readonly Option[], chosen: readonly string[]): boolean =>
  options.every(({ value }) => chosen.includes(value));

/** The options with what was typed in their labels, before them the choice of all while nothing is typed. */
export function matching(options: readonly Option[], typed: string): Option[] {
  const looked = typed.trim().toLowerCase();
  if (looked === '') return options.length > 1 ? [selectAll, ...options] : [...options];
  return options.filter(({ label }) => label.toLowerCase().includes(looked));
}

/** What is chosen once `value` is pressed, in the order of the options. `Select all` takes all, or none where all are. */
export function toggled(options: readonly Option[], chosen: readonly string[], value: string): string[] {
  if (value === selectAll.value) return isAll(options, chosen) ? [] : options.map((option) => option.value);
  if (chosen.includes(value)) return chosen.filter((one) => one !== value);
  const all = options.map((option) => option.value);
  return [...chosen, value].sort((a, b) => all.indexOf(a) - all.indexOf(b));
}
