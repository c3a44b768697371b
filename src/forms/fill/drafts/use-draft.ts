import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { Upload } from '#ui/upload/uploads.ts';
import { hasFiles, uploadsOf } from '#forms/answers/uploads.ts';
import type { Answer } from '#forms/rules/values.ts';
import type { ShownForm } from '#forms/definition/shapes.ts';
import { type Changed, draftOfChange, keepGround } from './change-draft.ts';
import { changeDraft, type Draft, dropDraft, readDraft } from './draft-store.ts';
import type { FormStore } from '../store/form-store.ts';
import { MemberDraft } from './member-draft.ts';
import { answersOf, isAllKept, mergedDraft } from './merged-draft.ts';
import type { SendKey } from './send-key.ts';
import { otherTabs, type Tabs } from '../store/tabs.ts';
import { changeFiles, keptAnswer } from './waiting-files.ts';

/** How long after the last key stroke a draft is kept. */
const pauseMs = 400;

export interface DraftState {
  /** When it was kept last; undefined before anything was. */
  savedAt: number | undefined;
  /** Whether this visit began with what an earlier one left. */
  isRestored: boolean;
  /** Whether somebody else has changed the submission since its change was begun. */
  isLaidOver?: boolean | undefined;
  /** When the last one went out; told until the next is begun. */
  sentAt?: number;
}

export interface DraftOptions {
  /** Names the draft in this browser. */
  place: string;
  key: SendKey;
  /** Keeps it on the server too: the form's id, where a member fills it in for the first time. */
  memberForm: string | undefined;
  /** The submission that is changed, if any. */
  changed: Changed | undefined;
  /** False where nothing is typed. */
  isKept: boolean;
  now: () => number;
  /** An earlier visit sent it without a connection. */
  onWaiting: () => void;
  /** Another tab sent it. */
  onSentElsewhere: () => void;
}

const kept = (answers: ReadonlyMap<string, Answer>): Map<string, Answer> =>
  new Map([...answers].map(([field, answer]) => [field, keptAnswer(answer)]));

const nothingKept: DraftState = { savedAt: undefined, isRestored: false };

/** What was sent while it was being kept is no draft any more. */
const savedBy = (before: DraftState, savedAt: number): DraftState =>
  before.sentAt !== undefined && before.sentAt >= savedAt ? before : { ...before, savedAt };

/** Keeps what is typed, and brings it back; tabs with the same form follow each other. */
export function useDraft(store: FormStore, options: DraftOptions) {
  const { place, key, memberForm, changed, isKept, now } = options;
  const [state, setState] = useState(nothingKept);
  const [member] = useState(() => (memberForm ? new MemberDraft(memberForm, store, place) : undefined));
  const isRead = useRef(false);
  const tabs = useTabs(store, options, () => {
    void member?.drop(); // what was on its way from here too
    isRead.current = true; // what is still being read was sent
  });
  const actions = useActions(store, { tabs, key });
  /** Answers whether it is kept. */
  const keep = async (): Promise<boolean> => {
    if (store.changes === 0 || !isKept || !isRead.current) return false; // sent meanwhile, or not read yet
    const savedAt = now();
    member?.keep(actions.answer);
    const isKeptHere = await keepHere(store, options, savedAt);
    if (isKeptHere) setState((before) => savedBy(before, savedAt));
    return isKeptHere;
  };
  const take = (draft: Draft | undefined): void => {
    if (isRead.current) return;
    isRead.current = true; // before, it would be written over
    if (draft && draft.answers.size > 0) {
      void key.get();
      store.restore(new Map([...kept(draft.answers), ...store.touched()])); // what was typed meanwhile stays
      setState({ savedAt: draft.savedAt, isRestored: true, isLaidOver: draft.isLaidOver });
    }
    void keep();
    void member?.learn(draft?.kept);
    if (draft?.isWaiting) options.onWaiting();
  };
  useReading({ store, place, member, changed, isKept, take });
  useKeeping(store, keep);
  /** It is sent: nothing of it is kept, here or in other tabs. */
  const drop = async (): Promise<void> => {
    setState({ ...nothingKept, sentAt: now() });
    key.forget();
    tabs.current?.tell({ kind: 'sent' });
    await Promise.all([dropDraft(place), member?.drop()]);
  };
  return { ...state, ...actions, keep, drop };
}

async function keepHere(store: FormStore, { place, changed }: DraftOptions, savedAt: number): Promise<boolean> {
  const [draft] = await Promise.all([
    changeDraft(place, { answers: store.answers(), savedAt }),
    changed && keepGround(place, store, changed),
  ]);
  return draft !== undefined;
}

interface Reading extends Pick<DraftOptions, 'place' | 'changed' | 'isKept'> {
  store: FormStore;
  member: MemberDraft | undefined;
  take: (draft: Draft | undefined) => void;
}

/** Reads what an earlier visit left. */
function useReading({ store, place, member, changed, isKept, take }: Reading): void {
  const taken = useEffectEvent(take);
  const read = useEffectEvent(() =>
    changed ? draftOfChange(store, place, changed) : wholeDraft(store, place, member),
  );
  useEffect(() => {
    if (!isKept) return;
    let isHere = true;
    void read().then((draft) => isHere && taken(draft));
    return () => {
      isHere = false;
    };
  }, [store, place, member, isKept]);
}

/** What fields do; the same functions for as long as the form stands, so that a change draws one field alone. */
const useActions = (store: FormStore, { tabs, key }: { tabs: RefObject<Tabs | undefined>; key: SendKey }) =>
  useMemo(
    () => ({
      /** Takes an answer and tells the other tabs of it. */
      answer: (field: string, answer: Answer): void => {
        void key.get();
        store.answer(field, answer);
        tellOf(field, store, tabs.current);
      },
      changeFiles: (field: string, change: (uploads: readonly Upload[]) => Upload[]): void => {
        void key.get();
        changeFiles(store, field, change);
        tellOf(field, store, tabs.current);
      },
    }),
    [store, tabs, key],
  );

/** Tells the other tabs of an answer; of files once none is on its way. */
function tellOf(field: string, store: FormStore, tabs: Tabs | undefined): void {
  const { answer } = store.field(field);
  if (!hasFiles(answer) || uploadsOf(answer).every(({ progress }) => progress === undefined))
    tabs?.tell({ kind: 'answered', key: field, answer });
}

/** Keeps the draft a moment after each change, and at once where the page is left. */
function useKeeping(store: FormStore, keep: () => Promise<unknown>): void {
  const keepNow = useEffectEvent(() => void keep());
  useEffect(() => {
    let timer: number | undefined;
    let seen = 0; // what was typed before this ran counts too
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

function useTabs(store: FormStore, { place, key, isKept, onSentElsewhere }: DraftOptions, cancel: () => void) {
  const tabs = useRef<Tabs>(undefined);
  const sentElsewhere = useEffectEvent(() => {
    cancel();
    onSentElsewhere();
  });
  useEffect(() => {
    if (!isKept) return; // who only looks sees what is stored
    const channel = otherTabs(place, (news) => {
      if (news.kind === 'sent') {
        key.forget();
        sentElsewhere();
      } else if (news.kind === 'answered') {
        void key.get();
        store.answer(news.key, news.answer);
      } else if (news.kind === 'all' && store.changes === 0) {
        void key.get();
        store.restore(kept(news.answers));
      } else if (news.kind === 'opened' && store.changes > 0) channel.tell({ kind: 'all', answers: store.answers() });
    });
    tabs.current = channel;
    channel.tell({ kind: 'opened' });
    return () => channel.close();
  }, [place, key, isKept, store]);
  return tabs;
}

/** What is kept here, and by the same member elsewhere. */
async function wholeDraft(
  { form, first }: FormStore,
  place: string,
  member: MemberDraft | undefined,
): Promise<Draft | undefined> {
  const reading = member?.read().catch(() => undefined);
  const [here, elsewhere] = await Promise.all([readDraft(place), reading]);
  if (elsewhere === undefined) return here; // of no member, or it couldn't be read
  if (elsewhere === null) return withoutServer(form, place, here);
  const savedAt = Date.parse(elsewhere.savedDate);
  if (!here || here.answers.size === 0)
    return { ...here, answers: answersOf(form, elsewhere), savedAt, kept: elsewhere };
  const answers = mergedDraft(form, { here: here.answers, elsewhere, kept: here.kept, first });
  return { ...here, answers, savedAt: answers === here.answers ? here.savedAt : savedAt, kept: elsewhere };
}

/** What is left here of a draft that the server has no more: it was sent elsewhere, but for what was typed here since. */
async function withoutServer(form: ShownForm, place: string, here: Draft | undefined): Promise<Draft | undefined> {
  if (!here?.kept || here.isWaiting || !isAllKept(form, here.answers, here.kept))
    return here && { ...here, kept: undefined };
  await dropDraft(place);
  return undefined;
}
