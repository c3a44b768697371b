import { type ClipboardEvent, type KeyboardEvent, type RefObject, useState } from 'react';
import {
  type Change,
  copyCells,
  fillCells,
  type GridRow,
  gridColumns,
  pasteCells,
  type Place,
  rangeOf,
} from './grid-cells.ts';
import { type GridActions, handleKey } from './grid-keyboard.ts';

interface GridOptions {
  grid: RefObject<HTMLElement | null>;
  rows: readonly GridRow[];
  write: (changes: readonly Change[]) => void;
  undo: () => void;
}

const width = gridColumns.length;

export function useGrid({ grid, rows, write, undo }: GridOptions) {
  const { active, anchor, go, select, focus } = useSelection(grid, rows.length);
  /** The text that is being typed into the active cell; undefined while the user is not typing. */
  const [typed, setTyped] = useState<string>();
  const range = rangeOf(anchor, active);
  const commit = (): void => {
    if (typed !== undefined) write(fillCells(rows, rangeOf(active, active), typed));
    setTyped(undefined);
  };
  const actions: GridActions = {
    rows,
    range,
    isTyping: typed !== undefined,
    write,
    undo,
    commit,
    ...movesFrom(active, rows.length, go),
    cancel: () => {
      setTyped(undefined);
      focus(active);
    },
    startTyping: (text) => setTyped(text ?? textAt(rows, active)),
    selectColumn: () => select({ row: 0, column: active.column }, { row: rows.length - 1, column: active.column }),
  };
  return {
    active,
    range,
    typed,
    setTyped,
    commit,
    select: (place: Place, isExtending: boolean) => {
      commit();
      go(place, isExtending);
    },
    edit: (place: Place) => {
      go(place);
      setTyped(textAt(rows, place));
    },
    ...eventsOf(actions),
  };
}

const textAt = (rows: readonly GridRow[], { row, column }: Place): string =>
  rows[row]?.[gridColumns[column] ?? 'code'] ?? '';

type ActivateCell = (place: Place, isExtending?: boolean) => void;

const movesFrom = (active: Place, rowCount: number, go: ActivateCell): Pick<GridActions, 'step' | 'next'> => ({
  step: (by, isExtending) => go({ row: active.row + by.row, column: active.column + by.column }, isExtending),
  next: (by) => {
    const at = active.row * width + active.column + by;
    if (at < 0 || at >= rowCount * width) return false;
    go({ row: Math.floor(at / width), column: at % width });
    return true;
  },
});

function useSelection(grid: RefObject<HTMLElement | null>, rowCount: number) {
  const [active, setActive] = useState<Place>({ row: 0, column: 0 });
  const [anchor, setAnchor] = useState<Place>(active);
  /** Focuses immediately, because a key that is pressed before the next render must go to the new cell. */
  const focus = ({ row, column }: Place): void =>
    grid.current?.querySelector<HTMLElement>(`[data-cell="${row} ${column}"]`)?.focus();
  const go = (place: Place, isExtending = false): void => {
    const to = {
      row: Math.max(0, Math.min(rowCount - 1, place.row)),
      column: Math.max(0, Math.min(width - 1, place.column)),
    };
    setActive(to);
    if (!isExtending) setAnchor(to);
    focus(to);
  };
  const select = (from: Place, to: Place): void => {
    setAnchor(from);
    setActive(to);
  };
  return { active, anchor, select, go, focus };
}

/** While a user types into a cell, the cell's input handles the clipboard. */
const eventsOf = (actions: GridActions) => ({
  press: (event: KeyboardEvent): void => {
    const { key, shiftKey, altKey, ctrlKey, metaKey } = event;
    if (event.nativeEvent.isComposing) return;
    if (!handleKey({ key, shiftKey, altKey, isMod: ctrlKey || metaKey }, actions)) return;
    event.preventDefault();
    event.stopPropagation(); // so that the page's shortcuts do not run
  },
  copy: (event: ClipboardEvent): void => {
    if (actions.isTyping) return;
    event.preventDefault();
    event.clipboardData.setData('text/plain', copyCells(actions.rows, actions.range));
  },
  paste: (event: ClipboardEvent): void => {
    if (actions.isTyping) return;
    event.preventDefault();
    actions.write(pasteCells(actions.rows, actions.range, event.clipboardData.getData('text/plain')));
  },
});

export type Grid = ReturnType<typeof useGrid>;
