import { useEffect, useRef, useState } from 'react';
import { type AddressErrors, addressLabels, addressNames, type AddressValues } from './address-values.ts';
import type { FoundParts } from '../contract.ts';
import { fullAddress } from '../full-address.ts';

interface Entry {
  values: AddressValues;
  onChange: (change: Partial<AddressValues>) => void;
  /** One of the parts is at fault. */
  isFaulty: boolean;
  /** Counts the failed attempts to send: the parts open where one of them is at fault. */
  attempt: number;
  /** Found while one types, typed in parts, or either. */
  ways?: 'either' | 'found' | 'typed';
}

const required = addressNames.filter((name) => name !== 'unitNumber');

/** How an address is entered: in one line in which it is found, or in its parts, which open where one is needed. */
export function useAddress({ values, onChange, isFaulty, attempt, ways = 'either' }: Entry) {
  const isEmpty = addressNames.every((name) => values[name] === '');
  const isWhole = required.every((name) => values[name] !== '');
  const [wantsParts, setParts] = useState(!isEmpty && !isWhole);
  const [lacking, setLacking] = useState<AddressErrors>({});
  const told = useRef(attempt);
  useEffect(() => {
    if (attempt !== told.current && isFaulty) setParts(true);
    told.current = attempt;
  }, [attempt, isFaulty]);

  /** Takes a suggestion. What it lacks is flagged, and the parts open for it. */
  const take = (found: FoundParts): void => {
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
  const isManual = ways === 'typed' || (ways === 'either' && wantsParts);
  const shown = isWhole || ways === 'found' ? fullAddress(values) : '';
  const openParts = (): void => setParts(true);
  return { isManual, turn: () => setParts(!wantsParts), openParts, lacking, take, change, shown };
}
