import { useEffect, useRef } from 'react';
import { focusHeading } from './heading-focus.ts';

/**
 * For a part of a page that disappears once its own button has done its work: call the returned function then. When the part is unmounted, the
 * focus moves to the heading with this id, or else to the page's heading, so that keyboard users do not start again at the top.
 */
export function useFocusAtEnd(headingId = ''): () => void {
  const isEnding = useRef(false);
  useEffect(
    () => () => {
      if (isEnding.current) focusHeading(headingId);
    },
    [headingId],
  );
  return () => {
    isEnding.current = true;
  };
}
