import { Fragment, useState } from 'react';
import { isRouteErrorResponse, useLocation } from 'react-router';
import { api } from '#lib/api/api-context.ts';
import { formatAbn } from '#lib/text/abn.ts';
import { formatPhone } from '#lib/text/phone.ts';
import { formatInstant } from '#lib/day.ts';
import type { ReplyOf } from '#lib/api/endpoint.ts';
import { formatDollars } from '#lib/money.ts';
import { describe } from '#lib/api/page-meta.ts';
import { AnchorButton, Button, LinkButton } from '#ui/button/button.tsx';
import { Link } from '#ui/link.tsx';
import { Hidden } from '#ui/visually-hidden.tsx';
import { FileIcon, TruckIcon } from '#ui/icons/icons.tsx';
import layout from '#ui/layout.module.css';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { PageTitle } from '#ui/layout/page-title.tsx';
import { BuyAgain, MissingItems } from '../account/buy-again.tsx';
import { readOrder } from '../contract.ts';
import type { Route } from './+types/order';
import { OrderItems } from '../account/order-items.tsx';
import { OrderRefunds } from '../account/order-refunds.tsx';
import { Amounts } from '../order-amounts.tsx';
import { PickupAddress } from '../checkout/pickup-address.tsx';
import styles from '../account/order.module.css';
import { StatusTimeline } from '../account/status-timeline.tsx';

type Order = ReplyOf<typeof readOrder>;

export const handle = {
  isAlone: true,
  trail: ({ data }: { data: unknown }) => ({
    crumbs: [
      { label: 'Home', to: '/' },
      { label: 'Shop', to: '/shopping/products/all' },
    ],
    current: `Order ${(data as { order?: Order } | undefined)?.order?.orderNumber ?? ''}`.trim(), // the loader's data
  }),
};

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const key = new URL(request.url).searchParams.get('key') ?? undefined;
  const order = await api(context)(readOrder, { params: { orderId: params.orderId }, query: { key } });
  return { order, key };
}

export const meta: Route.MetaFunction = (args) =>
  describe(args, {
    title: `Order ${args.loaderData?.order.orderNumber ?? ''}`.trim(),
    description: 'Items, delivery and status of your order.',
    path: `/shopping/order/${args.params.orderId}`,
    isPrivate: true,
  });

export default function OrderPage({ loaderData: { order, key } }: Route.ComponentProps) {
  const [missing, setMissing] = useState<string[]>([]);
  return (
    <article className={styles.order}>
      <header className={styles.head}>
        <div>
          <h1>Order {order.orderNumber}</h1>
          <p className={layout.muted}>
            Placed <time dateTime={order.orderDate}>{formatInstant(new Date(order.orderDate))}</time>
          </p>
        </div>
        <Actions order={order} orderKey={key} onMissing={setMissing} />
      </header>
      <MissingItems reasons={missing} />
      <StatusTimeline
        status={order.orderStatus}
        name={order.orderStatusValue}
        isPickup={order.shippingMethod === 1}
        isPaid={!order.trade?.dueDay}
        units={order.orderItems.reduce((sum, { quantity }) => sum + quantity, 0)}
        unitsOut={order.unitsOut}
      />
      <div className={styles.columns}>
        <OrderItems order={order} />
        <div className={styles.side}>
          <Sums order={order} />
          <OrderRefunds order={order} orderKey={key} />
          <Parties order={order} />
        </div>
      </div>
    </article>
  );
}

function Actions({
  order,
  orderKey,
  onMissing,
}: {
  order: Order;
  orderKey: string | undefined;
  onMissing: (reasons: string[]) => void;
}) {
  const query = orderKey === undefined ? '' : `?key=${encodeURIComponent(orderKey)}`;
  return (
    <p className={styles.actions}>
      <Button look="quiet" onClick={() => window.print()}>
        Print
      </Button>
      <BuyAgain order={order} orderKey={orderKey} onMissing={onMissing} />
      {order.trackingUrl && (
        <AnchorButton look="quiet" href={order.trackingUrl}>
          <TruckIcon />
          Follow delivery
        </AnchorButton>
      )}
      {order.taxInvoiceId && (
        <AnchorButton href={`/v1/shopping-cart/taxInvoice/${order.taxInvoiceId}/download${query}`} download>
          <FileIcon />
          Download tax invoice
        </AnchorButton>
      )}
    </p>
  );
}

function Sums({ order }: { order: Order }) {
  const { promoCode, paymentMethod, amountRefunded, taxInvoiceNumber, trade } = order;
  return (
    <section className={styles.card} aria-labelledby="sums">
      <h2 id="sums">Summary</h2>
      <Amounts
        order={order}
        discountLabel={promoCode ? `Promo ${promoCode}` : 'Discount'}
        below={[
          ['GST included', formatDollars(order.totalIncludedGst)],
          [
            trade?.dueDay ? paymentMethod : paymentMethod ? `Paid, ${paymentMethod}` : 'Paid',
            formatDollars(order.amountPaid),
          ],
          ...(amountRefunded > 0
            ? [[trade?.dueDay ? 'Credited' : 'Refunded', formatDollars(amountRefunded)] as const]
            : []),
        ]}
        styles={styles}
      />
      {taxInvoiceNumber && <p className={styles.small}>{`Tax invoice ${taxInvoiceNumber}`}</p>}
      {trade?.paymentReference && <p className={styles.small}>{`Payment reference ${trade.paymentReference}`}</p>}
    </section>
  );
}

/** The lines between the name of the company or buyer and the address. */
const businessLines = ({ companyName, abn, billingName }: Order): string[] => [
  ...(abn === null ? [] : [`ABN ${formatAbn(abn)}`]),
  ...(companyName === null ? [] : [billingName]),
];

function Parties({ order }: { order: Order }) {
  return (
    <section className={styles.card} aria-label="Addresses">
      <div>
        <h2>Billing</h2>
        <address>
          <strong>{order.companyName ?? order.billingName}</strong>
          {businessLines(order).map((line) => (
            <Fragment key={line}>
              {line}
              <br />
            </Fragment>
          ))}
          {order.billingAddress}
          <br />
          {formatPhone(order.billingMobile)}
          <br />
          {order.billingEmail}
        </address>
        {order.purchaseOrder && <p className={layout.muted}>PO number: {order.purchaseOrder}</p>}
      </div>
      <div>
        <h2>{order.shippingMethod === 1 ? 'Pick-up' : 'Delivery'}</h2>
        {order.shippingMethod === 1 ? (
          <>
            <PickupAddress />
            <p className={layout.muted}>We will email you as soon as it is ready.</p>
          </>
        ) : (
          <address>
            <strong>{order.shippingName}</strong>
            {order.shippingAddress}
            <br />
            {formatPhone(order.shippingMobile)}
          </address>
        )}
        {order.shippingInstructions && <p className={layout.muted}>{order.shippingInstructions}</p>}
        {order.trade && (
          <p className={layout.muted}>
            Site: {order.trade.site}
            {order.trade.costCentre && `, cost centre ${order.trade.costCentre}`}
            {order.trade.quoteId && (
              <>
                , quote <Link to={`/trade/quotes/${order.trade.quoteId}`}>{order.trade.quote}</Link>
              </>
            )}
          </p>
        )}
      </div>
    </section>
  );
}

const failures: Record<number, { title: string; text: string }> = {
  401: { title: 'Please sign in', text: 'Please sign in to see this order.' },
  404: { title: 'Order not found', text: 'There is no such order, or it belongs to another account.' },
};
const failure = { title: 'Unable to get the order details.', text: 'Please try again in a moment.' };

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { pathname, search } = useLocation();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const { title, text } = failures[status] ?? failure;
  const isSignIn = status === 401;
  const to = isSignIn ? `/login?return-url=${encodeURIComponent(pathname + search)}` : '/shopping/products/all';
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <h1>
        <Hidden>Order</Hidden>
      </h1>
      <EmptyState title={title} actions={<LinkButton to={to}>{isSignIn ? 'Sign in' : 'Go to the shop'}</LinkButton>}>
        <p>{text}</p>
        <p>Ordered as a guest? Use the link in your order confirmation e-mail.</p>
      </EmptyState>
    </>
  );
}
