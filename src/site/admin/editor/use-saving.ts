import { type Dispatch, useState } from 'react';
import { call } from '#lib/api/api.ts';
import { errorMessageOf, Problem } from '#lib/api/problem.ts';
import { changedBySomeoneElse } from '#lib/api/sentences.ts';
import { notify, notifyProblem } from '#ui/feedback/notify.tsx';
import type { Difference } from '#ui/overlay/field-differences.tsx';
import type { EditedPage, readPage, savePage } from '../contract.ts';
import type { Step } from './content-history.ts';
import { mergeContent } from './merge-content.ts';

/** What both have changed, for the user to choose. */
interface Conflict {
  theirs: EditedPage;
  differences: readonly Difference[];
  /** The merged content with theirs where both have changed the same. */
  withTheirs: EditedPage['draft'];
}

interface SavingOptions {
  /** The page as it is stored. */
  page: EditedPage;
  content: EditedPage['draft'];
  isDirty: boolean;
  step: Dispatch<Step>;
  /** The number of faults that the shape finds. */
  ownFaults: number;
  attempted: () => void;
  setRefused: (faults: ReadonlyMap<string, string>) => void;
  setPage: (page: EditedPage) => void;
}

const failed = 'Unable to save the page.';

/** Saves a draft. What somebody else has saved meanwhile is merged; where both have changed the same, the user chooses. */
export function useSaving(options: SavingOptions) {
  const { page, content, isDirty, step, ownFaults, attempted, setRefused, setPage } = options;
  const [conflict, setConflict] = useState<Conflict>();
  const [isSaving, setSaving] = useState(false);
  /** Takes over what the server has stored, as one step that can be undone. */
  const take = (next: EditedPage): void => {
    setPage(next);
    if (JSON.stringify(next.draft) !== JSON.stringify(content)) step({ type: 'replace', content: next.draft });
  };
  const send = async ({ id, version }: EditedPage, sent: EditedPage['draft']): Promise<EditedPage> => {
    const body = { content: sent, version };
    const saved = await call<typeof savePage>('PUT /v1/site/pages/{id}', { params: { id }, body });
    setPage(saved);
    step({ type: 'saved', sent, content: saved.draft });
    return saved;
  };
  const merge = async (): Promise<EditedPage | undefined> => {
    const theirs = await call<typeof readPage>('GET /v1/site/pages/{id}', { params: { id: page.id } });
    const merged = mergeContent(page.draft, theirs.draft, content);
    setPage(theirs);
    step({ type: 'replace', content: merged.content });
    if (merged.conflicts.length > 0) {
      const withTheirs = mergeContent(page.draft, content, theirs.draft).content;
      setConflict({ theirs, differences: merged.conflicts, withTheirs });
      return undefined;
    }
    const saved = await send(theirs, merged.content);
    notify({ text: `The changes of ${theirs.updatedBy} have been added to yours.` });
    return saved;
  };
  const refuse = (error: unknown): undefined => {
    notifyProblem(errorMessageOf(error, failed));
    const { faults } = error as Problem; // `errorMessageOf` rethrows others
    setRefused(new Map(faults.map(({ path, message }) => [path.replace(/^content\./, ''), message])));
    attempted();
    return undefined;
  };
  /** Returns the saved page; undefined if it is refused or there is a conflict. */
  const save = async (): Promise<EditedPage | undefined> => {
    if (ownFaults > 0) {
      attempted();
      notifyProblem(ownFaults === 1 ? 'One field needs your attention.' : `${ownFaults} fields need your attention.`);
      return undefined;
    }
    setSaving(true);
    try {
      return await send(page, content);
    } catch (error) {
      if (!(error instanceof Problem) || error.message !== changedBySomeoneElse) return refuse(error);
      return await merge().catch(refuse);
    } finally {
      setSaving(false);
    }
  };
  /** Runs a change of the page on the server that replaces or keeps the draft. */
  const act = async (work: (page: EditedPage) => Promise<EditedPage>, done: string, from = page): Promise<boolean> => {
    try {
      const next = await work(from);
      if (next.version === from.version) setPage(next);
      else take(next);
      notify({ text: done });
      return true;
    } catch (error) {
      refuse(error);
      return false;
    }
  };
  /** As `act`, with the draft saved first. */
  const actOnSaved: typeof act = async (work, done) => {
    const saved = isDirty ? await save() : page;
    return saved !== undefined && act(work, done, saved);
  };
  const settle = (choice: 'theirs' | 'mine'): void => {
    if (choice === 'theirs' && conflict) step({ type: 'replace', content: conflict.withTheirs });
    setConflict(undefined);
  };
  return { save, act, actOnSaved, settle, conflict, isSaving };
}
