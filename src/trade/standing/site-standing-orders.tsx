import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { call } from '#lib/api/api.ts';
import type { Day } from '#lib/day.ts';
import { Button, LinkButton } from '#ui/button/button.tsx';
import { Note } from '#ui/feedback/note.tsx';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { Skeleton } from '#ui/layout/skeleton.tsx';
import type { SiteChoice } from '../accounts/own-sites.tsx';
import { useLists } from '../lists/use-lists.ts';
import { useRecords } from '../lists/use-records.ts';
import type { listStandingOrders } from './contract.ts';
import { standingSentences as sentences } from './sentences.ts';
import { StandingCard } from './standing-card.tsx';
import type { StandingOnPage } from './standing-order-days.tsx';
import { StandingDialog } from './standing-dialog.tsx';
import styles from './standing.module.css';
import { accountSentences } from '../accounts/sentences.ts';

/** The standing orders of a site; those that are loaded are replaced by each change. */
export function SiteStandingOrders({ choice, today }: { choice: SiteChoice; today: Day }) {
  const { siteId, site, account } = choice;
  const { orders, failure, put, remove, reload } = useStandingOrders(siteId);
  const { lists, failure: listsFailure, reload: reloadLists } = useLists(siteId);
  const [search, setSearch] = useSearchParams();
  const wanted = search.get('list');
  const free = lists?.filter(({ id, items }) => items.length > 0 && !orders?.some(({ listId }) => listId === id)) ?? [];
  const chosen = lists?.find(({ id }) => id === wanted);
  const edited = orders?.find(({ listId }) => listId === wanted);
  const choose = (listId?: string) =>
    setSearch(listId ? { list: listId } : {}, { replace: true, preventScrollReset: true });
  return (
    <>
      <header className={styles.top}>
        <p>{site.name}</p>
        <h1>Standing orders</h1>
      </header>
      {(failure ?? listsFailure) && (
        <Note tone="danger" isLive>
          {failure ?? listsFailure}{' '}
          <Button
            look="plain"
            size="small"
            onClick={() => {
              reload();
              reloadLists();
            }}
          >
            Try again
          </Button>
        </Note>
      )}
      {account.status !== 'open' && orders && orders.length > 0 && (
        <Note tone="warning">
          {account.status === 'hold'
            ? 'The account is on hold, and standing orders are on account: none is ordered until it is open again. Please contact us.'
            : accountSentences.closed}
        </Note>
      )}
      {(!orders || !lists) && !failure && !listsFailure && <Skeleton height="20rem" />}
      {orders?.map((order) => (
        <StandingCard
          key={order.id}
          siteId={siteId}
          order={order}
          put={put}
          remove={remove}
          reload={reload}
          today={today}
          edit={lists?.some(({ id }) => id === order.listId) ? () => choose(order.listId) : undefined}
        />
      ))}
      {orders && lists && free.length > 0 && (
        <section className={styles.more} aria-labelledby="more">
          <h2 id="more">{orders.length === 0 ? 'Order a list again and again' : 'Other lists'}</h2>
          {orders.length === 0 && (
            <p>
              A standing order comes every week, two or four weeks, or every month. We ask you before each one, or order
              it by itself. You can skip one or pause it at any time.
            </p>
          )}
          <ul>
            {free.map(({ id, name }) => (
              <li key={id}>
                <Button look="soft" onClick={() => choose(id)}>
                  Make a standing order of {name}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {orders?.length === 0 && lists && free.length === 0 && (
        <EmptyState
          title="A standing order is made from an order list."
          actions={<LinkButton to="/trade/lists">Order lists</LinkButton>}
        >
          <p>{site.name} has no list with items yet.</p>
        </EmptyState>
      )}
      {orders && chosen && (
        <StandingDialog
          key={chosen.id}
          siteId={siteId}
          account={account}
          today={today}
          list={chosen}
          order={edited}
          saved={(order) => {
            put(order);
            choose();
          }}
          reload={reload}
          close={() => choose()}
        />
      )}
    </>
  );
}

/** The standing orders of a site; undefined until they are loaded. */
function useStandingOrders(siteId: string) {
  const load = useCallback(
    (signal: AbortSignal) =>
      call<typeof listStandingOrders>(
        'GET /v1/trade/sites/{siteId}/standing-orders',
        { params: { siteId } },
        { signal },
      ),
    [siteId],
  );
  const { records: orders, ...rest } = useRecords<StandingOnPage>(load, sentences.load);
  return { orders, ...rest };
}
