import type { Control, FieldErrors, UseFormRegisterReturn } from 'react-hook-form';
import { Controller } from 'react-hook-form';
import { AddressField } from '#addresses/field/address-field.tsx';
import { type AddressName, addressNames, type AddressValues } from '#addresses/field/address-values.ts';
import { formatPhone } from '#lib/text/company.ts';
import { TextField } from '#ui/form/field.tsx';
import layout from '#ui/layout.module.css';
import { MaskedField } from '#ui/form/masked-field.tsx';
import type { RecipientField, RecipientValues } from './form-values.ts';
import styles from './recipient-fields.module.css';

/** Specification of the shop, section 5. */
const mobileMask = '9999 999 999';

/** The part of a form that the fields use; both forms of the checkout provide it. */
export interface RecipientForm {
  register: (field: RecipientField) => UseFormRegisterReturn;
  control: Control<RecipientValues>;
  errors: FieldErrors<RecipientValues>;
  values: RecipientValues;
  /** Number of failed submissions. */
  attempt: number;
  /** Changes when values from before a reload are restored. */
  restored: string;
  change: (parts: Partial<AddressValues>) => void;
  /** Validates a field that lost the focus. */
  check: (name: AddressName) => void;
}

interface RecipientFieldsProps {
  form: RecipientForm;
  /** Prefix of ids and `autocomplete` tokens. */
  part: 'billing' | 'shipping';
}

/** Name and address fields of the buyer or the recipient. */
export function RecipientFields({ form, part }: RecipientFieldsProps) {
  const { register, errors } = form;
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
          control={form.control}
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
      <AddressField
        key={form.restored}
        prefix={`${part}-`}
        section={part}
        values={addressOf(form.values)}
        errors={Object.fromEntries(addressNames.map((name) => [name, errors[name]?.message]))}
        attempt={form.attempt}
        onChange={form.change}
        onPartBlur={form.check}
      />
    </>
  );
}

const addressOf = (values: RecipientValues): AddressValues =>
  Object.fromEntries(addressNames.map((name) => [name, values[name]])) as AddressValues; // each of the names

/** The buyer's details as the recipient's, read-only. */
export function SameRecipient({ values }: { values: RecipientValues }) {
  const shown: [RecipientField, string][] = [
    ['firstName', 'First name'],
    ['lastName', 'Last name'],
    ['email', 'Email'],
    ['mobile', 'Mobile'],
  ];
  const place: [RecipientField, string][] = [
    ['unitNumber', 'Unit number'],
    ['streetNumber', 'Street number'],
    ['streetName', 'Street name'],
    ['city', 'City'],
    ['state', 'State'],
    ['postcode', 'Post code'],
  ];
  const field = ([name, label]: [RecipientField, string]) => (
    <TextField
      key={name}
      id={`shipping-${name}`}
      label={label}
      value={name === 'mobile' ? formatPhone(values.mobile) : values[name]}
      disabled
      className={name === 'streetName' ? styles.street : name === 'city' ? styles.city : undefined}
    />
  );
  return (
    <>
      <div className={layout.fields}>{shown.map(field)}</div>
      <div className={styles.address}>{place.map(field)}</div>
    </>
  );
}
