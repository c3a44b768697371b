import { useEffect, useRef } from 'react';
import { cx } from '../classes.ts';
import field from '../form/field.module.css';
import { Hidden } from '../visually-hidden.tsx';
import { ArrowDownIcon } from '../icons/back-office-icons.tsx';
import styles from './data-table.module.css';
import button from './sort-button.module.css';
import type { Column } from './table-config.ts';
import type { RowSelection } from './use-selection.ts';
import type { Table } from './use-table-state.ts';

interface TableHeadProps<Row> {
  columns: readonly Column<Row>[];
  table: Table;
  selection: RowSelection | undefined;
  ids: readonly string[];
  hasActions: boolean;
}

export function TableHead<Row>({ columns, table, selection, ids, hasActions }: TableHeadProps<Row>) {
  return (
    <thead>
      <tr>
        {selection && (
          <th className={styles.tick}>
            <TickAll selection={selection} ids={ids} />
          </th>
        )}
        {columns.map((column) => (
          <Head key={column.key} column={column} table={table} />
        ))}
        {hasActions && (
          <th>
            <Hidden>Actions</Hidden>
          </th>
        )}
      </tr>
    </thead>
  );
}

/** A click sorts by the column, and another click reverses the order. The arrow marks the sorted column. */
function Head<Row>({ column: { label, sort, isNumeric, isWide }, table }: { column: Column<Row>; table: Table }) {
  const isUp = table.sort === sort;
  const isDown = table.sort === `-${sort}`;
  const sorted = isUp ? 'ascending' : isDown ? 'descending' : undefined;
  return (
    <th scope="col" aria-sort={sorted} className={cx(isNumeric && styles.num, isWide && styles.wide)}>
      {sort === undefined ? (
        label
      ) : (
        <button
          type="button"
          className={cx(button.sort, isNumeric && button.reversed)}
          onClick={() => table.change({ sort: isUp ? `-${sort}` : sort })}
        >
          {label}
          <ArrowDownIcon size={14} />
        </button>
      )}
    </th>
  );
}

function TickAll({ selection, ids }: { selection: RowSelection; ids: readonly string[] }) {
  const box = useRef<HTMLInputElement>(null);
  const ticked = ids.filter(selection.has).length;
  const isMixed = ticked > 0 && ticked < ids.length;
  useEffect(() => {
    if (box.current) box.current.indeterminate = isMixed;
  }, [isMixed]);
  return (
    <label className={styles.box}>
      <input
        ref={box}
        type="checkbox"
        className={field.check}
        disabled={ids.length === 0}
        checked={ticked > 0 && ticked === ids.length}
        onChange={(event) => selection.setSelected(ids, event.target.checked)}
        aria-label={`Select all ${ids.length} rows of this page`}
      />
    </label>
  );
}
