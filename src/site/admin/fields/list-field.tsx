import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { newId } from '#lib/uuid.ts';
import { Button } from '#ui/button/button.tsx';
import { IconButton } from '#ui/button/icon-button.tsx';
import { notify } from '#ui/feedback/notify.tsx';
import { FieldError } from '#ui/form/field.tsx';
import { ArrowDownIcon } from '#ui/icons/back-office-icons.tsx';
import { ChevronDownIcon, PlusIcon, TrashIcon } from '#ui/icons/icons.tsx';
import { PopupMenu } from '#ui/overlay/popup-menu.tsx';
import { fieldId, type Path, useFields } from './fields-context.ts';
import styles from './fields.module.css';
import { GroupFields } from './group-field.tsx';
import { emptyOf, fieldOf } from './shape-fields.ts';
import { blockWords, titleIn, wordsOf } from './words.ts';

interface ItemsProps {
  values: readonly unknown[];
  max: number;
  path: Path;
  names: Path;
  label: string;
  hint?: string | undefined;
  error: string | undefined;
}

/** A list of items that can be added, moved and removed. */
export function ListField({ item, ...props }: ItemsProps & { item: z.ZodType }) {
  const { change, faults } = useFields();
  const { values, path, names } = props;
  const word = wordsOf(names).item ?? 'item';
  const field = fieldOf(item);
  return (
    <Items
      {...props}
      word={word}
      add={(open) => (
        <Button
          look="quiet"
          size="small"
          onClick={() => {
            change(path, [...values, emptyOf(item)]);
            open();
          }}
        >
          <PlusIcon />
          Add {word}
        </Button>
      )}
      titleOf={(value) => titleIn(value)}
      isPlain={field.kind !== 'group'}
      fieldsOf={(value, at) =>
        field.kind === 'group' ? (
          <GroupFields fields={field.fields} value={value as object} path={at} names={names} />
        ) : (
          <PlainItem
            value={value}
            at={at}
            label={word}
            isLong={field.kind === 'sentences'}
            error={faults.get(at.join('.'))}
          />
        )
      }
    />
  );
}

interface PlainItemProps {
  value: unknown;
  at: Path;
  label: string;
  isLong: boolean;
  error: string | undefined;
}

/** An item that is only a text. */
function PlainItem({ value, at, label, isLong, error }: PlainItemProps) {
  const { change } = useFields();
  const place = Number(at.at(-1)) + 1;
  const control = {
    id: fieldId(at),
    'aria-label': `${label} ${place}`,
    'aria-invalid': error ? (true as const) : undefined,
    value: typeof value === 'string' ? value : '',
  };
  return (
    <>
      {isLong ? (
        <textarea {...control} rows={1} onChange={(event) => change(at, event.target.value)} />
      ) : (
        <input {...control} onChange={(event) => change(at, event.target.value)} />
      )}
      <FieldError id={`${control.id}-error`}>{error}</FieldError>
    </>
  );
}

/** The blocks of a column. */
export function BlocksField({ kinds, ...props }: ItemsProps & { kinds: readonly z.ZodType[] }) {
  const { change } = useFields();
  const { values, path } = props;
  const kindOf = (shape: z.ZodType): string => String((emptyOf(shape) as { kind: string }).kind);
  const shapes = new Map(kinds.map((shape) => [kindOf(shape), shape]));
  const wordOf = (kind: string) => blockWords[kind as keyof typeof blockWords].label;
  const add = (open: () => void) => (
    <PopupMenu
      buttonClassName={styles.adder}
      button={
        <>
          <PlusIcon />
          Add block
        </>
      }
      entries={[...shapes].map(([kind, shape]) => ({
        label: wordOf(kind),
        onSelect: () => {
          change(path, [...values, { ...(emptyOf(shape) as object), id: newId() }]);
          open();
        },
      }))}
    />
  );
  return (
    <Items
      {...props}
      word="block"
      add={add}
      titleOf={(value) => {
        const { kind } = value as { kind: string };
        return [wordOf(kind), titleIn(value)].filter(Boolean).join(': ');
      }}
      fieldsOf={(value, at) => {
        const { kind } = value as { kind: string };
        const field = fieldOf(shapes.get(kind) ?? (kinds[0] as z.ZodType)); // there are kinds
        return field.kind === 'group' ? (
          <GroupFields fields={field.fields} value={value as object} path={at} names={[kind]} />
        ) : null;
      }}
    />
  );
}

interface AllItemsProps extends ItemsProps {
  /** What an item is called. */
  word: string;
  /** What adds an item at the end, and then opens it. */
  add: (open: () => void) => ReactNode;
  /** Whether items are shown at once, because they are only a text. */
  isPlain?: boolean;
  titleOf: (value: unknown) => string;
  fieldsOf: (value: unknown, path: Path) => ReactNode;
}

function Items({
  values,
  max,
  path,
  label,
  hint,
  error,
  word,
  add,
  isPlain = false,
  titleOf,
  fieldsOf,
}: AllItemsProps) {
  const { change, faults } = useFields();
  const [opened, setOpened] = useState<number>();
  const latest = useRef({ values, change });
  useEffect(() => {
    latest.current = { values, change };
  });
  const id = fieldId(path);
  /** The place of the item that has just been added: its first field gets the focus. */
  const [added, setAdded] = useState<number>();
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (added === undefined) return;
    list.current?.children[added]?.querySelector<HTMLElement>('input, select, textarea')?.focus();
    setAdded(undefined);
  }, [added]);
  const openAdded = (): void => {
    setOpened(values.length);
    setAdded(values.length);
  };
  const move = (from: number, to: number): void => {
    const moved = [...values];
    moved.splice(to, 0, ...moved.splice(from, 1));
    change(path, moved);
    if (opened === from) setOpened(to);
  };
  const remove = (place: number): void => {
    change(
      path,
      values.filter((_, at) => at !== place),
    );
    setOpened(undefined);
    // What has been changed meanwhile stays.
    const run = (): void => {
      const now = latest.current;
      now.change(path, [...now.values.slice(0, place), values[place], ...now.values.slice(place)]);
    };
    notify({ text: `The ${word} has been removed.`, action: { label: 'Undo', run } });
  };
  const hasFault = (place: number): boolean => {
    const prefix = [...path, place].join('.');
    return [...faults.keys()].some((at) => at === prefix || at.startsWith(`${prefix}.`));
  };
  return (
    <fieldset id={id} className={styles.list}>
      <legend>{label}</legend>
      {hint && <p>{hint}</p>}
      <ol ref={list}>
        {values.map((value, place) => {
          const name = titleOf(value) || `${word} ${place + 1}`;
          const isOpen = opened === place || hasFault(place);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: items have no other name, and fields hold no state of their own
            <li key={place}>
              <div className={styles.item}>
                {isPlain ? (
                  <div className={styles.plain}>{fieldsOf(value, [...path, place])}</div>
                ) : (
                  <button type="button" aria-expanded={isOpen} onClick={() => setOpened(isOpen ? undefined : place)}>
                    <ChevronDownIcon />
                    <span>{name}</span>
                  </button>
                )}
                <IconButton label={`Move up: ${name}`} disabled={place === 0} onClick={() => move(place, place - 1)}>
                  <ArrowDownIcon className={styles.up} />
                </IconButton>
                <IconButton
                  label={`Move down: ${name}`}
                  disabled={place === values.length - 1}
                  onClick={() => move(place, place + 1)}
                >
                  <ArrowDownIcon />
                </IconButton>
                <IconButton label={`Remove: ${name}`} onClick={() => remove(place)}>
                  <TrashIcon />
                </IconButton>
              </div>
              {!isPlain && isOpen && <div className={styles.fields}>{fieldsOf(value, [...path, place])}</div>}
            </li>
          );
        })}
      </ol>
      {values.length < max && add(openAdded)}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  );
}
