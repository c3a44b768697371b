import { type RefObject, useLayoutEffect } from 'react';

/** Elements that a notice must not cover: submit buttons, and bars at the window's lower edge. */
const uncovered = 'button[type=submit], [data-lower-bar]';
const gap = 8;

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export const overlaps = (one: Box, other: Box): boolean =>
  one.left < other.right + gap &&
  other.left < one.right + gap &&
  one.top < other.bottom + gap &&
  other.top < one.bottom + gap;

/** The boxes of elements that are rendered and in the window. */
function boxesOf(selector: string): DOMRect[] {
  return [...document.querySelectorAll(selector)]
    .map((element) => element.getBoundingClientRect())
    .filter(({ width, height, top, bottom }) => width > 0 && height > 0 && bottom > 0 && top < window.innerHeight);
}

/** Whether the notices at this edge would cover an element that must stay visible. */
function isCovering(region: HTMLElement, edge: 'top' | 'bottom'): boolean {
  region.dataset['edge'] = edge;
  const notices = [...region.querySelectorAll(':scope > div > *')].map((notice) => notice.getBoundingClientRect());
  const free = boxesOf(uncovered);
  return notices.some((notice) => free.some((one) => overlaps(notice, one)));
}

/**
 * Keeps the region below the page's sticky header and above its lower bar. It moves to the upper edge if the lower one
 * is occupied.
 */
function place(region: HTMLElement): void {
  const header = boxesOf('header').find(({ top, bottom }) => top <= 0 && bottom < 160);
  const bar = boxesOf('[data-lower-bar]').find(({ bottom }) => bottom > window.innerHeight - 32);
  region.style.setProperty('--notices-top', `${header?.bottom ?? 0}px`);
  region.style.setProperty('--notices-bottom', `${bar ? window.innerHeight - bar.top : 0}px`);
  const now = region.dataset['edge'] === 'top' ? 'top' : 'bottom';
  if (!isCovering(region, now)) return;
  const other = now === 'top' ? 'bottom' : 'top';
  if (isCovering(region, other)) region.dataset['edge'] = 'bottom';
}

/** Events that may move a button or a bar without changing the DOM. */
const moves = ['scroll', 'resize', 'animationend', 'transitionend'] as const;

/** Keeps notices clear of submit buttons, even while the page scrolls or changes. */
export function useNoticePosition(region: RefObject<HTMLElement | null>, notices: readonly unknown[]): void {
  useLayoutEffect(() => {
    const { current } = region;
    if (!current || notices.length === 0) return;
    let frame = 0;
    const later = (): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => place(current));
    };
    current.removeAttribute('data-edge'); // each set of notices starts at the lower edge
    place(current);
    const resized = new ResizeObserver(later);
    resized.observe(document.body);
    const changed = new MutationObserver(later); // a save bar may appear without changing the page's height
    changed.observe(document.body, { childList: true, subtree: true });
    for (const event of moves) window.addEventListener(event, later, { passive: true, capture: true });
    return () => {
      cancelAnimationFrame(frame);
      resized.disconnect();
      changed.disconnect();
      for (const event of moves) window.removeEventListener(event, later, { capture: true });
    };
  }, [region, notices]);
}
