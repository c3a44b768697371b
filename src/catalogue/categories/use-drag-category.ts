import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { type TreeNode, type DropTarget, dropTarget, type MoveTarget } from './tree-operations.ts';

const startsAfter = 4; // pixels
const expandsAfterMs = 600;
const scrollZone = 56; // pixels from the window's edge; dragging there scrolls the page
const scrollStep = 14; // pixels per frame

interface Dragging {
  id: string;
  target: DropTarget | undefined;
}

interface DragOptions {
  rows: RefObject<HTMLElement | null>;
  /** The element that follows the pointer. */
  ghost: RefObject<HTMLElement | null>;
  all: readonly TreeNode[];
  isOpen: (id: string) => boolean;
  expand: (id: string) => void;
  drop: (id: string, target: MoveTarget) => void;
}

/** Lets users drag rows with `data-row` by their handles, with mouse, pen or finger; Escape cancels. */
export function useDragCategory(options: DragOptions) {
  const [dragging, setDragging] = useState<Dragging>();
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);

  const grab = (event: PointerEvent<HTMLElement>, id: string): void => {
    if (event.button !== 0) return;
    event.preventDefault(); // prevents text selection
    event.currentTarget.setPointerCapture(event.pointerId);
    const drag = startDrag(latest, { id, startY: event.clientY, show: setDragging });
    stop.current = listen(event.currentTarget, drag, () => setDragging(undefined));
  };
  return { dragging, grab };
}

interface Drag {
  move: (x: number, y: number) => void;
  end: (isDropped: boolean) => void;
}

interface DragStart {
  id: string;
  startY: number;
  show: (dragging: Dragging) => void;
}

function startDrag(latest: RefObject<DragOptions>, { id, startY, show }: DragStart): Drag {
  const expandTimer = makeExpandTimer((targetId) => latest.current.expand(targetId));
  let target: DropTarget | undefined;
  let at: { x: number; y: number } | undefined;
  let frame = 0;

  const update = ({ x, y }: { x: number; y: number }): void => {
    const { rows, ghost, all, isOpen } = latest.current;
    if (ghost.current) ghost.current.style.transform = `translate(${x + 14}px, ${y + 10}px)`;
    const row = rowAt(rows.current, y);
    target = row && dropTarget(all, { id, ...row, isOpen: isOpen(row.targetId) });
    show({ id, target });
    expandTimer.restOn(target?.zone === 'inside' && !isOpen(target.targetId) ? target.targetId : undefined);
  };
  const scroll = (): void => {
    frame = requestAnimationFrame(scroll);
    const direction = !at ? 0 : at.y < scrollZone ? -1 : at.y > window.innerHeight - scrollZone ? 1 : 0;
    if (!at || direction === 0) return;
    window.scrollBy(0, direction * scrollStep);
    update(at);
  };
  return {
    move(x, y) {
      if (!at && Math.abs(y - startY) < startsAfter) return;
      if (!at) frame = requestAnimationFrame(scroll);
      at = { x, y };
      update(at);
    },
    end(isDropped) {
      cancelAnimationFrame(frame);
      expandTimer.restOn(undefined);
      if (isDropped && target) latest.current.drop(id, target);
    },
  };
}

/** Expands a row when the pointer has rested on it for a moment. */
function makeExpandTimer(expand: (targetId: string) => void): { restOn: (targetId: string | undefined) => void } {
  let resting: string | undefined;
  let timer = 0;
  return {
    restOn(targetId) {
      if (targetId === resting) return;
      window.clearTimeout(timer);
      resting = targetId;
      if (targetId !== undefined) timer = window.setTimeout(() => expand(targetId), expandsAfterMs);
    },
  };
}

/** The row at the height `y`, or else the first or last row, and how far down in it `y` is, from 0 to 1. */
function rowAt(rows: HTMLElement | null, y: number): { targetId: string; depth: number } | undefined {
  const all = [...(rows?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  const row = all.find((one) => one.getBoundingClientRect().bottom > y) ?? all.at(-1);
  if (!row) return undefined;
  const { top, height } = row.getBoundingClientRect();
  return { targetId: row.dataset['row'] ?? '', depth: Math.max(0, Math.min(1, (y - top) / height)) };
}

/** Listens to the pointer and Escape until the drag ends; returns a function that ends it early. */
function listen(handle: HTMLElement, { move, end }: Drag, done: () => void): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  const finish = (isDropped: boolean): void => {
    ending.abort();
    end(isDropped);
    done();
  };
  handle.addEventListener('pointermove', (event) => move(event.clientX, event.clientY), { signal });
  handle.addEventListener('pointerup', () => finish(true), { signal });
  handle.addEventListener('pointercancel', () => finish(false), { signal });
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      finish(false);
    },
    { signal, capture: true },
  );
  return () => finish(false);
}
