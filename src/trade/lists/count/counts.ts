import { inWholeCartons } from '../../prices/whole-cartons.ts';
import type { ShownItem } from '../use-lists.ts';
import { cartonOf, orderOf } from '../order-quantity.ts';

/** What somebody has entered for an item: the units on the shelf, or the order as it was the last time. */
export type Entry = { count: number } | { order: number };
/** By item. */
export type Counts = Readonly<Record<string, Entry>>;

/** Where the counts of a list are stored in the browser. */
export const countsEntry = (siteId: string, listId: string): string => `shop.counts.${siteId}.${listId}`;

const mostCounted = 99_999;
const isUnits = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= mostCounted;

/** Reads stored counts; what is none is left out. */
export function parseCounts(text: string): Counts {
  try {
    const stored: unknown = JSON.parse(text || '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    const entries = Object.entries(stored).flatMap(([itemId, value]): [string, Entry][] => {
      const { count, order } = (value ?? {}) as { count?: unknown; order?: unknown }; // checked below
      if (isUnits(count)) return [[itemId, { count }]];
      return isUnits(order) ? [[itemId, { order }]] : [];
    });
    return Object.fromEntries(entries);
  } catch {
    return {};
  }
}

/** The text to store; '' for no counts. */
export const storedCounts = (counts: Counts): string =>
  Object.keys(counts).length === 0 ? '' : JSON.stringify(counts);

export const notCount = 'Enter a whole number up to 99,999.';

/** The count that was typed; undefined for none, NaN for a text that is no count. */
export function countOf(typed: string): number | undefined {
  const text = typed.trim();
  if (text === '') return undefined;
  return /^\d+$/.test(text) && Number(text) <= mostCounted ? Number(text) : Number.NaN;
}

type Counted = Pick<ShownItem, 'itemId' | 'par' | 'multiple' | 'carton' | 'isSold'>;

/** The units of an item to order; 0 if nothing was entered or it is no longer sold. */
export function unitsOf(item: Counted, counts: Counts): number {
  const entry = counts[item.itemId];
  if (!entry || !item.isSold) return 0;
  const multiple = cartonOf(item);
  return 'order' in entry ? inWholeCartons(entry.order, multiple) : orderOf({ par: item.par, multiple }, entry.count);
}

/** Entries that order what the site ordered when it last ordered anything of this list. */
export function lastTime(items: readonly Pick<ShownItem, 'itemId' | 'last'>[]): Counts {
  const days = items.flatMap(({ last }) => (last ? [last.day] : []));
  const newest = days.sort().at(-1);
  return Object.fromEntries(
    items.flatMap(({ itemId, last }) => (last && last.day === newest ? [[itemId, { order: last.quantity }]] : [])),
  );
}
