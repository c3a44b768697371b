import { type ChangeEvent, useEffect, useRef } from 'react';
import styles from './address-field.module.css';
import { type AddressName, addressNames, type AddressValues, autofillName } from './address-values.ts';
import { stateOf } from '../full-address.ts';
import { splitStreet } from '../split-street.ts';

const filled = ['streetName', 'unitNumber', 'city', 'state', 'postcode'] as const;

interface AutofillPartsProps {
  values: AddressValues;
  section: string | undefined;
  onChange: (change: Partial<AddressValues>) => void;
  /** Called when the browser filled in some parts but others are still missing. */
  onIncomplete: () => void;
}

/** How long to wait for further fields: browsers fill in one field after another. */
const settledMs = 150;

/**
 * Hidden fields for browser autofill, which fills in a whole address at once while only the search field is visible.
 * They are skipped by the Tab key and by screen readers.
 */
export function AutofillParts({ values, section, onChange, onIncomplete }: AutofillPartsProps) {
  const received = useRef<Partial<AddressValues>>({});
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const settle = (): void => {
    const { streetName = '', ...rest } = received.current;
    received.current = {};
    const change = { ...rest, ...(splitStreet(streetName) ?? (streetName && { streetName })) };
    onChange(change);
    const whole = { ...values, ...change };
    if (addressNames.some((name) => name !== 'unitNumber' && whole[name] === '')) onIncomplete();
  };
  const take = ({ target }: ChangeEvent<HTMLInputElement>, name: AddressName): void => {
    received.current = { ...received.current, [name]: name === 'state' ? stateOf(target.value) : target.value.trim() };
    clearTimeout(timer.current);
    timer.current = setTimeout(settle, settledMs);
  };
  return (
    <div className={styles.status} aria-hidden="true">
      {filled.map((name) => (
        <input
          key={name}
          type="text"
          tabIndex={-1}
          autoComplete={autofillName(name, section)}
          onChange={(event) => take(event, name)}
        />
      ))}
    </div>
  );
}
