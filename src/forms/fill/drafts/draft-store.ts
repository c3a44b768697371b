import { createStore, del, delMany, getMany, keys, set, update, type UseStore } from 'idb-keyval';
import type { Answer } from '#forms/rules/values.ts';
import type { ServerDraft } from './merged-draft.ts';

/** What was typed into a form and is not sent yet, as this browser keeps it: files and signatures too. */
export interface Draft {
  answers: ReadonlyMap<string, Answer>;
  /** Milliseconds since 1970. */
  savedAt: number;
  /** What the server has of it, for members, as far as this browser has heard. Apart from the rest, which is written more often. */
  kept?: ServerDraft | undefined;
  /** Makes one submission of all attempts, from whichever tab. */
  sendKey?: string;
  /** Of a change: somebody else has changed the submission since it was begun. */
  isLaidOver?: boolean;
  /** It was sent while there was no connection, and goes out once there is one. */
  isWaiting?: boolean;
}

let opened: UseStore | undefined;
const drafts = (): UseStore => (opened ??= createStore('spruce-forms', 'drafts'));

/** Where the browser keeps nothing (private windows, no room), a form works on without a draft. */
const orNot = <T>(doing: Promise<T>): Promise<T | undefined> => doing.catch(() => undefined);

const keptAt = (place: string): string => `${place}:kept`;

export async function readDraft(place: string): Promise<Draft | undefined> {
  const read = await orNot(getMany([place, keptAt(place)], drafts()));
  const [draft, kept] = (read ?? []) as [Draft?, ServerDraft?]; // written below
  return draft && { ...draft, kept };
}

/** The latest draft of an earlier version of what is changed, and where it is. */
export async function earlierDraft(places: string, version: number): Promise<(Draft & { place: string }) | undefined> {
  const versions = ((await orNot(keys<string>(drafts()))) ?? [])
    .filter((place) => place.startsWith(places))
    .map((place) => Number(place.slice(places.length)))
    .filter((earlier) => earlier < version);
  if (versions.length === 0) return undefined;
  const place = `${places}${Math.max(...versions)}`;
  const draft = await readDraft(place);
  return draft && { ...draft, place };
}

export const dropDraft = (place: string): Promise<void> => orNot(delMany([place, keptAt(place)], drafts()));

/** Keeps what the server has of a draft, undefined for nothing. */
export const changeKept = (place: string, kept: ServerDraft | undefined): Promise<void> =>
  orNot(kept ? set(keptAt(place), kept, drafts()) : del(keptAt(place), drafts()));

/** Changes a draft in one step, whatever other tabs do; answers what is kept then, undefined where nothing can be. */
export async function changeDraft(place: string, change: Partial<Omit<Draft, 'kept'>>): Promise<Draft | undefined> {
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
