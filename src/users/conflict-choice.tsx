import { useEffect, useRef } from 'react';
import type { Entity } from '#history/contract.ts';
import { LastChange } from '#history/last-change.tsx';
import { changedBySomeoneElse } from '#lib/api/sentences.ts';
import { Button } from '#ui/button/button.tsx';
import { type Difference, Differences } from '#ui/overlay/differences.tsx';
import styles from './user-form.module.css';

interface ConflictChoiceProps {
  record: { entity: Entity; id: string };
  differences: readonly Difference[];
  keepTheirs: () => void;
  saveMine: () => void;
  isSaving: boolean;
}

/** Shown when somebody else has saved first: the stored values next to the user's own, and a choice between them. */
export function ConflictChoice({ record, differences, keepTheirs, saveMine, isSaving }: ConflictChoiceProps) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <section ref={box} className={styles.late} tabIndex={-1} role="alert" aria-labelledby="late">
      <h2 id="late">{changedBySomeoneElse}</h2>
      <LastChange {...record} />
      <p>
        {differences.length === 0
          ? 'Your entries are the same as the stored values.'
          : 'Your changes are in the form, on top of theirs. Save or discard them.'}
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
