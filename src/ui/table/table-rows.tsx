import { type FocusEvent, useEffect, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useNavigate, useNavigation, useRevalidator } from 'react-router';
import type { PageOfRows } from '#lib/api/table-rows.ts';
import { cx } from '../classes.ts';
import { useKeys } from '../use-keys.ts';
import styles from './data-table.module.css';
import { storeShownRows } from './list-place.tsx';
import { LoadFailure, EmptyTable } from './nothing.tsx';
import type { TableConfig } from './parts.ts';
import { TableFoot } from './table-foot.tsx';
import { TableHead } from './table-head.tsx';
import { TableRow } from './table-row.tsx';
import type { Ticks } from './use-selection.ts';
import { isColumnVisible, pagesOf, type Table } from './use-table.ts';

type TableRowsProps<Row> = TableConfig<Row> & PageOfRows<Row> & { table: Table; ticks: Ticks | undefined };

/** The rows of a page and the links to others, or why there are none. */
export function TableRows<Row>(props: TableRowsProps<Row>) {
  const { columns, rows, total, failure, keyOf, nameOf, toRow, actions, things, table, ticks } = props;
  const { state, location } = useNavigation();
  const { revalidate } = useRevalidator();
  const { body, cursor } = useRowKeys(props);
  const isReading = state === 'loading' && location?.pathname === globalThis.location?.pathname;
  const focus = useRetainedFocus(body, rows);
  const ids = rows.map(keyOf);
  useEffect(() => {
    if (toRow && rows.length > 0)
      storeShownRows(
        props.list,
        rows.map((row) => ({ id: keyOf(row), to: toRow(row) })),
      );
  }, [props.list, rows, keyOf, toRow]);
  if (failure) return <LoadFailure {...failure} isTrying={state !== 'idle'} again={() => void revalidate()} />;
  const shown = columns.filter((column, i) => i === 0 || isColumnVisible(table.remembered, column));
  return (
    <>
      {rows.length === 0 && <EmptyTable {...props} table={table} />}
      {rows.length > 0 && (
        <div className={styles.wrap}>
          <table className={cx(tableClass(table), isReading && styles.reading)}>
            <caption className={styles.caption}>{things[1]}</caption>
            <TableHead columns={shown} table={table} ticks={ticks} ids={ids} hasActions={!!actions} />
            <tbody ref={body} {...focus}>
              {rows.map((row, i) => (
                <TableRow
                  key={keyOf(row)}
                  row={row}
                  columns={shown}
                  name={nameOf(row)}
                  to={toRow?.(row)}
                  id={keyOf(row)}
                  page={ids}
                  actions={actions?.(row)}
                  ticks={ticks}
                  isCursor={i === cursor}
                  isOpened={keyOf(row) === props.opened}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {total > 0 && <TableFoot table={table} total={total} />}
    </>
  );
}

/** The class for a table's stored preferences, or for a page size that is not settled yet. */
export const tableClass = ({ remembered, isSized }: Table): string =>
  cx(styles.table, remembered.isDense && styles.dense, !isSized && styles.unsized);

/** If the row with the focus disappears, as after a deletion, the row in its place gets the focus. */
function useRetainedFocus(body: RefObject<HTMLTableSectionElement | null>, rows: readonly unknown[]) {
  const place = useRef(-1);
  useLayoutEffect(() => {
    if (place.current < 0 || document.activeElement !== document.body) return;
    const row = body.current?.rows[Math.min(place.current, rows.length - 1)];
    row?.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true });
  }, [body, rows]);
  return {
    onFocus: ({ target }: FocusEvent) => {
      const row = target.closest('tr');
      place.current = row ? [...(body.current?.rows ?? [])].indexOf(row) : -1;
    },
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget) place.current = -1; // the focus moved; the row did not disappear
    },
  };
}

/** The row that keyboard shortcuts act on, and the shortcuts: `J`, `K`, `X`, `Enter`, `.` and those of its own actions. */
function useRowKeys<Row>({ rows, total, keyOf, toRow, opened, actions, table, ticks }: TableRowsProps<Row>) {
  const [moved, setCursor] = useState(-1);
  const cursor = opened === undefined ? moved : rows.findIndex((row) => keyOf(row) === opened);
  const body = useRef<HTMLTableSectionElement>(null);
  const navigate = useNavigate();
  useEffect(() => setCursor(-1), [rows]);
  const at = rows[cursor];
  const move = (step: number): void => {
    const next = Math.max(0, Math.min(rows.length - 1, cursor + step));
    const row = rows[next];
    setCursor(next);
    if (opened !== undefined && row && next !== cursor && toRow) void navigate(toRow(row));
    body.current?.rows[next]?.scrollIntoView({ block: 'nearest' });
  };
  const onRow = (act: (row: Row) => void) => () => at && act(at);
  const turnPage = (step: number): void => {
    const page = table.page + step;
    if (page >= 1 && page <= pagesOf(total, table.pageSize))
      table.change({ page: page === 1 ? undefined : String(page) }, true);
  };
  const own = (at ? (actions?.(at) ?? []) : []).filter(({ shortcut }) => shortcut?.length === 1);
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    x: onRow((row) => ticks?.turn([keyOf(row)], !ticks.has(keyOf(row)))),
    'shift+x': onRow((row) => ticks?.reach(keyOf(row), rows.map(keyOf))),
    '.': () => body.current?.rows[cursor]?.querySelector<HTMLElement>('[aria-haspopup=menu]')?.click(),
    '[': () => turnPage(-1),
    ']': () => turnPage(1),
    ...(at && toRow && { enter: () => void navigate(toRow(at)) }),
    ...Object.fromEntries(
      own.map(({ shortcut = '', to, onSelect }) => [
        shortcut.toLowerCase(),
        () => (to ? void navigate(to) : onSelect?.()),
      ]),
    ),
  });
  return { body, cursor };
}
