import { useCombobox } from 'downshift';
import { type ChangeEvent, useEffect, useEffectEvent, useState } from 'react';
import { cx } from '#ui/classes.ts';
import { AddressSearchInput } from './address-search-input.tsx';
import styles from './address-field.module.css';
import { minQueryLength } from './address-values.ts';
import type { ResolvedAddress, Suggestion } from '../contract.ts';
import { useAddressSuggestions } from './use-address-suggestions.ts';

export interface AddressSearchProps {
  id: string;
  /** The current address, in one line. */
  shown: string;
  onFound: (parts: ResolvedAddress) => void;
  /** Called when the field is left empty; omitted if an address is required. */
  onClear?: () => void;
  isFaulty?: boolean;
  /** The text entered before this code was loaded, and whether the field still has the focus. */
  initial?: { typed: string; hasFocus: boolean } | undefined;
}

/** A text field that suggests addresses while the user types. */
export function AddressSearch({ id, shown, onFound, onClear, isFaulty, initial }: AddressSearchProps) {
  const [typed, setTyped] = useState(initial?.typed ?? shown);
  const [previous, setPrevious] = useState(shown);
  if (previous !== shown) {
    // The address was picked here, or changed from outside, for example by a form reset.
    setPrevious(shown);
    setTyped(shown);
  }
  const [query, setQuery] = useState(initial?.hasFocus ? initial.typed : '');
  const [failed, setFailed] = useState(false);
  const { found, foundFor, isUnavailable, pick } = useAddressSuggestions(query);

  const [picked, setPicked] = useState<Suggestion>();
  const pickLatest = useEffectEvent(pick);
  const take = useEffectEvent((parts: ResolvedAddress | null): void => {
    setFailed(parts === null);
    if (!parts) return;
    setTyped(parts.fullAddress);
    onFound(parts);
  });
  useEffect(() => {
    if (!picked) return;
    let isStale = false;
    void pickLatest(picked).then((parts) => {
      if (!isStale) take(parts);
    });
    return () => {
      isStale = true; // another suggestion was picked, the user typed on, or the field was closed
    };
  }, [picked]);

  const box = useCombobox({
    items: found,
    inputId: id,
    inputValue: typed,
    initialIsOpen: initial?.hasFocus ?? false,
    itemToString: (item) => item?.label ?? '',
    // Typing deselects the suggestion, so that picking the same one again counts as a change.
    stateReducer: (_state, { type, changes }) =>
      type === useCombobox.stateChangeTypes.InputChange ? { ...changes, selectedItem: null } : changes,
    onInputValueChange: ({ inputValue }) => setTyped(inputValue),
    onSelectedItemChange: ({ selectedItem }) => {
      setPicked(selectedItem ?? undefined);
      if (selectedItem) setQuery('');
    },
  });
  // Set at once, because the combobox reports changes only after a render, and fast typing would lose letters.
  const type = ({ currentTarget }: ChangeEvent<HTMLInputElement>): void => {
    setTyped(currentTarget.value);
    setQuery(currentTarget.value);
  };
  // Text that was typed without picking a suggestion is discarded.
  const leave = (): void => {
    if (typed.trim() === '' && onClear) onClear();
    else if (shown !== '') setTyped(shown);
  };
  const hasNoResults = foundFor !== '' && foundFor === query.trim() && found.length === 0;
  const isListOpen = box.isOpen && (found.length > 0 || hasNoResults);
  return (
    <div className={styles.search}>
      <AddressSearchInput
        {...box.getInputProps({ onChange: type, onBlur: leave })}
        isFaulty={isFaulty}
        error={failed ? 'This address could not be loaded. Please enter it manually.' : undefined}
      />
      <ul
        {...box.getMenuProps({ 'aria-label': 'Addresses' })}
        className={cx(styles.list, !isListOpen && styles.closed)}
      >
        {isListOpen &&
          found.map((item, index) => (
            <li
              key={item.id}
              {...box.getItemProps({ item, index })}
              className={cx(styles.option, box.highlightedIndex === index && styles.active)}
            >
              {item.label}
            </li>
          ))}
        {isListOpen && hasNoResults && (
          <li className={styles.none}>
            {isUnavailable ? unavailable : 'No address found. You can enter it manually.'}
          </li>
        )}
      </ul>
      <p className={styles.status} role="status">
        {query.trim().length >= minQueryLength && foundFor === query.trim() && resultCount(found.length)}
      </p>
    </div>
  );
}

const unavailable = 'Addresses can\u2019t be searched at the moment. You can enter it manually.';

const resultCount = (count: number): string => (count === 1 ? '1 address found.' : `${count} addresses found.`);
