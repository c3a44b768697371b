import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { Upload } from '#ui/upload/uploads.ts';
import { hasFiles, uploadsOf } from '#forms/answers/uploads.ts';
import type { Answer } from '#forms/rules/answer-values.ts';
import type { ShownForm } from '#forms/definition/definition.ts';
import { type EditedSubmission, readEditDraft, storeBaseVersion } from './edited-submission-draft.ts';
import { changeDraft, type Draft, deleteDraft, readDraft } from './draft-store.ts';
import type { FormStore } from '../store/form-store.ts';
import { MemberDraft } from './member-draft.ts';
import { answersOf, isAllOnServer, mergeDrafts } from './merge-drafts.ts';
import type { IdempotencyKey } from './idempotency-key.ts';
import { connectTabs, type TabChannel } from '../store/tab-channel.ts';
import { changeFiles, restoredAnswer } from './upload-waiting-files.ts';

/** Delay between the last keystroke and storing the draft. */
const pauseMs = 400;

export interface DraftState {
  /** When the draft was last stored; undefined if it has not been stored. */
  savedAt: number | undefined;
  isRestored: boolean;
  /** Whether the draft was merged with somebody else's changes. */
  isMerged?: boolean | undefined;
  /** When the last submission was sent; undefined once the user starts another submission. */
  sentAt?: number;
}

export interface DraftOptions {
  draftKey: string;
  key: IdempotencyKey;
  /** The form's id if the draft is also stored on the server, which is done for members who fill in a new form. */
  memberForm: string | undefined;
  changed: EditedSubmission | undefined;
  /** False in view mode. */
  isEnabled: boolean;
  now: () => number;
  /** Called if the draft was submitted without a connection during an earlier visit. */
  onWaiting: () => void;
  onSentElsewhere: () => void;
}

const restoredAnswers = (answers: ReadonlyMap<string, Answer>): Map<string, Answer> =>
  new Map([...answers].map(([field, answer]) => [field, restoredAnswer(answer)]));

const noDraft: DraftState = { savedAt: undefined, isRestored: false };

/** Ignores a save that finishes after the form was submitted. */
const withSavedAt = (before: DraftState, savedAt: number): DraftState =>
  before.sentAt !== undefined && before.sentAt >= savedAt ? before : { ...before, savedAt };

/** Stores and restores a form's draft, and synchronises the tabs that show the form. */
export function useDraft(store: FormStore, options: DraftOptions) {
  const { draftKey, key, memberForm, isEnabled, now } = options;
  const [state, setState] = useState(noDraft);
  const [member] = useState(() => (memberForm ? new MemberDraft(memberForm, store, draftKey) : undefined));
  const isRead = useRef(false);
  const tabs = useTabs(store, options, () => {
    void member?.delete(); // also cancels a running save
    isRead.current = true; // a draft that is still being read is outdated, because it has been submitted
  });
  const actions = useActions(store, tabs, key);
  /** Returns whether the draft was stored. */
  const save = async (): Promise<boolean> => {
    if (store.changes === 0 || !isEnabled || !isRead.current) return false; // already submitted, or draft not read yet
    const savedAt = now();
    member?.scheduleSave(actions.answer);
    const isStored = await storeLocally(store, options, savedAt);
    if (isStored) setState((before) => withSavedAt(before, savedAt));
    return isStored;
  };
  const restore = (draft: Draft | undefined): void => {
    if (isRead.current) return;
    isRead.current = true; // until now, a save would have overwritten the stored draft
    if (draft && draft.answers.size > 0) {
      void key.get();
      store.restore(new Map([...restoredAnswers(draft.answers), ...store.touched()])); // with what the user has typed in the meantime
      setState({ savedAt: draft.savedAt, isRestored: true, isMerged: draft.isLaidOver });
    }
    void save();
    void member?.setServerDraft(draft?.serverDraft);
    if (draft?.isWaiting) options.onWaiting();
  };
  useStoredDraft(store, options, member, restore);
  useAutosave(store, save);
  /** Deletes the draft after the form was submitted, here and in other tabs. */
  const remove = async (): Promise<void> => {
    setState({ ...noDraft, sentAt: now() });
    key.forget();
    tabs.current?.send({ kind: 'sent' });
    await Promise.all([deleteDraft(draftKey), member?.delete()]);
  };
  return { ...state, ...actions, save, remove };
}

async function storeLocally(store: FormStore, { draftKey, changed }: DraftOptions, savedAt: number): Promise<boolean> {
  const [draft] = await Promise.all([
    changeDraft(draftKey, { answers: store.answers(), savedAt }),
    changed && storeBaseVersion(draftKey, store, changed),
  ]);
  return draft !== undefined;
}

function useStoredDraft(
  store: FormStore,
  { draftKey, changed, isEnabled }: DraftOptions,
  member: MemberDraft | undefined,
  onRead: (draft: Draft | undefined) => void,
): void {
  const restore = useEffectEvent(onRead);
  const read = useEffectEvent(() =>
    changed ? readEditDraft(store, draftKey, changed) : readMergedDraft(store, draftKey, member),
  );
  useEffect(() => {
    if (!isEnabled) return;
    let isMounted = true;
    void read().then((draft) => isMounted && restore(draft));
    return () => {
      isMounted = false;
    };
  }, [store, draftKey, member, isEnabled]);
}

/** The functions that fields call. They never change, so that a new answer renders only its own field. */
const useActions = (store: FormStore, tabs: RefObject<TabChannel | undefined>, key: IdempotencyKey) =>
  useMemo(
    () => ({
      /** Stores an answer and sends it to other tabs. */
      answer: (field: string, answer: Answer): void => {
        void key.get();
        store.answer(field, answer);
        sendToTabs(field, store, tabs.current);
      },
      changeFiles: (field: string, change: (uploads: readonly Upload[]) => Upload[]): void => {
        void key.get();
        changeFiles(store, field, change);
        sendToTabs(field, store, tabs.current);
      },
    }),
    [store, tabs, key],
  );

/** Sends an answer to other tabs. Files are sent only after their uploads have ended. */
function sendToTabs(field: string, store: FormStore, tabs: TabChannel | undefined): void {
  const { answer } = store.field(field);
  if (!hasFiles(answer) || uploadsOf(answer).every(({ progress }) => progress === undefined))
    tabs?.send({ kind: 'answered', key: field, answer });
}

/** Stores the draft shortly after each change, and immediately when the user leaves the page. */
function useAutosave(store: FormStore, save: () => Promise<unknown>): void {
  const saveNow = useEffectEvent(() => void save());
  useEffect(() => {
    let timer: number | undefined;
    let seen = 0; // also saves changes made before this effect ran
    const schedule = (): void => {
      if (store.changes === seen || store.changes === 0) return;
      seen = store.changes;
      window.clearTimeout(timer);
      timer = window.setTimeout(() => {
        timer = undefined;
        saveNow();
      }, pauseMs);
    };
    const leave = (): void => {
      if (timer !== undefined && document.visibilityState === 'hidden') saveNow();
    };
    const unsubscribe = store.subscribeAll(schedule);
    schedule();
    document.addEventListener('visibilitychange', leave);
    return () => {
      window.clearTimeout(timer);
      document.removeEventListener('visibilitychange', leave);
      unsubscribe();
    };
  }, [store]);
}

function useTabs(store: FormStore, { draftKey, key, isEnabled, onSentElsewhere }: DraftOptions, cancel: () => void) {
  const tabs = useRef<TabChannel>(undefined);
  const sentElsewhere = useEffectEvent(() => {
    cancel();
    onSentElsewhere();
  });
  useEffect(() => {
    if (!isEnabled) return;
    const channel = connectTabs(draftKey, (message) => {
      if (message.kind === 'sent') {
        key.forget();
        sentElsewhere();
      } else if (message.kind === 'answered') {
        void key.get();
        store.answer(message.key, message.answer);
      } else if (message.kind === 'all' && store.changes === 0) {
        void key.get();
        store.restore(restoredAnswers(message.answers));
      } else if (message.kind === 'opened' && store.changes > 0)
        channel.send({ kind: 'all', answers: store.answers() });
    });
    tabs.current = channel;
    channel.send({ kind: 'opened' });
    return () => channel.close();
  }, [draftKey, key, isEnabled, store]);
  return tabs;
}

/** The draft in this browser, merged with the member's draft on the server. */
async function readMergedDraft(
  { form, first }: FormStore,
  draftKey: string,
  member: MemberDraft | undefined,
): Promise<Draft | undefined> {
  const reading = member?.read().catch(() => undefined);
  const [here, elsewhere] = await Promise.all([readDraft(draftKey), reading]);
  if (elsewhere === undefined) return here; // not a member, or the draft could not be read
  if (elsewhere === null) return draftWithoutServer(form, draftKey, here);
  const savedAt = Date.parse(elsewhere.savedDate);
  if (!here || here.answers.size === 0)
    return { ...here, answers: answersOf(form, elsewhere), savedAt, serverDraft: elsewhere };
  const answers = mergeDrafts(form, { here: here.answers, elsewhere, serverDraft: here.serverDraft, first });
  return { ...here, answers, savedAt: answers === here.answers ? here.savedAt : savedAt, serverDraft: elsewhere };
}

/** The local draft, if the server has none. If it has not changed since its last save, another device has submitted it. */
async function draftWithoutServer(
  form: ShownForm,
  draftKey: string,
  here: Draft | undefined,
): Promise<Draft | undefined> {
  if (!here?.serverDraft || here.isWaiting || !isAllOnServer(form, here.answers, here.serverDraft))
    return here && { ...here, serverDraft: undefined };
  await deleteDraft(draftKey);
  return undefined;
}
