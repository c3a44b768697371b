import { type ReactNode, useId } from 'react';
import { Button } from '../button/button.tsx';
import { FieldError } from './field.tsx';
import styles from './filter-panel.module.css';
import panel from '../layout/back-office-panel.module.css';

interface FilterPanelProps {
  legend: string;
  /** Checkboxes. */
  choices: ReactNode;
  /** The error message for the checkboxes. */
  error: string | undefined;
  onSubmit: () => void;
  /** More fields, shown beside the button. */
  children: ReactNode;
}

/** The filters above a list: checkboxes, days, and the button that applies them. */
export function FilterPanel({ legend, choices, error, onSubmit, children }: FilterPanelProps) {
  const id = useId();
  return (
    <form
      method="dialog"
      noValidate
      className={`${panel.controls} ${styles.form}`}
      aria-label="Filter"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <fieldset className={styles.choices} aria-describedby={error ? id : undefined}>
        <legend>{legend}</legend>
        <div>{choices}</div>
        <FieldError id={id}>{error}</FieldError>
      </fieldset>
      <div className={styles.fields}>
        {children}
        <Button type="submit" look="quiet" size="small" className={panel.act}>
          Filter
        </Button>
      </div>
    </form>
  );
}
