import { useCombobox } from 'downshift';
import { type ChangeEvent, useEffect, useEffectEvent, useState } from 'react';
import { cx } from '#ui/classes.ts';
import { AddressLine } from './address-line.tsx';
import styles from './address-field.module.css';
import { shortestAsked } from './address-values.ts';
import type { FoundParts, Suggestion } from '../contract.ts';
import { useSuggestions } from './use-suggestions.ts';

export interface AddressSearchProps {
  id: string;
  /** The address that is there already, in one line. */
  shown: string;
  onFound: (parts: FoundParts) => void;
  /** Emptied and left: there is no address any more. Left out where there has to be one. */
  onClear?: () => void;
  isFaulty?: boolean;
  /** What was typed before this code was there, and whether the line still has the focus. */
  begun?: { typed: string; hasFocus: boolean } | undefined;
}

/** One line in which an address is found while one types. */
export function AddressSearch({ id, shown, onFound, onClear, isFaulty, begun }: AddressSearchProps) {
  const [typed, setTyped] = useState(begun?.typed ?? shown);
  const [was, setWas] = useState(shown);
  if (was !== shown) {
    // Picked here or changed from elsewhere, as when a form is emptied.
    setWas(shown);
    setTyped(shown);
  }
  const [asked, setAsked] = useState(begun?.hasFocus ? begun.typed : '');
  const [failed, setFailed] = useState(false);
  const { found, foundFor, isAway, pick } = useSuggestions(asked);

  const [picked, setPicked] = useState<Suggestion>();
  const ask = useEffectEvent(pick);
  const take = useEffectEvent((parts: FoundParts | null): void => {
    setFailed(parts === null);
    if (!parts) return;
    setTyped(parts.fullAddress);
    onFound(parts);
  });
  useEffect(() => {
    if (!picked) return;
    let isLate = false;
    void ask(picked).then((parts) => {
      if (!isLate) take(parts);
    });
    return () => {
      isLate = true; // another was picked since, something typed, or the parts are typed by hand
    };
  }, [picked]);

  const box = useCombobox({
    items: found,
    inputId: id,
    inputValue: typed,
    initialIsOpen: begun?.hasFocus ?? false,
    itemToString: (item) => item?.label ?? '',
    // What is typed on is no suggestion any more, so that picking the same one again counts.
    stateReducer: (_state, { type, changes }) =>
      type === useCombobox.stateChangeTypes.InputChange ? { ...changes, selectedItem: null } : changes,
    onInputValueChange: ({ inputValue }) => setTyped(inputValue),
    onSelectedItemChange: ({ selectedItem }) => {
      setPicked(selectedItem ?? undefined);
      if (selectedItem) setAsked('');
    },
  });
  // At once: told by the combobox it would come after a render, and letters that are typed fast would be lost.
  const type = ({ currentTarget }: ChangeEvent<HTMLInputElement>): void => {
    setTyped(currentTarget.value);
    setAsked(currentTarget.value);
  };
  // What was typed and not picked changes nothing, and does not look as if it did.
  const leave = (): void => {
    if (typed.trim() === '' && onClear) onClear();
    else if (shown !== '') setTyped(shown);
  };
  const isNothing = foundFor !== '' && foundFor === asked.trim() && found.length === 0;
  const isListed = box.isOpen && (found.length > 0 || isNothing);
  return (
    <div className={styles.search}>
      <AddressLine
        {...box.getInputProps({ onChange: type, onBlur: leave })}
        isFaulty={isFaulty}
        error={failed ? 'This address could not be read. Please enter it manually.' : undefined}
      />
      <ul {...box.getMenuProps({ 'aria-label': 'Addresses' })} className={cx(styles.list, !isListed && styles.closed)}>
        {isListed &&
          found.map((item, index) => (
            <li
              key={item.id}
              {...box.getItemProps({ item, index })}
              className={cx(styles.option, box.highlightedIndex === index && styles.active)}
            >
              {item.label}
            </li>
          ))}
        {isListed && isNothing && (
          <li className={styles.none}>{isAway ? away : 'No address found. You can enter it manually.'}</li>
        )}
      </ul>
      <p className={styles.status} role="status">
        {asked.trim().length >= shortestAsked && foundFor === asked.trim() && told(found.length)}
      </p>
    </div>
  );
}

const away = 'Addresses can\u2019t be searched just now. You can enter it manually.';

const told = (count: number): string => (count === 1 ? '1 address found.' : `${count} addresses found.`);
