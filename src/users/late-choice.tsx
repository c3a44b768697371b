import { useEffect, useRef } from 'react';
import type { Entity } from '#history/contract.ts';
import { LastChange } from '#history/last-change.tsx';
import { changedMeanwhile } from '#lib/api/sentences.ts';
import { Button } from '#ui/button/button.tsx';
import { type Difference, Differences } from '#ui/overlay/differences.tsx';
import styles from './user-form.module.css';

interface LateChoiceProps {
  record: { entity: Entity; id: string };
  differences: readonly Difference[];
  keepTheirs: () => void;
  saveMine: () => void;
  isSaving: boolean;
}

/** Somebody else was quicker: what is stored now beside what would be with what was typed here, and whose it shall be. */
export function LateChoice({ record, differences, keepTheirs, saveMine, isSaving }: LateChoiceProps) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <section ref={box} className={styles.late} tabIndex={-1} role="alert" aria-labelledby="late">
      <h2 id="late">{changedMeanwhile}</h2>
      <LastChange {...record} />
      <p>
        {differences.length === 0
          ? 'What you typed is what is stored now.'
          : 'Your changes stand in the form, on top of theirs. Save them, or drop them.'}
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
