import { Suspense } from 'react';
import panel from '../layout/work-panel.module.css';
import { BulkBar } from './bulk-bar.tsx';
import type { TableProps } from './parts.ts';
import { TableRows } from './table-rows.tsx';
import { TableSkeleton } from './table-skeleton.tsx';
import { TableToolbar } from './table-toolbar.tsx';
import { useLoadedRows } from './use-found.ts';
import { type Ticks, useSelection } from './use-selection.ts';
import { type Table, useTable } from './use-table.ts';
import { ViewsBar } from './views-bar.tsx';

/**
 * The table of all back-office lists. The server pages, sorts, searches and filters; the state of these is in the URL,
 * display preferences are stored in this browser.
 */
export function DataTable<Row>(props: TableProps<Row>) {
  const { views, things, bulk } = props;
  const table = useTable(props);
  const ticks = useSelection(table.query);
  const parts = { ...props, table, ticks: bulk ? ticks : undefined };
  return (
    <>
      <section className={panel.panel} aria-label={things[1]}>
        {views && <ViewsBar table={table} {...views} things={things} />}
        <TableToolbar {...props} table={table} />
        {/* Only a new page shows the skeleton: the router navigates in transitions, which keep the current content. */}
        <Suspense fallback={<TableSkeleton {...parts} />}>
          <Rows {...parts} />
        </Suspense>
      </section>
      <Suspense>
        <Bulk {...parts} />
      </Suspense>
    </>
  );
}

type Parts<Row> = TableProps<Row> & { table: Table; ticks: Ticks | undefined };

function Rows<Row>(props: Parts<Row>) {
  return <TableRows {...props} {...useLoadedRows<Row>(props)} />;
}

function Bulk<Row>(props: Parts<Row>) {
  const { total } = useLoadedRows<Row>(props);
  return props.bulk && props.ticks ? <BulkBar bulk={props.bulk} ticks={props.ticks} total={total} /> : null;
}
