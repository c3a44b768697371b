import { type KeyboardEvent, useId, useState } from 'react';
import { format, day } from '#lib/day.ts';
import { Badge } from '#ui/feedback/badge.tsx';
import { MinusIcon, PlusIcon } from '#ui/icons/icons.tsx';
import { Hidden } from '#ui/visually-hidden.tsx';
import { cx } from '#ui/classes.ts';
import { formatDollars } from '#lib/money.ts';
import { countText } from '#lib/text/count-text.ts';
import styles from './count-list.module.css';
import { type Counts, countOf, type Entry, notCount, unitsOf } from './counts.ts';
import { ItemPicture } from '../item-picture.tsx';
import { cartonOf } from '../order-quantity.ts';
import type { ShownItem } from '../use-lists.ts';

interface CountRowProps {
  item: ShownItem;
  counts: Counts;
  /** Why not all of it can be ordered now. */
  shortage: string | undefined;
  /** Of a unit, in dollars; undefined until it is known. */
  price: number | undefined;
  enter: (itemId: string, entry: Entry | undefined) => void;
  /** Called for the keys of the field. */
  press: (event: KeyboardEvent<HTMLInputElement>) => void;
}

/** An item with the field for what is on the shelf, and what is ordered for it. */
export function CountRow({ item, counts, shortage, price, enter, press }: CountRowProps) {
  const entry = counts[item.itemId];
  const units = unitsOf(item, counts);
  /** What was typed that is no count; it stays in the field. */
  const [wrong, setWrong] = useState('');
  const faultId = useId();
  return (
    <li className={cx(styles.row, units > 0 && styles.ordered, !item.isSold && styles.gone)}>
      <ItemPicture item={item} isFaded={!item.isSold} />
      <div className={styles.text}>
        <h2>{item.name}</h2>
        <p className={styles.facts}>
          <span>{item.code}</span>
          {item.par !== null && <strong>Par {item.par}</strong>}
          {item.last && (
            <span>
              Last {item.last.quantity}, {format(day(item.last.day))}
            </span>
          )}
          {units > 0 && price !== undefined && <span>{formatDollars(price)} each</span>}
        </p>
        {item.note && <p className={styles.note}>{item.note}</p>}
        {item.isSold && item.isOutOfStock && <Badge tone="warning">Out of stock</Badge>}
        {shortage && units > 0 && !item.isOutOfStock && <p className={styles.shortage}>{shortage}</p>}
      </div>
      {item.isSold ? (
        <>
          <CountField
            {...{ item, entry, enter, press, wrong, setWrong }}
            faultId={wrong === '' ? undefined : faultId}
          />
          {wrong === '' ? (
            <Order units={units} multiple={cartonOf(item)} entry={entry} none={item.par === null ? 'None' : 'Enough'} />
          ) : (
            <p className={cx(styles.order, styles.wrong)} id={faultId} role="alert">
              {notCount}
            </p>
          )}
        </>
      ) : (
        <p className={styles.skipped}>
          <Badge>No longer sold</Badge>
          <span>Not ordered. The people who change the list can put another item in its place.</span>
        </p>
      )}
      <span className={styles.printed} aria-hidden="true" />
    </li>
  );
}

interface CountFieldProps extends Omit<CountRowProps, 'counts' | 'shortage' | 'price'> {
  entry: Entry | undefined;
  wrong: string;
  setWrong: (typed: string) => void;
  /** The id of the message about what was typed wrongly. */
  faultId: string | undefined;
}

function CountField({ item, entry, enter, press, wrong, setWrong, faultId }: CountFieldProps) {
  const count = entry && 'count' in entry ? entry.count : undefined;
  const label = item.par === null ? 'To order' : 'On the shelf';
  const change = (next: number | undefined): void => {
    setWrong('');
    enter(item.itemId, next === undefined ? undefined : { count: Math.max(next, 0) });
  };
  const type = (typed: string): void => {
    const next = countOf(typed);
    change(Number.isNaN(next) ? undefined : next);
    if (Number.isNaN(next)) setWrong(typed);
  };
  return (
    <div className={styles.count} role="group" aria-label={`${label}: ${item.name}`}>
      <span aria-hidden="true">{label}</span>
      <button
        type="button"
        aria-label="One less"
        disabled={count === undefined || count === 0}
        onClick={() => change((count ?? 0) - 1)}
      >
        <MinusIcon />
      </button>
      <input
        data-count
        aria-label={`${label}: ${item.name}`}
        inputMode="numeric"
        enterKeyHint="next"
        autoComplete="off"
        placeholder="–"
        aria-invalid={faultId ? true : undefined}
        aria-describedby={faultId}
        value={wrong || (count ?? '')}
        onChange={({ target }) => type(target.value)}
        onFocus={({ target }) => target.select()}
        onKeyDown={press}
      />
      <button type="button" aria-label="One more" onClick={() => change(count === undefined ? 1 : count + 1)}>
        <PlusIcon />
      </button>
    </div>
  );
}

interface OrderProps {
  units: number;
  multiple: number;
  entry: Entry | undefined;
  /** What is shown where nothing is ordered. */
  none: string;
}

function Order({ units, multiple, entry, none }: OrderProps) {
  if (!entry) return <p className={cx(styles.order, styles.open)}>Not counted</p>;
  if (units === 0) return <p className={cx(styles.order, styles.enough)}>{none}</p>;
  return (
    <p className={styles.order}>
      <Hidden>Order </Hidden>
      <strong>{units}</strong>
      <span>
        {multiple > 1 ? `${countText(units / multiple, 'carton')} of ${multiple}` : units === 1 ? 'unit' : 'units'}
      </span>
      {'order' in entry && <span>as last time</span>}
    </p>
  );
}
