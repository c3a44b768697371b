import { useCallback, useMemo, useRef } from 'react';
import { useNavigate } from 'react-router';
import { requireSignedIn } from '#lib/api/api-context.ts';
import { call } from '#lib/api/api.ts';
import { describe } from '#lib/api/page-meta.ts';
import { newId } from '#lib/uuid.ts';
import { notify } from '#ui/feedback/notify.tsx';
import layout from '#ui/layout.module.css';
import { type SiteChoice, useOwnSites } from '../../accounts/own-sites.tsx';
import type { addOrderList, findOrderItems } from '../../lists/contract.ts';
import { TradePage } from '../../lists/trade-page.tsx';
import type { requestQuote } from '../../quotes/own-contract.ts';
import type { matchFormerLines, rememberFormerCodes } from '../contract.ts';
import { MoveIn, type MoveInCalls } from '../move-in.tsx';
import { listItemsOf } from '../decisions.ts';
import type { Route } from './+types/move-in';

export function loader({ context, url }: Route.LoaderArgs) {
  requireSignedIn(context, url);
  return null;
}

const title = 'Move in';

export const meta: Route.MetaFunction = (args) =>
  describe(args, {
    title,
    description: 'Turn the invoice or list of a former supplier into an order list or a quote.',
    path: '/trade/move-in/',
    isPrivate: true,
  });

export default function MoveInPage() {
  return <TradePage title={title}>{(choice) => <OfSite key={choice.siteId} choice={choice} />}</TradePage>;
}

function OfSite({ choice: { siteId, site, account } }: { choice: SiteChoice }) {
  const navigate = useNavigate();
  const { accounts = [] } = useOwnSites();
  const key = useRef<string>(undefined); // a repeated press asks for one quote
  const params = useMemo(() => ({ siteId }), [siteId]);
  const find = useCallback(
    (search: string, signal: AbortSignal) =>
      call<typeof findOrderItems>('GET /v1/trade/sites/{siteId}/items', { params, query: { search } }, { signal }),
    [params],
  );
  const mayList = account.permissions.includes('ManageLists');
  const mayAsk = account.permissions.includes('RequestQuotes') && account.status !== 'closed';
  const calls: MoveInCalls = {
    siteId,
    sites: accounts.flatMap(({ sites }) => sites),
    now: () => new Date(),
    match: (body) => call<typeof matchFormerLines>('POST /v1/trade/sites/{siteId}/former-lines', { params, body }),
    find,
    remember: (matches) =>
      call<typeof rememberFormerCodes>('PUT /v1/trade/sites/{siteId}/former-codes', { params, body: { matches } }),
    makeList: mayList
      ? async (name, items) => {
          const body = { name, items: listItemsOf(items) };
          const { id } = await call<typeof addOrderList>('POST /v1/trade/sites/{siteId}/lists', { params, body });
          notify({ text: 'The order list has been made.' });
          await navigate(`/trade/lists/?list=${id}`);
        }
      : undefined,
    makeQuote: mayAsk
      ? {
          label: 'Ask for a quote',
          run: async (items) => {
            key.current ??= newId();
            const body = {
              siteId,
              items: items.map(({ item: { productId, variationItemId }, quantity }) => ({
                id: productId,
                variationItemId,
                qty: quantity ?? 1,
              })),
              message: 'These items come from the invoice or list of our former supplier.',
            };
            const headers = { 'idempotency-key': key.current };
            const { id, number } = await call<typeof requestQuote>('POST /v1/trade/quotes', { body }, { headers });
            notify({ text: `We have your request ${number} and will write to you.` });
            await navigate(`/trade/quotes/${id}`);
          },
        }
      : undefined,
  };
  return (
    <>
      <header>
        <h1>{title}</h1>
        <p className={layout.muted}>
          Turn the invoice or list of your former supplier into an order list of {site.name}, or have it quoted.
        </p>
      </header>
      <MoveIn calls={calls} />
    </>
  );
}
