import { type KeyboardEvent, useState } from 'react';
import { showAmount } from '#lib/text/amount-text.ts';
import { Field } from '#ui/form/field.tsx';
import fieldStyles from '#ui/form/field.module.css';
import { MinusIcon, PlusIcon } from '#ui/icons/icons.tsx';
import { asNumber, plainNumber } from '../rules/values.ts';
import type { FieldProps } from './field-props.ts';
import styles from './fields.module.css';
import { frameProps, textOf, inputProps } from './framed.ts';
import { rangeHint, stepped } from './number-steps.ts';

const grouped = (number: number): string => number.toLocaleString('en-AU', { maximumFractionDigits: 20 });

/** A number, typed or stepped; the keys up and down step too. */
export function NumberControl(props: FieldProps) {
  const { field, onAnswer } = props;
  const text = textOf(props);
  const step = (by: 1 | -1): void => onAnswer(stepped(text, by, field));
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    step(event.key === 'ArrowUp' ? 1 : -1);
  };
  const stepButton = (by: 1 | -1) => (
    <button
      type="button"
      // The arrow keys do the same: a stop of the keyboard for each would be two too many.
      tabIndex={-1}
      aria-label={by > 0 ? 'One more' : 'One less'}
      disabled={field.isDisabled === true || stepped(text, by, field) === text}
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
            inputMode={(field.minNumberValue ?? 0) < 0 ? 'text' : 'decimal'} // the keys for decimals have no minus
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

/** What was typed as an amount, as it is kept: `$1,480.5` is `1480.5`; what is no amount stays. */
const plainAmount = (typed: string): string => plainNumber(typed) ?? typed;

/** The same as it reads: `1,480.50`. */
function shownAmount(kept: string): string {
  const dollars = asNumber(plainAmount(kept));
  return dollars === undefined ? kept : showAmount(dollars);
}

/** An amount of dollars; its commas and cents come once it is left. */
export function CurrencyControl(props: FieldProps) {
  const { field, onAnswer } = props;
  const kept = textOf(props);
  const [typed, setTyped] = useState<string>();
  // What is being typed stays as it is, until the answer changes from elsewhere.
  const text = typed !== undefined && plainAmount(typed) === kept ? typed : shownAmount(kept);
  return (
    <Field
      {...frameProps(
        props,
        rangeHint(field, (dollars) => `$${showAmount(dollars)}`),
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
