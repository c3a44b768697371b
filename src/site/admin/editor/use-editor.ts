import { useMemo, useReducer, useState } from 'react';
import { pageContent } from '../../content/page-content.ts';
import type { EditedPage } from '../contract.ts';
import { isSame } from '../fields/differences.ts';
import { nextHistory, startHistory } from './content-history.ts';
import { useLeftover } from './use-leftover.ts';
import { useSaving } from './use-saving.ts';
import type { Path } from '../fields/value-at.ts';

/** The faults of content by their path. */
function faultsIn(content: object): Map<string, string> {
  const issues = pageContent.safeParse(content).error?.issues ?? [];
  return new Map(issues.map(({ path, message }) => [path.join('.'), message] as const).reverse()); // the first of a path counts
}

/** A page that is edited: its content with Undo, its faults, and how it is saved. */
export function useEditor(stored: EditedPage) {
  const [page, setPage] = useState(stored);
  const [history, step] = useReducer(nextHistory, stored.draft, startHistory);
  const [attempts, setAttempts] = useState(0);
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map());
  const { content } = history;
  const isDirty = useMemo(() => !isSame(content, page.draft), [content, page.draft]);
  const own = useMemo(() => faultsIn(content), [content]);
  const faults = useMemo(() => (attempts > 0 ? new Map([...refused, ...own]) : refused), [attempts, refused, own]);
  const saving = useSaving({
    page,
    content,
    isDirty,
    step,
    ownFaults: own.size,
    attempted: () => setAttempts((before) => before + 1),
    setRefused,
    setPage: (next) => {
      setPage(next);
      setAttempts(0);
      setRefused(new Map());
    },
  });
  const { leftover, settleLeftover } = useLeftover(stored, isDirty ? { base: page.draft, content } : undefined);
  const change = (path: Path, value: unknown): void => {
    step({ type: 'change', path, value, at: performance.now() });
    const at = path.join('.');
    const isOther = (one: string): boolean => one !== at && !one.startsWith(`${at}.`);
    if (![...refused.keys()].every(isOther)) setRefused(new Map([...refused].filter(([one]) => isOther(one))));
  };
  const decide = (isWanted: boolean): void => {
    if (isWanted && leftover) saving.bringBack(leftover);
    settleLeftover();
  };
  return {
    ...saving,
    page,
    content,
    isDirty,
    faults,
    attempts,
    change,
    step,
    /** Whether something was left in this browser earlier, on which the user has to decide. */
    hasLeftover: leftover !== undefined,
    decideOnLeftover: decide,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
  };
}

export type Editor = ReturnType<typeof useEditor>;
