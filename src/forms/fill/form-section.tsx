import type { ReactNode } from 'react';
import { Button } from '#ui/button/button.tsx';
import { cx } from '#ui/classes.ts';
import { ArrowLeftIcon, ArrowRightIcon, CheckIcon, ChevronDownIcon } from '#ui/icons/icons.tsx';
import type { SectionState } from './store/section-state.ts';
import { useScreen } from './screen-context.ts';
import styles from './form-section.module.css';
import type { FormRows } from './store/section-summary.ts';
import { useSummary } from './store/use-form-store.ts';

interface FormSectionProps {
  state: SectionState;
  number: number;
  heading: string;
  /** The first answers on one line, shown while the section is collapsed. */
  summary: ReactNode;
  isOpen: boolean;
  /** A form's only section cannot be collapsed. */
  isAlone: boolean;
  onToggle: (isOpen: boolean) => void;
  /** Called when the focus enters the section. */
  onReach: () => void;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  children: ReactNode;
}

export const errorCountText = (errors: number): string => `${errors} to fix`;

/** The state of a section: its number, a tick when complete, red while it has visible errors. */
export function SectionDot({ number, state }: { number: number; state: SectionState }) {
  return (
    <span className={cx(styles.dot, state.errors > 0 ? styles.bad : state.isComplete && styles.ok)} aria-hidden="true">
      {state.isComplete && state.errors === 0 ? <CheckIcon /> : number}
    </span>
  );
}

/** A collapsible section of a form, with Previous and Next. */
export function FormSection(props: FormSectionProps) {
  const { state, number, heading, summary, isOpen, isAlone, onToggle, onReach, onPrevious, onNext, children } = props;
  const body = (
    <div className={styles.body} onFocus={onReach}>
      {children}
      {(onPrevious || onNext) && (
        <div className={styles.nav}>
          {onPrevious && (
            <Button look="quiet" size="small" onClick={onPrevious}>
              <ArrowLeftIcon />
              Previous
            </Button>
          )}
          {onNext && (
            <Button size="small" className={styles.next} onClick={onNext}>
              Next
              <ArrowRightIcon />
            </Button>
          )}
        </div>
      )}
    </div>
  );
  const title = heading && <h2 tabIndex={-1}>{heading}</h2>;
  if (isAlone) {
    return (
      <section
        id={`section-${state.id}`}
        className={cx(styles.section, styles.alone, state.errors > 0 && styles.faulty)}
      >
        {title}
        {body}
      </section>
    );
  }
  return (
    <details
      id={`section-${state.id}`}
      className={cx(styles.section, state.errors > 0 && styles.faulty)}
      open={isOpen}
      onToggle={({ currentTarget }) => onToggle(currentTarget.open)}
    >
      <summary>
        <SectionDot number={number} state={state} />
        {title}
        {summary}
        <SectionStatus state={state} />
        <ChevronDownIcon />
      </summary>
      {body}
    </details>
  );
}

/** The first answers of a collapsed section. */
export function SectionSummary({ rows }: { rows: FormRows }) {
  const summary = useSummary(useScreen().store, rows);
  return summary !== '' && <span className={styles.sum}>{summary}</span>;
}

function SectionStatus({ state }: { state: SectionState }) {
  if (state.errors > 0)
    return <span className={cx(styles.standing, styles.wrong)}>{errorCountText(state.errors)}</span>;
  return state.isComplete ? <span className={cx(styles.standing, styles.right)}>Complete</span> : <span />;
}
