import { createStore, del, get, update, type UseStore } from 'idb-keyval';
import type { Answer } from '../rules/values.ts';
import type { ServerDraft } from './merged-draft.ts';

/** What was typed into a form and is not sent yet, as this browser keeps it: files and signatures too. */
export interface Draft {
  answers: ReadonlyMap<string, Answer>;
  /** Milliseconds since 1970. */
  savedAt: number;
  /** What the server has of it, for members, as far as this browser has heard. */
  kept?: ServerDraft;
  /** Makes one submission of all attempts, from whichever tab. */
  sendKey?: string;
  /** It was sent while there was no connection, and goes out once there is one. */
  isWaiting?: boolean;
}

let opened: UseStore | undefined;
const drafts = (): UseStore => (opened ??= createStore('spruce-forms', 'drafts'));

/** Where the browser keeps nothing (private windows, no room), a form works on without a draft. */
const orNot = <T>(doing: Promise<T>): Promise<T | undefined> => doing.catch(() => undefined);

export const readDraft = (place: string): Promise<Draft | undefined> => orNot(get<Draft>(place, drafts()));

export const dropDraft = (place: string): Promise<void> => orNot(del(place, drafts()));

/** Changes a draft in one step, whatever other tabs do; answers what is kept then, undefined where nothing can be. */
export async function changeDraft(place: string, change: Partial<Draft>): Promise<Draft | undefined> {
  let kept: Draft | undefined;
  const changed = await orNot(
    update<Draft>(
      place,
      (before) => {
        kept = { answers: new Map(), savedAt: 0, ...before, ...change };
        return kept;
      },
      drafts(),
    ).then(() => true),
  );
  return changed ? kept : undefined;
}

/** The key that all attempts to send this draft share; a new one where there is none yet. */
export async function sendKeyOf(place: string): Promise<string> {
  let key = crypto.randomUUID() as string;
  await orNot(
    update<Draft>(
      place,
      (before) => {
        key = before?.sendKey ?? key;
        return { answers: new Map(), savedAt: 0, ...before, sendKey: key };
      },
      drafts(),
    ),
  );
  return key;
}
