import { useEffect, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { AddressSearch } from './address-search.tsx';
import styles from './address-field.module.css';
import { type AddressErrors, addressLabels, addressNames, type AddressValues } from './address-values.ts';
import type { FoundParts } from './contract.ts';
import { ManualAddress } from './manual-address.tsx';
import { fullAddress } from './parts.ts';

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

const required = addressNames.filter((name) => name !== 'unitNumber');

/**
 * An Australian address, found while one types or typed in parts. What a picked suggestion lacks is flagged, and the parts
 * open for it.
 */
export function AddressField({ label = 'Address', values, onChange, errors, prefix = '', attempt }: AddressFieldProps) {
  const isEmpty = addressNames.every((name) => values[name] === '');
  const isWhole = required.every((name) => values[name] !== '');
  const [isManual, setManual] = useState(!isEmpty && !isWhole);
  const [lacking, setLacking] = useState<AddressErrors>({});
  const told = useRef(attempt);
  const isFaulty = addressNames.some((name) => errors[name]);
  useEffect(() => {
    if (attempt !== told.current && isFaulty) setManual(true);
    told.current = attempt;
  }, [attempt, isFaulty]);

  const take = (found: FoundParts): void => {
    const { fullAddress: _whole, ...parts } = found;
    const missing = required.filter((name) => parts[name] === '');
    onChange(parts);
    setLacking(Object.fromEntries(missing.map((name) => [name, `${addressLabels[name]} is required.`])));
    if (missing.length > 0) setManual(true);
  };
  const change = (part: Partial<AddressValues>): void => {
    onChange(part);
    setLacking({});
  };

  return (
    <fieldset className={styles.field}>
      <legend className={styles.legend}>{label}</legend>
      {isManual ? (
        <ManualAddress {...{ values, prefix }} onChange={change} errors={{ ...lacking, ...errors }} />
      ) : (
        <AddressSearch shown={isWhole ? fullAddress(values) : ''} id={`${prefix}address`} onFound={take} />
      )}
      <Button look="plain" size="small" onClick={() => setManual(!isManual)}>
        {isManual ? 'Search for the address' : 'Enter the address manually'}
      </Button>
    </fieldset>
  );
}
