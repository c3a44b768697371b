import { callList, requireSignedIn } from '#lib/api/api-context.ts';
import type { ReplyOf } from '#lib/api/endpoint.ts';
import { formatInstant } from '#lib/day.ts';
import { formatDollars } from '#lib/money.ts';
import { describe } from '#lib/api/page-meta.ts';
import { pageNumber } from '#lib/api/page-number.ts';
import { LinkButton } from '#ui/button/button.tsx';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { Pagination } from '#ui/layout/pagination.tsx';
import { type SimpleColumn, SimpleTable } from '#ui/layout/simple-table.tsx';
import panel from '#ui/layout/back-office-panel.module.css';
import { Link } from '#ui/link.tsx';
import { ApprovalBadge } from '../approvals/approval-view.tsx';
import { listApprovals } from '../approvals/contract.ts';
import type { Route } from './+types/approvals';

type Row = ReplyOf<typeof listApprovals>[number];

const pageSize = 20;

export async function loader({ context, url, params: { accountId } }: Route.LoaderArgs) {
  requireSignedIn(context, url);
  const page = pageNumber(url);
  const list = await callList(context, listApprovals, { params: { accountId }, query: { page, pageSize } });
  return { accountId, page, ...list };
}

export const meta: Route.MetaFunction = (args) =>
  describe(args, {
    title: 'Approvals',
    description: 'Orders of your company that wait for approval, and how they were decided.',
    path: `/trade/${args.params.accountId}/approvals`,
    isPrivate: true,
  });

const columns: readonly SimpleColumn<Row>[] = [
  { label: 'Site', cell: ({ id, siteName }) => <Link to={`/trade/approvals/${id}`}>{siteName}</Link> },
  { label: 'Requested by', isText: true, cell: ({ requestedBy }) => requestedBy },
  { label: 'When', isText: true, isWide: true, cell: ({ createdDate }) => formatInstant(new Date(createdDate)) },
  { label: 'State', isText: true, cell: ({ state }) => <ApprovalBadge state={state} /> },
  { label: 'Total', cell: ({ total }) => formatDollars(total) },
];

export default function Approvals({ loaderData: { accountId, page, rows, total } }: Route.ComponentProps) {
  return (
    <>
      <h1>Approvals</h1>
      {rows.length === 0 ? (
        <EmptyState
          title="Nothing waits for approval."
          actions={<LinkButton to="/shopping/products/all">Go to the shop</LinkButton>}
        >
          <p>Orders above a budget, a limit or a rule of your company appear here.</p>
        </EmptyState>
      ) : (
        <section className={panel.card} aria-label="Requests">
          <SimpleTable label="Requests" columns={columns} rows={rows} keyOf={({ id }) => id} />
        </section>
      )}
      <Pagination
        page={page}
        pageSize={pageSize}
        total={total}
        toPage={(number) => `/trade/${accountId}/approvals?page=${number}`}
      />
    </>
  );
}
