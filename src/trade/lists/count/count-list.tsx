import { type KeyboardEvent, useRef } from 'react';
import { Note } from '#ui/feedback/note.tsx';
import styles from './count-list.module.css';
import { CountRow } from './count-row.tsx';
import { type Counts, type Entry, unitsOf } from './counts.ts';
import { OrderFoot } from '../order-foot.tsx';
import { usePrices } from '../order-lines.ts';
import { useAddLines } from '../use-add-lines.ts';
import type { ShownList } from '../use-lists.ts';

interface CountListProps {
  list: ShownList;
  counts: Counts;
  store: (counts: Counts) => void;
  /** Why nothing can be ordered for this site now. */
  refusal: string | undefined;
}

/** Counts what is on the shelf and orders what is missing. Enter goes to the next field, Shift and Enter to the one before. */
export function CountList({ list, counts, store, refusal }: CountListProps) {
  const rows = useRef<HTMLUListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const lines = list.items.flatMap((item) => {
    const units = unitsOf(item, counts);
    return units > 0 ? [{ item, units }] : [];
  });
  const { prices, unitPrices } = usePrices(lines);
  const { isBusy, add } = useAddLines(() => store({}));
  const enter = (itemId: string, entry: Entry | undefined): void => {
    const { [itemId]: _, ...others } = counts;
    store(entry ? { ...others, [itemId]: entry } : others);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    const fields = [...(rows.current?.querySelectorAll<HTMLInputElement>('[data-count]') ?? [])];
    const next = fields[fields.indexOf(event.currentTarget) + (event.shiftKey ? -1 : 1)];
    (next ?? (event.shiftKey ? event.currentTarget : addButton.current))?.focus();
    next?.scrollIntoView({ block: 'center' });
  };
  const sold = list.items.filter(({ isSold }) => isSold);
  const counted = sold.filter(({ itemId }) => counts[itemId]).length;
  return (
    <>
      {refusal && <Note tone="warning">{refusal}</Note>}
      <ul ref={rows} className={styles.rows}>
        {list.items.map((item) => (
          <CountRow
            key={item.itemId}
            item={item}
            counts={counts}
            shortage={prices?.shortages.get(item.itemId)}
            price={unitPrices.get(item.itemId)}
            enter={enter}
            press={press}
          />
        ))}
      </ul>
      <OrderFoot
        ref={addButton}
        lines={lines}
        prices={prices}
        note={`${counted} of ${sold.length} counted`}
        isBusy={isBusy}
        isRefused={refusal !== undefined || lines.length === 0}
        onAdd={() => void add(lines)}
      />
    </>
  );
}
