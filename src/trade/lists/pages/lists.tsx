import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { requireSignedIn } from '#lib/api/api-context.ts';
import { describe } from '#lib/api/page-meta.ts';
import { chooseSite } from '../../site-choice.ts';
import { useOwnSites } from '../../accounts/own-sites.tsx';
import { SiteLists } from '../count/site-lists.tsx';
import { TradePage } from '../trade-page.tsx';
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

/** Chooses the site that a link names, and takes it out of the address, as the reader may choose another one. */
function useSiteOfAddress(): void {
  const [search, setSearch] = useSearchParams();
  const { accounts } = useOwnSites();
  const siteId = search.get('site');
  useEffect(() => {
    if (siteId === null || !accounts) return;
    if (accounts.some(({ sites }) => sites.some(({ id }) => id === siteId))) chooseSite(siteId);
    setSearch(
      (before) => {
        before.delete('site');
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [siteId, accounts, setSearch]);
}
