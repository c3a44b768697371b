import { useId, useRef } from 'react';
import { IconButton } from '#ui/button/icon-button.tsx';
import { Badge } from '#ui/feedback/badge.tsx';
import { TextField } from '#ui/form/field.tsx';
import { ArrowDownIcon } from '#ui/icons/back-office-icons.tsx';
import { TrashIcon } from '#ui/icons/icons.tsx';
import { Hidden } from '#ui/visually-hidden.tsx';
import { type EditedItem, faultsOf } from './edited-list.ts';
import { ItemPicture } from '../item-picture.tsx';
import styles from './list-editor.module.css';

interface EditedRowProps {
  item: EditedItem;
  isFirst: boolean;
  isLast: boolean;
  change: (typed: Partial<Omit<EditedItem, 'item'>>) => void;
  remove: () => void;
  /** Moves the row; `button` is the one that was pressed. */
  move: (by: 1 | -1, button: HTMLElement) => void;
}

/** An item of a list with its fields, and buttons that move and remove it. */
export function EditedRow({ item: edited, isFirst, isLast, change, remove, move }: EditedRowProps) {
  const { item, par, multiple, note } = edited;
  const faults = faultsOf(edited);
  const id = useId();
  const [up, down] = [useRef<HTMLButtonElement>(null), useRef<HTMLButtonElement>(null)];
  const of = <Hidden> of {item.name}</Hidden>;
  return (
    <li className={styles.row} aria-labelledby={id}>
      <ItemPicture item={item} isFaded={!item.isSold} />
      <div className={styles.text}>
        <strong id={id}>{item.name}</strong>
        <small>
          {item.code} {!item.isSold && <Badge>No longer sold</Badge>}
        </small>
      </div>
      <div className={styles.tools}>
        <IconButton
          ref={up}
          label={`Move ${item.name} up`}
          aria-disabled={isFirst || undefined}
          onClick={() => !isFirst && up.current && move(-1, up.current)}
        >
          <ArrowDownIcon className={styles.up ?? ''} />
        </IconButton>
        <IconButton
          ref={down}
          label={`Move ${item.name} down`}
          aria-disabled={isLast || undefined}
          onClick={() => !isLast && down.current && move(1, down.current)}
        >
          <ArrowDownIcon />
        </IconButton>
        <IconButton data-remove label={`Remove ${item.name}`} onClick={remove}>
          <TrashIcon />
        </IconButton>
      </div>
      <div className={styles.fields}>
        <TextField
          label={<>Par level{of}</>}
          isNumeric
          inputMode="numeric"
          autoComplete="off"
          placeholder="None"
          value={par}
          error={faults.par}
          onChange={({ target }) => change({ par: target.value })}
        />
        <TextField
          label={<>Carton{of}</>}
          isNumeric
          inputMode="numeric"
          autoComplete="off"
          value={multiple}
          error={faults.multiple}
          onChange={({ target }) => change({ multiple: target.value })}
        />
        <TextField
          label={<>Note{of}</>}
          autoComplete="off"
          maxLength={200}
          placeholder="Where it is kept"
          value={note}
          onChange={({ target }) => change({ note: target.value })}
        />
      </div>
    </li>
  );
}
