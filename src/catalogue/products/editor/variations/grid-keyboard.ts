import { type Change, fillCells, fillDown, type GridRow, type Place, type Range } from './grid-cells.ts';

export interface GridActions {
  rows: readonly GridRow[];
  range: Range;
  isTyping: boolean;
  write: (changes: readonly Change[]) => void;
  undo: () => void;
  /** Moves the active cell by this offset; `isReaching` extends the selection instead. */
  step: (by: Place, isReaching?: boolean) => void;
  /** Moves to the next cell, continuing in the next row; false at the end of the grid, so that Tab leaves it. */
  next: (by: 1 | -1) => boolean;
  take: () => void;
  cancel: () => void;
  begin: (text?: string) => void;
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

/** Handles a key as a spreadsheet does; false for keys that it does not use. */
export function handleKey(press: Press, grid: GridActions): boolean {
  const { key, shiftKey } = press;
  if (key === 'Tab') {
    grid.take();
    return grid.next(shiftKey ? -1 : 1);
  }
  if (key === 'Enter') {
    grid.take();
    grid.step({ row: shiftKey ? -1 : 1, column: 0 });
    return true;
  }
  if (grid.isTyping) {
    if (key === 'Escape') grid.cancel();
    return key === 'Escape';
  }
  return press.isMod ? handleModKey(press, grid) : plainKeyActions(press, grid);
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

function plainKeyActions({ key, shiftKey, altKey }: Press, { rows, range, write, step, begin }: GridActions): boolean {
  const arrow = arrows[key];
  if (arrow) step(arrow, shiftKey);
  else if (key === 'Delete' || key === 'Backspace') write(fillCells(rows, range, ''));
  else if (key === 'F2') begin();
  else if (key.length === 1 && !altKey) begin(key);
  else return false;
  return true;
}
