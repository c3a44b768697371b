import { type KeyboardEvent, startTransition, useRef, useState } from 'react';
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
  const { label, shown, typed } = cells[column];
  const id = cellId(keyOf(row), column);
  if (first !== undefined)
    return <CellInput {...{ listId, row, name, column, first }} id={id} done={() => setFirst(undefined)} />;
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
  done: () => void;
}

function CellInput({ listId, row, name, column, id, first, done }: CellInputProps) {
  const { revalidate } = useRevalidator();
  const [text, setText] = useState(first);
  const [isWrong, setWrong] = useState(false);
  const isSent = useRef(false);
  const { label, typed, read, inputMode } = cells[column];
  /** The row may have another place, and another key, once it is saved. */
  const leave = (key: string, isDown: boolean): void => {
    startTransition(done);
    setTimeout(() => {
      const button = document.querySelector<HTMLElement>(`button[data-cell="${CSS.escape(key)}"]`);
      const below = isDown && button ? neighbour(button, column, 'ArrowDown') : undefined;
      (below ?? button)?.focus();
    });
  };
  const save = async (isByKey: boolean): Promise<void> => {
    if (isSent.current) return;
    if (text.trim() === typed(row)) return isByKey ? leave(id, true) : done();
    isSent.current = true;
    const body = { ...inputOf(row), ...read(text.trim()), replaces: asRead(row) };
    const isDone = await attempt(async () => {
      await call<typeof savePrice>('PUT /v1/price-lists/{id}/prices', { params: { id: listId }, body });
      await revalidate();
    }, priceSentences.save);
    isSent.current = false;
    setWrong(!isDone);
    if (!isDone) return;
    const key = keyOf({ itemId: row.itemId, minQuantity: body.minQuantity ?? 1, validFrom: body.validFrom ?? null });
    if (isByKey) leave(cellId(key, column), true);
    else startTransition(done); // closes the field together with the new data, not before
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
      onBlur={() => void (isWrong ? done() : save(false))}
      onKeyDown={(event) => {
        if (event.key === 'Enter') void save(true);
        if (event.key === 'Escape') leave(id, false);
      }}
    />
  );
}
