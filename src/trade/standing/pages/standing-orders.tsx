import { requireSignedIn } from '#lib/api/api-context.ts';
import { describe } from '#lib/api/page-meta.ts';
import { dayOf } from '#lib/day.ts';
import { TradePage } from '../../lists/trade-page.tsx';
import { useSiteOfAddress } from '../../lists/use-site-of-address.ts';
import { SiteStandingOrders } from '../site-standing-orders.tsx';
import type { Route } from './+types/standing-orders';

export function loader({ context, url }: Route.LoaderArgs) {
  requireSignedIn(context, url);
  return { today: dayOf(new Date()) };
}

export const meta: Route.MetaFunction = (args) =>
  describe(args, {
    title: 'Standing orders',
    description: 'What a site orders again every so often.',
    path: '/trade/standing-orders/',
    isPrivate: true,
  });

export default function StandingOrders({ loaderData: { today } }: Route.ComponentProps) {
  useSiteOfAddress();
  return (
    <TradePage title="Standing orders">
      {(choice) => <SiteStandingOrders key={choice.siteId} choice={choice} today={today} />}
    </TradePage>
  );
}
