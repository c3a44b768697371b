import { useEffect, useRef, useState } from 'react';
import { type AddressErrors, addressLabels, addressNames, type AddressValues } from './address-values.ts';
import type { ResolvedAddress } from '../contract.ts';
import { fullAddress } from '../full-address.ts';

interface AddressOptions {
  values: AddressValues;
  onChange: (change: Partial<AddressValues>) => void;
  isFaulty: boolean;
  /** Number of failed submissions; a new one opens the parts if one of them is invalid. */
  attempt: number;
  /** Whether the address is searched for, entered in parts, or either. */
  ways?: 'either' | 'found' | 'typed';
}

const required = addressNames.filter((name) => name !== 'unitNumber');

/** The state of an address field: whether the address is searched for or entered in parts, and which parts are missing. */
export function useAddressEntry({ values, onChange, isFaulty, attempt, ways = 'either' }: AddressOptions) {
  const isEmpty = addressNames.every((name) => values[name] === '');
  const isWhole = required.every((name) => values[name] !== '');
  const [hasOpenParts, setParts] = useState(!isEmpty && !isWhole);
  const [lacking, setLacking] = useState<AddressErrors>({});
  const lastAttempt = useRef(0); // 0, not `attempt`, because the field may be loaded only after a submission has failed
  useEffect(() => {
    if (attempt !== lastAttempt.current && isFaulty) setParts(true);
    lastAttempt.current = attempt;
  }, [attempt, isFaulty]);

  /** Applies a suggestion. Missing parts are flagged, and the parts open. */
  const take = (found: ResolvedAddress): void => {
    const { fullAddress: _whole, ...parts } = found;
    const missing = required.filter((name) => parts[name] === '');
    onChange(parts);
    setLacking(Object.fromEntries(missing.map((name) => [name, `${addressLabels[name]} is required.`])));
    if (missing.length > 0) setParts(true);
  };
  const change = (part: Partial<AddressValues>): void => {
    onChange(part);
    setLacking({});
  };
  const isManual = ways === 'typed' || (ways === 'either' && hasOpenParts);
  const shown = isWhole || ways === 'found' ? fullAddress(values) : '';
  const openParts = (): void => setParts(true);
  return { isManual, turn: () => setParts(!hasOpenParts), openParts, lacking, take, change, shown };
}
