import type { ChosenItem } from '../codes/chosen-items.ts';
import type { FoundItem } from '../item-search.tsx';
import type { ShownList } from '../use-lists.ts';

/** An item of a list that is being changed; its numbers are as typed. */
export interface EditedItem {
  item: FoundItem;
  par: string;
  multiple: string;
  note: string;
}

export interface EditedList {
  name: string;
  items: readonly EditedItem[];
}

export const editedOf = ({ name, items }: ShownList): EditedList => ({
  name,
  items: items.map(({ par, multiple, note, last: _, ...item }) => ({
    item,
    par: par === null ? '' : String(par),
    multiple: String(multiple),
    note,
  })),
});

/** A list with more items at its end; those that it has stay as they are. */
export function withItems({ name, items }: EditedList, added: readonly ChosenItem[]): EditedList {
  const has = new Set(items.map(({ item }) => item.itemId));
  const fresh = added.filter(({ item }) => !has.has(item.itemId));
  const edited = fresh.map(({ item, quantity, multiple, note }) => ({
    item,
    par: quantity === null ? '' : String(quantity),
    multiple: String(multiple),
    note,
  }));
  return { name, items: [...items, ...edited] };
}

const isUnits = (text: string): boolean => /^[1-9]\d{0,2}$/.test(text.trim());

/** The fields are too narrow for a sentence. */
const range = 'Enter 1 to 999.';

/** What is wrong with an item, by field. */
export const faultsOf = ({ par, multiple }: EditedItem): { par?: string; multiple?: string } => ({
  ...(par.trim() !== '' && !isUnits(par) && { par: range }),
  ...(!isUnits(multiple) && { multiple: range }),
});

export const isFaulty = (item: EditedItem): boolean => Object.keys(faultsOf(item)).length > 0;

/** The list as it is saved; its numbers must have no faults. */
export const inputOf = ({ name, items }: EditedList) => ({
  name,
  items: items.map(({ item, par, multiple, note }) => ({
    itemId: item.itemId,
    par: par.trim() === '' ? null : Number(par),
    multiple: Number(multiple),
    note,
  })),
});
