import { Suspense } from 'react';
import panel from '../layout/back-office-panel.module.css';
import { BulkBar } from './bulk-bar.tsx';
import type { TableProps } from './table-config.ts';
import { TableRows } from './table-rows.tsx';
import { TableSkeleton } from './table-skeleton.tsx';
import { TableToolbar } from './table-toolbar.tsx';
import { useLoadedRows } from './use-loaded-rows.ts';
import { type RowSelection, useSelection } from './use-selection.ts';
import { type Table, useTableState } from './use-table-state.ts';
import { ViewsBar } from './views-bar.tsx';

/**
 * The table of every list in the back office. The server pages, sorts, searches and filters the rows as the URL says; display preferences are
 * stored in this browser.
 */
export function DataTable<Row>(props: TableProps<Row>) {
  const { views, things, bulk } = props;
  const table = useTableState(props);
  const selection = useSelection(table.query);
  const parts = { ...props, table, selection: bulk ? selection : undefined };
  return (
    <>
      <section className={panel.panel} aria-label={things[1]}>
        {views && <ViewsBar table={table} {...views} things={things} />}
        <TableToolbar {...props} table={table} />
        {/* The skeleton is shown only when coming from another page: within a page the router's transitions keep the old rows. */}
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

type Parts<Row> = TableProps<Row> & { table: Table; selection: RowSelection | undefined };

function Rows<Row>(props: Parts<Row>) {
  return <TableRows {...props} {...useLoadedRows<Row>(props)} />;
}

function Bulk<Row>(props: Parts<Row>) {
  const { total } = useLoadedRows<Row>(props);
  return props.bulk && props.selection ? <BulkBar bulk={props.bulk} selection={props.selection} total={total} /> : null;
}
