import { Controller, type UseFormReturn } from 'react-hook-form';
import { Badge } from '#ui/badge.tsx';
import layout from '#ui/layout.module.css';
import { MaskedField } from '#ui/masked-field.tsx';
import { formatOf, knownBrand } from './card.ts';
import styles from './checkout.module.css';
import type { CardValues } from './form-values.ts';

/** Number, expiry and CVC; the number's brand is recognised as it is typed. Nothing of it is kept anywhere. */
export function CardFields({ form }: { form: UseFormReturn<CardValues> }) {
  const { control, formState } = form;
  const number = form.watch('cardNumber');
  const brand = knownBrand(number);
  const { mask, cvc } = formatOf(number);
  const masks = { cardNumber: mask, expiryDate: '99 / 99', cvc: '9'.repeat(cvc) };
  const masked = (name: keyof CardValues, label: string, autoComplete: string, placeholder: string) => (
    <Controller
      name={name}
      control={control}
      render={({ field: { value, onChange, onBlur, ref } }) => (
        <MaskedField
          label={label}
          mask={masks[name]}
          id={`card-${name}`}
          name={name}
          autoComplete={autoComplete}
          placeholder={placeholder}
          value={value}
          onValueChange={onChange}
          onBlur={onBlur}
          inputRef={ref}
          error={formState.errors[name]?.message}
          className={name === 'cardNumber' ? layout.full : undefined}
          aside={name === 'cardNumber' && <span aria-live="polite">{brand && <Badge tone="info">{brand}</Badge>}</span>}
        />
      )}
    />
  );
  return (
    <div className={`${layout.fields} ${layout.keep} ${styles.card}`}>
      {masked('cardNumber', 'Card number', 'cc-number', '1234 1234 1234 1234')}
      {masked('expiryDate', 'Expiry date', 'cc-exp', 'MM / YY')}
      {masked('cvc', 'CVC', 'cc-csc', cvc === 4 ? '1234' : '123')}
    </div>
  );
}
