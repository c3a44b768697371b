import type { KeyboardEvent } from 'react';
import { childrenOf, type Step, stepped, type Target } from './branches.ts';
import type { RowActs } from './category-row.tsx';
import type { Category } from './contract.ts';

/** The state and functions that keys work with. */
export interface KeyPlace {
  category: Category;
  all: readonly Category[];
  shown: readonly Category[];
  /** False where one of the row's buttons has the focus. */
  isOnRow: boolean;
  isSearching: boolean;
  isOpen: (id: string) => boolean;
  focus: (id: string | undefined) => void;
  turn: (id: string, isOpen: boolean) => void;
  put: (id: string, target: Target) => void;
  tell: (words: string) => void;
  acts: RowActs;
}

const steps: Record<string, Step> = { ArrowUp: 'up', ArrowDown: 'down', ArrowRight: 'in', ArrowLeft: 'out' };

/**
 * The action of a key in the tree: arrows navigate, expand and collapse, with Alt they move. Undefined for other keys.
 */
export function keyAct({ key, altKey, ctrlKey, metaKey }: KeyboardEvent, place: KeyPlace): (() => void) | undefined {
  if (ctrlKey || metaKey) return undefined;
  const { category, shown, isOnRow, focus } = place;
  if (altKey) return moveBy(steps[key], place);
  const at = shown.findIndex(({ id }) => id === category.id);
  if (key === 'ArrowDown') return () => focus(shown[at + 1]?.id);
  if (key === 'ArrowUp') return () => focus(shown[at - 1]?.id);
  if (isOnRow) return rowKeys(place)[key];
  return key === 'Escape' || key === 'ArrowLeft' ? () => focus(category.id) : undefined;
}

function moveBy(step: Step | undefined, place: KeyPlace): (() => void) | undefined {
  const { category, all, isOnRow, isSearching, put, tell } = place;
  if (!step || !isOnRow || isSearching) return undefined;
  const target = stepped(all, category.id, step);
  return () => (target ? put(category.id, target) : tell(`${category.name} can't go further that way.`));
}

function rowKeys({
  category,
  all,
  shown,
  isSearching,
  isOpen,
  focus,
  turn,
  acts,
}: KeyPlace): Record<string, () => void> {
  const { id, parentId } = category;
  const [first] = childrenOf(all, id);
  const canFold = first !== undefined && !isSearching;
  return {
    Home: () => focus(shown[0]?.id),
    End: () => focus(shown.at(-1)?.id),
    ArrowRight: () => (canFold && !isOpen(id) ? turn(id, true) : focus(first?.id)),
    ArrowLeft: () => (canFold && isOpen(id) ? turn(id, false) : focus(parentId ?? undefined)),
    ' ': () => canFold && turn(id, !isOpen(id)),
    Enter: acts.edit,
    Delete: acts.remove,
  };
}
