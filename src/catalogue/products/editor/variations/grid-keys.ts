import { type Change, filled, filledDown, type GridRow, type Place, type Range } from './grid.ts';

/** The grid's state and actions as used by keys. */
export interface GridHands {
  rows: readonly GridRow[];
  range: Range;
  isTyping: boolean;
  write: (changes: readonly Change[]) => void;
  undo: () => void;
  /** Moves the active cell by this offset; `isReaching` extends the selection instead. */
  step: (by: Place, isReaching?: boolean) => void;
  /** Moves to the next cell, continuing in the next row; false at the end of the grid, so that Tab leaves it. */
  next: (by: 1 | -1) => boolean;
  /** Commits the typed text. */
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
export function pressed(press: Press, hands: GridHands): boolean {
  const { key, shiftKey } = press;
  if (key === 'Tab') {
    hands.take();
    return hands.next(shiftKey ? -1 : 1);
  }
  if (key === 'Enter') {
    hands.take();
    hands.step({ row: shiftKey ? -1 : 1, column: 0 });
    return true;
  }
  if (hands.isTyping) {
    if (key === 'Escape') hands.cancel();
    return key === 'Escape';
  }
  return press.isMod ? pressedWithMod(press, hands) : pressedAlone(press, hands);
}

function pressedWithMod({ key, shiftKey }: Press, hands: GridHands): boolean {
  const { rows, range, write, undo, step, selectColumn } = hands;
  const arrow = arrows[key];
  if (arrow) step({ row: arrow.row * rows.length, column: arrow.column }, shiftKey);
  else if (key.toLowerCase() === 'd') write(filledDown(rows, range));
  else if (key.toLowerCase() === 'z') undo();
  else if (key.toLowerCase() === 'a') selectColumn();
  else return false;
  return true;
}

function pressedAlone({ key, shiftKey, altKey }: Press, { rows, range, write, step, begin }: GridHands): boolean {
  const arrow = arrows[key];
  if (arrow) step(arrow, shiftKey);
  else if (key === 'Delete' || key === 'Backspace') write(filled(rows, range, ''));
  else if (key === 'F2') begin();
  else if (key.length === 1 && !altKey) begin(key);
  else return false;
  return true;
}
