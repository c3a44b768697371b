import type { ReplyOf } from '#lib/api/endpoint.ts';
import { Problem } from '#lib/api/problem.ts';
import type { matchFormerLines } from './contract.ts';
import { clearLead, formerSentences as sentences, likelyScore } from './sentences.ts';

/** A file with its matches as the browser gets it. */
export type ShownFile = ReplyOf<typeof matchFormerLines>;
export type ShownLine = ShownFile['lines'][number];
/** An item, from a match or from the search, which does not always know the price. */
export type ShownItem = Omit<ShownFile['items'][number], 'price'> & { price?: number };

/** What the reader has decided for a line: an item, nothing (it is left out), or to think about it again. */
export type Decision = { kind: 'taken'; item: ShownItem } | { kind: 'out' } | { kind: 'open' };

/** Decisions by the line's key. Lines without one are taken over if their first match is sure. */
export type Decisions = ReadonlyMap<string, Decision>;
/** Quantities as typed, by the line's key. Lines without one have that of the file. */
export type Quantities = ReadonlyMap<string, string>;

/** By what a decision is kept: one for a line that other columns change does not count for the changed line. */
export const lineKey = ({ line, code, description }: ShownLine): string => [line, code, description].join('\n');

/** The quantity of a line as it is typed, or else read. */
export const typedOf = (line: ShownLine, quantities: Quantities): string =>
  quantities.get(lineKey(line)) ?? (line.quantity === null ? line.quantityText : String(line.quantity));

/** Whether the first match is so much better than the others that it may be confirmed with those of other lines. */
export function isLikely({ matches: [best, second] }: ShownLine): boolean {
  return best !== undefined && best.score >= likelyScore && best.score - (second?.score ?? 0) >= clearLead;
}

export interface LineState {
  kind: Decision['kind'];
  /** The item that is taken over, or would be if the line is confirmed. */
  item: ShownItem | undefined;
}

export function stateOf(line: ShownLine, decisions: Decisions, items: ReadonlyMap<string, ShownItem>): LineState {
  const decision = decisions.get(lineKey(line));
  const first = items.get(line.matches[0]?.itemId ?? '');
  if (decision?.kind === 'taken') return { ...decision, item: items.get(decision.item.itemId) ?? decision.item };
  if (decision) return { kind: decision.kind, item: first };
  return { kind: line.isSure ? 'taken' : 'open', item: first };
}

/** The id of the field that a fault with this path is about. */
export const fieldId = (path: string): string => `move-in.${path}`;

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

/** A line that is taken over, with its quantity as typed. */
export interface TakenLine {
  line: ShownLine;
  item: ShownItem;
  typed: string;
}

/** What is taken over, each item once. Throws `Problem` with a sentence if nothing is, or a quantity is wrong. */
export function chosenItems(taken: readonly TakenLine[]): TakenItem[] {
  const wrong = taken.filter(({ typed }) => quantityOf(typed) === undefined).map(({ line }) => line.line);
  const faults = wrong.map((line) => ({ path: `quantity.${line}`, message: sentences.quantity }));
  if (wrong.length > 0) throw new Problem(400, `${sentences.quantity} See line ${wrong.join(', ')}.`, faults);
  if (taken.length === 0) throw new Problem(400, 'Confirm at least one line first.');
  return takenItems(taken.map(({ item, typed }) => ({ item, quantity: quantityOf(typed) ?? null })));
}

/** The items of the lines that are taken over, each once, with the quantities of its lines added up. */
function takenItems(lines: readonly { item: ShownItem; quantity: number | null }[]): TakenItem[] {
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
