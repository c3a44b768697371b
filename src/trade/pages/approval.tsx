import { api, loadOrPageError, requireSignedIn } from '#lib/api/api-context.ts';
import { call } from '#lib/api/api.ts';
import { describe } from '#lib/api/page-meta.ts';
import layout from '#ui/layout.module.css';
import { ApprovalView } from '../approvals/approval-view.tsx';
import { type approve, type decline, readApproval, type withdraw } from '../approvals/contract.ts';
import styles from './approval.module.css';
import type { Route } from './+types/approval';

export async function loader({ context, url, params: { id } }: Route.LoaderArgs) {
  requireSignedIn(context, url);
  return loadOrPageError('Unable to load the request.', api(context)(readApproval, { params: { id } }));
}

export const meta: Route.MetaFunction = (args) =>
  describe(args, {
    title: 'Request for approval',
    description: 'An order that waits for approval.',
    path: `/trade/approvals/${args.params.id}`,
    isPrivate: true,
  });

export default function ApprovalPage({ loaderData: approval }: Route.ComponentProps) {
  const params = { id: approval.id };
  return (
    <div className={`${layout.narrow} ${styles.page}`}>
      <ApprovalView
        key={approval.id}
        approval={approval}
        calls={{
          approve: (hash) => call<typeof approve>('POST /v1/trade/approvals/{id}/approve', { params, body: { hash } }),
          decline: (reason) =>
            call<typeof decline>('POST /v1/trade/approvals/{id}/decline', { params, body: { reason } }),
          withdraw: () => call<typeof withdraw>('POST /v1/trade/approvals/{id}/withdraw', { params }),
          read: () => call<typeof readApproval>('GET /v1/trade/approvals/{id}', { params }),
        }}
      />
    </div>
  );
}
