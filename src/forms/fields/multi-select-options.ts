import { type Option, selectAll } from '../definition/definition.ts';

export const areAllSelected = (options: readonly Option[], selected: readonly string[]): boolean =>
  options.every(({ value }) => selected.includes(value));

/** The options whose label contains the typed text; while nothing is typed, Select all comes first. */
export function matchingOptions(options: readonly Option[], typed: string): Option[] {
  const wanted = typed.trim().toLowerCase();
  if (wanted === '') return options.length > 1 ? [selectAll, ...options] : [...options];
  return options.filter(({ label }) => label.toLowerCase().includes(wanted));
}

/** The selection after toggling `value`, in option order. `Select all` selects all, or none if all are selected. */
export function toggled(options: readonly Option[], selected: readonly string[], value: string): string[] {
  if (value === selectAll.value) return areAllSelected(options, selected) ? [] : options.map((option) => option.value);
  if (selected.includes(value)) return selected.filter((one) => one !== value);
  const all = options.map((option) => option.value);
  return [...selected, value].sort((a, b) => all.indexOf(a) - all.indexOf(b));
}
