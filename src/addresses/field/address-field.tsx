import { type RefObject, useEffect, useRef } from 'react';
import { Button } from '#ui/button/button.tsx';
import { LazyAddressSearch } from './lazy-address-search.tsx';
import styles from './address-field.module.css';
import { type AddressErrors, addressNames, type AddressValues } from './address-values.ts';
import { AutofillParts } from './autofill-parts.tsx';
import { ManualAddress } from './manual-address.tsx';
import { useAddressEntry } from './use-address-entry.ts';

interface AddressFieldProps {
  label?: string;
  values: AddressValues;
  onChange: (change: Partial<AddressValues>) => void;
  errors: AddressErrors;
  /** Prefix of the parts' field ids, for pages with several addresses. */
  prefix?: string;
  /** Autofill section, for pages with two addresses. */
  section?: 'billing' | 'shipping';
  /** Number of failed submissions; a new one opens the parts if one of them is invalid. */
  attempt: number;
  /** Called when a part loses focus, for forms that validate then. */
  onPartBlur?: (name: keyof AddressValues) => void;
}

/**
 * An Australian address, which the user searches for or enters in parts, or which the browser fills in. If a picked
 * suggestion lacks parts, the fields for the parts open and flag them. The button that switches to the parts is above
 * the search, because the suggestions would cover it below.
 */
export function AddressField({
  label = 'Address',
  errors,
  prefix = '',
  section,
  onPartBlur,
  ...entry
}: AddressFieldProps) {
  const { values, onChange } = entry;
  const isFaulty = addressNames.some((name) => errors[name]);
  const { isManual, turn, lacking, take, change, shown, openParts } = useAddressEntry({ ...entry, isFaulty });
  const field = useRef<HTMLFieldSetElement>(null);
  const noteSwitch = useFocusAfterSwitch(field, isManual);
  return (
    <fieldset className={styles.field} ref={field}>
      <legend className={styles.hiddenLegend}>{label}</legend>
      <div className={styles.top}>
        <span className={styles.legend} aria-hidden="true">
          {label}
        </span>
        <Button
          look="plain"
          size="small"
          onClick={() => {
            noteSwitch();
            turn();
          }}
        >
          {isManual ? 'Search for the address' : 'Enter the address manually'}
        </Button>
      </div>
      {isManual ? (
        <ManualAddress
          {...{ values, prefix, section }}
          onChange={change}
          onBlur={onPartBlur}
          errors={{ ...lacking, ...errors }}
        />
      ) : (
        <>
          <LazyAddressSearch shown={shown} id={`${prefix}address`} onFound={take} />
          <AutofillParts {...{ values, section, onChange }} onIncomplete={openParts} />
        </>
      )}
    </fieldset>
  );
}

/** After switching between search and parts, the focus moves to the first field, not to the button above it. */
function useFocusAfterSwitch(field: RefObject<HTMLFieldSetElement | null>, isManual: boolean): () => void {
  const isSwitching = useRef(false);
  useEffect(() => {
    if (isSwitching.current) field.current?.querySelector<HTMLElement>('input:not([tabindex="-1"])')?.focus();
    isSwitching.current = false;
  }, [field, isManual]);
  return () => {
    isSwitching.current = true;
  };
}
