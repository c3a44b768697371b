import { api, loadByLink } from '#lib/api/api-context.ts';
import { describe } from '#lib/api/page-meta.ts';
import { LinkButton } from '#ui/button/button.tsx';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import layout from '#ui/layout.module.css';
import { readTracking, trackSentences } from '../track-contract.ts';
import styles from '../tracking.module.css';
import { TrackingView } from '../tracking-view.tsx';
import type { Route } from './+types/track';

/** The page of the link in mails about deliveries: no sign-in, and nothing that only the buyer should know. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const token = url.searchParams.get('t') ?? '';
  return loadByLink(trackSentences.failed, api(context)(readTracking, { body: { token } }));
}

export const meta: Route.MetaFunction = (args) =>
  describe(args, {
    title: 'Follow a delivery',
    description: 'What has been packed, sent and delivered of an order.',
    path: '/track',
    isPrivate: true,
  });

export default function Track({ loaderData: tracking }: Route.ComponentProps) {
  return (
    <div className={`${layout.narrow} ${styles.page}`}>
      {'refusal' in tracking ? (
        <>
          <h1>Follow a delivery</h1>
          <EmptyState title={tracking.refusal} actions={<LinkButton to="/my-orders/">My orders</LinkButton>} />
        </>
      ) : (
        <TrackingView tracking={tracking} />
      )}
    </div>
  );
}
