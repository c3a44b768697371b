import { type Change, fillCells, fillDown, type GridRow, type Place, type Range } from './grid-cells.ts';

export interface GridActions {
  rows: readonly GridRow[];
  range: Range;
  isTyping: boolean;
  write: (changes: readonly Change[]) => void;
  undo: () => void;
  /** Moves the active cell by this offset; `isExtending` extends the selection. */
  step: (by: Place, isExtending?: boolean) => void;
  /** Moves to the next or previous cell, across rows too. Returns false at the end of the grid, so that Tab leaves it. */
  next: (by: 1 | -1) => boolean;
  /** Writes the typed text to the active cell. */
  commit: () => void;
  cancel: () => void;
  /** Starts typing into the active cell. Its text is replaced with `text`, if given. */
  startTyping: (text?: string) => void;
  selectColumn: () => void;
}

export interface Press {
  key: string;
  shiftKey: boolean;
  altKey: boolean;
  /** Control, or Command on a Mac. */
  isMod: boolean;
}

const arrows: Record<string, Place> = {
  ArrowDown: { row: 1, column: 0 },
  ArrowUp: { row: -1, column: 0 },
  ArrowRight: { row: 0, column: 1 },
  ArrowLeft: { row: 0, column: -1 },
};

/** Handles a key as spreadsheets do; returns false for keys that do nothing here. */
export function handleKey(press: Press, grid: GridActions): boolean {
  const { key, shiftKey } = press;
  if (key === 'Tab') {
    grid.commit();
    return grid.next(shiftKey ? -1 : 1);
  }
  if (key === 'Enter') {
    grid.commit();
    grid.step({ row: shiftKey ? -1 : 1, column: 0 });
    return true;
  }
  if (grid.isTyping) {
    if (key === 'Escape') grid.cancel();
    return key === 'Escape';
  }
  return press.isMod ? handleModKey(press, grid) : handlePlainKey(press, grid);
}

function handleModKey({ key, shiftKey }: Press, grid: GridActions): boolean {
  const { rows, range, write, undo, step, selectColumn } = grid;
  const arrow = arrows[key];
  if (arrow) step({ row: arrow.row * rows.length, column: arrow.column }, shiftKey);
  else if (key.toLowerCase() === 'd') write(fillDown(rows, range));
  else if (key.toLowerCase() === 'z') undo();
  else if (key.toLowerCase() === 'a') selectColumn();
  else return false;
  return true;
}

function handlePlainKey(
  { key, shiftKey, altKey }: Press,
  { rows, range, write, step, startTyping }: GridActions,
): boolean {
  const arrow = arrows[key];
  if (arrow) step(arrow, shiftKey);
  else if (key === 'Delete' || key === 'Backspace') write(fillCells(rows, range, ''));
  else if (key === 'F2') startTyping();
  else if (key.length === 1 && !altKey) startTyping(key);
  else return false;
  return true;
}
