import { maxLines, maxQuantity } from '#lib/cart-limits.ts';
import { inWholeCartons } from '../../prices/whole-cartons.ts';
import { call } from '#lib/api/api.ts';
import type { checkCodes } from '../contract.ts';
import type { ChosenItem } from '../codes/chosen-items.ts';
import type { FoundItem } from '../item-search.tsx';
import type { OrderLine } from '../order-lines.ts';

/** A row of a quick order. */
export interface QuickRow {
  /** Stays while the row does. */
  key: string;
  code: string;
  units: string;
  /** The item of `code`, once it is known. */
  item?: FoundItem | undefined;
  fault?: string | undefined;
  suggestions?: readonly FoundItem[] | undefined;
}

export const quickEntry = (siteId: string): string => `shop.quick-order.${siteId}`;
const leastRows = 5;

export const isBlank = ({ code, units }: QuickRow): boolean => code.trim() === '' && units.trim() === '';

/** A code may not break the line that it is stored in. */
const cell = (text: string): string => text.replaceAll(/[\t\r\n]+/g, ' ').trim();

/** The rows as they are stored in the browser; '' for none. */
export const storedRows = (rows: readonly QuickRow[]): string =>
  rows.flatMap((row) => (isBlank(row) ? [] : [`${cell(row.code)}\t${cell(row.units)}`])).join('\n');

/** The rows with items added: to the units of the row that has the item already, or as rows of their own; blank rows go. */
export function withItems(
  rows: readonly QuickRow[],
  items: readonly Pick<ChosenItem, 'item' | 'quantity'>[],
  newKey: () => string,
): QuickRow[] {
  const added = new Map(items.map(({ item, quantity }) => [item.itemId, quantity ?? 1]));
  const joined = rows.map((row): QuickRow => {
    const more = row.item && added.get(row.item.itemId);
    const units = more === undefined ? undefined : unitsOf(row);
    if (!row.item || more === undefined || units === undefined) return row;
    added.delete(row.item.itemId);
    return { ...row, units: String(Math.min(units + more, maxQuantity)), fault: undefined };
  });
  const others = items.flatMap(({ item }) => {
    const units = added.get(item.itemId);
    return units === undefined ? [] : [{ key: newKey(), code: item.code, units: String(units), item }];
  });
  return [...joined.filter((row) => !isBlank(row)), ...others];
}

/** Rows from stored text, without their items. */
export const rowsFrom = (text: string, newKey: () => string): QuickRow[] =>
  text.split('\n').flatMap((line) => {
    const [code = '', units = ''] = line.split('\t');
    return line.trim() === '' ? [] : [{ key: newKey(), code, units }];
  });

/** The rows with blank ones at the end, so that there is always one to type in. */
export function withBlankRows(rows: readonly QuickRow[], newKey: () => string): QuickRow[] {
  const used = rows.findLastIndex((row) => !isBlank(row)) + 1;
  const wanted = Math.min(Math.max(used + 1, leastRows), maxLines);
  const blank = Array.from({ length: Math.max(wanted - rows.length, 0) }, () => ({
    key: newKey(),
    code: '',
    units: '',
  }));
  return [...rows, ...blank];
}

const badUnits = 'The quantity must be a whole number from 1 to 999.';

/** Units of a row that can be ordered, in whole cartons; undefined if they are not right. A row without units means one carton. */
export function unitsOf({ units, item }: QuickRow): number | undefined {
  const typed = units.trim() === '' ? '1' : units.trim();
  return /^[1-9]\d{0,2}$/.test(typed) ? inWholeCartons(Number(typed), item?.carton ?? 1) : undefined;
}

export const linesOf = (rows: readonly QuickRow[]): OrderLine[] =>
  rows.flatMap((row) => {
    const units = unitsOf(row);
    return row.item?.isSold && units !== undefined ? [{ item: row.item, units }] : [];
  });

/**
 * Rows of pasted lines. A line that can mean several items stays one text with its suggestions; other lines without an item are still to
 * be looked up.
 */
export async function pastedRows(siteId: string, text: string, newKey: () => string): Promise<QuickRow[]> {
  const input = { params: { siteId }, body: { text } };
  const lines = await call<typeof checkCodes>('POST /v1/trade/sites/{siteId}/items/check', input);
  return lines.map(({ state, item, quantity, typed, message, suggestions, ...line }) => {
    const key = newKey();
    if (state === 'ambiguous') return { key, code: line.text, units: '', fault: message, suggestions };
    if (state !== 'matched' || !item) return { key, code: typed.code, units: typed.quantity };
    return { key, code: item.code, units: String(quantity ?? 1), item };
  });
}

/** Looks up the rows that have no item yet. Every row that cannot be ordered gets its fault, all at once, and keeps it until it is changed. */
export async function resolveRows(siteId: string, rows: readonly QuickRow[]): Promise<QuickRow[]> {
  const open = rows.filter((row) => row.item === undefined && row.fault === undefined && row.code.trim() !== '');
  const params = { siteId };
  const body = { codes: open.map(({ code }) => code.trim()) };
  const lines =
    open.length === 0
      ? []
      : await call<typeof checkCodes>('POST /v1/trade/sites/{siteId}/items/check', { params, body });
  const byKey = new Map(lines.flatMap((line) => (open[line.line - 1] ? [[open[line.line - 1]?.key, line]] : [])));
  return rows.map((row) => {
    if (isBlank(row)) return { ...row, fault: undefined };
    if (row.item === undefined && row.fault !== undefined) return row;
    if (row.code.trim() === '') return { ...row, fault: 'A code is missing.' };
    const line = byKey.get(row.key);
    const item = row.item ?? (line?.state === 'matched' ? (line.item ?? undefined) : undefined);
    const fault = item === undefined ? (line?.message ?? 'No item has this code.') : undefined;
    return {
      ...row,
      item,
      suggestions: line?.suggestions,
      fault: fault ?? (unitsOf(row) === undefined ? badUnits : undefined),
    };
  });
}
