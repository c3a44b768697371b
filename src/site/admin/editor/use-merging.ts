import { type Dispatch, useState } from 'react';
import { call } from '#lib/api/api.ts';
import type { EditedPage, readPage } from '../contract.ts';
import type { Differing } from '../fields/differences.ts';
import type { Step } from './content-history.ts';
import { mergeContent } from './merge-content.ts';
import type { Leftover } from './use-leftover.ts';

type Draft = EditedPage['draft'];

/** What both people have changed, for the user to choose. */
interface Conflict {
  theirs: EditedPage;
  /** Whether my version is a leftover of this browser. */
  isLeftover: boolean;
  differing: readonly Differing[];
  /** The merged content, with my version where both have changed the same part. */
  withMine: Draft;
  withTheirs: Draft;
}

interface Merging {
  /** What both versions are based on. */
  base: Draft;
  their: Draft;
  mine: Draft;
  isLeftover?: boolean;
}

interface MergingOptions {
  page: EditedPage;
  content: Draft;
  step: Dispatch<Step>;
  setPage: (page: EditedPage) => void;
}

/**
 * Merges the versions that two people have made of a page. If both have changed the same part, there is a `conflict` until the user has
 * chosen.
 */
export function useMerging({ page, content, step, setPage }: MergingOptions) {
  const [conflict, setConflict] = useState<Conflict>();
  /** Returns undefined for a conflict. */
  const merge = (theirs: EditedPage, { base, their, mine, isLeftover = false }: Merging): Draft | undefined => {
    const { content: withMine, conflicts: differing } = mergeContent(base, their, mine);
    step({ type: 'merged', sent: content, content: withMine });
    if (differing.length === 0) return withMine;
    const { content: withTheirs } = mergeContent(base, mine, their);
    setConflict({ theirs, isLeftover, differing, withMine, withTheirs });
    return undefined;
  };
  /** Merges in what somebody else has saved. `merged` is undefined for a conflict. */
  const meet = async (): Promise<{ theirs: EditedPage; merged: Draft | undefined }> => {
    const theirs = await call<typeof readPage>('GET /v1/site/pages/{id}', { params: { id: page.id } });
    setPage(theirs);
    return { theirs, merged: merge(theirs, { base: page.draft, their: theirs.draft, mine: content }) };
  };
  const settle = (choice: 'theirs' | 'mine'): void => {
    if (choice === 'theirs' && conflict)
      step({ type: 'merged', sent: conflict.withMine, content: conflict.withTheirs });
    setConflict(undefined);
  };
  /** Brings back what was left in this browser, on top of what has been saved and typed since. */
  const bringBack = ({ base, content: mine }: Leftover): void =>
    void merge(page, { base, their: content, mine, isLeftover: true });
  return { conflict, meet, settle, bringBack };
}
