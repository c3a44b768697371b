import { cx } from '../classes.ts';
import { CheckIcon } from '../icons/icons.tsx';
import styles from './step-dot.module.css';

/** The number of a step in its circle: outlined while upcoming, filled while current, a tick once done. */
export function StepDot({ number, isDone, isNow }: { number: number; isDone: boolean; isNow: boolean }) {
  return (
    <span className={cx(styles.dot, isDone && styles.done, isNow && styles.now)} aria-hidden="true">
      {isDone ? <CheckIcon /> : number}
    </span>
  );
}
