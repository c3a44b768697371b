import type { Control, FieldErrors, UseFormRegisterReturn } from 'react-hook-form';
import { Controller } from 'react-hook-form';
import { states } from '#addresses/full-address.ts';
import { SelectField, TextField } from '#ui/field.tsx';
import layout from '#ui/layout.module.css';
import { MaskedField } from '#ui/masked-field.tsx';
import { type RecipientField, type RecipientValues, splitStreet } from './form-values.ts';
import styles from './recipient-fields.module.css';

/** Specification of the shop, section 5. */
const mobileMask = '9999 999 999';

/** What the fields need of a form; both forms of the checkout have it. */
export interface RecipientForm {
  register: (field: RecipientField, options?: { onBlur?: () => void }) => UseFormRegisterReturn;
  control: Control<RecipientValues>;
  errors: FieldErrors<RecipientValues>;
  getValues: () => RecipientValues;
  setValue: (field: RecipientField, value: string) => void;
}

interface RecipientFieldsProps {
  form: RecipientForm;
  /** `billing` or `shipping`: for ids, and for browsers that know two addresses. */
  part: 'billing' | 'shipping';
}

/** Names and address of whoever pays or gets the goods. */
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
      <AddressFields form={form} field={field} />
    </>
  );
}

type FieldOf = (
  name: RecipientField,
  autoComplete: string,
) => UseFormRegisterReturn & {
  id: string;
  autoComplete: string;
  error: string | undefined;
};

function AddressFields({ form, field }: { form: RecipientForm; field: FieldOf }) {
  const street = field('streetName', 'address-line1');
  /** Browsers fill the whole street into one field. */
  const split = (): void => {
    const { streetName, streetNumber } = form.getValues();
    const parts = streetNumber === '' ? splitStreet(streetName) : undefined;
    if (!parts) return;
    if (parts.unitNumber !== undefined) form.setValue('unitNumber', parts.unitNumber);
    form.setValue('streetNumber', parts.streetNumber);
    form.setValue('streetName', parts.streetName);
  };
  const onBlur: typeof street.onBlur = async (event) => {
    split();
    await street.onBlur(event);
  };
  return (
    <div className={styles.address}>
      <TextField label="Unit number" isOptional {...field('unitNumber', 'address-line2')} />
      <TextField label="Street number" {...field('streetNumber', '')} autoComplete="off" />
      <TextField label="Street name" className={styles.street} {...street} onBlur={onBlur} />
      <TextField label="City" className={styles.city} {...field('city', 'address-level2')} />
      <SelectField label="State" {...field('state', 'address-level1')}>
        <option value="">Choose</option>
        {states.map((state) => (
          <option key={state}>{state}</option>
        ))}
      </SelectField>
      <TextField label="Post code" inputMode="numeric" maxLength={4} isNumeric {...field('postcode', 'postal-code')} />
    </div>
  );
}

/** The buyer's details standing for the recipient's: shown, and not to be changed here. */
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
      value={values[name]}
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
