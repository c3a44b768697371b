import { useId } from 'react';
import { cx } from '#ui/classes.ts';
import { Hidden } from '#ui/hidden.tsx';
import { SectionDot, toFix } from './form-section.tsx';
import type { SectionState } from './form-store.ts';
import styles from './screen.module.css';

export interface RailStep {
  state: SectionState;
  heading: string;
}

interface ProgressProps {
  steps: readonly RailStep[];
  current: string | undefined;
  onStep: (id: string) => void;
  /** It was filled in before: there is no way to go, only sections to go to. */
  isFilled: boolean;
}

/** How far one is with a form: at its side, or above it on small screens; each section is a way there. */
export function ProgressRail({ steps, current, onStep, isFilled }: ProgressProps) {
  const done = steps.filter(({ state }) => state.isComplete && state.errors === 0).length;
  const errors = steps.reduce((sum, { state }) => sum + state.errors, 0);
  const words = isFilled ? `${steps.length} sections` : `${done} of ${steps.length} sections complete`;
  const label = useId();
  return (
    <aside className={cx(styles.rail, isFilled && styles.filled)} aria-labelledby={label}>
      <div className={styles.progress}>
        <strong id={label} role={isFilled ? undefined : 'status'}>
          {words}
        </strong>
        {errors > 0 && (
          <a className={styles.toFix} href="#form-errors">
            {toFix(errors)}
          </a>
        )}
        {!isFilled && (
          <progress max={steps.length} value={done} aria-label="Sections complete">
            {words}
          </progress>
        )}
      </div>
      <ol>
        {steps.map(({ state, heading }, place) => (
          <li key={state.id}>
            <button
              type="button"
              className={cx(styles.step, state.id === current && styles.now)}
              aria-current={state.id === current ? 'step' : undefined}
              onClick={() => onStep(state.id)}
            >
              <SectionDot number={place + 1} state={state} />
              <span>
                {heading}
                {state.isComplete && state.errors === 0 && <Hidden>, complete</Hidden>}
              </span>
              {state.errors > 0 && <small>{toFix(state.errors)}</small>}
            </button>
          </li>
        ))}
      </ol>
    </aside>
  );
}
