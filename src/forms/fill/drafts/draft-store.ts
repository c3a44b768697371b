import { clear, createStore, del, delMany, entries, getMany, keys, set, update, type UseStore } from 'idb-keyval';
import type { Answer } from '#forms/rules/answer-values.ts';
import type { ServerDraft } from './merge-drafts.ts';

/** Unsent answers of a form, including files and signatures, as stored in this browser. */
export interface Draft {
  answers: ReadonlyMap<string, Answer>;
  /** The time of saving, in milliseconds since 1970. */
  savedAt: number;
  /** For members: what is known of the draft on the server. Stored separately, because the rest of the draft is written more often. */
  serverDraft?: ServerDraft | undefined;
  /** The Idempotency-Key that all attempts to submit use, from any tab. */
  sendKey?: string;
  /**
   * For an edited submission: whether the draft was merged with somebody else's change. The name stays, because browsers have stored
   * drafts with it.
   */
  isLaidOver?: boolean;
  /** Whether the form was submitted without a connection; it is sent once there is one. */
  isWaiting?: boolean;
}

let opened: Promise<UseStore> | undefined;
const drafts = (): UseStore => async (mode, act) => (await (opened ??= openDrafts()))(mode, act);

async function openDrafts(): Promise<UseStore> {
  const store = createStore('shop-forms', 'drafts');
  await orUndefined(takeFormerDrafts(store));
  return store;
}

/** Moves the drafts of former releases from their database, whose name began with another word. */
async function takeFormerDrafts(store: UseStore): Promise<void> {
  const databases = await indexedDB.databases();
  const former = databases.find(({ name = '' }) => /^(?!shop-)\w+-forms$/.test(name));
  if (former?.name === undefined) return;
  const formerStore = createStore(former.name, 'drafts');
  for (const [key, draft] of await entries<string, unknown>(formerStore))
    await update<unknown>(key, (newer) => newer ?? draft, store);
  await clear(formerStore);
}

/** Ignores errors: if the browser cannot store anything (private window, no space), the form works without a draft. */
const orUndefined = <T>(work: Promise<T>): Promise<T | undefined> => work.catch(() => undefined);

const serverDraftKey = (draftKey: string): string => `${draftKey}:kept`;

export async function readDraft(draftKey: string): Promise<Draft | undefined> {
  const read = await orUndefined(getMany([draftKey, serverDraftKey(draftKey)], drafts()));
  const [draft, serverDraft] = (read ?? []) as [Draft?, ServerDraft?]; // only this file writes drafts
  return draft && { ...draft, serverDraft };
}

/** The newest draft of an earlier version, with its key. */
export async function earlierDraft(
  keyPrefix: string,
  version: number,
): Promise<(Draft & { draftKey: string }) | undefined> {
  const versions = ((await orUndefined(keys<string>(drafts()))) ?? [])
    .filter((draftKey) => draftKey.startsWith(keyPrefix))
    .map((draftKey) => Number(draftKey.slice(keyPrefix.length)))
    .filter((earlier) => earlier < version);
  if (versions.length === 0) return undefined;
  const draftKey = `${keyPrefix}${Math.max(...versions)}`;
  const draft = await readDraft(draftKey);
  return draft && { ...draft, draftKey };
}

export const deleteDraft = (draftKey: string): Promise<void> =>
  orUndefined(delMany([draftKey, serverDraftKey(draftKey)], drafts()));

/** Stores what is known of the draft on the server; undefined removes it. */
export const storeServerDraft = (draftKey: string, serverDraft: ServerDraft | undefined): Promise<void> =>
  orUndefined(
    serverDraft ? set(serverDraftKey(draftKey), serverDraft, drafts()) : del(serverDraftKey(draftKey), drafts()),
  );

/** Changes a draft atomically across tabs and returns it; undefined if nothing can be stored. */
async function updateDraft(draftKey: string, change: (before: Draft) => Draft): Promise<Draft | undefined> {
  let changed: Draft | undefined;
  const updating = update<Draft>(
    draftKey,
    (before) => (changed = change({ answers: new Map(), savedAt: 0, ...before })),
    drafts(),
  );
  return orUndefined(updating.then(() => changed));
}

export const changeDraft = (
  draftKey: string,
  change: Partial<Omit<Draft, 'serverDraft'>>,
): Promise<Draft | undefined> => updateDraft(draftKey, (before) => ({ ...before, ...change }));

/** The draft's Idempotency-Key; creates one if there is none. */
export async function sendKeyOf(draftKey: string): Promise<string> {
  const created: string = crypto.randomUUID();
  const draft = await updateDraft(draftKey, (before) => ({ ...before, sendKey: before.sendKey ?? created }));
  return draft?.sendKey ?? created;
}
