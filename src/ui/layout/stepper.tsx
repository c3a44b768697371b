import { cx } from '../classes.ts';
import { Hidden } from '../visually-hidden.tsx';
import { StepDot } from './step-dot.tsx';
import styles from './stepper.module.css';

export interface Step {
  id: string;
  label: string;
  note?: string;
  isDone: boolean;
  /** Whether the user may go to this step. */
  isOpen: boolean;
}

interface StepperProps {
  label: string;
  steps: readonly Step[];
  current: string;
  onStep: (id: string) => void;
}

/** Progress through a task: done steps have a tick and link back, the current one is filled, upcoming ones are outlined. */
export function Stepper({ label, steps, current, onStep }: StepperProps) {
  return (
    <nav aria-label={label}>
      <ol className={styles.stepper}>
        {steps.map((step, i) => {
          const isNow = step.id === current;
          const isDone = step.isDone && !isNow;
          return (
            <li key={step.id}>
              <button
                type="button"
                className={cx(styles.step, isNow && styles.now, isDone && styles.done)}
                aria-current={isNow ? 'step' : undefined}
                disabled={!step.isOpen && !isNow}
                onClick={() => onStep(step.id)}
              >
                <StepDot number={i + 1} isDone={isDone} isNow={isNow} />
                <span>
                  {step.label}
                  {isDone && <Hidden>, done</Hidden>}
                  {step.note && <small>{step.note}</small>}
                </span>
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
