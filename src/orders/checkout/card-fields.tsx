import { type Control, Controller, type UseFormReturn } from 'react-hook-form';
import { Badge } from '#ui/feedback/badge.tsx';
import { cx } from '#ui/classes.ts';
import layout from '#ui/layout.module.css';
import { MaskedField } from '#ui/form/masked-field.tsx';
import { formatOf, knownBrand } from '../payment/card-format.ts';
import styles from './checkout.module.css';
import type { CardValues } from './form-values.ts';

/** Card number, expiry date and CVC; shows the card's brand while the number is typed. None of it is stored. */
export function CardFields({ form }: { form: UseFormReturn<CardValues> }) {
  const { control, formState } = form;
  const number = form.watch('cardNumber');
  const brand = knownBrand(number);
  const { mask, cvc } = formatOf(number);
  const error = (name: keyof CardValues) => formState.errors[name]?.message;
  return (
    <div className={cx(layout.fields, layout.keep, styles.card)}>
      <CardField
        {...{ control, mask, error: error('cardNumber') }}
        name="cardNumber"
        label="Card number"
        autoComplete="cc-number"
        placeholder="1234 1234 1234 1234"
        className={layout.full}
        aside={<span aria-live="polite">{brand && <Badge tone="info">{brand}</Badge>}</span>}
      />
      <CardField
        {...{ control, mask: '99 / 99', error: error('expiryDate') }}
        name="expiryDate"
        label="Expiry date"
        autoComplete="cc-exp"
        placeholder="MM / YY"
      />
      <CardField
        {...{ control, mask: '9'.repeat(cvc), error: error('cvc') }}
        name="cvc"
        label="CVC"
        autoComplete="cc-csc"
        placeholder="123"
      />
    </div>
  );
}

interface CardFieldProps
  extends Pick<Parameters<typeof MaskedField>[0], 'label' | 'mask' | 'error' | 'aside' | 'className'> {
  control: Control<CardValues>;
  name: keyof CardValues;
  autoComplete: string;
  placeholder: string;
}

function CardField({ control, name, ...rest }: CardFieldProps) {
  return (
    <Controller
      name={name}
      control={control}
      render={({ field: { value, onChange, onBlur, ref } }) => (
        <MaskedField
          {...rest}
          id={`card-${name}`}
          name={name}
          value={value}
          onValueChange={onChange}
          onBlur={onBlur}
          inputRef={ref}
        />
      )}
    />
  );
}
