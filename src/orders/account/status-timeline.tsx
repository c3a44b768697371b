import { unitCount } from '#lib/text/count-text.ts';
import { Badge } from '#ui/feedback/badge.tsx';
import { cx } from '#ui/classes.ts';
import { Hidden } from '#ui/visually-hidden.tsx';
import { StepDot } from '#ui/layout/step-dot.tsx';
import styles from './status-timeline.module.css';

interface Progress {
  isPickup: boolean;
  /** False for an order on account, which is paid later. */
  isPaid: boolean;
  units: number;
  /** Of these, how many are on their way or delivered. */
  unitsOut: number;
}

/** The steps of the timeline (specification of the shop, section 4). */
const steps: { status: number; name: string; note: (order: Progress) => string }[] = [
  {
    status: 0,
    name: 'New Order',
    note: ({ isPaid }) => `We have received your order${isPaid ? ' and payment' : ''}.`,
  },
  {
    status: 4,
    name: 'Picking in Progress',
    note: ({ units, unitsOut }) =>
      unitsOut > 0
        ? `${unitsOut} of ${unitCount(units)} are on their way or delivered.`
        : 'Your items are being packed.',
  },
  {
    status: 1,
    name: 'Completed',
    note: ({ isPickup }) => (isPickup ? 'Ready at our counter.' : 'On its way to you.'),
  },
];

/** A buyer's view of an order's progress; a cancelled or refunded order shows only that status. */
export function StatusTimeline({ status, name, ...progress }: { status: number; name: string } & Progress) {
  const reached = steps.findIndex((step) => step.status === status);
  if (reached < 0) {
    return (
      <p className={styles.ended}>
        <Badge tone={status === 3 ? 'info' : 'danger'}>{name}</Badge>
      </p>
    );
  }
  return (
    <ol className={styles.line} aria-label="Status">
      {steps.map((step, index) => {
        const isDone = index < reached || (index === reached && step.status === 1);
        return (
          <li
            key={step.status}
            className={cx(index <= reached && styles.reached)}
            aria-current={index === reached ? 'step' : undefined}
          >
            <StepDot number={index + 1} isDone={isDone} isNow={index === reached} />
            <span>
              <strong>{step.name}</strong>
              {index <= reached && <Hidden>, reached</Hidden>}
              {index === reached && <small>{step.note(progress)}</small>}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
