import { type RefObject, useEffect, useRef } from 'react';
import { Button } from '#ui/button/button.tsx';
import { AddressSearchLater } from './address-search-later.tsx';
import styles from './address-field.module.css';
import { type AddressErrors, addressNames, type AddressValues } from './address-values.ts';
import { AutofillParts } from './autofill-parts.tsx';
import { ManualAddress } from './manual-address.tsx';
import { useAddress } from './use-address.ts';

interface AddressFieldProps {
  label?: string;
  values: AddressValues;
  onChange: (change: Partial<AddressValues>) => void;
  errors: AddressErrors;
  /** Before the ids of the parts' fields, where a page has several addresses. */
  prefix?: string;
  /** Whose address browsers fill in, where a page has two. */
  section?: 'billing' | 'shipping';
  /** Counts the failed attempts to send: the parts open where one of them is at fault. */
  attempt: number;
  /** A part was left: for forms that check what is typed then. */
  onPartBlur?: (name: keyof AddressValues) => void;
}

/**
 * An Australian address, found while one types, typed in parts, or filled in by the browser. What a picked suggestion lacks
 * is flagged, and the parts open for it. The way to the parts stands above the field, where its list never covers it.
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
  const { isManual, turn, lacking, take, change, shown, openParts } = useAddress({ ...entry, isFaulty });
  const field = useRef<HTMLFieldSetElement>(null);
  const noteTurn = useFocusAfterTurn(field, isManual);
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
            noteTurn();
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
          <AddressSearchLater shown={shown} id={`${prefix}address`} onFound={take} />
          <AutofillParts {...{ values, section, onChange }} onIncomplete={openParts} />
        </>
      )}
    </fieldset>
  );
}

/** Whoever changes the way goes on in its first field, not on a button above it. */
function useFocusAfterTurn(field: RefObject<HTMLFieldSetElement | null>, isManual: boolean): () => void {
  const isTurning = useRef(false);
  useEffect(() => {
    if (isTurning.current) field.current?.querySelector<HTMLElement>('input:not([tabindex="-1"])')?.focus();
    isTurning.current = false;
  }, [field, isManual]);
  return () => {
    isTurning.current = true;
  };
}
