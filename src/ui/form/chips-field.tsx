import { type KeyboardEvent, useState } from 'react';
import styles from './chips-field.module.css';
import { cx } from '../classes.ts';
import { Field, type FieldProps } from './field.tsx';
import { CloseIcon } from '../icons/icons.tsx';

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
  /** The allowed values. Without them any text is accepted. */
  choices?: readonly Chip[];
  /** Called with the typed text, for choices that are searched on the server. */
  onType?: (text: string) => void;
}

const plain = (text: string): string => text.trim().toLowerCase();

const choiceNamed = (choices: readonly Chip[], typed: string): Chip | undefined =>
  choices.find(({ label }) => plain(label) === plain(typed));

/** The first choice that begins with the text or, failing that, contains it. */
const closestMatch = (choices: readonly Chip[], typed: string): Chip | undefined =>
  choices.find(({ label }) => plain(label).startsWith(plain(typed))) ??
  choices.find(({ label }) => plain(label).includes(plain(typed)));

/**
 * Several values as chips. Enter or leaving the field adds what was typed, Backspace in the empty field removes the last
 * chip. With choices, Enter adds the closest match.
 */
export function ChipsField(props: ChipsFieldProps) {
  const { chips, onAdd, onRemove, placeholder, choices, onType, id, label, isOptional, hint, error, aside, className } =
    props;
  const [text, setText] = useState('');
  const [isUnknown, setUnknown] = useState(false);
  const remaining = choices?.filter((one) => !chips.some((chip) => chip.key === one.key));
  const add = (typed: string, isEntered = false): void => {
    if (typed.trim() === '') return;
    const isChosen = choiceNamed(chips, typed) !== undefined;
    const choice =
      remaining &&
      (choiceNamed(remaining, typed) ?? (isEntered && !isChosen ? closestMatch(remaining, typed) : undefined));
    if (remaining && !choice && !isChosen) return setUnknown(true);
    if (!isChosen) onAdd(choice ? choice.key : typed.trim());
    setText('');
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') {
      event.preventDefault();
      add(text, true);
    }
    if (event.key === 'Backspace' && text === '' && chips.length > 0) onRemove(chips.at(-1)?.key ?? '');
  };
  const fault = error ?? (isUnknown ? 'Choose one from the list.' : undefined);
  return (
    <Field {...{ label, isOptional, hint, aside, className }} error={fault} id={id}>
      {(control) => (
        <div className={cx(styles.chips, fault && styles.faulty)}>
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
              setUnknown(false);
              // When the user picks from the browser's list, the field changes to a complete choice.
              if (choices?.some((one) => one.label === typed)) add(typed);
              else setText(typed);
              onType?.(typed);
            }}
            onKeyDown={press}
            onBlur={() => add(text)}
          />
          {remaining && (
            <datalist id={`${control.id}-choices`}>
              {remaining.map((one) => (
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
