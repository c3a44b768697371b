import { useEffect, useState } from 'react';
import type { EditedPage } from '../contract.ts';
import { isSame } from '../fields/differences.ts';

type Draft = EditedPage['draft'];

/** What was edited and not saved, and the stored draft on which it is based. */
export interface Leftover {
  base: Draft;
  content: Draft;
}

const keyOf = (id: string): string => `shop.page.${id}`;

const keepAfterMs = 300;

/**
 * Stores unsaved changes in this browser, in case the window is closed or the machine stops. `leftover` is what was left here earlier,
 * until the user has decided on it; until then it is not overwritten.
 */
export function useLeftover(stored: EditedPage, unsaved: Leftover | undefined) {
  const { id } = stored;
  const [leftover, setLeftover] = useState<Leftover>();
  useEffect(() => setLeftover(leftoverOf(stored)), [stored]);
  const isOffered = leftover !== undefined;
  const { base, content } = unsaved ?? {};
  useEffect(() => {
    if (isOffered) return;
    const timer = setTimeout(() => {
      try {
        if (content) localStorage.setItem(keyOf(id), JSON.stringify({ base, content }));
        else localStorage.removeItem(keyOf(id));
      } catch {
        // Without storage, there is no leftover.
      }
    }, keepAfterMs);
    return () => clearTimeout(timer);
  }, [id, base, content, isOffered]);
  return { leftover, settleLeftover: () => setLeftover(undefined) };
}

/** What was edited in this browser and not saved; undefined if there is nothing, or it is the same as the draft. */
function leftoverOf({ id, draft }: EditedPage): Leftover | undefined {
  try {
    const kept = localStorage.getItem(keyOf(id));
    if (kept === null) return undefined;
    const leftover = JSON.parse(kept) as Leftover; // written above, perhaps with faults
    const isWhole = Array.isArray(leftover.base.blocks) && Array.isArray(leftover.content.blocks);
    return isWhole && !isSame(leftover.content, draft) ? leftover : undefined;
  } catch {
    return undefined;
  }
}
