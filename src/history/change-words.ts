import { isDay, format, formatInstant } from '#lib/day.ts';

/** How actions are told, as in `Mia Rossi changed it`. */
const actions: Record<string, string> = {
  create: 'created',
  update: 'changed',
  archive: 'deleted',
  delete: 'deleted',
  restore: 'restored',
  import: 'imported',
  move: 'moved',
};

/** `price-change` is told as `price change` where it has no word of its own. */
export const actionWord = (action: string): string => actions[action] ?? action.replace(/[-_]+/g, ' ');

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** `usersClaims` and `first_name` as people read them. */
export const nameWord = (name: string): string =>
  capital(
    name
      .replace(/([a-z\d])([A-Z])/g, '$1 $2')
      .replace(/[-_.]+/g, ' ')
      .toLowerCase(),
  );

const isInstant = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(text) && !Number.isNaN(Date.parse(text));

/** A value as people read it; a dash for none. */
export function valueWord(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'string') {
    if (isDay(value)) return format(value);
    return isInstant(value) ? formatInstant(new Date(value)) : value;
  }
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(valueWord).join(', ');
  if (typeof value === 'object') {
    const entries = Object.entries(value).map(([name, one]) => `${nameWord(name)}: ${valueWord(one)}`);
    return entries.join(', ') || '–';
  }
  return String(value);
}

/** One field of a record, before a change and after it. */
export interface ChangedField {
  name: string;
  before: string;
  after: string;
}

type Content = Record<string, unknown> | null;

/** What differs; of a record that was made or is gone all that it has. */
export function changedFields(before: Content, after: Content): ChangedField[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names]
    .map((name) => ({ name: nameWord(name), before: valueWord(before?.[name]), after: valueWord(after?.[name]) }))
    .filter((field) => field.before !== field.after);
}
