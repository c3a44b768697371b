import { useEffect, useState } from 'react';
import type { EditedPage } from '../contract.ts';

type Draft = EditedPage['draft'];

const keyOf = (id: string): string => `shop.page.${id}`;

const keepAfterMs = 300;

/**
 * Keeps what is not saved in this browser, in case the window is closed or the machine stops. `content` is what was left there earlier,
 * until the user has decided on it.
 */
export function useLeftover(stored: EditedPage, unsaved: Draft | undefined) {
  const { id } = stored;
  const [content, setContent] = useState<Draft>();
  useEffect(() => setContent(leftoverOf(stored)), [stored]);
  const isOffered = content !== undefined;
  useEffect(() => {
    const timer = setTimeout(() => {
      try {
        if (unsaved) localStorage.setItem(keyOf(id), JSON.stringify(unsaved));
        else if (!isOffered) localStorage.removeItem(keyOf(id));
      } catch {
        // Without storage nothing is kept.
      }
    }, keepAfterMs);
    return () => clearTimeout(timer);
  }, [id, unsaved, isOffered]);
  return { content, settle: () => setContent(undefined) };
}

/** What was edited in this browser and not saved; undefined if there is nothing, or it is the same as the draft. */
function leftoverOf({ id, draft }: EditedPage): Draft | undefined {
  try {
    const kept = localStorage.getItem(keyOf(id));
    if (kept === null) return undefined;
    const content = JSON.parse(kept) as Draft; // written above, perhaps with faults
    return Array.isArray(content.blocks) && JSON.stringify(content) !== JSON.stringify(draft) ? content : undefined;
  } catch {
    return undefined;
  }
}
