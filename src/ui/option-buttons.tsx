import { useId, type ReactNode } from 'react';
import { FieldError } from './field.tsx';
import { Hidden } from './hidden.tsx';
import styles from './option-buttons.module.css';

export interface Option {
  value: string;
  label: ReactNode;
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
  /** The sentence for what is wrong, such as nothing chosen. */
  error?: string | undefined;
}

/** One of several as buttons; radio inputs inside, so arrow keys and forms work as ever. */
export function OptionButtons({ legend, name, options, value, onChange, aside, error }: OptionButtonsProps) {
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
          {chosen && <b>{chosen.label}</b>}
        </span>
        {aside}
      </div>
      <div className={styles.row}>
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
            <span>{option.label}</span>
          </label>
        ))}
      </div>
      <FieldError id={`${own}-error`}>{error}</FieldError>
    </fieldset>
  );
}
