import { useState } from 'react';
import { call } from '#lib/api/api.ts';
import { api, loadByLink, requireSignedIn } from '#lib/api/api-context.ts';
import { describe } from '#lib/api/page-meta.ts';
import { errorMessageOf } from '#lib/api/problem.ts';
import { AccountPage } from '#accounts/profile/account-page.tsx';
import { Button, LinkButton } from '#ui/button/button.tsx';
import {
  findGuestOrders,
  guestOrderSentences as sentences,
  type joinGuestOrders,
} from '../account/guest-orders-contract.ts';
import type { Route } from './+types/join-orders';

/** The page that the mailed link opens. It requires a session, because the orders are added to the signed-in account. */
export async function loader({ context, url }: Route.LoaderArgs) {
  requireSignedIn(context, url);
  const token = url.searchParams.get('t') ?? '';
  const result = await loadByLink(sentences.notLoaded, api(context)(findGuestOrders, { body: { token } }));
  return { token, result };
}

export const meta: Route.MetaFunction = (args) =>
  describe(args, {
    title: 'Add earlier orders',
    description: 'Add orders that you placed without signing in to your account.',
    path: '/join-orders/',
    isPrivate: true,
  });

const ordersOf = (count: number): string => (count === 1 ? '1 order' : `${count.toLocaleString('en-AU')} orders`);

export default function JoinOrders({ loaderData: { token, result } }: Route.ComponentProps) {
  const [state, setState] = useState<{ isBusy?: true; joined?: number; failure?: string }>({});
  if ('refusal' in result) {
    return (
      <AccountPage title="This link does not work" lead={<span role="alert">{result.refusal}</span>}>
        <p>
          A link works for one day, and only in the account that it was mailed to. You can request another one on your
          orders page.
        </p>
        <ToOrders />
      </AccountPage>
    );
  }
  const { email, orders } = result;
  if (state.joined !== undefined || orders === 0) {
    const joined = state.joined ?? 0;
    const lead =
      joined > 0
        ? `Added ${ordersOf(joined)} placed with ${email}.`
        : `There are no more orders placed with ${email} to add.`;
    return (
      <AccountPage title="Your orders are in your account" lead={<span role="status">{lead}</span>}>
        <ToOrders />
      </AccountPage>
    );
  }
  const join = (): void => {
    setState({ isBusy: true });
    call<typeof joinGuestOrders>('POST /v1/shopping-orders/guest-orders/join', { body: { token } }).then(
      ({ orders: joined }) => setState({ joined }),
      (error: unknown) => setState({ failure: errorMessageOf(error, sentences.failed) }),
    );
  };
  return (
    <AccountPage
      title="Add your earlier orders?"
      lead={
        <>
          {ordersOf(orders)} placed with <strong>{email}</strong> without signing in.
        </>
      }
    >
      <p>They will appear in your orders with their tax invoices, and you can buy them again.</p>
      {state.failure && <p role="alert">{state.failure}</p>}
      <Button size="large" isBlock isBusy={state.isBusy ?? false} onClick={join}>
        Add {ordersOf(orders)}
      </Button>
      <LinkButton look="quiet" to="/my-orders/" size="large" isBlock>
        Not now
      </LinkButton>
    </AccountPage>
  );
}

const ToOrders = () => (
  <LinkButton to="/my-orders/" size="large" isBlock>
    Go to my orders
  </LinkButton>
);
