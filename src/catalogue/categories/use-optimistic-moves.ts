import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '#lib/api/api.ts';
import { errorMessageOf } from '#lib/api/problem.ts';
import { notify, notifyProblem } from '#ui/feedback/notify.tsx';
import { moved, type Target } from './tree-operations.ts';
import type { Category, moveCategory } from './contract.ts';

const send = (id: string, target: Target) =>
  call<typeof moveCategory>('PATCH /v1/manage-product-categories/{id}/move', { params: { id }, body: target });

/**
 * The categories with optimistic moves: a move shows at once and is queued after earlier ones. If one is refused, the
 * stored state is shown again. Consecutive steps of one category are undone together.
 */
export function useMoves(stored: readonly Category[]) {
  const { revalidate } = useRevalidator();
  const [ahead, setAhead] = useState<readonly Category[]>();
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const waiting = useRef(0);
  const from = useRef<{ id: string; target: Target }>(undefined);
  useEffect(() => {
    if (waiting.current === 0) setAhead(undefined);
  }, [stored]);
  useLeaveWarning(ahead !== undefined);

  const settle = async (category: Category | undefined): Promise<void> => {
    waiting.current -= 1;
    if (waiting.current > 0) return;
    const undone = from.current;
    from.current = undefined;
    await revalidate();
    if (!category || undone?.id !== category.id) return;
    notify({
      text: `${category.name} has been moved.`,
      action: { label: 'Undo', run: () => move(category, undone.target, true) },
    });
  };
  const move = (category: Category, target: Target, isUndo = false): void => {
    const { id, parentId, position } = category;
    if (from.current?.id !== id && !isUndo) from.current = { id, target: { parentId, position } };
    setAhead((before) => moved(before ?? stored, id, target));
    waiting.current += 1;
    queue.current = queue.current
      .then(() => send(id, target))
      .then(
        () => settle(isUndo ? undefined : category),
        (error: unknown) => {
          notifyProblem(errorMessageOf(error, 'Unable to update the category.'));
          setAhead(undefined);
          return settle(undefined);
        },
      );
  };
  return { all: ahead ?? stored, move, isSaving: ahead !== undefined };
}

/** Asks for confirmation before the page is left while a move is being sent. */
function useLeaveWarning(isActive: boolean): void {
  useEffect(() => {
    if (!isActive) return;
    const hold = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', hold);
    return () => window.removeEventListener('beforeunload', hold);
  }, [isActive]);
}
