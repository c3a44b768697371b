import { type Dispatch, useRef, useState } from 'react';
import { call } from '#lib/api/api.ts';
import { errorMessageOf, Problem } from '#lib/api/problem.ts';
import { changedBySomeoneElse } from '#lib/api/sentences.ts';
import { notify, notifyProblem } from '#ui/feedback/notify.tsx';
import type { EditedPage, savePage } from '../contract.ts';
import type { Step } from './content-history.ts';
import { useMerging } from './use-merging.ts';

type Draft = EditedPage['draft'];

interface SavingOptions {
  /** The page as it is stored. */
  page: EditedPage;
  content: Draft;
  isDirty: boolean;
  step: Dispatch<Step>;
  /** The number of faults that the shape finds. */
  ownFaults: number;
  attempted: () => void;
  setRefused: (faults: ReadonlyMap<string, string>) => void;
  setPage: (page: EditedPage) => void;
}

const failed = 'Unable to save the page.';

const isOutdated = (error: unknown): boolean => error instanceof Problem && error.message === changedBySomeoneElse;

/** Saves a draft. What somebody else has saved meanwhile is merged; where both have changed the same part, the user chooses. */
export function useSaving(options: SavingOptions) {
  const { page, content, isDirty, step, ownFaults, attempted, setRefused, setPage } = options;
  const { meet, settle, bringBack, conflict } = useMerging({ page, content, step, setPage });
  const { isBusy, alone } = useAlone();
  const send = async ({ id, version }: EditedPage, sent: Draft): Promise<EditedPage> => {
    const body = { content: sent, version };
    const saved = await call<typeof savePage>('PUT /v1/site/pages/{id}', { params: { id }, body });
    setPage(saved);
    step({ type: 'saved', sent, content: saved.draft });
    return saved;
  };
  const refuse = (error: unknown): undefined => {
    notifyProblem(errorMessageOf(error, failed));
    const { faults } = error as Problem; // `errorMessageOf` rethrows everything else
    setRefused(new Map(faults.map(({ path, message }) => [path.replace(/^content\./, ''), message])));
    attempted();
    return undefined;
  };
  const saveMerged = async (): Promise<Saved | undefined> => {
    const { theirs, merged } = await meet();
    return merged && { page: await send(theirs, merged), mergedWith: theirs.updatedBy };
  };
  /** Returns the saved page; undefined if it is refused or there is a conflict. */
  const saveNow = async (): Promise<Saved | undefined> => {
    if (ownFaults > 0) {
      attempted();
      notifyProblem(ownFaults === 1 ? 'One field needs your attention.' : `${ownFaults} fields need your attention.`);
      return undefined;
    }
    try {
      return { page: await send(page, content) };
    } catch (error) {
      return isOutdated(error) ? await saveMerged().catch(refuse) : refuse(error);
    }
  };
  const actNow = async (work: Work, done: string, { from, replacesDraft }: Acting): Promise<boolean> => {
    try {
      const next = await work(from);
      // If somebody else has saved a version meanwhile, it is merged when this draft is saved.
      const isOthers = !replacesDraft && next.version !== from.version;
      setPage(isOthers ? { ...next, version: from.version, draft: from.draft } : next);
      if (replacesDraft) step({ type: 'replace', content: next.draft });
      notify({ text: done });
      return true;
    } catch (error) {
      if (!isOutdated(error)) refuse(error);
      else await meet().then(({ theirs, merged }) => merged && notify({ text: lookFirst(theirs.updatedBy) }), refuse);
      return false;
    }
  };
  /** Saves the draft. */
  const save = (): Promise<boolean> =>
    alone(async () => {
      const saved = await saveNow();
      if (saved)
        notify({
          text: saved.mergedWith
            ? `The draft has been saved. The changes of ${saved.mergedWith} have been added to yours.`
            : 'The draft has been saved.',
        });
      return saved !== undefined;
    });
  /** Runs a change of the page on the server. */
  const act = (work: Work, done: string, { replacesDraft = false } = {}): Promise<boolean> =>
    alone(() => actNow(work, done, { from: page, replacesDraft }));
  /** As `act`, but saves the draft first; stops there if saving has merged in somebody else's changes. */
  const actOnSaved = (work: Work, done: string): Promise<boolean> =>
    alone(async () => {
      const saved = isDirty ? await saveNow() : { page };
      if (saved?.mergedWith !== undefined) notify({ text: lookFirst(saved.mergedWith) });
      else if (saved) return await actNow(work, done, { from: saved.page, replacesDraft: false });
      return false;
    });
  return { save, act, actOnSaved, settle, bringBack, conflict, isBusy };
}

type Work = (page: EditedPage) => Promise<EditedPage>;

interface Acting {
  /** The page as it is stored. */
  from: EditedPage;
  /** Whether the server's draft replaces what is being edited. */
  replacesDraft: boolean;
}

interface Saved {
  page: EditedPage;
  /** The person who has saved meanwhile, if there is one. */
  mergedWith?: string;
}

const lookFirst = (name: string): string =>
  `${name} has saved this page in the meantime, and you see those changes now. Look at them, then try again.`;

/** Runs one action at a time, so that a button that is pressed twice acts once. */
function useAlone() {
  const [isBusy, setBusy] = useState(false);
  const isRunning = useRef(false);
  const alone = async (work: () => Promise<boolean>): Promise<boolean> => {
    if (isRunning.current) return false;
    isRunning.current = true;
    setBusy(true);
    try {
      return await work();
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };
  return { isBusy, alone };
}
