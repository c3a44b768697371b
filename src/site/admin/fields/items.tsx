import { type ReactNode, useEffect, useRef, useState } from 'react';
import { IconButton } from '#ui/button/icon-button.tsx';
import { notify } from '#ui/feedback/notify.tsx';
import { FieldError } from '#ui/form/field.tsx';
import { ArrowDownIcon } from '#ui/icons/back-office-icons.tsx';
import { ChevronDownIcon, TrashIcon } from '#ui/icons/icons.tsx';
import layout from '#ui/layout.module.css';
import { isBlock } from './differences.ts';
import { fieldId, useFields } from './fields-context.ts';
import styles from './fields.module.css';
import { arranged, removedItem } from './list-items.ts';
import type { Path } from './value-at.ts';

export interface ItemsProps {
  values: readonly unknown[];
  max: number;
  path: Path;
  names: Path;
  label: string;
  hint?: string | undefined;
  error: string | undefined;
}

interface AllItemsProps extends ItemsProps {
  /** What an item is called. */
  word: string;
  /** The control that adds an item at the end, and then opens it. */
  add: (open: () => void) => ReactNode;
  /** Whether items are always open, because they are only a text. */
  isPlain?: boolean;
  titleOf: (value: unknown) => string;
  fieldsOf: (value: unknown, path: Path) => ReactNode;
}

/** The items of a list, each with its fields, and with buttons that move and remove it. */
export function Items(props: AllItemsProps) {
  const { values, max, path, label, hint, error, word, add, isPlain = false, titleOf, fieldsOf } = props;
  const { faults, noteOf } = useFields();
  const list = useRef<HTMLOListElement>(null);
  const { opened, setOpened, openAdded, move, remove, said } = useItemChanges(list, props);
  const id = fieldId(path);
  const hasFault = (place: number): boolean => {
    const prefix = [...path, place].join('.');
    return [...faults.keys()].some((at) => at === prefix || at.startsWith(`${prefix}.`));
  };
  return (
    <fieldset id={id} className={styles.list} aria-describedby={error ? `${id}-error` : undefined}>
      <legend>{label}</legend>
      {hint && <p>{hint}</p>}
      <ol ref={list}>
        {values.map((value, place) => {
          const name = titleOf(value) || `${word} ${place + 1}`;
          const note = noteOf?.([...path, place]);
          const isOpen = opened === place || hasFault(place);
          return (
            // Items other than blocks have no id of their own, so their fields must hold no state that belongs to an item.
            <li key={isBlock(value) ? value.id : place}>
              <div className={styles.item}>
                {isPlain ? (
                  <div className={styles.plain}>{fieldsOf(value, [...path, place])}</div>
                ) : (
                  <button type="button" aria-expanded={isOpen} onClick={() => setOpened(isOpen ? undefined : place)}>
                    <ChevronDownIcon />
                    <span>{name}</span>
                  </button>
                )}
                <IconButton
                  label={`Move up: ${name}`}
                  data-move="up"
                  disabled={place === 0}
                  onClick={() => move(place, place - 1)}
                >
                  <ArrowDownIcon className={styles.up} />
                </IconButton>
                <IconButton
                  label={`Move down: ${name}`}
                  data-move="down"
                  disabled={place === values.length - 1}
                  onClick={() => move(place, place + 1)}
                >
                  <ArrowDownIcon />
                </IconButton>
                <IconButton label={`Remove: ${name}`} data-remove onClick={() => remove(place)}>
                  <TrashIcon />
                </IconButton>
              </div>
              {note && <p>{note}</p>}
              {!isPlain && isOpen && <div className={styles.fields}>{fieldsOf(value, [...path, place])}</div>}
            </li>
          );
        })}
      </ol>
      {values.length < max && add(openAdded)}
      <FieldError id={`${id}-error`}>{error}</FieldError>
      <p role="status" className={layout.hidden}>
        {said}
      </p>
    </fieldset>
  );
}

/** What can be done with the items of a list. The focus stays with the item; `said` is for screen readers. */
function useItemChanges(
  list: { readonly current: HTMLElement | null },
  { values, path, word, titleOf }: Pick<AllItemsProps, 'values' | 'path' | 'word' | 'titleOf'>,
) {
  const { content, change, bringBack } = useFields();
  const [opened, setOpened] = useState<number>();
  const [said, setSaid] = useState('');
  /** The place of the item that has just been added: its first field gets the focus. */
  const [added, setAdded] = useState<number>();
  useEffect(() => {
    if (added === undefined) return;
    list.current?.children[added]?.querySelector<HTMLElement>('input, select, textarea')?.focus();
    setAdded(undefined);
  }, [added, list]);
  const openAdded = (): void => {
    setOpened(values.length);
    setAdded(values.length);
  };
  const arrange = (places: readonly number[]): void => {
    const next = arranged(content, path, places);
    change(next.path, next.value);
  };
  const places = [...values.keys()];
  const move = (from: number, to: number): void => {
    const moved = [...places];
    moved.splice(to, 0, ...moved.splice(from, 1));
    arrange(moved);
    if (opened !== undefined) setOpened(moved.indexOf(opened));
    setSaid(`${titleOf(values[from]) || word}: place ${to + 1} of ${values.length}.`);
    focusLater(() => focusMove(list.current?.children[to], to < from ? 'up' : 'down'));
  };
  const remove = (place: number): void => {
    const removed = removedItem(content, path, place);
    const left = places.filter((at) => at !== place);
    arrange(left);
    setOpened(opened === undefined || opened === place ? undefined : left.indexOf(opened));
    notify({ text: `The ${word} has been removed.`, action: { label: 'Undo', run: () => bringBack(removed) } });
    focusLater(() => {
      const next = list.current?.children[Math.min(place, left.length - 1)];
      (next ?? list.current?.parentElement)?.querySelector<HTMLElement>('[data-remove], :scope > button')?.focus();
    });
  };
  return { opened, setOpened, openAdded, move, remove, said };
}

const focusLater = (focus: () => void): void => {
  requestAnimationFrame(focus);
};

/** Focuses the button that moves an item further in the same direction; at the end of the list, the opposite one. */
export function focusMove(row: Element | undefined, direction: 'up' | 'down'): void {
  const button = (way: 'up' | 'down') => row?.querySelector<HTMLButtonElement>(`[data-move=${way}]:not(:disabled)`);
  (button(direction) ?? button(direction === 'up' ? 'down' : 'up'))?.focus();
}
