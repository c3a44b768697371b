import { type Change, filled, filledDown, type GridRow, type Place, type Range } from './grid.ts';

/** What a key needs to know of the grid, and what it may do. */
export interface GridHands {
  rows: readonly GridRow[];
  range: Range;
  isTyping: boolean;
  write: (changes: readonly Change[]) => void;
  undo: () => void;
  /** Moves by so many; reaching keeps the other end of the selection. */
  step: (by: Place, isReaching?: boolean) => void;
  /** To the next cell, on in the next row; false at the grid's end, so that Tab leaves it. */
  next: (by: 1 | -1) => boolean;
  /** Takes what is typed. */
  take: () => void;
  cancel: () => void;
  begin: (text?: string) => void;
  selectColumn: () => void;
}

export interface Press {
  key: string;
  shiftKey: boolean;
  altKey: boolean;
  /** Control, or Command where there is one. */
  isMod: boolean;
}

const arrows: Record<string, Place> = {
  ArrowDown: { row: 1, column: 0 },
  ArrowUp: { row: -1, column: 0 },
  ArrowRight: { row: 0, column: 1 },
  ArrowLeft: { row: 0, column: -1 },
};

/** What a spreadsheet does at a key; false where it is none of its keys. */
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
