import type { ReplyOf } from '#lib/api/endpoint.ts';
import type { matchFormerLines } from './contract.ts';

/** A file with its matches as the browser gets it. */
export type ShownFile = ReplyOf<typeof matchFormerLines>;
export type ShownLine = ShownFile['lines'][number];
/** An item, from a match or from the search, which does not always know the price. */
export type ShownItem = Omit<ShownFile['items'][number], 'price'> & { price?: number };

/** What the reader has decided for a line: an item, nothing (it is left out), or to think about it again. */
export type Decision = { kind: 'taken'; item: ShownItem } | { kind: 'out' } | { kind: 'open' };

/** Decisions by the line's number. Lines without one are taken over if their first match is sure. */
export type Decisions = ReadonlyMap<number, Decision>;
/** Quantities as typed, by the line's number. */
export type Quantities = ReadonlyMap<number, string>;

export interface LineState {
  kind: Decision['kind'];
  /** The item that is taken over, or would be if the line is confirmed. */
  item: ShownItem | undefined;
}

export function stateOf(line: ShownLine, decisions: Decisions, items: ReadonlyMap<string, ShownItem>): LineState {
  const decision = decisions.get(line.line);
  const first = items.get(line.matches[0]?.itemId ?? '');
  if (decision?.kind === 'taken') return decision;
  if (decision) return { kind: decision.kind, item: first };
  return { kind: line.isSure ? 'taken' : 'open', item: first };
}

const mostUnits = 999;

/** The typed quantity; undefined for any text that is none, null for an empty field. */
export function quantityOf(typed: string): number | null | undefined {
  if (typed.trim() === '') return null;
  const units = /^\s*\d{1,3}\s*$/.test(typed) ? Number(typed) : 0;
  return units >= 1 && units <= mostUnits ? units : undefined;
}

export interface TakenItem {
  item: ShownItem;
  quantity: number | null;
}

/** The items of the lines that are taken over, each once, with the quantities of its lines added up. */
export function takenItems(lines: readonly { item: ShownItem; quantity: number | null }[]): TakenItem[] {
  const taken = new Map<string, TakenItem>();
  for (const { item, quantity } of lines) {
    const before = taken.get(item.itemId)?.quantity ?? null;
    const units = before === null || quantity === null ? (before ?? quantity) : Math.min(before + quantity, mostUnits);
    taken.set(item.itemId, { item, quantity: units });
  }
  return [...taken.values()];
}

/** The items as an order list takes them; the quantity becomes the par level. */
export const listItemsOf = (items: readonly TakenItem[]) =>
  items.map(({ item, quantity }) => ({ itemId: item.itemId, par: quantity, multiple: item.carton, note: '' }));
