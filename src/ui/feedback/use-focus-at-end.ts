import { useEffect, useRef } from 'react';

/**
 * For a part of a page that disappears after its own button has worked: call what this returns then. Once the part is gone the focus goes to
 * the heading with this id, or else to the page's, so that the keyboard does not begin again at the top.
 */
export function useFocusAtEnd(headingId = ''): () => void {
  const isEnding = useRef(false);
  useEffect(
    () => () => {
      const heading = document.getElementById(headingId) ?? document.querySelector<HTMLElement>('main h1');
      if (!isEnding.current || !heading) return;
      heading.tabIndex = -1;
      heading.focus();
    },
    [headingId],
  );
  return () => {
    isEnding.current = true;
  };
}
