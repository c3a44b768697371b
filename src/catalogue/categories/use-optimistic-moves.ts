import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '#lib/api/api.ts';
import { errorMessageOf } from '#lib/api/problem.ts';
import { notify, notifyProblem } from '#ui/feedback/notify.tsx';
import { afterMove, type MoveTarget } from './tree-operations.ts';
import type { Category, moveCategory } from './contract.ts';

const send = (id: string, target: MoveTarget) =>
  call<typeof moveCategory>('PATCH /v1/manage-product-categories/{id}/move', { params: { id }, body: target });

/**
 * Shows each move immediately, but sends the moves one at a time. If one is refused, the stored tree is shown again. Undo
 * reverses all consecutive moves of one category.
 */
export function useOptimisticMoves(stored: readonly Category[]) {
  const { revalidate } = useRevalidator();
  const [optimistic, setOptimistic] = useState<readonly Category[]>();
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const pendingCount = useRef(0);
  const origin = useRef<{ id: string; target: MoveTarget }>(undefined);
  useEffect(() => {
    if (pendingCount.current === 0) setOptimistic(undefined);
  }, [stored]);
  useLeaveWarning(optimistic !== undefined);

  const settle = async (category: Category | undefined): Promise<void> => {
    pendingCount.current -= 1;
    if (pendingCount.current > 0) return;
    const start = origin.current;
    origin.current = undefined;
    await revalidate();
    if (!category || start?.id !== category.id) return;
    notify({
      text: `${category.name} has been moved.`,
      action: { label: 'Undo', run: () => move(category, start.target, true) },
    });
  };
  const move = (category: Category, target: MoveTarget, isUndo = false): void => {
    const { id, parentId, position } = category;
    if (origin.current?.id !== id && !isUndo) origin.current = { id, target: { parentId, position } };
    setOptimistic((before) => afterMove(before ?? stored, id, target));
    pendingCount.current += 1;
    queue.current = queue.current
      .then(() => send(id, target))
      .then(
        () => settle(isUndo ? undefined : category),
        (error: unknown) => {
          notifyProblem(errorMessageOf(error, 'Unable to update the category.'));
          setOptimistic(undefined);
          return settle(undefined);
        },
      );
  };
  return { all: optimistic ?? stored, move, isSaving: optimistic !== undefined };
}

/** Asks for confirmation if the user leaves the page while a move is being sent. */
function useLeaveWarning(isActive: boolean): void {
  useEffect(() => {
    if (!isActive) return;
    const preventLeaving = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', preventLeaving);
    return () => window.removeEventListener('beforeunload', preventLeaving);
  }, [isActive]);
}
