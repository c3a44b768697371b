import { Button } from '../button/button.tsx';
import { SearchIcon, WarningIcon } from '../icons/icons.tsx';
import styles from '../layout/back-office-panel.module.css';
import type { TableConfig } from './table-config.ts';
import type { Table } from './use-table-state.ts';

interface EmptyTableProps extends Pick<TableConfig<never>, 'things' | 'empty'> {
  table: Pick<Table, 'search' | 'active' | 'page' | 'change' | 'clear'>;
  total: number;
}

/** Shown if there are no records yet, no such page, or no matches; with buttons that clear the search and the filters. */
export function EmptyTable({ table, things, empty, total }: EmptyTableProps) {
  const { search, active, page } = table;
  const isFiltered = search !== '' || active.length > 0;
  if (!isFiltered && page > 1 && total > 0) {
    return (
      <div className={styles.nothing}>
        <h2>There is no page {page}</h2>
        <Button size="small" look="quiet" onClick={() => table.change({})}>
          First page
        </Button>
      </div>
    );
  }
  if (!isFiltered) {
    return (
      <div className={styles.nothing}>
        {empty.icon}
        <h2>{empty.title}</h2>
        {empty.text && <p>{empty.text}</p>}
        {empty.action}
      </div>
    );
  }
  const criteria = [
    search && `“${search}”`,
    active.length > 0 && `${active.length} ${active.length === 1 ? 'filter' : 'filters'}`,
  ].filter(Boolean);
  return (
    <div className={styles.nothing}>
      <SearchIcon />
      <h2>{`No ${things[1]} match ${criteria.join(' and ')}`}</h2>
      {search && <p>Only the last word of a search may be unfinished.</p>}
      <div>
        {active.length > 0 && (
          <Button size="small" look="quiet" onClick={table.clear}>
            Clear filters
          </Button>
        )}
        {search && (
          <Button size="small" look="quiet" onClick={() => table.change({ search: undefined })}>
            Clear search
          </Button>
        )}
      </div>
    </div>
  );
}

/** Shown if the rows could not be loaded. */
export function LoadFailure(props: {
  message: string;
  requestId: string | undefined;
  isTrying: boolean;
  again: () => void;
}) {
  const { message, requestId, isTrying, again } = props;
  return (
    <div className={styles.nothing} role="alert">
      <WarningIcon className={styles.bad} />
      <h2>{message}</h2>
      <p>Your filters are still set.{requestId && ` Reference ${requestId.slice(0, 8)}.`}</p>
      <Button size="small" look="quiet" isBusy={isTrying} onClick={again}>
        Try again
      </Button>
    </div>
  );
}
