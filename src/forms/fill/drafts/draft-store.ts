import { createStore, del, delMany, getMany, keys, set, update, type UseStore } from 'idb-keyval';
import type { Answer } from '#forms/rules/answer-values.ts';
import type { ServerDraft } from './merge-drafts.ts';

/** Unsent answers of a form, including files and signatures, as stored in this browser. */
export interface Draft {
  answers: ReadonlyMap<string, Answer>;
  /** Milliseconds since 1970. */
  savedAt: number;
  /** For members: the last known draft on the server. Stored separately, because the rest is written more often. */
  kept?: ServerDraft | undefined;
  /** Idempotency-Key shared by all attempts in all tabs. */
  sendKey?: string;
  /** For a change: it was merged because somebody else had changed the submission. */
  isLaidOver?: boolean;
  /** It was sent without a connection and is retried when there is one. */
  isWaiting?: boolean;
}

let opened: UseStore | undefined;
const drafts = (): UseStore => (opened ??= createStore('spruce-forms', 'drafts'));

/** If the browser cannot store anything (private windows, no space), the form works without a draft. */
const orUndefined = <T>(work: Promise<T>): Promise<T | undefined> => work.catch(() => undefined);

const serverDraftKey = (place: string): string => `${place}:kept`;

export async function readDraft(place: string): Promise<Draft | undefined> {
  const read = await orUndefined(getMany([place, serverDraftKey(place)], drafts()));
  const [draft, kept] = (read ?? []) as [Draft?, ServerDraft?]; // written below
  return draft && { ...draft, kept };
}

/** The draft of the latest earlier version of a submission, with its key. */
export async function earlierDraft(places: string, version: number): Promise<(Draft & { place: string }) | undefined> {
  const versions = ((await orUndefined(keys<string>(drafts()))) ?? [])
    .filter((place) => place.startsWith(places))
    .map((place) => Number(place.slice(places.length)))
    .filter((earlier) => earlier < version);
  if (versions.length === 0) return undefined;
  const place = `${places}${Math.max(...versions)}`;
  const draft = await readDraft(place);
  return draft && { ...draft, place };
}

export const deleteDraft = (place: string): Promise<void> =>
  orUndefined(delMany([place, serverDraftKey(place)], drafts()));

/** Stores the last known draft of the server; undefined removes it. */
export const storeServerDraft = (place: string, kept: ServerDraft | undefined): Promise<void> =>
  orUndefined(kept ? set(serverDraftKey(place), kept, drafts()) : del(serverDraftKey(place), drafts()));

/** Changes a draft atomically across tabs and returns it; undefined if nothing can be stored. */
async function updateDraft(place: string, change: (before: Draft) => Draft): Promise<Draft | undefined> {
  let changed: Draft | undefined;
  const updating = update<Draft>(
    place,
    (before) => (changed = change({ answers: new Map(), savedAt: 0, ...before })),
    drafts(),
  );
  return orUndefined(updating.then(() => changed));
}

export const changeDraft = (place: string, change: Partial<Omit<Draft, 'kept'>>): Promise<Draft | undefined> =>
  updateDraft(place, (before) => ({ ...before, ...change }));

/** The draft's Idempotency-Key; creates one if there is none. */
export async function sendKeyOf(place: string): Promise<string> {
  const created: string = crypto.randomUUID();
  const draft = await updateDraft(place, (before) => ({ ...before, sendKey: before.sendKey ?? created }));
  return draft?.sendKey ?? created;
}
