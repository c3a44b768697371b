import { type FormEvent, useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate, useRevalidator } from 'react-router';
import { type Day, dayOf } from '#lib/day.ts';
import { changedBySomeoneElse, fieldsMissing } from '#lib/api/sentences.ts';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { Note } from '#ui/feedback/note.tsx';
import { notify } from '#ui/feedback/notify.tsx';
import { fieldsOf, labelOf, type ShownForm, successUrlOf } from '../definition/definition.ts';
import { isFromDevice, useOffline } from './use-offline.ts';
import type { PatternMatcher } from '../answers/field-faults.ts';
import type { Answer } from '../rules/answer-values.ts';
import { ConnectionNote } from './connection-note.tsx';
import { FormHeader, titleId } from './form-header.tsx';
import { FormSection, SectionSummary } from './form-section.tsx';
import { shownFieldsOf } from './store/form-entries.ts';
import { FormStore } from './store/form-store.ts';
import { ProgressRail } from './progress-rail.tsx';
import { ScreenContext } from './screen-context.ts';
import styles from './form-screen.module.css';
import { controlId, SectionBody } from './section-body.tsx';
import { IdempotencyKey } from './drafts/idempotency-key.ts';
import { SentScreen, type SentNow } from './sent-screen.tsx';
import type { SentForm } from './drafts/send-answers.ts';
import { SubmitBar } from './submit-bar.tsx';
import { useDraft } from './drafts/use-draft.ts';
import { type OpenSections, useOpenSections } from './use-open-sections.ts';
import { useSections } from './store/use-form-store.ts';
import { useSubmit } from './drafts/use-submit.ts';
import type { Mode, Submitted } from './screen-context.ts';

export interface FormScreenProps {
  form: ShownForm;
  mode: Mode;
  submission?: Submitted | undefined;
  known: ReadonlyMap<string, Answer>;
  matches: PatternMatcher;
  /** `today` in rules: the day on which the form is filled in or was first submitted. */
  day: Day;
  now: () => number;
  /** The signed-in user; their drafts are private and also stored on the server. */
  viewerId: string | undefined;
}

/** A form's page: its sections, the error summary, and the Submit button. */
export function FormScreen(props: FormScreenProps) {
  const { form, mode, submission } = props;
  const [today] = useState(() => dayOf(new Date(props.now())));
  const changed = mode === 'edit' ? { submission, changedOn: today } : { submission: undefined };
  const [store] = useState(() => new FormStore({ ...props, today: props.day, ...changed }));
  const sections = useSections(store);
  const visible = sections.filter(({ isVisible }) => isVisible);
  const open = useOpenSections(sections, mode === 'view');
  const sending = useSending(store, open, props);
  const { attempt, draft, submit, sent } = sending;
  const { answer, changeFiles } = draft;
  const screen = useMemo(
    () => ({ store, isReadOnly: mode === 'view', today, answer, changeFiles, shownBy: shownFieldsOf(store.form) }),
    [store, mode, today, answer, changeFiles],
  );
  useOffline(form, mode === 'new');
  useEffect(() => {
    if (mode === 'new' && isFromDevice()) store.changeDay(today);
  }, [store, mode, today]);
  const parts = new Map(form.formSections.map((section) => [section.id, section]));
  const headings = visible.map(({ id }, index) => parts.get(id)?.sectionHeading ?? `Section ${index + 1}`);
  const steps = visible.map((state, index) => ({ state, heading: headings[index] ?? '' }));
  const isAlone = visible.length < 2;
  const last = visible.at(-1)?.id;
  const hasMore = mode === 'new' && !isAlone && last !== undefined && !open.wasOpen(last);
  const goFrom = (from: string, to: string): void => {
    store.visit(from);
    open.goTo(to, from);
  };
  const toggle = (id: string, isNowOpen: boolean): void => {
    if (!isNowOpen && open.isOpen(id)) store.visit(id);
    open.toggle(id, isNowOpen);
  };
  const press = (event: FormEvent): void => {
    event.preventDefault();
    void submit.submit();
  };

  return (
    <ScreenContext value={screen}>
      <FormHeader {...{ form, mode, draft, submission }} isSent={sent !== undefined} />
      {sent && (
        <div className={styles.alone}>
          <SentScreen
            key={sent.submissionId}
            {...{ sent, form, today }}
            shownBy={screen.shownBy}
            isMember={props.viewerId !== undefined}
            onAnother={sending.onAnother}
          />
        </div>
      )}
      <div className={isAlone ? styles.alone : styles.grid} hidden={sent !== undefined}>
        {!isAlone && <ProgressRail {...{ steps, mode }} current={open.current} onStep={(id) => open.goTo(id)} />}
        {/* Before scripts run, Submit is not yet a submit button, and POST keeps answers out of the URL. */}
        <form className={styles.sections} method="post" noValidate onSubmit={press} aria-label={form.formName}>
          {mode !== 'view' && <ConnectionNote />}
          {draft.isMerged && (
            <Note tone="warning" isLive>
              <strong>{changedBySomeoneElse}</strong> Your changes have been merged with theirs. Check them before you
              submit.
            </Note>
          )}
          <div id="form-errors">
            <ErrorSummary title={fieldsMissing} faults={sending.faults} attempt={attempt} />
          </div>
          {visible.map((state, index) => {
            const [before, after] = [visible[index - 1], visible[index + 1]];
            const rows = parts.get(state.id)?.formRows ?? [];
            const isOpen = isAlone || open.isOpen(state.id);
            return (
              <FormSection
                key={state.id}
                state={state}
                number={index + 1}
                heading={headings[index] ?? ''}
                summary={!isOpen && state.isComplete && <SectionSummary rows={rows} />}
                isOpen={isOpen}
                isAlone={isAlone}
                onToggle={(isNowOpen) => toggle(state.id, isNowOpen)}
                onReach={() => open.reach(state.id)}
                onPrevious={before && mode !== 'view' ? () => goFrom(state.id, before.id) : undefined}
                onNext={after && mode !== 'view' ? () => goFrom(state.id, after.id) : undefined}
              >
                {(isAlone || open.wasOpen(state.id)) && (
                  <SectionBody rows={rows} isWhole={attempt > 0 || mode === 'view'} />
                )}
              </FormSection>
            );
          })}
          {mode !== 'view' && <SubmitBar {...submit} {...{ mode, hasMore }} faults={sending.faults.length} />}
        </form>
      </div>
    </ScreenContext>
  );
}

function useSending(store: FormStore, open: OpenSections, props: FormScreenProps) {
  const { form, mode, submission } = props;
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [attempt, setAttempt] = useState(0);
  const [sent, setSent] = useState<SentNow>();
  const sections = useSections(store);
  const viewer = props.viewerId ?? 'guest'; // users of a shared device have separate drafts
  const changed = submission && { keyPrefix: `${viewer}:submission:${submission.id}:`, version: submission.version };
  const draftKey = changed ? `${changed.keyPrefix}${changed.version}` : `${viewer}:form:${form.id}`;
  const [key] = useState(() => new IdempotencyKey(draftKey));
  const onFaults = (): void => {
    setAttempt((count) => count + 1);
    open.openOnly(store.sections().flatMap(({ id, errors }) => (errors > 0 ? [id] : [])));
  };
  const onSent = async ({ submissionId, toastMessage }: SentForm): Promise<void> => {
    const answers = store.answers();
    store.reset(); // first, so that no draft is stored again
    await draft.remove(); // before the confirmation, so that the draft cannot reappear
    setAttempt(0);
    const success = mode === 'edit' ? `/forms/${submissionId}/view/` : successUrlOf(form);
    if (success !== undefined) {
      notify({ text: toastMessage });
      return void navigate(success);
    }
    setSent({ submissionId, message: toastMessage, answers });
    open.openOnly(
      store
        .sections()
        .slice(0, 1)
        .map(({ id }) => id),
    );
  };
  const onAnother = (): void => {
    flushSync(() => setSent(undefined));
    goToTop();
  };
  const onAlreadySent = (): void => notify({ text: 'This form has been submitted in another tab.' });
  /** Reloads the submission and merges the local changes. If the browser cannot store drafts, the page stays as it is. */
  const onChangedElsewhere = async (): Promise<void> => {
    if (store.changes === 0 || (await draft.save())) await revalidate();
  };
  const submit = useSubmit(store, { draftKey, key, submission, onFaults, onSent, onAlreadySent, onChangedElsewhere });
  const draft = useDraft(store, {
    draftKey,
    key,
    memberForm: props.viewerId !== undefined && mode === 'new' ? form.id : undefined,
    changed,
    isEnabled: mode !== 'view',
    now: props.now,
    onWaiting: () => void submit.submit(),
    onSentElsewhere: () => {
      submit.stop();
      store.reset();
      onAlreadySent();
    },
  });
  const { isMerged } = draft;
  useEffect(() => {
    if (isMerged) goToTop(); // to show the note
  }, [isMerged]);
  const hasErrors = attempt > 0 && sections.some(({ errors }) => errors > 0);
  return { attempt, faults: hasErrors ? visibleErrors(store) : [], submit, draft, sent, onAnother };
}

function goToTop(): void {
  window.scrollTo({ top: 0 });
  document.getElementById(titleId)?.focus({ preventScroll: true });
}

const visibleErrors = (store: FormStore) =>
  fieldsOf(store.form).flatMap((field) => {
    const { error } = store.field(field.id);
    return error === undefined ? [] : [{ id: controlId(field.id), label: labelOf(field), message: error }];
  });
