import type { ReplyOf } from '#lib/api/endpoint.ts';
import type { checkCodes } from '../contract.ts';
import type { FoundItem } from '../item-search.tsx';

/** A checked line as the browser gets it. */
export type ShownLine = ReplyOf<typeof checkCodes>[number];

/** Items that somebody picked for lines that are not matched, by line. */
export type Picked = ReadonlyMap<number, FoundItem>;

export interface ChosenItem {
  item: FoundItem;
  quantity: number | null;
  multiple: number;
  note: string;
}

const mostUnits = 999;

/** The items of matched lines and of those for which one was picked. Quantities of an item in several lines are added up. */
export function chosenItems(lines: readonly ShownLine[], picked: Picked): ChosenItem[] {
  const chosen = new Map<string, ChosenItem>();
  for (const line of lines) {
    const item = line.state === 'matched' ? line.item : picked.get(line.line);
    if (!item) continue;
    const before = chosen.get(item.itemId);
    const quantity =
      before?.quantity == null || line.quantity === null
        ? (before?.quantity ?? line.quantity)
        : Math.min(before.quantity + line.quantity, mostUnits);
    const multiple = line.multiple ?? before?.multiple ?? item.carton;
    chosen.set(item.itemId, { item, quantity, multiple, note: line.note || (before?.note ?? '') });
  }
  return [...chosen.values()];
}
