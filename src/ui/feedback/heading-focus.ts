import { useEffect, useRef } from 'react';

/** Focuses the heading with this id, or else the page's heading. */
export function focusHeading(headingId = '', options?: FocusOptions): void {
  const heading = document.getElementById(headingId) ?? document.querySelector<HTMLElement>('main h1');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus(options);
}

/**
 * When `shown` changes and the element that had the focus has gone, moves the focus to the page's heading, so that keyboard users do not start
 * again at the top. `shown` stands for what the page shows; it is undefined while the page loads.
 */
export function useHeadingFocus(shown: string | boolean | undefined): void {
  const before = useRef(shown);
  useEffect(() => {
    if (before.current === shown) return;
    const isLoaded = before.current !== undefined;
    before.current = shown;
    if (isLoaded && document.activeElement === document.body) focusHeading('', { preventScroll: true });
  }, [shown]);
}
