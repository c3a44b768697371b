import type { ReactNode } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { AddressField } from '#addresses/field/address-field.tsx';
import { addressNames, type AddressValues } from '#addresses/field/address-values.ts';
import { formatPhone } from '#lib/text/phone.ts';
import { TextField } from '#ui/form/field.tsx';
import layout from '#ui/layout.module.css';
import { MaskedField } from '#ui/form/masked-field.tsx';
import { labels } from './form-faults.ts';
import type { RecipientField, RecipientValues } from './form-values.ts';
import styles from './recipient-fields.module.css';

/** The mask that the shop specification gives in section 5. */
const mobileMask = '9999 999 999';

interface RecipientFieldsProps<V extends RecipientValues> {
  form: UseFormReturn<V>;
  values: V;
  /** Whether the values from before a reload are back in the form. */
  isRestored: boolean;
  /** Prefix of ids and `autocomplete` tokens. */
  part: 'billing' | 'shipping';
  /** Shown in place of the address fields. */
  address?: ReactNode;
}

/** Name and address fields of the buyer or the recipient. */
export function RecipientFields<V extends RecipientValues>({
  form,
  values,
  isRestored,
  part,
  address,
}: RecipientFieldsProps<V>) {
  const { register, control, formState, setValue, trigger } = form as unknown as UseFormReturn<RecipientValues>; // V has its fields
  const { errors, submitCount } = formState;
  const change = (parts: Partial<AddressValues>): void => {
    for (const name of addressNames) {
      const value = parts[name];
      const shouldValidate = submitCount > 0 || errors[name] !== undefined;
      if (value !== undefined) setValue(name, value, { shouldDirty: true, shouldValidate });
    }
  };
  const field = (name: RecipientField, autoComplete: string) => ({
    ...register(name),
    id: `${part}-${name}`,
    autoComplete: `${part} ${autoComplete}`,
    error: errors[name]?.message,
  });
  return (
    <>
      <div className={layout.fields}>
        <TextField label="First name" {...field('firstName', 'given-name')} />
        <TextField label="Last name" {...field('lastName', 'family-name')} />
        <TextField
          label="Email"
          type="email"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          {...field('email', 'email')}
        />
        <Controller
          name="mobile"
          control={control}
          render={({ field: { value, onChange, onBlur, name, ref } }) => (
            <MaskedField
              label="Mobile"
              mask={mobileMask}
              type="tel"
              inputMode="tel"
              id={`${part}-mobile`}
              name={name}
              autoComplete={`${part} tel`}
              value={value}
              onValueChange={onChange}
              onBlur={onBlur}
              inputRef={ref}
              error={errors.mobile?.message}
            />
          )}
        />
      </div>
      {address ?? (
        <AddressField
          key={String(isRestored)}
          prefix={`${part}-`}
          section={part}
          values={Object.fromEntries(addressNames.map((name) => [name, values[name]])) as AddressValues} // every name is set
          errors={Object.fromEntries(addressNames.map((name) => [name, errors[name]?.message]))}
          attempt={submitCount}
          onChange={change}
          onPartBlur={(name) => void trigger(name)}
        />
      )}
    </>
  );
}

/** The buyer's details, shown as the recipient's and read-only. */
export function SameRecipient({ values }: { values: RecipientValues }) {
  const field = (name: RecipientField) => (
    <TextField
      key={name}
      id={`shipping-${name}`}
      label={labels[name]}
      value={name === 'mobile' ? formatPhone(values.mobile) : values[name]}
      disabled
      className={name === 'streetName' ? styles.street : name === 'city' ? styles.city : undefined}
    />
  );
  return (
    <>
      <div className={layout.fields}>{(['firstName', 'lastName', 'email', 'mobile'] as const).map(field)}</div>
      <div className={styles.address}>{addressNames.map(field)}</div>
    </>
  );
}
