import { Outlet, type ShouldRevalidateFunctionArgs, useLocation, useParams } from 'react-router';
import type { RowsOrPromise } from '#lib/api/table-rows.ts';
import { urlOf } from '#lib/api/endpoint.ts';
import type { TableView } from '#saved-views/contract.ts';
import { useTableViews } from '#saved-views/use-table-views.ts';
import { cx } from '#ui/classes.ts';
import { TrashIcon } from '#ui/icons/icons.tsx';
import { UpDownIcon } from '#ui/icons/back-office-icons.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { DataTable } from '#ui/table/data-table.tsx';
import {
  type BulkAction,
  formatCount,
  type Filter,
  type RowAction,
  type Selection,
  type TableConfig,
} from '#ui/table/table-config.ts';
import { statuses } from './contract.ts';
import styles from './inbox.module.css';
import type { ReadingPaneContext } from './reading-pane.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { type InboxKind, type InboxRow, type RowSelection, useInbox } from './use-inbox.ts';

interface InboxProps<Row> extends Pick<TableConfig<Row>, 'nameOf' | 'searchLabel' | 'empty'> {
  kind: InboxKind;
  /** `Submissions` */
  title: string;
  about: string;
  table: RowsOrPromise<Row>;
  views: readonly TableView[];
  columnsOf: (isReading: boolean) => TableConfig<Row>['columns'];
  filters: readonly Filter[];
  /** Actions besides deletion. */
  actions?: (row: Row) => RowAction[];
  /** Actions besides changing the status and deletion. */
  bulk?: readonly BulkAction[];
  /** A sentence that says what is deleted with the rows. */
  deletionAbout: string;
}

/** The list is not reloaded when only the row in the reading pane changes. */
export const isListChanged = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean =>
  currentUrl.search !== nextUrl.search || currentUrl.pathname === nextUrl.pathname;

/** A list with the reading pane beside it; on narrow screens the pane replaces the list. */
export function Inbox<Row extends InboxRow>(props: InboxProps<Row>) {
  const { kind, title, about, table, views, columnsOf, filters, actions, bulk = [], deletionAbout, ...config } = props;
  const { id } = useParams();
  const { search } = useLocation();
  const inboxActions = useInbox(kind);
  const { list, things } = kind;
  const isReading = id !== undefined;
  const context: ReadingPaneContext = {
    ids: 'rows' in table ? table.rows.map((row) => row.id) : [],
    inboxActions,
    kind,
  };
  const actionsOf = (row: Row): RowAction[] => {
    const others = actions?.(row) ?? [];
    const onSelect = () => inboxActions.requestDeletion({ ids: [row.id] }, '1', () => {});
    return [
      ...others,
      { label: 'Delete', icon: <TrashIcon />, isDangerous: true, startsGroup: others.length > 0, onSelect },
    ];
  };
  const setStatus = ({ value, name }: (typeof statuses)[number]): BulkAction => ({
    label: name,
    icon: <UpDownIcon />,
    run: (selection, done) => void inboxActions.setStatuses(toRowSelection(selection, filters), value, done),
  });
  const remove: BulkAction = {
    label: 'Delete',
    icon: <TrashIcon />,
    run: (selection, done) => {
      const size = 'ids' in selection ? selection.ids.length : selection.total;
      inboxActions.requestDeletion(toRowSelection(selection, filters), formatCount(size), done);
    },
  };
  return (
    <>
      <div className={cx(styles.frame, isReading && styles.reading)}>
        <div className={styles.head}>
          <PageHead title={title}>{about}</PageHead>
        </div>
        <div className={styles.list}>
          <DataTable
            {...table}
            {...config}
            list={list}
            things={things}
            columns={columnsOf(isReading)}
            keyOf={(row) => row.id}
            toRow={(row) => `/admin/${list}/${row.id}${search}`}
            opened={id}
            usualSort="-createdDate"
            filters={filters}
            {...(!isReading && { actions: actionsOf })} // the reading pane has its own actions
            bulk={[...statuses.map(setStatus), remove, ...bulk]}
            exportTo={(format, shown) => urlOf(`/v1/${list}/export`, { query: exportQuery(shown, format) })}
            views={useTableViews(list, views)}
          />
        </div>
        {isReading && <Outlet context={context} />}
      </div>
      {inboxActions.request && (
        <ReasonDialog
          request={inboxActions.request}
          about={deletionAbout}
          remove={inboxActions.deleteRequested}
          close={inboxActions.close}
        />
      )}
    </>
  );
}

const exportQuery = (shown: URLSearchParams, format: 'csv' | 'xlsx') => ({
  ...Object.fromEntries(shown),
  status: shown.getAll('status'),
  sort: shown.get('sort'),
  format,
});

/** The selected rows as the input of a call. Of the page's parameters, passes on only those that filter the list. */
export function toRowSelection(selection: Selection, filters: readonly Filter[]): RowSelection {
  if ('ids' in selection) return { ids: [...selection.ids] };
  const { all } = selection;
  const names = filters.flatMap((filter) => (filter.kind === 'days' ? [filter.from, filter.to] : [filter.key]));
  const given = [...names, 'search'].map((name) => [name, all.get(name) ?? undefined]);
  return { all: { ...Object.fromEntries(given), status: all.getAll('status').map(Number) } };
}
