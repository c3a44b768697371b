import { type KeyboardEvent, useState } from 'react';
import { formatAmount } from '#lib/text/amount-text.ts';
import { Field } from '#ui/form/field.tsx';
import fieldStyles from '#ui/form/field.module.css';
import { MinusIcon, PlusIcon } from '#ui/icons/icons.tsx';
import { asNumber, plainNumber } from '../rules/answer-values.ts';
import { type FieldProps, frameProps, inputProps, textOf } from './field-props.ts';
import styles from './fields.module.css';
import { rangeHint, numberAfterStep } from './number-steps.ts';

const grouped = (number: number): string => number.toLocaleString('en-AU', { maximumFractionDigits: 20 });

/** A number, typed or changed with buttons or the arrow keys. */
export function NumberControl(props: FieldProps) {
  const { field, onAnswer } = props;
  const text = textOf(props);
  const step = (by: 1 | -1): void => onAnswer(numberAfterStep(text, by, field));
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    step(event.key === 'ArrowUp' ? 1 : -1);
  };
  const stepButton = (by: 1 | -1) => (
    <button
      type="button"
      // Not focusable, because the arrow keys do the same.
      tabIndex={-1}
      aria-label={by > 0 ? 'One more' : 'One less'}
      disabled={field.isDisabled === true || numberAfterStep(text, by, field) === text}
      onClick={() => step(by)}
    >
      {by > 0 ? <PlusIcon /> : <MinusIcon />}
    </button>
  );
  return (
    <Field {...frameProps(props, rangeHint(field, grouped))}>
      {(control) => (
        <div className={styles.stepper}>
          {stepButton(-1)}
          <input
            {...inputProps(props)}
            {...control}
            inputMode={(field.minNumberValue ?? 0) < 0 ? 'text' : 'decimal'} // the decimal keypad has no minus key
            autoComplete="off"
            className={fieldStyles.input}
            value={text}
            onChange={({ target }) => onAnswer(target.value)}
            onKeyDown={press}
          />
          {stepButton(1)}
        </div>
      )}
    </Field>
  );
}

/** Converts a typed amount to the answer, such as `$1,480.5` to `1480.5`; invalid text is unchanged. */
const plainAmount = (typed: string): string => plainNumber(typed) ?? typed;

/** Formats an amount: `1,480.50`. */
function shownAmount(stored: string): string {
  const dollars = asNumber(plainAmount(stored));
  return dollars === undefined ? stored : formatAmount(dollars);
}

/** An amount in dollars, formatted when the user leaves the field. */
export function CurrencyControl(props: FieldProps) {
  const { field, onAnswer } = props;
  const stored = textOf(props);
  const [typed, setTyped] = useState<string>();
  // Typed text is reformatted only when something other than typing changes the answer.
  const text = typed !== undefined && plainAmount(typed) === stored ? typed : shownAmount(stored);
  return (
    <Field
      {...frameProps(
        props,
        rangeHint(field, (dollars) => `$${formatAmount(dollars)}`),
      )}
    >
      {(control) => (
        <div className={styles.money}>
          <span aria-hidden="true">$</span>
          <input
            {...inputProps(props)}
            {...control}
            inputMode={(field.minNumberValue ?? 0) < 0 ? 'text' : 'decimal'}
            autoComplete="off"
            className={fieldStyles.input}
            value={text}
            onChange={({ target }) => {
              setTyped(target.value);
              onAnswer(plainAmount(target.value));
            }}
            onBlur={() => setTyped(undefined)}
          />
        </div>
      )}
    </Field>
  );
}
