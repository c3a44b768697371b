import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { type Branch, type DropTarget, dropTarget, type Target } from './tree-operations.ts';

const startsAfter = 4; // pixels
const unfoldsAfterMs = 600;
const edge = 56; // pixels from the window's edge in which dragging scrolls the page
const scrollStep = 14;

interface Dragging {
  id: string;
  landing: DropTarget | undefined;
}

interface DragOptions {
  rows: RefObject<HTMLElement | null>;
  /** The element that follows the pointer. */
  ghost: RefObject<HTMLElement | null>;
  all: readonly Branch[];
  isOpen: (id: string) => boolean;
  unfold: (id: string) => void;
  drop: (id: string, target: Target) => void;
}

/** Makes rows with `data-row` draggable by their handle with mouse, pen or finger; Escape cancels. */
export function useDrag(options: DragOptions) {
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

interface Start {
  id: string;
  startY: number;
  show: (dragging: Dragging) => void;
}

function startDrag(latest: RefObject<DragOptions>, { id, startY, show }: Start): Drag {
  const spring = makeSpring((targetId) => latest.current.unfold(targetId));
  let now: DropTarget | undefined;
  let at: { x: number; y: number } | undefined;
  let frame = 0;

  const update = ({ x, y }: { x: number; y: number }): void => {
    const { rows, ghost, all, isOpen } = latest.current;
    if (ghost.current) ghost.current.style.transform = `translate(${x + 14}px, ${y + 10}px)`;
    const row = rowAt(rows.current, y);
    now = row && dropTarget(all, { id, ...row, isOpen: isOpen(row.targetId) });
    show({ id, landing: now });
    spring.rest(now?.zone === 'below' && !isOpen(now.targetId) ? now.targetId : undefined);
  };
  const scroll = (): void => {
    frame = requestAnimationFrame(scroll);
    const way = !at ? 0 : at.y < edge ? -1 : at.y > window.innerHeight - edge ? 1 : 0;
    if (!at || way === 0) return;
    window.scrollBy(0, way * scrollStep);
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
      spring.rest(undefined);
      if (isDropped && now) latest.current.drop(id, now);
    },
  };
}

/** Expands a row after the pointer has rested on it for a moment. */
function makeSpring(unfold: (targetId: string) => void): { rest: (targetId: string | undefined) => void } {
  let resting: string | undefined;
  let timer = 0;
  return {
    rest(targetId) {
      if (targetId === resting) return;
      window.clearTimeout(timer);
      resting = targetId;
      if (targetId !== undefined) timer = window.setTimeout(() => unfold(targetId), unfoldsAfterMs);
    },
  };
}

/** The row at a height (the first or last if beyond them), and how far down in it the point is. */
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
