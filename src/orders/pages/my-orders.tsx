import { useState } from 'react';
import { Link } from '#ui/link.tsx';
import { callList, requireSignedIn } from '#lib/api/api-context.ts';
import { formatInstant } from '#lib/day.ts';
import type { ReplyOf } from '#lib/api/endpoint.ts';
import { formatDollars } from '#lib/money.ts';
import { describe } from '#lib/api/page-meta.ts';
import { pageNumber } from '#lib/api/page-number.ts';
import { Badge, type Tone } from '#ui/feedback/badge.tsx';
import { AnchorButton, LinkButton, Button } from '#ui/button/button.tsx';
import { Hidden } from '#ui/visually-hidden.tsx';
import { FileIcon } from '#ui/icons/icons.tsx';
import layout from '#ui/layout.module.css';
import { Pagination, rangeText } from '#ui/layout/pagination.tsx';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { BuyAgain, MissingItems } from '../account/buy-again.tsx';
import { listOrders, orderStatuses } from '../contract.ts';
import type { Route } from './+types/my-orders';
import styles from './my-orders.module.css';
import { call } from '#lib/api/api.ts';
import { errorMessageOf } from '#lib/api/problem.ts';
import { Note } from '#ui/feedback/note.tsx';
import { type askForGuestOrders, guestOrderSentences as sentences } from '../account/guest-orders-contract.ts';

type OrderRow = ReplyOf<typeof listOrders>[number];

const pageSize = 10;

export async function loader({ context, url }: Route.LoaderArgs) {
  const { email } = requireSignedIn(context, url);
  const page = pageNumber(url);
  return { page, email, ...(await callList(context, listOrders, { query: { page, pageSize } })) };
}

export const meta: Route.MetaFunction = (args) =>
  describe(args, {
    title: 'My orders',
    description: 'Your orders, their status and your tax invoices.',
    path: '/my-orders/',
    isPrivate: true,
  });

export default function MyOrders({ loaderData: { page, email, rows, total } }: Route.ComponentProps) {
  return (
    <>
      <header className={styles.head}>
        <h1>My orders</h1>
        {total > 0 && <p className={layout.muted}>{rangeText({ page, pageSize, total })}</p>}
      </header>
      {rows.length === 0 ? <NoOrders isBeyond={total > 0} /> : <Orders rows={rows} />}
      <GuestOrders email={email} />
      <Pagination page={page} pageSize={pageSize} total={total} toPage={(number) => `/my-orders/?page=${number}`} />
    </>
  );
}

function Orders({ rows }: { rows: OrderRow[] }) {
  return (
    <ul className={styles.orders}>
      {rows.map((order) => (
        <Order key={order.id} order={order} />
      ))}
    </ul>
  );
}

const tones: Record<number, Tone> = {
  [orderStatuses.newOrder.value]: 'info',
  [orderStatuses.picking.value]: 'warning',
  [orderStatuses.completed.value]: 'success',
  [orderStatuses.cancelled.value]: 'danger',
};

function Order({ order }: { order: OrderRow }) {
  const [missing, setMissing] = useState<string[]>([]);
  return (
    <li>
      <div className={styles.row}>
        <h2>
          <Link to={`/shopping/order/${order.id}`} prefetch="intent">
            <Hidden>Order </Hidden>
            {order.orderNumber}
          </Link>
        </h2>
        <p className={styles.date}>
          <time dateTime={order.orderDate}>{formatInstant(new Date(order.orderDate))}</time>
        </p>
        <p className={styles.status}>
          <Badge tone={tones[order.orderStatus] ?? 'neutral'}>{order.orderStatusValue}</Badge>
        </p>
        <p className={styles.total}>
          <Hidden>Total </Hidden>
          {formatDollars(order.orderAmount)}
        </p>
        <div className={styles.actions}>
          {order.taxInvoiceId && (
            <AnchorButton
              href={`/v1/shopping-cart/taxInvoice/${order.taxInvoiceId}/download`}
              download
              look="quiet"
              size="small"
            >
              <FileIcon />
              Invoice<Hidden> of {order.orderNumber}</Hidden>
            </AnchorButton>
          )}
          <BuyAgain order={order} size="small" onMissing={setMissing} />
        </div>
      </div>
      <MissingItems reasons={missing} />
    </li>
  );
}

function NoOrders({ isBeyond }: { isBeyond: boolean }) {
  if (isBeyond) {
    return (
      <EmptyState title="This page is empty" actions={<LinkButton to="/my-orders/">Newest orders</LinkButton>}>
        <p>You do not have that many orders.</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      art={<WaitingBox />}
      title="You have not ordered anything yet"
      actions={<LinkButton to="/shopping/products/all">Start shopping</LinkButton>}
    >
      <p>Orders that you place while you are signed in appear here, with their tax invoices.</p>
    </EmptyState>
  );
}

/** Offers to mail the link that adds guest orders. */
function GuestOrders({ email }: { email: string }) {
  const [answer, setAnswer] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const requestLink = (): void => {
    setBusy(true);
    call<typeof askForGuestOrders>('POST /v1/shopping-orders/guest-orders/link', {})
      .then(
        ({ message }) => setAnswer(message),
        (error: unknown) => setAnswer(errorMessageOf(error, sentences.failed)),
      )
      .finally(() => setBusy(false));
  };
  return (
    <Note>
      {answer ? (
        <span role="status">{answer}</span>
      ) : (
        <>
          Ordered with <strong>{email}</strong> without signing in? We can email you a link that adds those orders.{' '}
          <Button look="plain" size="small" isBusy={isBusy} onClick={requestLink}>
            Email me the link
          </Button>
        </>
      )}
    </Note>
  );
}

function WaitingBox() {
  return (
    <svg viewBox="0 0 320 220" aria-hidden="true">
      <ellipse cx="162" cy="204" rx="118" ry="10" fill="var(--teal-900)" opacity=".09" />
      <path d="M140 34h22l4 16v58h-30V50z" fill="var(--green-400)" />
      <path d="M154 34h8l4 16v58h-14z" fill="var(--green-600)" opacity=".45" />
      <rect x="141" y="20" width="20" height="16" rx="4" fill="var(--citrus-400)" />
      <path d="M141 70h20" stroke="var(--green-100)" strokeWidth="6" strokeLinecap="round" />
      <path d="M76 96 160 84l84 12v96l-84 12-84-12z" fill="var(--teal-100)" />
      <path d="M160 108v96l-84-12V96z" fill="var(--teal-200)" />
      <path d="M160 108 244 96v96l-84 12z" fill="var(--teal-300)" />
      <path d="M76 96 160 108 142 128 56 114z" fill="var(--teal-50)" />
      <path d="M244 96 160 108l18 20 86-14z" fill="var(--teal-100)" />
      <path
        d="M76 96 160 108 244 96M160 108v96"
        fill="none"
        stroke="var(--teal-600)"
        strokeWidth="5"
        strokeLinejoin="round"
      />
      <path
        d="M76 112v80l84 12 84-12v-80"
        fill="none"
        stroke="var(--teal-600)"
        strokeWidth="5"
        strokeLinejoin="round"
      />
      <path d="M184 168l34-5" stroke="var(--teal-600)" strokeWidth="6" strokeLinecap="round" />
      <path d="M184 182l20-3" stroke="var(--citrus-400)" strokeWidth="6" strokeLinecap="round" />
    </svg>
  );
}
