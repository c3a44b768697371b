import { useId } from 'react';
import { cx } from '#ui/classes.ts';
import { Hidden } from '#ui/visually-hidden.tsx';
import { SectionDot, errorCountText } from './form-section.tsx';
import type { Mode } from './screen-context.ts';
import type { SectionState } from './store/section-state.ts';
import styles from './form-screen.module.css';

interface ProgressProps {
  steps: readonly { state: SectionState; heading: string }[];
  mode: Mode;
  current: string | undefined;
  onStep: (id: string) => void;
}

/** Progress and links to sections, shown beside the form, or above it on small screens; in view mode only the links. */
export function ProgressRail({ steps, mode, current, onStep }: ProgressProps) {
  const label = useId();
  return (
    <aside className={cx(styles.rail, mode === 'view' && styles.contents)} aria-labelledby={label}>
      {mode === 'view' ? (
        <div className={styles.progress}>
          <strong id={label}>Sections</strong>
        </div>
      ) : (
        <Progress {...{ steps, label }} />
      )}
      <ol>
        {steps.map(({ state, heading }, index) => (
          <li key={state.id}>
            <button
              type="button"
              className={cx(styles.step, state.id === current && styles.now)}
              aria-current={state.id === current ? 'step' : undefined}
              onClick={() => onStep(state.id)}
            >
              <SectionDot number={index + 1} state={state} />
              <span>
                {heading}
                {state.isComplete && state.errors === 0 && <Hidden>, complete</Hidden>}
              </span>
              {state.errors > 0 && <small>{errorCountText(state.errors)}</small>}
            </button>
          </li>
        ))}
      </ol>
    </aside>
  );
}

function Progress({ steps, label }: Pick<ProgressProps, 'steps'> & { label: string }) {
  const done = steps.filter(({ state }) => state.isComplete && state.errors === 0).length;
  const errors = steps.reduce((sum, { state }) => sum + state.errors, 0);
  const words = `${done} of ${steps.length} sections complete`;
  return (
    <div className={styles.progress}>
      <strong id={label} role="status">
        {words}
      </strong>
      {errors > 0 && (
        <a className={styles.toFix} href="#form-errors">
          {errorCountText(errors)}
        </a>
      )}
      <progress max={steps.length} value={done} aria-label="Sections complete">
        {words}
      </progress>
    </div>
  );
}
