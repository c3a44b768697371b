import { cx } from '#ui/classes.ts';
import { SelectField, TextField } from '#ui/field.tsx';
import fieldStyles from '#ui/field.module.css';
import { Note } from '#ui/note.tsx';
import styles from './address-field.module.css';
import { type AddressErrors, type AddressName, addressLabels, type AddressValues } from './address-values.ts';
import { states } from './full-address.ts';
import { postcodeWarning } from './postcodes.ts';

interface ManualAddressProps {
  values: AddressValues;
  onChange: (change: Partial<AddressValues>) => void;
  errors: AddressErrors;
  /** Before the ids of the fields. */
  prefix: string;
  /** Parts that are at fault with a sentence that stands elsewhere. */
  faulty?: readonly AddressName[];
  /** Stars on the parts that are needed, on pages that mark so what must be answered. */
  areStarred?: boolean;
  /** All may be left blank. */
  isOptional?: boolean;
}

/** The parts, each in its field. A postcode and a state that do not fit are warned of, never refused. */
export function ManualAddress(props: ManualAddressProps) {
  const { values, onChange, errors, prefix, faulty, areStarred, isOptional } = props;
  const field = (name: AddressName, autoComplete: string) => ({
    id: prefix + name,
    name: prefix + name,
    label: addressLabels[name],
    value: values[name],
    error: errors[name],
    isFaulty: faulty?.includes(name),
    autoComplete,
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  });
  const needed = (name: AddressName, autoComplete: string) => ({
    ...field(name, autoComplete),
    isStarred: areStarred,
    required: !isOptional,
  });
  const warning = postcodeWarning(values);
  return (
    <>
      <div className={cx(fieldStyles.lines, styles.parts)}>
        <TextField {...field('unitNumber', 'address-line2')} isOptional={!isOptional} />
        <TextField {...needed('streetNumber', 'off')} />
        <TextField {...needed('streetName', 'address-line1')} className={styles.street} />
        <TextField {...needed('city', 'address-level2')} className={styles.city} />
        <SelectField {...needed('state', 'address-level1')}>
          <option value="">Choose</option>
          {states.map((state) => (
            <option key={state}>{state}</option>
          ))}
        </SelectField>
        <TextField {...needed('postcode', 'postal-code')} inputMode="numeric" maxLength={4} isNumeric />
      </div>
      {warning && (
        <Note tone="warning" isLive>
          {warning}
        </Note>
      )}
    </>
  );
}
