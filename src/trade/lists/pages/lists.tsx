import { requireSignedIn } from '#lib/api/api-context.ts';
import { describe } from '#lib/api/page-meta.ts';
import { SiteLists } from '../count/site-lists.tsx';
import { TradePage } from '../trade-page.tsx';
import { useSiteOfAddress } from '../use-site-of-address.ts';
import type { Route } from './+types/lists';

export function loader({ context, url }: Route.LoaderArgs) {
  requireSignedIn(context, url);
  return null;
}

export const meta: Route.MetaFunction = (args) =>
  describe(args, {
    title: 'Order lists',
    description: 'Count what is on the shelf, and order what is missing.',
    path: '/trade/lists/',
    isPrivate: true,
  });

export default function Lists() {
  useSiteOfAddress();
  return <TradePage title="Order lists">{(choice) => <SiteLists key={choice.siteId} choice={choice} />}</TradePage>;
}
