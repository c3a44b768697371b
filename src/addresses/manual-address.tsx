import { SelectField, TextField } from '#ui/field.tsx';
import { Note } from '#ui/note.tsx';
import styles from './address-field.module.css';
import { type AddressErrors, type AddressName, addressLabels, type AddressValues } from './address-values.ts';
import { states } from './parts.ts';
import { postcodeWarning } from './postcodes.ts';

interface ManualAddressProps {
  values: AddressValues;
  onChange: (change: Partial<AddressValues>) => void;
  errors: AddressErrors;
  /** Before the ids of the fields. */
  prefix: string;
}

/** The parts, each in its field. A postcode and a state that do not fit are warned of, never refused. */
export function ManualAddress({ values, onChange, errors, prefix }: ManualAddressProps) {
  const field = (name: AddressName, autoComplete: string) => ({
    id: prefix + name,
    name: prefix + name,
    label: addressLabels[name],
    value: values[name],
    error: errors[name],
    autoComplete,
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  });
  const warning = postcodeWarning(values);
  return (
    <>
      <div className={styles.parts}>
        <TextField {...field('unitNumber', 'address-line2')} isOptional />
        <TextField {...field('streetNumber', 'off')} required />
        <TextField {...field('streetName', 'address-line1')} className={styles.street} required />
        <TextField {...field('city', 'address-level2')} className={styles.city} required />
        <SelectField {...field('state', 'address-level1')} required>
          <option value="">Choose</option>
          {states.map((state) => (
            <option key={state}>{state}</option>
          ))}
        </SelectField>
        <TextField {...field('postcode', 'postal-code')} inputMode="numeric" maxLength={4} isNumeric required />
      </div>
      {warning && (
        <Note tone="warning" isLive>
          {warning}
        </Note>
      )}
    </>
  );
}
