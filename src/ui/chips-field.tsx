import { type KeyboardEvent, useState } from 'react';
import styles from './chips-field.module.css';
import { cx } from './classes.ts';
import { Field, type FieldProps } from './field.tsx';
import { CloseIcon } from './icons.tsx';

export interface Chip {
  key: string;
  label: string;
}

interface ChipsFieldProps extends FieldProps {
  id?: string;
  chips: readonly Chip[];
  onAdd: (text: string) => void;
  onRemove: (key: string) => void;
  placeholder?: string;
  /** What may be chosen: then only these are taken. */
  choices?: readonly Chip[];
}

const plain = (text: string): string => text.trim().toLowerCase();

/** Words in a row: Enter (or a comma, or leaving) adds what is typed, Backspace in the empty field takes the last away. */
export function ChipsField(props: ChipsFieldProps) {
  const { chips, onAdd, onRemove, placeholder, choices, id, label, isOptional, hint, error, aside, className } = props;
  const [text, setText] = useState('');
  const add = (typed: string): void => {
    const isThere = chips.some((chip) => plain(chip.label) === plain(typed));
    const choice = choices?.find((one) => plain(one.label) === plain(typed));
    if (typed.trim() === '' || (choices && !choice)) return;
    if (!isThere) onAdd(choice ? choice.key : typed.trim());
    setText('');
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') {
      event.preventDefault();
      add(text);
    }
    if (event.key === 'Backspace' && text === '' && chips.length > 0) onRemove(chips.at(-1)?.key ?? '');
  };
  return (
    <Field {...{ label, isOptional, hint, error, aside, className }} id={id}>
      {(control) => (
        <div className={cx(styles.chips, error && styles.faulty)}>
          {chips.map((chip) => (
            <span key={chip.key} className={styles.chip}>
              {chip.label}
              <button type="button" aria-label={`Remove ${chip.label}`} onClick={() => onRemove(chip.key)}>
                <CloseIcon />
              </button>
            </span>
          ))}
          <input
            {...control}
            value={text}
            placeholder={placeholder}
            autoComplete="off"
            enterKeyHint="done"
            list={choices && `${control.id}-choices`}
            onChange={(event) => {
              const typed = event.target.value;
              // Picking from the browser's list comes as one change to a whole choice.
              if (choices?.some((one) => one.label === typed)) add(typed);
              else setText(typed);
            }}
            onKeyDown={press}
            onBlur={() => add(text)}
          />
          {choices && (
            <datalist id={`${control.id}-choices`}>
              {choices
                .filter((one) => !chips.some((chip) => chip.key === one.key))
                .map((one) => (
                  <option key={one.key} value={one.label}>
                    {one.label}
                  </option>
                ))}
            </datalist>
          )}
        </div>
      )}
    </Field>
  );
}
