import { Outlet, type ShouldRevalidateFunctionArgs, useLocation, useParams } from 'react-router';
import { requireAdministrator, api } from '#lib/api/api-context.ts';
import { call } from '#lib/api/api.ts';
import { urlOf } from '#lib/api/endpoint.ts';
import { tableRowsOrPromise } from '#lib/api/table-rows.ts';
import { bulkActions, toRowSelection } from '#inbox/bulk.tsx';
import { InboxFrame } from '#inbox/inbox-frame.tsx';
import type { ReadingPaneContext } from '#inbox/reading-pane.tsx';
import { ReasonDialog } from '#inbox/reason-dialog.tsx';
import { type InboxCalls, useInbox } from '#inbox/use-inbox.ts';
import { listViews } from '#saved-views/contract.ts';
import { useTableViews } from '#saved-views/use-table-views.ts';
import { DataTable } from '#ui/table/data-table.tsx';
import type { BulkAction, RowAction } from '#ui/table/parts.ts';
import { MailIcon, TrashIcon, WarningIcon } from '#ui/icons/icons.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { columnsOf, filters } from '../enquiry-columns.tsx';
import {
  type changeEnquiryStatus,
  type changeEnquiryStatuses,
  type deleteEnquiries,
  type EnquiryRow,
  exportEnquiries,
  listEnquiries,
  sentences,
} from '../inbox-contract.ts';
import { useSpam } from '../use-spam.ts';
import type { Route } from './+types/enquiries';

export const handle = { crumb: 'Enquiries' };

export const meta: Route.MetaFunction = () => [{ title: 'Spruce | Enquiries' }, { name: 'robots', content: 'noindex' }];

export async function loader({ context, url }: Route.LoaderArgs) {
  requireAdministrator(context, url, 'ManageForms');
  const [table, views] = await Promise.all([
    tableRowsOrPromise(context, listEnquiries, { url, otherwise: sentences.loadFailed }),
    api(context)(listViews, { query: { list: 'enquiries' } }).catch(() => []),
  ]);
  return { table, views };
}

/** The list is not reloaded when only the enquiry in the reading pane changes. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean =>
  currentUrl.search !== nextUrl.search || currentUrl.pathname === nextUrl.pathname;

const list = '/admin/enquiries/';

const calls: InboxCalls = {
  things: ['enquiry', 'enquiries'],
  sentences,
  change: (id, body) => call<typeof changeEnquiryStatus>('PATCH /v1/enquiries/{id}/status', { params: { id }, body }),
  changeMany: (chosen, change) =>
    call<typeof changeEnquiryStatuses>('POST /v1/enquiries/status', { body: { ...chosen, ...change } }),
  remove: (chosen, reason) =>
    call<typeof deleteEnquiries>('POST /v1/enquiries/delete', { body: { ...chosen, reason } }),
};

/** The list's filters besides the status. */
const narrowing = ['spam', 'startDate', 'endDate', 'search'];

const spamOf = (sort: ReturnType<typeof useSpam>): BulkAction[] =>
  [true, false].map((isSpam) => ({
    label: isSpam ? 'Spam' : 'Not spam',
    icon: isSpam ? <WarningIcon /> : <MailIcon />,
    run: (selection, done) => void sort(toRowSelection(selection, narrowing), isSpam, done),
  }));

/** The inbox of enquiries from the contact page. */
export default function Enquiries({ loaderData: { table, views } }: Route.ComponentProps) {
  const { id } = useParams();
  const { search } = useLocation();
  const acts = useInbox(calls);
  const markSpam = useSpam();
  const beside: ReadingPaneContext = { ids: 'rows' in table ? table.rows.map((row) => row.id) : [], acts };
  const actions = (row: EnquiryRow): RowAction[] => [
    {
      label: 'Delete',
      icon: <TrashIcon />,
      isDangerous: true,
      onSelect: () => acts.ask({ ids: [row.id] }, '1', () => {}),
    },
  ];
  const inbox = (
    <DataTable
      {...table}
      list="enquiries"
      things={calls.things}
      columns={columnsOf(id !== undefined)}
      keyOf={(row) => row.id}
      nameOf={({ name, company }) => `${name}, ${company}`}
      toRow={(row) => `${list}${row.id}${search}`}
      opened={id}
      usualSort="-createdDate"
      searchLabel="Search people and messages"
      filters={filters}
      {...(id === undefined && { actions })} // the reading pane has its own actions
      bulk={[...bulkActions(acts, narrowing), ...spamOf(markSpam)]}
      exportTo={(format, shown) =>
        urlOf(exportEnquiries.path, { query: { ...queryOf(shown), sort: shown.get('sort'), format } })
      }
      views={useTableViews('enquiries', views)}
      empty={{
        title: 'No enquiries yet',
        text: 'Enquiries from the contact page appear here.',
        icon: <MailIcon />,
      }}
    />
  );
  return (
    <>
      <InboxFrame
        head={<PageHead title="Enquiries">Enquiries from the contact page and their status.</PageHead>}
        list={inbox}
        pane={id === undefined ? null : <Outlet context={beside} />}
      />
      {acts.asked && (
        <ReasonDialog
          title={acts.asked.title}
          about="The enquiries are deleted permanently. This cannot be undone."
          act={acts.asked.act}
          remove={acts.removeAsked}
          close={acts.close}
        />
      )}
    </>
  );
}

/** The query of a call for a URL, which may have several statuses. */
const queryOf = (shown: URLSearchParams) => ({ ...Object.fromEntries(shown), status: shown.getAll('status') });
