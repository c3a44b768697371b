import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react';
import {
  type Change,
  copied,
  filled,
  filledDown,
  type GridRow,
  gridColumns,
  pasted,
  type Place,
  rangeOf,
} from './grid.ts';

interface GridOptions {
  rows: readonly GridRow[];
  write: (changes: readonly Change[]) => void;
  undo: () => void;
}

const lastColumn = gridColumns.length - 1;

/** Keys and clipboard of a spreadsheet: what is selected, what is being typed. */
export function useGrid({ rows, write, undo }: GridOptions) {
  const [active, setActive] = useState<Place>({ row: 0, column: 0 });
  const [anchor, setAnchor] = useState<Place>(active);
  /** What is typed into the active cell; undefined while nothing is. */
  const [typed, setTyped] = useState<string>();
  const grid = useRef<HTMLTableElement>(null);
  const range = rangeOf(anchor, active);

  const focus = ({ row, column }: Place): void =>
    grid.current?.querySelector<HTMLElement>(`[data-cell="${row} ${column}"]`)?.focus();
  const go = (place: Place, isReaching = false): void => {
    const to = {
      row: Math.max(0, Math.min(rows.length - 1, place.row)),
      column: Math.max(0, Math.min(lastColumn, place.column)),
    };
    setActive(to);
    if (!isReaching) setAnchor(to);
    requestAnimationFrame(() => focus(to));
  };
  const take = (): void => {
    if (typed !== undefined) write(filled(rows, rangeOf(active, active), typed));
    setTyped(undefined);
  };
  const step = (down: number, right: number, isReaching = false): void =>
    go({ row: active.row + down, column: active.column + right }, isReaching);
  /** To the right and on in the next row; false at the grid's end, so that Tab leaves it. */
  const next = (by: 1 | -1): boolean => {
    const at = active.row * (lastColumn + 1) + active.column + by;
    if (at < 0 || at >= rows.length * (lastColumn + 1)) return false;
    go({ row: Math.floor(at / (lastColumn + 1)), column: at % (lastColumn + 1) });
    return true;
  };

  const act = (event: KeyboardEvent): boolean => {
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
    const isMod = ctrlKey || metaKey;
    const isTyping = typed !== undefined;
    if (key === 'Tab') {
      take();
      return next(shiftKey ? -1 : 1);
    }
    if (key === 'Enter') {
      take();
      step(shiftKey ? -1 : 1, 0);
      return true;
    }
    if (key === 'Escape' && isTyping) {
      setTyped(undefined);
      requestAnimationFrame(() => focus(active));
      return true;
    }
    if (isTyping) return false;
    if (isMod && key.toLowerCase() === 'd') write(filledDown(rows, range));
    else if (isMod && key.toLowerCase() === 'z') undo();
    else if (isMod && key.toLowerCase() === 'a') {
      setAnchor({ row: 0, column: active.column });
      setActive({ row: rows.length - 1, column: active.column });
    } else if (key === 'Delete' || key === 'Backspace') write(filled(rows, range, ''));
    else if (key === 'F2') setTyped(textAt(rows, active));
    else if (key === 'ArrowDown') step(isMod ? rows.length : 1, 0, shiftKey);
    else if (key === 'ArrowUp') step(isMod ? -rows.length : -1, 0, shiftKey);
    else if (key === 'ArrowRight') step(0, 1, shiftKey);
    else if (key === 'ArrowLeft') step(0, -1, shiftKey);
    else if (key.length === 1 && !isMod && !altKey) setTyped(key);
    else return false;
    return true;
  };
  return {
    grid,
    active,
    range,
    typed,
    setTyped,
    take,
    select: (place: Place, isReaching: boolean) => {
      take();
      go(place, isReaching);
    },
    edit: (place: Place) => {
      go(place);
      setTyped(textAt(rows, place));
    },
    press: (event: KeyboardEvent) => {
      if (event.nativeEvent.isComposing || !act(event)) return;
      event.preventDefault();
      event.stopPropagation(); // the page's own keys are not meant
    },
    copy: (event: ClipboardEvent) => {
      if (typed !== undefined) return;
      event.preventDefault();
      event.clipboardData.setData('text/plain', copied(rows, range));
    },
    paste: (event: ClipboardEvent) => {
      if (typed !== undefined) return;
      event.preventDefault();
      write(pasted(rows, range, event.clipboardData.getData('text/plain')));
    },
  };
}

const textAt = (rows: readonly GridRow[], { row, column }: Place): string =>
  rows[row]?.[gridColumns[column] ?? 'code'] ?? '';

export type Grid = ReturnType<typeof useGrid>;
