import { type ComponentPropsWithRef, useEffect, useState } from 'react';
import { readAmount, showAmount } from '#lib/text/amount-text.ts';
import { cx } from '../classes.ts';
import { Field, type FieldProps } from './field.tsx';
import fieldStyles from './field.module.css';
import styles from './money-field.module.css';

type Input = Omit<ComponentPropsWithRef<'input'>, 'children' | 'value' | 'defaultValue' | 'onChange'>;

interface MoneyFieldProps extends FieldProps, Input {
  /** Dollars; NaN for what is no amount. */
  value: number | null;
  onValueChange: (dollars: number | null) => void;
}

/** An amount of dollars: the sign before it, two decimals and commas once it is left. */
export function MoneyField(props: MoneyFieldProps) {
  const { label, isOptional, hint, error, aside, className, id, value, onValueChange, ...rest } = props;
  const [text, setText] = useState(showAmount(value));
  useEffect(() => {
    // What is typed stays as it is; what comes from elsewhere is written anew.
    setText((before) => (Object.is(readAmount(before), value) ? before : showAmount(value)));
  }, [value]);
  return (
    <Field {...{ label, isOptional, hint, error, aside, className, id }}>
      {(control) => (
        <div className={styles.money}>
          <span aria-hidden="true">$</span>
          <input
            inputMode="decimal"
            autoComplete="off"
            {...rest}
            {...control}
            className={cx(fieldStyles.input, fieldStyles.num)}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              onValueChange(readAmount(event.target.value));
            }}
            onBlur={(event) => {
              const amount = readAmount(text);
              if (!Number.isNaN(amount)) setText(showAmount(amount));
              rest.onBlur?.(event);
            }}
          />
        </div>
      )}
    </Field>
  );
}
