import { useId, type ReactNode } from 'react';
import { cx } from '../classes.ts';
import { FieldError } from './field.tsx';
import { Hidden } from '../hidden.tsx';
import styles from './option-buttons.module.css';

export interface Option {
  value: string;
  label: ReactNode;
  /** Below the label, where the options share the line. */
  about?: string;
  /** Shown struck through and not to be chosen. */
  isUnavailable?: boolean;
}

interface OptionButtonsProps {
  legend: string;
  /** The form's name of the group; made up where left out. */
  name?: string;
  options: readonly Option[];
  /** '' is none. */
  value: string;
  onChange: (value: string) => void;
  /** Stands at the end of the legend's line: a clear button. */
  aside?: ReactNode;
  /** The options share the line; which one is chosen is not said again beside the legend. */
  isEven?: boolean;
  /** The sentence for what is wrong, such as nothing chosen. */
  error?: string | undefined;
}

/** One of several as buttons; radio inputs inside, so arrow keys and forms work as ever. */
export function OptionButtons(props: OptionButtonsProps) {
  const { legend, name, options, value, onChange, aside, isEven, error } = props;
  const own = useId();
  const chosen = options.find((option) => option.value === value);
  return (
    <fieldset
      className={styles.group}
      data-invalid={error ? '' : undefined}
      aria-describedby={error ? `${own}-error` : undefined}
    >
      <legend>
        <Hidden>{legend}</Hidden>
      </legend>
      <div className={styles.legend}>
        <span aria-hidden="true">
          {legend}
          {chosen && !isEven && <b>{chosen.label}</b>}
        </span>
        {aside}
      </div>
      <div className={cx(styles.row, isEven && styles.even)}>
        {options.map((option) => (
          <label key={option.value} className={styles.option}>
            <input
              type="radio"
              name={name ?? own}
              value={option.value}
              checked={option.value === value}
              disabled={option.isUnavailable}
              onChange={() => onChange(option.value)}
            />
            <span>
              {option.label}
              {option.about && <small>{option.about}</small>}
            </span>
          </label>
        ))}
      </div>
      <FieldError id={`${own}-error`}>{error}</FieldError>
    </fieldset>
  );
}
