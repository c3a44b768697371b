import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type DefaultValues, type FieldValues, get, type Path } from 'react-hook-form';
import { useRevalidator } from 'react-router';
import type { z } from 'zod';
import { changedBySomeoneElse, checkFields } from '#lib/api/sentences.ts';
import { Button } from '#ui/button/button.tsx';
import { attempt } from '#ui/feedback/attempt.ts';
import { Refusal } from '#ui/feedback/note.tsx';
import { notify } from '#ui/feedback/notify.tsx';
import type { FieldFault } from '#ui/form/field-fault.ts';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { LeaveGuard } from '#ui/form/leave-guard.tsx';
import { SaveBar } from '#ui/form/save-bar.tsx';
import { type Difference, Differences } from '#ui/overlay/field-differences.tsx';
import type { Entity } from './contract.ts';
import { LastChange } from './last-change.tsx';
import styles from './page-form.module.css';
import { useServerForm } from './record-form.tsx';

interface PageFormOptions<Stored, Values extends FieldValues, Input> {
  stored: Stored;
  valuesOf: (stored: Stored) => Values;
  changedPaths: (before: Values, after: Values) => readonly Path<Values>[];
  differencesOf: (theirs: Values, mine: Values) => readonly Difference[];
  read: () => Promise<Stored>;
  save: (input: Input, values: Values) => Promise<Stored>;
  sentences: { saved: string; failed: string; readFailed: string };
}

/** The form of a record's page. If somebody else has saved it first, the form loads that version and applies the user's changes to it. */
export function usePageForm<Stored, Values extends FieldValues, Input>(
  shape: z.ZodType<Input, Values>,
  { stored, valuesOf, changedPaths, differencesOf, read, save, sentences }: PageFormOptions<Stored, Values, Input>,
) {
  const { revalidate } = useRevalidator();
  const [conflict, setConflict] = useState<{ stored: Stored; differences: readonly Difference[] }>();
  const reload = async (): Promise<void> => {
    const mine = form.getValues();
    const latest = await read();
    form.reset(valuesOf(latest));
    for (const path of changedPaths(valuesOf(stored), mine)) {
      form.setValue(path, get(mine, path), { shouldDirty: true });
    }
    setConflict({ stored: latest, differences: differencesOf(valuesOf(latest), form.getValues()) });
    await revalidate();
  };
  const { form, refusal, setRefusal, submit } = useServerForm(shape, {
    values: valuesOf(stored) as DefaultValues<Values>, // it has all values
    fallback: sentences.failed,
    send: async (input, { getValues, reset }) => {
      const saved = await save(input, getValues());
      setConflict(undefined);
      reset(valuesOf(saved));
      notify({ text: sentences.saved });
      await revalidate();
    },
    onConflict: () => attempt(reload, sentences.readFailed),
  });
  const discard = (): void => {
    setConflict(undefined);
    setRefusal(undefined);
    form.reset(valuesOf(conflict?.stored ?? stored)); // the page may not have reloaded it yet
  };
  const { isSubmitting, submitCount: attempts } = form.formState;
  return { form, refusal, differences: conflict?.differences, isSubmitting, attempts, submit, discard };
}

type PageFormState = Pick<
  ReturnType<typeof usePageForm>,
  'refusal' | 'differences' | 'isSubmitting' | 'attempts' | 'submit' | 'discard'
>;

interface PageFormFrameProps {
  record: { entity: Entity; id: string };
  state: PageFormState;
  faults: readonly FieldFault[];
  /** The number of changed `things`; `things` is a noun such as `field`. */
  changes: number;
  things: string;
  children: ReactNode;
}

/** A page's form, with its errors above and the bar to save or discard below. */
export function PageFormFrame({ record, state, faults, changes, things, children }: PageFormFrameProps) {
  const { refusal, differences, isSubmitting, attempts, submit, discard } = state;
  const isDirty = changes > 0;
  const save = () => void submit();
  return (
    <>
      <LeaveGuard isDirty={isDirty && !isSubmitting} />
      <ErrorSummary title={checkFields} faults={faults} attempt={attempts} />
      <Refusal>{refusal}</Refusal>
      {differences && (
        <ConflictChoice {...{ record, differences }} keepTheirs={discard} saveMine={save} isSaving={isSubmitting} />
      )}
      {children}
      <SaveBar isDirty={isDirty} isSaving={isSubmitting} onSave={save} onDiscard={discard}>
        {changes === 1 ? `1 ${things} changed.` : `${changes} ${things}s changed.`}
      </SaveBar>
    </>
  );
}

interface ConflictChoiceProps {
  record: { entity: Entity; id: string };
  differences: readonly Difference[];
  keepTheirs: () => void;
  saveMine: () => void;
  isSaving: boolean;
}

/** Shown if somebody else has saved first: the saved values next to the user's own, and a choice between the two. */
function ConflictChoice({ record, differences, keepTheirs, saveMine, isSaving }: ConflictChoiceProps) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <section ref={box} className={styles.late} tabIndex={-1} role="alert" aria-labelledby="late">
      <h2 id="late">{changedBySomeoneElse}</h2>
      <LastChange {...record} />
      <p>
        {differences.length === 0
          ? 'Your entries are the same as the saved values.'
          : 'Your changes have been applied to the latest version. Save or discard them.'}
      </p>
      {differences.length > 0 && <Differences differences={differences} theirs="Stored now" mine="With your changes" />}
      <div>
        <Button look="quiet" size="small" onClick={keepTheirs}>
          Keep theirs
        </Button>
        <Button size="small" isBusy={isSaving} onClick={saveMine}>
          Save mine
        </Button>
      </div>
    </section>
  );
}
