import { cx } from '#ui/classes.ts';
import { SelectField, TextField } from '#ui/form/field.tsx';
import fieldStyles from '#ui/form/field.module.css';
import { Note } from '#ui/feedback/note.tsx';
import styles from './address-field.module.css';
import { type AddressErrors, type AddressName, addressLabels, type AddressValues } from './address-values.ts';
import { autofillName } from './autofill-name.ts';
import { states } from '../full-address.ts';
import { postcodeWarning } from '../postcodes.ts';
import { splitStreet } from '../split-street.ts';

interface ManualAddressProps {
  values: AddressValues;
  onChange: (change: Partial<AddressValues>) => void;
  errors: AddressErrors;
  /** A part was left. */
  onBlur?: ((name: AddressName) => void) | undefined;
  /** Before the ids of the fields. */
  prefix: string;
  /** Whose address browsers fill in, where a page has two. */
  section?: string | undefined;
  /** Parts that are at fault with a sentence that stands elsewhere. */
  faulty?: readonly AddressName[];
  /** Stars on the parts that are needed, on pages that mark so what must be answered. */
  areStarred?: boolean;
  /** All may be left blank. */
  isOptional?: boolean;
}

/** The parts, each in its field. A postcode and a state that do not fit are warned of, never refused. */
export function ManualAddress(props: ManualAddressProps) {
  const { values, onChange, onBlur, errors, prefix, section, faulty, areStarred, isOptional } = props;
  /** Browsers fill the whole street into one field. */
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
