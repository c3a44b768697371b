import { type KeyboardEvent, startTransition, useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '#lib/api/api.ts';
import { cx } from '#ui/classes.ts';
import { attempt } from '#ui/feedback/attempt.ts';
import { asRead, cells, type Editable, editable, inputOf, keyOf, type PriceOnPage } from './price-cells.ts';
import { priceSentences, type savePrice } from './prices-contract.ts';
import styles from './prices.module.css';

interface EditableCellProps {
  listId: string;
  row: PriceOnPage;
  name: string;
  column: Editable;
}

const cellId = (key: string, column: Editable): string => `${key} ${column}`;

/** Where the focus goes when an input closes: to its cell, or the one below. */
interface Leaving {
  id: string;
  isDown: boolean;
}

function focusCell({ id, isDown }: Leaving, column: Editable): void {
  const button = document.querySelector<HTMLElement>(`button[data-cell="${CSS.escape(id)}"]`);
  const below = isDown && button ? neighbour(button, column, 'ArrowDown') : undefined;
  (below ?? button)?.focus();
}

/** The button of a cell beside, above or below; undefined at the edge of the table. */
function neighbour(from: HTMLElement, column: Editable, key: string): HTMLElement | undefined {
  const row = from.closest('tr');
  const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
  const wanted = step === undefined ? column : editable[editable.indexOf(column) + step];
  const other = key === 'ArrowUp' ? row?.previousElementSibling : key === 'ArrowDown' ? row?.nextElementSibling : row;
  return other?.querySelector<HTMLElement>(`button[data-cell$=" ${wanted}"]`) ?? undefined;
}

/**
 * A value of a price that is edited in place. Enter or typing opens it; Enter saves and goes to the row below, Escape cancels, and arrow
 * keys go from cell to cell.
 */
export function EditableCell({ listId, row, name, column }: EditableCellProps) {
  const [first, setFirst] = useState<string>();
  const leaving = useRef<Leaving>(undefined);
  const { label, shown, typed } = cells[column];
  const id = cellId(keyOf(row), column);
  useEffect(() => {
    if (first === undefined && leaving.current) focusCell(leaving.current, column);
    if (first === undefined) leaving.current = undefined;
  }, [first, column]);
  // A saved row may have another key and place: then another cell takes this one's.
  useEffect(
    () => () => {
      const { current } = leaving;
      if (current) setTimeout(() => focusCell(current, column));
    },
    [column],
  );
  const close = (to?: Leaving): void => {
    leaving.current = to;
    startTransition(() => setFirst(undefined)); // together with the new data, not before
  };
  if (first !== undefined) return <CellInput {...{ listId, row, name, column, first, id, close }} />;
  const isUnset = row[column] === null;
  const move = (event: KeyboardEvent<HTMLButtonElement>): void => {
    const { key, currentTarget } = event;
    if (/^[\d.]$/.test(key) && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      setFirst(key);
    } else if (key.startsWith('Arrow')) {
      const next = neighbour(currentTarget, column, key);
      if (next) event.preventDefault();
      next?.focus();
    }
  };
  return (
    <button
      type="button"
      className={cx(styles.edit, isUnset && styles.unset)}
      data-cell={id}
      aria-label={`${label}: ${shown(row)}, change for ${name}`}
      title="Change"
      onClick={() => setFirst(typed(row))}
      onKeyDown={move}
    >
      {shown(row)}
    </button>
  );
}

interface CellInputProps extends EditableCellProps {
  id: string;
  /** The text that the input begins with. */
  first: string;
  /** Closes the input; the focus goes on only if it was left by a key. */
  close: (to?: Leaving) => void;
}

function CellInput({ listId, row, name, column, id, first, close }: CellInputProps) {
  const { revalidate } = useRevalidator();
  const [text, setText] = useState(first);
  const [isWrong, setWrong] = useState(false);
  const isSent = useRef(false);
  const { label, typed, read, inputMode } = cells[column];
  const save = async (isByKey: boolean): Promise<void> => {
    if (isSent.current) return;
    isSent.current = true;
    if (text.trim() === typed(row)) return close(isByKey ? { id, isDown: true } : undefined);
    const body = { ...inputOf(row), ...read(text.trim()), replaces: asRead(row) };
    const isDone = await attempt(async () => {
      await call<typeof savePrice>('PUT /v1/price-lists/{id}/prices', { params: { id: listId }, body });
      await revalidate();
    }, priceSentences.save);
    setWrong(!isDone);
    isSent.current = isDone;
    if (!isDone) return;
    const { minQuantity = 1, validFrom = null } = body;
    const key = keyOf({ itemId: row.itemId, minQuantity: body.price === null ? null : minQuantity, validFrom });
    close(isByKey ? { id: cellId(key, column), isDown: true } : undefined);
  };
  const cancel = (): void => {
    isSent.current = true; // so that losing the focus saves nothing
    close({ id, isDown: false });
  };
  return (
    <input
      className={cx(styles.field, styles[column])}
      aria-label={`${label}, ${name}`}
      aria-invalid={isWrong || undefined}
      inputMode={inputMode}
      autoComplete="off"
      autoFocus
      placeholder={column.startsWith('valid') ? 'dd/mm/yyyy' : undefined}
      value={text}
      onChange={(event) => {
        setText(event.target.value);
        setWrong(false);
      }}
      onFocus={(event) => first === typed(row) && event.target.select()}
      onBlur={() => void (isWrong ? close() : save(false))}
      onKeyDown={(event) => {
        if (event.key === 'Enter') void save(true);
        if (event.key === 'Escape') cancel();
      }}
    />
  );
}
