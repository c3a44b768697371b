import { Outlet, type ShouldRevalidateFunctionArgs, useLocation, useParams } from 'react-router';
import { requireAdministrator, api } from '#lib/api/api-context.ts';
import { call } from '#lib/api/api.ts';
import { urlOf } from '#lib/api/endpoint.ts';
import { tableRowsOrPromise } from '#lib/api/table-rows.ts';
import { listViews } from '#saved-views/contract.ts';
import { useTableViews } from '#saved-views/use-table-views.ts';
import { DataTable } from '#ui/table/data-table.tsx';
import type { RowAction } from '#ui/table/parts.ts';
import { TrashIcon } from '#ui/icons/icons.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { ChecklistIcon, PencilIcon } from '#ui/icons/work-icons.tsx';
import {
  type changeSubmissionStatus,
  type changeSubmissionStatuses,
  type deleteSubmissions,
  exportSubmissions,
  listSubmissions,
  listSubmittedForms,
  sentences,
  type SubmissionRow,
} from '../contract.ts';
import { bulkActions } from '#inbox/bulk.tsx';
import { InboxFrame } from '#inbox/inbox-frame.tsx';
import type { ReadingPaneContext } from '#inbox/reading-pane.tsx';
import { ReasonDialog } from '#inbox/reason-dialog.tsx';
import { type InboxCalls, useInbox } from '#inbox/use-inbox.ts';
import { columnsOf, filtersOf, senderOf } from '../submission-columns.tsx';
import type { Route } from './+types/submissions';

export const handle = { crumb: 'Submissions' };

export const meta: Route.MetaFunction = () => [
  { title: 'Spruce | Submissions' },
  { name: 'robots', content: 'noindex' },
];

export async function loader({ context, url }: Route.LoaderArgs) {
  requireAdministrator(context, url, 'ManageForms');
  const [table, forms, views] = await Promise.all([
    tableRowsOrPromise(context, listSubmissions, { url, otherwise: sentences.loadFailed }),
    api(context)(listSubmittedForms).catch(() => []),
    api(context)(listViews, { query: { list: 'submissions' } }).catch(() => []),
  ]);
  return { table, forms, views };
}

/** Opening another submission does not reload the list. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean =>
  currentUrl.search !== nextUrl.search || currentUrl.pathname === nextUrl.pathname;

const list = '/admin/submissions/';

const calls: InboxCalls = {
  things: ['submission', 'submissions'],
  sentences,
  change: (id, body) =>
    call<typeof changeSubmissionStatus>('PATCH /v1/submissions/{id}/status', { params: { id }, body }),
  changeMany: (chosen, change) =>
    call<typeof changeSubmissionStatuses>('POST /v1/submissions/status', { body: { ...chosen, ...change } }),
  remove: (chosen, reason) =>
    call<typeof deleteSubmissions>('POST /v1/submissions/delete', { body: { ...chosen, reason } }),
};

/** The inbox of submissions. */
export default function Submissions({ loaderData: { table, forms, views } }: Route.ComponentProps) {
  const { id } = useParams();
  const { search } = useLocation();
  const acts = useInbox(calls);
  const beside: ReadingPaneContext = { ids: 'rows' in table ? table.rows.map((row) => row.id) : [], acts };
  const actions = (row: SubmissionRow): RowAction[] => [
    { label: 'Edit answers', icon: <PencilIcon />, shortcut: 'E', to: `/forms/${row.id}/edit` },
    {
      label: 'Delete',
      icon: <TrashIcon />,
      isDangerous: true,
      startsGroup: true,
      onSelect: () => acts.ask({ ids: [row.id] }, '1', () => {}),
    },
  ];
  const inbox = (
    <DataTable
      {...table}
      list="submissions"
      things={calls.things}
      columns={columnsOf(id !== undefined)}
      keyOf={(row) => row.id}
      nameOf={(row) => `${row.formName}, ${senderOf(row)}`}
      toRow={(row) => `${list}${row.id}${search}`}
      opened={id}
      usualSort="-createdDate"
      searchLabel="Search senders and answers"
      filters={filtersOf(forms)}
      {...(id === undefined && { actions })} // the reading pane has its own actions
      bulk={bulkActions(acts, ['formId', 'startDate', 'endDate', 'search'])}
      exportTo={(format, shown) =>
        urlOf(exportSubmissions.path, { query: { ...queryOf(shown), sort: shown.get('sort'), format } })
      }
      views={useTableViews('submissions', views)}
      empty={{
        title: 'No submissions yet',
        text: 'Forms sent from the site appear here.',
        icon: <ChecklistIcon />,
      }}
    />
  );
  return (
    <>
      <InboxFrame
        head={<PageHead title="Submissions">Forms sent from the site, and their status.</PageHead>}
        list={inbox}
        pane={id === undefined ? null : <Outlet context={beside} />}
      />
      {acts.asked && (
        <ReasonDialog
          title={acts.asked.title}
          about="The answers and their files will be deleted permanently. This cannot be undone."
          act={acts.asked.act}
          remove={acts.removeAsked}
          close={acts.close}
        />
      )}
    </>
  );
}

/** The page's URL parameters as the endpoint's query, with all statuses. */
const queryOf = (shown: URLSearchParams) => ({ ...Object.fromEntries(shown), status: shown.getAll('status') });
