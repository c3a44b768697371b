import { cx } from '#ui/classes.ts';
import { SelectField, TextField } from '#ui/form/field.tsx';
import fieldStyles from '#ui/form/field.module.css';
import { Note } from '#ui/feedback/note.tsx';
import styles from './address-field.module.css';
import {
  type AddressErrors,
  type AddressName,
  addressLabels,
  type AddressValues,
  autofillName,
} from './address-values.ts';
import { states } from '../full-address.ts';
import { postcodeWarning } from '../postcodes.ts';
import { splitStreet } from '../split-street.ts';

interface ManualAddressProps {
  values: AddressValues;
  onChange: (change: Partial<AddressValues>) => void;
  errors: AddressErrors;
  onBlur?: ((name: AddressName) => void) | undefined;
  prefix: string;
  /** Autofill section, for pages with two addresses. */
  section?: string | undefined;
  /** Invalid parts whose message is shown elsewhere. */
  faulty?: readonly AddressName[];
  /** Marks required parts with a star, on pages that mark required questions that way. */
  areStarred?: boolean;
  /** All parts may be blank. */
  isOptional?: boolean;
}

/** A field for each part. A postcode that does not fit the state gets a warning, but is never refused. */
export function ManualAddress(props: ManualAddressProps) {
  const { values, onChange, onBlur, errors, prefix, section, faulty, areStarred, isOptional } = props;
  /** Splits the street if it includes the number, because browsers fill in both together. */
  const leave = (name: AddressName): void => {
    const parts = name === 'streetName' && values.streetNumber === '' ? splitStreet(values.streetName) : undefined;
    if (parts) onChange(parts);
    onBlur?.(name);
  };
  const field = (name: AddressName) => ({
    id: prefix + name,
    name: prefix + name,
    label: addressLabels[name],
    value: values[name],
    error: errors[name],
    isFaulty: faulty?.includes(name),
    autoComplete: autofillName(name, section),
    onBlur: () => leave(name),
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  });
  const needed = (name: AddressName) => ({
    ...field(name),
    isStarred: areStarred,
    required: !isOptional,
  });
  const warning = postcodeWarning(values);
  return (
    <>
      <div className={cx(fieldStyles.lines, styles.parts)}>
        <TextField {...field('unitNumber')} isOptional={!isOptional} />
        <TextField {...needed('streetNumber')} />
        <TextField {...needed('streetName')} className={styles.street} />
        <TextField {...needed('city')} className={styles.city} />
        <SelectField {...needed('state')}>
          <option value="">Choose</option>
          {states.map((state) => (
            <option key={state}>{state}</option>
          ))}
        </SelectField>
        <TextField {...needed('postcode')} inputMode="numeric" maxLength={4} isNumeric />
      </div>
      {warning && (
        <Note tone="warning" isLive>
          {warning}
        </Note>
      )}
    </>
  );
}
