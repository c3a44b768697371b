import { type ComponentPropsWithRef, useState } from 'react';
import { IMaskInput } from 'react-imask';
import { cx } from './classes.ts';
import { Field, type FieldProps } from './field.tsx';
import styles from './field.module.css';

type Input = Omit<
  ComponentPropsWithRef<'input'>,
  'children' | 'value' | 'defaultValue' | 'onChange' | 'ref' | 'min' | 'max' | 'step'
>;

export interface MaskedFieldProps extends FieldProps, Input {
  /** `9` is a digit, everything else stands as written: `0499 999 999`. */
  mask: string;
  value: string;
  /** Called with what the field shows, blanks and all. */
  onValueChange: (value: string) => void;
  inputRef?: (input: HTMLInputElement | null) => void;
}

const digits = { 9: /\d/ };

/** A text field that fills a mask as one types. Loads react-imask: import it only in routes that need it. */
export function MaskedField(props: MaskedFieldProps) {
  const [first] = useState(props.value); // in the HTML, before scripts run; what is typed later is no attribute
  const { label, isOptional, hint, error, aside, className, id, mask, value, onValueChange, ...rest } = props;
  return (
    <Field {...{ label, isOptional, hint, error, aside, className, id }}>
      {(control) => (
        <IMaskInput
          inputMode="numeric"
          {...rest}
          {...control}
          // A mask's own placeholders (0, a, *) lose their meaning, only 9 keeps one.
          mask={mask.replace(/[0a*]/g, '\\$&')}
          definitions={digits}
          value={value}
          defaultValue={first}
          onAccept={onValueChange}
          className={cx(styles.input, styles.num)}
        />
      )}
    </Field>
  );
}
