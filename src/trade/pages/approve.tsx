import { api, loadByLink, viewer } from '#lib/api/api-context.ts';
import { call } from '#lib/api/api.ts';
import { describe } from '#lib/api/page-meta.ts';
import { LinkButton } from '#ui/button/button.tsx';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import layout from '#ui/layout.module.css';
import { ApprovalView } from '../approvals/approval-view.tsx';
import { type approveByMail, type declineByMail, readByMail, sentences } from '../approvals/contract.ts';
import styles from './approval.module.css';
import type { Route } from './+types/approve';

/** The page of the link in an approver's mail. Opening it changes nothing, as mail scanners open links. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const token = url.searchParams.get('t') ?? '';
  const approval = await loadByLink(sentences.load, api(context)(readByMail, { body: { token } }));
  return { token, approval, isSignedIn: viewer(context) !== null };
}

export const meta: Route.MetaFunction = (args) =>
  describe(args, {
    title: 'Approve an order',
    description: 'An order of your company that waits for your approval.',
    path: '/trade/approve',
    isPrivate: true,
  });

export default function Approve({ loaderData: { token, approval, isSignedIn } }: Route.ComponentProps) {
  if ('refusal' in approval) {
    return (
      <div className={`${layout.narrow} ${styles.page}`}>
        <h1>Approve an order</h1>
        <EmptyState
          title={approval.refusal}
          actions={isSignedIn ? undefined : <LinkButton to="/login/">Sign in</LinkButton>}
        />
      </div>
    );
  }
  return (
    <div className={`${layout.narrow} ${styles.page}`}>
      <ApprovalView
        approval={approval}
        approver={approval.approver}
        calls={{
          approve: (hash) =>
            call<typeof approveByMail>('POST /v1/trade/approvals/by-mail/approve', { body: { token, hash } }),
          decline: (reason) =>
            call<typeof declineByMail>('POST /v1/trade/approvals/by-mail/decline', { body: { token, reason } }),
          read: () => call<typeof readByMail>('POST /v1/trade/approvals/by-mail/read', { body: { token } }),
        }}
      />
    </div>
  );
}
