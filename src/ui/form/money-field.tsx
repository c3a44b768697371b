import { type ComponentPropsWithRef, useEffect, useState } from 'react';
import { type Control, Controller, type FieldValues, type Path } from 'react-hook-form';
import { parseAmount, formatAmount } from '#lib/text/amount-text.ts';
import { cx } from '../classes.ts';
import { Field, type FieldProps } from './field.tsx';
import fieldStyles from './field.module.css';
import styles from './money-field.module.css';

type Input = Omit<ComponentPropsWithRef<'input'>, 'children' | 'value' | 'defaultValue' | 'onChange'>;

interface MoneyFieldProps extends FieldProps, Input {
  /** In dollars; NaN for an invalid amount. */
  value: number | null;
  onValueChange: (dollars: number | null) => void;
}

/** An amount in dollars, with the dollar sign in front. Decimals and commas are added when the field loses the focus. */
export function MoneyField(props: MoneyFieldProps) {
  const { label, isOptional, hint, error, aside, className, id, value, onValueChange, ...rest } = props;
  const [text, setText] = useState(formatAmount(value));
  useEffect(() => {
    // Keeps the text as typed, unless the value was changed from outside.
    setText((before) => (Object.is(parseAmount(before), value) ? before : formatAmount(value)));
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
              onValueChange(parseAmount(event.target.value));
            }}
            onBlur={(event) => {
              const amount = parseAmount(text);
              if (!Number.isNaN(amount)) setText(formatAmount(amount));
              rest.onBlur?.(event);
            }}
          />
        </div>
      )}
    </Field>
  );
}

interface FormMoneyFieldProps<Values extends FieldValues, Sent>
  extends Omit<MoneyFieldProps, 'name' | 'value' | 'onValueChange'> {
  name: Path<Values>;
  control: Control<Values, unknown, Sent>;
}

/** A `MoneyField` connected to a form. */
export function FormMoneyField<Values extends FieldValues, Sent>({
  name,
  control,
  ...props
}: FormMoneyFieldProps<Values, Sent>) {
  return (
    <Controller
      name={name}
      control={control}
      render={({ field: { value, onChange, ...field } }) => (
        <MoneyField {...props} {...field} value={value ?? null} onValueChange={onChange} />
      )}
    />
  );
}
