import { useEffect, useRef, useState } from 'react';
import { useNavigate, useNavigation, useRevalidator } from 'react-router';
import { cx } from '../classes.ts';
import { useKeys } from '../use-keys.ts';
import { BulkBar } from './bulk-bar.tsx';
import panel from '../work-panel.module.css';
import styles from './data-table.module.css';
import { Failed, Nothing } from './nothing.tsx';
import type { TableProps } from './parts.ts';
import { TableFoot } from './table-foot.tsx';
import { TableHead } from './table-head.tsx';
import { TableRow } from './table-row.tsx';
import { TableToolbar } from './table-toolbar.tsx';
import { useSelection } from './use-selection.ts';
import { isShown, useTable } from './use-table.ts';
import { ViewsBar } from './views-bar.tsx';

/**
 * The one table of the back office. The server pages, sorts, searches and filters; which rows are shown stands in the address,
 * how they look is remembered in this browser.
 */
export function DataTable<Row>(props: TableProps<Row>) {
  const { columns, rows, total, failure, keyOf, nameOf, toRow, actions, bulk, views, things } = props;
  const table = useTable(props);
  const ticks = useSelection(table.query);
  const [cursor, setCursor] = useState(-1);
  const body = useRef<HTMLTableSectionElement>(null);
  const navigate = useNavigate();
  const { state, location } = useNavigation();
  const { revalidate } = useRevalidator();
  const isReading = state === 'loading' && location?.pathname === globalThis.location?.pathname;
  const ids = rows.map(keyOf);
  useEffect(() => setCursor(-1), [rows]);

  const at = rows[cursor];
  const move = (step: number): void => {
    const next = Math.max(0, Math.min(rows.length - 1, cursor + step));
    setCursor(next);
    body.current?.rows[next]?.scrollIntoView({ block: 'nearest' });
  };
  const onRow = (act: (row: Row) => void) => () => at && act(at);
  const turnPage = (step: number): void => {
    const page = table.page + step;
    if (page >= 1 && page <= table.pages) table.change({ page: page === 1 ? undefined : String(page) }, true);
  };
  const own = (at ? (actions?.(at) ?? []) : []).filter(({ shortcut }) => shortcut?.length === 1);
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    x: onRow((row) => bulk && ticks.turn([keyOf(row)], !ticks.has(keyOf(row)))),
    'shift+x': onRow((row) => bulk && ticks.reach(keyOf(row), ids)),
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

  const shown = columns.filter((column, i) => i === 0 || isShown(table.remembered, column));
  const isEmpty = rows.length === 0 && !failure;
  return (
    <>
      <section className={panel.panel} aria-label={things[1]}>
        {views && <ViewsBar table={table} {...views} things={things} />}
        <TableToolbar {...props} table={table} />
        {failure && <Failed {...failure} isTrying={state !== 'idle'} again={() => void revalidate()} />}
        {isEmpty && <Nothing {...props} table={table} />}
        {rows.length > 0 && !failure && (
          <div className={styles.wrap}>
            <table
              className={cx(
                styles.table,
                table.remembered.isDense && styles.dense,
                !table.query.has('pageSize') && styles.unsized,
                isReading && styles.reading,
              )}
            >
              <caption className={styles.caption}>{things[1]}</caption>
              <TableHead
                columns={shown}
                table={table}
                ticks={bulk ? ticks : undefined}
                ids={ids}
                hasActions={!!actions}
              />
              <tbody ref={body}>
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
                    ticks={bulk ? ticks : undefined}
                    isCursor={i === cursor}
                  />
                ))}
              </tbody>
            </table>
          </div>
        )}
        {!failure && total > 0 && <TableFoot table={table} total={total} />}
      </section>
      {bulk && <BulkBar bulk={bulk} ticks={ticks} total={total} />}
    </>
  );
}
