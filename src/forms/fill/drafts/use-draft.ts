import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { Upload } from '#ui/upload/uploads.ts';
import { hasFiles, uploadsOf } from '#forms/answers/uploads.ts';
import type { Answer } from '#forms/rules/answer-values.ts';
import type { ShownForm } from '#forms/definition/definition.ts';
import { type ChangedSubmission, draftOfChange, storeBase } from './edited-submission-draft.ts';
import { changeDraft, type Draft, deleteDraft, readDraft } from './draft-store.ts';
import type { FormStore } from '../store/form-store.ts';
import { MemberDraft } from './member-draft.ts';
import { answersOf, isAllKept, mergedDraft } from './merge-drafts.ts';
import type { SendKey } from './idempotency-key.ts';
import { connectTabs, type TabChannel } from '../store/tab-channel.ts';
import { changeFiles, restoredAnswer } from './upload-waiting-files.ts';

/** Delay after the last key stroke until a draft is stored. */
const pauseMs = 400;

export interface DraftState {
  /** When it was last stored; undefined if it was not. */
  savedAt: number | undefined;
  isRestored: boolean;
  /** Whether the draft was merged with somebody else's changes. */
  isLaidOver?: boolean | undefined;
  /** When the last submission was sent; undefined once the next one is started. */
  sentAt?: number;
}

export interface DraftOptions {
  place: string;
  key: SendKey;
  /** Id of the form if the draft is also stored on the server: for members filling in a new form. */
  memberForm: string | undefined;
  changed: ChangedSubmission | undefined;
  /** False in view mode. */
  isEnabled: boolean;
  now: () => number;
  /** Called if an earlier visit sent the draft without a connection. */
  onWaiting: () => void;
  onSentElsewhere: () => void;
}

const restoredAnswers = (answers: ReadonlyMap<string, Answer>): Map<string, Answer> =>
  new Map([...answers].map(([field, answer]) => [field, restoredAnswer(answer)]));

const noDraft: DraftState = { savedAt: undefined, isRestored: false };

/** Ignores a save that finished after the draft was sent. */
const withSavedAt = (before: DraftState, savedAt: number): DraftState =>
  before.sentAt !== undefined && before.sentAt >= savedAt ? before : { ...before, savedAt };

/** Stores and restores a form's draft, and synchronises tabs with the same form. */
export function useDraft(store: FormStore, options: DraftOptions) {
  const { place, key, memberForm, isEnabled, now } = options;
  const [state, setState] = useState(noDraft);
  const [member] = useState(() => (memberForm ? new MemberDraft(memberForm, store, place) : undefined));
  const isRead = useRef(false);
  const tabs = useTabs(store, options, () => {
    void member?.drop(); // also cancels a running save
    isRead.current = true; // a draft still being read was sent
  });
  const actions = useActions(store, tabs, key);
  /** Returns whether the draft was stored. */
  const keep = async (): Promise<boolean> => {
    if (store.changes === 0 || !isEnabled || !isRead.current) return false; // already sent, or not read yet
    const savedAt = now();
    member?.keep(actions.answer);
    const isKeptHere = await storeLocally(store, options, savedAt);
    if (isKeptHere) setState((before) => withSavedAt(before, savedAt));
    return isKeptHere;
  };
  const take = (draft: Draft | undefined): void => {
    if (isRead.current) return;
    isRead.current = true; // earlier saves would overwrite it
    if (draft && draft.answers.size > 0) {
      void key.get();
      store.restore(new Map([...restoredAnswers(draft.answers), ...store.touched()])); // keep input from the meantime
      setState({ savedAt: draft.savedAt, isRestored: true, isLaidOver: draft.isLaidOver });
    }
    void keep();
    void member?.learn(draft?.kept);
    if (draft?.isWaiting) options.onWaiting();
  };
  useStoredDraft(store, options, member, take);
  useAutosave(store, keep);
  /** Deletes the draft after sending, here and in other tabs. */
  const drop = async (): Promise<void> => {
    setState({ ...noDraft, sentAt: now() });
    key.forget();
    tabs.current?.send({ kind: 'sent' });
    await Promise.all([deleteDraft(place), member?.drop()]);
  };
  return { ...state, ...actions, keep, drop };
}

async function storeLocally(store: FormStore, { place, changed }: DraftOptions, savedAt: number): Promise<boolean> {
  const [draft] = await Promise.all([
    changeDraft(place, { answers: store.answers(), savedAt }),
    changed && storeBase(place, store, changed),
  ]);
  return draft !== undefined;
}

function useStoredDraft(
  store: FormStore,
  { place, changed, isEnabled }: DraftOptions,
  member: MemberDraft | undefined,
  take: (draft: Draft | undefined) => void,
): void {
  const taken = useEffectEvent(take);
  const read = useEffectEvent(() =>
    changed ? draftOfChange(store, place, changed) : readMergedDraft(store, place, member),
  );
  useEffect(() => {
    if (!isEnabled) return;
    let isHere = true;
    void read().then((draft) => isHere && taken(draft));
    return () => {
      isHere = false;
    };
  }, [store, place, member, isEnabled]);
}

/** Actions of fields; stable functions, so that a change renders only one field. */
const useActions = (store: FormStore, tabs: RefObject<TabChannel | undefined>, key: SendKey) =>
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

/** Sends an answer to other tabs; files only after their uploads have ended. */
function sendToTabs(field: string, store: FormStore, tabs: TabChannel | undefined): void {
  const { answer } = store.field(field);
  if (!hasFiles(answer) || uploadsOf(answer).every(({ progress }) => progress === undefined))
    tabs?.send({ kind: 'answered', key: field, answer });
}

/** Stores the draft shortly after each change, and at once when the page is left. */
function useAutosave(store: FormStore, keep: () => Promise<unknown>): void {
  const keepNow = useEffectEvent(() => void keep());
  useEffect(() => {
    let timer: number | undefined;
    let seen = 0; // include changes made before this effect ran
    const later = (): void => {
      if (store.changes === seen || store.changes === 0) return;
      seen = store.changes;
      window.clearTimeout(timer);
      timer = window.setTimeout(() => {
        timer = undefined;
        keepNow();
      }, pauseMs);
    };
    const leave = (): void => {
      if (timer !== undefined && document.visibilityState === 'hidden') keepNow();
    };
    const end = store.subscribeAll(later);
    later();
    document.addEventListener('visibilitychange', leave);
    return () => {
      window.clearTimeout(timer);
      document.removeEventListener('visibilitychange', leave);
      end();
    };
  }, [store]);
}

function useTabs(store: FormStore, { place, key, isEnabled, onSentElsewhere }: DraftOptions, cancel: () => void) {
  const tabs = useRef<TabChannel>(undefined);
  const sentElsewhere = useEffectEvent(() => {
    cancel();
    onSentElsewhere();
  });
  useEffect(() => {
    if (!isEnabled) return; // view mode has no draft
    const channel = connectTabs(place, (news) => {
      if (news.kind === 'sent') {
        key.forget();
        sentElsewhere();
      } else if (news.kind === 'answered') {
        void key.get();
        store.answer(news.key, news.answer);
      } else if (news.kind === 'all' && store.changes === 0) {
        void key.get();
        store.restore(restoredAnswers(news.answers));
      } else if (news.kind === 'opened' && store.changes > 0) channel.send({ kind: 'all', answers: store.answers() });
    });
    tabs.current = channel;
    channel.send({ kind: 'opened' });
    return () => channel.close();
  }, [place, key, isEnabled, store]);
  return tabs;
}

/** The draft in this browser, merged with the member's draft on the server. */
async function readMergedDraft(
  { form, first }: FormStore,
  place: string,
  member: MemberDraft | undefined,
): Promise<Draft | undefined> {
  const reading = member?.read().catch(() => undefined);
  const [here, elsewhere] = await Promise.all([readDraft(place), reading]);
  if (elsewhere === undefined) return here; // not a member, or it could not be read
  if (elsewhere === null) return draftWithoutServer(form, place, here);
  const savedAt = Date.parse(elsewhere.savedDate);
  if (!here || here.answers.size === 0)
    return { ...here, answers: answersOf(form, elsewhere), savedAt, kept: elsewhere };
  const answers = mergedDraft(form, { here: here.answers, elsewhere, kept: here.kept, first });
  return { ...here, answers, savedAt: answers === here.answers ? here.savedAt : savedAt, kept: elsewhere };
}

/** The local draft when the server has none: if nothing changed since the last save, it was sent from another device. */
async function draftWithoutServer(form: ShownForm, place: string, here: Draft | undefined): Promise<Draft | undefined> {
  if (!here?.kept || here.isWaiting || !isAllKept(form, here.answers, here.kept))
    return here && { ...here, kept: undefined };
  await deleteDraft(place);
  return undefined;
}
