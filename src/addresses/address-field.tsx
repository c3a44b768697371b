import { Button } from '#ui/button.tsx';
import { AddressSearch } from './address-search.tsx';
import styles from './address-field.module.css';
import { type AddressErrors, addressNames, type AddressValues } from './address-values.ts';
import { ManualAddress } from './manual-address.tsx';
import { useAddress } from './use-address.ts';

interface AddressFieldProps {
  label?: string;
  values: AddressValues;
  onChange: (change: Partial<AddressValues>) => void;
  errors: AddressErrors;
  /** Before the ids of the parts' fields, where a page has several addresses. */
  prefix?: string;
  /** Counts the failed attempts to send: the parts open where one of them is at fault. */
  attempt: number;
}

/**
 * An Australian address, found while one types or typed in parts. What a picked suggestion lacks is flagged, and the parts
 * open for it.
 */
export function AddressField({ label = 'Address', errors, prefix = '', ...entry }: AddressFieldProps) {
  const { values } = entry;
  const isFaulty = addressNames.some((name) => errors[name]);
  const { isManual, turn, lacking, take, change, shown } = useAddress({ ...entry, isFaulty });
  return (
    <fieldset className={styles.field}>
      <legend className={styles.legend}>{label}</legend>
      {isManual ? (
        <ManualAddress {...{ values, prefix }} onChange={change} errors={{ ...lacking, ...errors }} />
      ) : (
        <AddressSearch shown={shown} id={`${prefix}address`} onFound={take} />
      )}
      <Button look="plain" size="small" onClick={turn}>
        {isManual ? 'Search for the address' : 'Enter the address manually'}
      </Button>
    </fieldset>
  );
}
