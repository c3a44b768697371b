import { requireSignedIn } from '#lib/api/api-context.ts';
import { describe } from '#lib/api/page-meta.ts';
import { QuickOrder } from '../quick/quick-order.tsx';
import { TradePage } from '../trade-page.tsx';
import type { Route } from './+types/quick-order';

export function loader({ context, url }: Route.LoaderArgs) {
  requireSignedIn(context, url);
  return null;
}

export const meta: Route.MetaFunction = (args) =>
  describe(args, {
    title: 'Quick order',
    description: 'Order by code and quantity.',
    path: '/trade/quick-order/',
    isPrivate: true,
  });

export default function QuickOrderPage() {
  return <TradePage title="Quick order">{(choice) => <QuickOrder key={choice.siteId} choice={choice} />}</TradePage>;
}
