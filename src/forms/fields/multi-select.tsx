import { useCombobox } from 'downshift';
import { type KeyboardEvent, useState } from 'react';
import { cx } from '#ui/classes.ts';
import { Field } from '#ui/form/field.tsx';
import { CheckIcon, ChevronDownIcon, CloseIcon } from '#ui/icons/icons.tsx';
import { selectedValues } from '../answers/encoding.ts';
import { labelOf, type Option, optionsOf, selectAll } from '../definition/definition.ts';
import { type FieldProps, frameProps, inputProps } from './field-props.ts';
import { areAllSelected, matchingOptions, toggled } from './multi-select-options.ts';
import styles from './multi-select.module.css';

/** With up to this many options, phones show no keyboard for searching. */
const fewOptions = 10;

/** Multi select: chips of the selected options and a list filtered by typing. */
export function MultiSelect(props: FieldProps) {
  const { field, answer, id, error, onAnswer } = props;
  const options = optionsOf(field).filter(({ value }) => value !== selectAll.value);
  const selected = selectedValues(answer, field);
  const [typed, setTyped] = useState('');
  const items = matchingOptions(options, typed);
  const choose = ({ value }: Option): void => onAnswer(toggled(options, selected, value));
  const { stateChangeTypes: types } = useCombobox;
  const box = useCombobox<Option>({
    items,
    inputId: id,
    inputValue: typed,
    selectedItem: null,
    itemToString: (item) => item?.label ?? '',
    // Selecting an option leaves the list open.
    stateReducer: (state, { type, changes }) =>
      type === types.ItemClick || type === types.InputKeyDownEnter
        ? { ...changes, isOpen: true, highlightedIndex: state.highlightedIndex, inputValue: typed }
        : type === types.InputBlur
          ? { ...changes, inputValue: '' }
          : changes,
    onStateChange: ({ type, selectedItem }) => {
      const isChoice = type === types.ItemClick || type === types.InputKeyDownEnter;
      if (isChoice && selectedItem) choose(selectedItem);
      if (type === types.InputBlur) setTyped('');
    },
  });
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Backspace' && typed === '' && selected.length > 0) onAnswer(selected.slice(0, -1));
  };
  const isDisabled = field.isDisabled === true;
  const isListed = box.isOpen && !isDisabled;
  const { placeholder, ...rest } = inputProps(props);
  return (
    <Field {...frameProps(props)}>
      {(control) => (
        <div className={styles.multi}>
          <div className={cx(styles.box, error && styles.faulty, isDisabled && styles.disabled)}>
            <Chips
              {...{ options, selected, isDisabled }}
              remove={(value) => onAnswer(toggled(options, selected, value))}
            />
            <input
              {...box.getInputProps({
                onKeyDown: press,
                // The combobox's own event comes only after a render, and fast typing would lose letters.
                onChange: ({ currentTarget }) => setTyped(currentTarget.value),
              })}
              {...rest}
              {...control}
              aria-labelledby={undefined} // the label refers to the input's id
              inputMode={options.length > fewOptions ? 'text' : 'none'}
              autoComplete="off"
              placeholder={selected.length > 0 ? 'Add' : (placeholder ?? 'Choose')}
            />
            <button
              type="button"
              {...box.getToggleButtonProps({ disabled: isDisabled })}
              className={styles.toggle}
              aria-label={`Show options: ${labelOf(field)}`}
            >
              <ChevronDownIcon />
            </button>
          </div>
          <ul
            {...box.getMenuProps({ 'aria-label': labelOf(field), 'aria-multiselectable': true })}
            aria-labelledby={undefined}
            className={cx(styles.list, !isListed && styles.closed)}
          >
            {isListed &&
              items.map((item, index) => {
                const isChosen =
                  item.value === selectAll.value ? areAllSelected(options, selected) : selected.includes(item.value);
                return (
                  <li
                    key={item.value}
                    {...box.getItemProps({ item, index, 'aria-selected': isChosen })}
                    className={cx(styles.option, box.highlightedIndex === index && styles.active)}
                  >
                    <span className={cx(styles.tick, isChosen && styles.ticked)}>{isChosen && <CheckIcon />}</span>
                    {item.label}
                  </li>
                );
              })}
            {isListed && items.length === 0 && <li className={styles.none}>No matches</li>}
          </ul>
        </div>
      )}
    </Field>
  );
}

interface ChipsProps {
  options: readonly Option[];
  selected: readonly string[];
  isDisabled: boolean;
  remove: (value: string) => void;
}

function Chips({ options, selected, isDisabled, remove }: ChipsProps) {
  const labels = new Map(options.map(({ label, value }) => [value, label]));
  return selected.map((value) => {
    const label = labels.get(value) ?? value;
    return (
      <span key={value} className={styles.chip}>
        {label}
        {!isDisabled && (
          <button type="button" aria-label={`Remove ${label}`} onClick={() => remove(value)}>
            <CloseIcon />
          </button>
        )}
      </span>
    );
  });
}
