import { type FocusEvent, useEffect, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useNavigate, useNavigation, useRevalidator } from 'react-router';
import type { PageOfRows } from '#lib/api/table-rows.ts';
import { cx } from '../classes.ts';
import { useKeyboardShortcuts } from '../use-keyboard-shortcuts.ts';
import layout from '../layout.module.css';
import styles from './data-table.module.css';
import { storeShownRows } from './previous-next-record.tsx';
import { LoadFailure, EmptyTable } from './empty-or-failed-table.tsx';
import type { TableConfig } from './table-config.ts';
import { TableFoot } from './table-foot.tsx';
import { TableHead } from './table-head.tsx';
import { TableRow } from './table-row.tsx';
import type { RowSelection } from './use-selection.ts';
import { isColumnVisible } from './table-preferences.ts';
import { pagesOf, type Table } from './use-table-state.ts';

type TableRowsProps<Row> = TableConfig<Row> & PageOfRows<Row> & { table: Table; selection: RowSelection | undefined };

/** The rows and the links to other pages, or why there are no rows. */
export function TableRows<Row>(props: TableRowsProps<Row>) {
  const { columns, rows, total, failure, keyOf, nameOf, toRow, actions, things, table, selection } = props;
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
  const shown = columns.filter((column, i) => i === 0 || isColumnVisible(table.preferences, column));
  return (
    <>
      {rows.length === 0 && <EmptyTable {...props} table={table} />}
      {rows.length > 0 && (
        <div className={styles.wrap}>
          <table className={cx(tableClass(table), isReading && styles.reading)}>
            <caption className={layout.hidden}>{things[1]}</caption>
            <TableHead columns={shown} table={table} selection={selection} ids={ids} hasActions={!!actions} />
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
                  selection={selection}
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

/** The table's classes: for compact rows, and while the page size is not known yet. */
export const tableClass = ({ preferences, isSized }: Table): string =>
  cx(styles.table, preferences.isDense && styles.dense, !isSized && styles.unsized);

/** If the row with the focus disappears, for example because it was deleted, the row in its place gets the focus. */
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

/** The row that keyboard shortcuts act on, and the shortcuts: `J`, `K`, `X`, `Enter`, `.` and those of the row's actions. */
function useRowKeys<Row>({ rows, total, keyOf, toRow, opened, actions, table, selection }: TableRowsProps<Row>) {
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
  useKeyboardShortcuts({
    j: () => move(1),
    k: () => move(-1),
    x: onRow((row) => selection?.setSelected([keyOf(row)], !selection.has(keyOf(row)))),
    'shift+x': onRow((row) => selection?.selectUpTo(keyOf(row), rows.map(keyOf))),
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
