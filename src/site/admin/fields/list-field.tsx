import type { z } from 'zod';
import { newId } from '#lib/uuid.ts';
import { Button } from '#ui/button/button.tsx';
import { FieldError } from '#ui/form/field.tsx';
import { PlusIcon } from '#ui/icons/icons.tsx';
import { PopupMenu } from '#ui/overlay/popup-menu.tsx';
import { fieldId, useFields } from './fields-context.ts';
import styles from './fields.module.css';
import { GroupFields } from './group-field.tsx';
import { Items, type ItemsProps } from './items.tsx';
import { valueIn } from './list-items.ts';
import { emptyOf, fieldOf } from './shape-fields.ts';
import { blockWords, titleIn, wordsOf } from './words.ts';
import type { Path } from './value-at.ts';

/** A list of items that can be added, moved and removed. */
export function ListField({ item, ...props }: ItemsProps & { item: z.ZodType }) {
  const { content, change, faults } = useFields();
  const { values, path, names } = props;
  /** Cells have the names of their columns. */
  const columns = names.at(-1) === 'cells' ? valueIn(content, [...path.slice(0, -3), 'columns']) : undefined;
  const columnAt = (at: Path): string => String((Array.isArray(columns) && columns[Number(at.at(-1))]) || '');
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
            label={`${word} ${Number(at.at(-1)) + 1}`}
            column={columnAt(at)}
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
  /** The title of the column if this is a cell; otherwise empty. */
  column: string;
  isLong: boolean;
  error: string | undefined;
}

/** An item that is only a text. */
function PlainItem({ value, at, label, column, isLong, error }: PlainItemProps) {
  const { change } = useFields();
  const id = fieldId(at);
  const control = {
    id,
    'aria-label': column || label,
    placeholder: column || undefined,
    'aria-invalid': error ? (true as const) : undefined,
    'aria-describedby': error ? `${id}-error` : undefined,
    value: typeof value === 'string' ? value : '',
  };
  return (
    <>
      {isLong ? (
        <textarea {...control} rows={1} onChange={(event) => change(at, event.target.value)} />
      ) : (
        <input {...control} onChange={(event) => change(at, event.target.value)} />
      )}
      <FieldError id={`${id}-error`}>{error}</FieldError>
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
