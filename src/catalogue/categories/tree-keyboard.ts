import type { KeyboardEvent } from 'react';
import { childrenOf, type Step, stepTarget, type MoveTarget } from './tree-operations.ts';
import type { RowActions } from './category-row.tsx';
import type { Category } from './contract.ts';

export interface KeyContext {
  category: Category;
  all: readonly Category[];
  visible: readonly Category[];
  /** False if one of the row's buttons has the focus. */
  isOnRow: boolean;
  isSearching: boolean;
  isOpen: (id: string) => boolean;
  focus: (id: string | undefined) => void;
  setOpen: (id: string, isOpen: boolean) => void;
  moveTo: (id: string, target: MoveTarget) => void;
  announce: (text: string) => void;
  actions: RowActions;
}

const steps: Record<string, Step> = { ArrowUp: 'up', ArrowDown: 'down', ArrowRight: 'in', ArrowLeft: 'out' };

/** The action of a key in the tree: arrows navigate, expand and collapse; with Alt they move. Undefined for other keys. */
export function keyAction(
  { key, altKey, ctrlKey, metaKey }: KeyboardEvent,
  context: KeyContext,
): (() => void) | undefined {
  if (ctrlKey || metaKey) return undefined;
  const { category, visible, isOnRow, focus } = context;
  if (altKey) return moveBy(steps[key], context);
  const at = visible.findIndex(({ id }) => id === category.id);
  if (key === 'ArrowDown') return () => focus(visible[at + 1]?.id);
  if (key === 'ArrowUp') return () => focus(visible[at - 1]?.id);
  if (isOnRow) return rowKeys(context)[key];
  return key === 'Escape' || key === 'ArrowLeft' ? () => focus(category.id) : undefined;
}

function moveBy(step: Step | undefined, context: KeyContext): (() => void) | undefined {
  const { category, all, isOnRow, isSearching, moveTo, announce } = context;
  if (!step || !isOnRow || isSearching) return undefined;
  const target = stepTarget(all, category.id, step);
  return () =>
    target ? moveTo(category.id, target) : announce(`${category.name} can't be moved further in that direction.`);
}

function rowKeys({
  category,
  all,
  visible,
  isSearching,
  isOpen,
  focus,
  setOpen,
  actions,
}: KeyContext): Record<string, () => void> {
  const { id, parentId } = category;
  const [first] = childrenOf(all, id);
  const canToggle = first !== undefined && !isSearching;
  return {
    Home: () => focus(visible[0]?.id),
    End: () => focus(visible.at(-1)?.id),
    ArrowRight: () => (canToggle && !isOpen(id) ? setOpen(id, true) : focus(first?.id)),
    ArrowLeft: () => (canToggle && isOpen(id) ? setOpen(id, false) : focus(parentId ?? undefined)),
    ' ': () => canToggle && setOpen(id, !isOpen(id)),
    Enter: actions.edit,
    Delete: actions.remove,
  };
}
