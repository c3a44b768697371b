import { useState } from 'react';
import { call } from '#lib/api/api.ts';
import { urlOf } from '#lib/api/endpoint.ts';
import { format as formatDay, formatInstant, isDay } from '#lib/day.ts';
import { countText } from '#lib/text/count-text.ts';
import { itemName } from '#lib/text/item-name.ts';
import { orderStatuses } from '../../contract.ts';
import {
  type changeDeliveryState,
  type DeliveryState,
  type renewDriverLink,
  sentences,
  stateNames,
} from '#orders/deliveries/contract.ts';
import { Button } from '#ui/button/button.tsx';
import { iconButton } from '#ui/button/icon-button.tsx';
import { useChange } from '#ui/feedback/attempt.ts';
import { Badge, type Tone } from '#ui/feedback/badge.tsx';
import { notify, notifyProblem } from '#ui/feedback/notify.tsx';
import { DotsIcon } from '#ui/icons/back-office-icons.tsx';
import panel from '#ui/layout/back-office-panel.module.css';
import { type MenuEntry, PopupMenu } from '#ui/overlay/popup-menu.tsx';
import type { OrderOnPage } from '../contract.ts';
import { ordersChanged } from '../orders-changed.ts';
import { BackOrderDialog } from './back-order-dialog.tsx';
import styles from './deliveries.module.css';
import { DeliveryDialog } from './delivery-dialog.tsx';
import type { DeliveriesOnPage, DeliveryOnPage, OpenLineOnPage } from './delivery-on-page.ts';
import { ReportDialog } from './report-dialog.tsx';

const tones: Record<DeliveryState, Tone> = {
  packing: 'warning',
  dispatched: 'info',
  delivered: 'success',
  failed: 'danger',
  cancelled: 'neutral',
};

const { cancelled, refunded } = orderStatuses;

/** The dialog that is open, with the delivery that it is about. */
type Open =
  | { kind: 'edit'; delivery: DeliveryOnPage | undefined }
  | { kind: 'report'; delivery: DeliveryOnPage; to: 'delivered' | 'failed' }
  | { kind: 'dates' };

/** The deliveries of an order, what is left of it, and the link by which the buyer follows them. */
export function DeliveriesCard({ order, deliveries: given }: { order: OrderOnPage; deliveries: DeliveriesOnPage }) {
  const [open, setOpen] = useState<Open>();
  const { deliveries, lines, trackingUrl } = given;
  const left = lines.filter((line) => line.left > 0);
  const hasEnded = isOver(order);
  const mayAdd = !hasEnded && left.length > 0;
  const close = (): void => setOpen(undefined);
  return (
    <section className={panel.card} aria-labelledby="deliveries">
      <header className={panel.cardHead}>
        <h2 id="deliveries">Deliveries</h2>
        <span>{progressOf(given)}</span>
      </header>
      {deliveries.length > 0 && (
        <ul className={styles.list}>
          {deliveries.map((delivery) => (
            <Row key={delivery.id} order={order} delivery={delivery} open={setOpen} />
          ))}
        </ul>
      )}
      {!hasEnded && <BackOrder lines={left} hasDeliveries={deliveries.length > 0} />}
      <p className={styles.acts}>
        {mayAdd && (
          <Button size="small" look="quiet" onClick={() => setOpen({ kind: 'edit', delivery: undefined })}>
            New delivery
          </Button>
        )}
        {mayAdd && (
          <Button size="small" look="plain" onClick={() => setOpen({ kind: 'dates' })}>
            Change back order dates
          </Button>
        )}
        {deliveries.length > 0 && (
          <Button size="small" look="plain" onClick={() => copy(trackingUrl, 'The tracking link has been copied.')}>
            Copy tracking link
          </Button>
        )}
      </p>
      {open?.kind === 'edit' && <DeliveryDialog {...{ order, lines, close }} delivery={open.delivery} />}
      {open?.kind === 'report' && <ReportDialog {...{ order, close }} delivery={open.delivery} to={open.to} />}
      {open?.kind === 'dates' && <BackOrderDialog {...{ order, close }} lines={left} />}
    </section>
  );
}

/** Whether nothing more may leave the warehouse for an order. */
const isOver = ({ orderStatus }: OrderOnPage): boolean =>
  orderStatus === cancelled.value || orderStatus === refunded.value;

function copy(text: string, done: string): void {
  navigator.clipboard.writeText(text).then(
    () => notify({ text: done }),
    () => notifyProblem(text),
  );
}

/** `3 of 7 units have left`. */
function progressOf({ deliveries, lines }: DeliveriesOnPage): string {
  const ordered = lines.reduce((sum, line) => sum + line.ordered, 0);
  const gone = deliveries
    .filter(({ dispatchedAt, state }) => dispatchedAt !== null && state !== 'cancelled')
    .flatMap((delivery) => delivery.lines)
    .reduce((sum, { quantity }) => sum + quantity, 0);
  return `${gone} of ${countText(Math.max(ordered, gone), 'unit')} left the warehouse`; // what has left may be refunded
}

const dayText = (day: string): string => (isDay(day) ? formatDay(day) : day);

function BackOrder({ lines, hasDeliveries }: { lines: readonly OpenLineOnPage[]; hasDeliveries: boolean }) {
  if (lines.length === 0) return null;
  return (
    <div className={styles.backOrder}>
      <h3>{hasDeliveries ? 'On back order' : 'To be delivered'}</h3>
      <ul>
        {lines.map(({ orderItemId, productName, variation, left, expectedDay }) => (
          <li key={orderItemId}>
            <span>
              {left} × {itemName(productName, variation)}
            </span>
            <small>{expectedDay ? `expected ${dayText(expectedDay)}` : hasDeliveries ? 'no date yet' : ''}</small>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface RowProps {
  order: OrderOnPage;
  delivery: DeliveryOnPage;
  open: (dialog: Open) => void;
}

function Row({ order, delivery, open }: RowProps) {
  const { isBusy, change } = useChange();
  const { id, number, state, version, carrier, consignmentNumber, lines, driverUrl } = delivery;
  const params = { orderId: order.id, deliveryId: id };
  const send = (to: DeliveryState, done?: () => void) =>
    change(async () => {
      const route = 'PATCH /v1/manage-orders/{orderId}/deliveries/{deliveryId}/state';
      const known = to === 'packing' ? {} : { version }; // an Undo is pressed after the version has changed
      await call<typeof changeDeliveryState>(route, { params, body: { state: to, ...known } });
      ordersChanged();
      done?.();
    }, sentences.saveFailed);
  const renew = () =>
    change(async () => {
      const route = 'POST /v1/manage-orders/{orderId}/deliveries/{deliveryId}/driver-link';
      await call<typeof renewDriverLink>(route, { params });
      notify({ text: `The former driver's link of delivery ${number} no longer works.` });
    }, sentences.saveFailed);
  const cancel = () =>
    send('cancelled', () =>
      notify({
        text: `Delivery ${number} has been cancelled.`,
        action: { label: 'Undo', run: () => void send('packing') },
      }),
    );
  const entries: MenuEntry[] = [
    ...(state === 'cancelled' || state === 'delivered'
      ? []
      : [{ label: 'Change', onSelect: () => open({ kind: 'edit', delivery }) }]),
    ...(state === 'cancelled'
      ? []
      : [{ label: 'Packing slip', onSelect: () => window.open(slipUrl(id), '_blank', 'noopener') }]),
    ...(driverUrl
      ? [
          { label: "Copy driver's link", onSelect: () => copy(driverUrl, "The driver's link has been copied.") },
          { label: "Replace driver's link", onSelect: () => void renew() },
        ]
      : []),
    ...(state === 'delivered' && !delivery.hasPhoto && !delivery.hasSignature
      ? [{ label: 'Take “Delivered” back', startsGroup: true, onSelect: () => void send('dispatched') }]
      : []),
    ...(state === 'packing' || state === 'failed'
      ? [{ label: 'Cancel delivery', isDangerous: true, startsGroup: true, onSelect: () => void cancel() }]
      : []),
  ];
  return (
    <li>
      <div className={styles.head}>
        <h3>Delivery {number}</h3>
        <Badge tone={tones[state]}>{stateNames[state]}</Badge>
        <span className={styles.rowActs}>
          {(state === 'packing' || state === 'failed') && !isOver(order) && (
            <Button
              size="small"
              isBusy={isBusy}
              onClick={() => void send('dispatched', () => notify({ text: dispatched(number) }))}
            >
              {state === 'failed' ? 'Dispatch again' : 'Dispatch'}
            </Button>
          )}
          {state === 'dispatched' && (
            <>
              <Button size="small" look="quiet" onClick={() => open({ kind: 'report', delivery, to: 'delivered' })}>
                Delivered
              </Button>
              <Button size="small" look="plain" onClick={() => open({ kind: 'report', delivery, to: 'failed' })}>
                Not delivered
              </Button>
            </>
          )}
          {state === 'cancelled' && !isOver(order) && (
            <Button size="small" look="plain" isBusy={isBusy} onClick={() => void send('packing')}>
              Restore
            </Button>
          )}
          {entries.length > 0 && (
            <PopupMenu
              button={<DotsIcon />}
              buttonClassName={iconButton}
              label={`More for delivery ${number}`}
              entries={entries}
            />
          )}
        </span>
      </div>
      <p className={styles.units}>
        {lines
          .map(({ quantity, productName, variation }) => `${quantity} × ${itemName(productName, variation)}`)
          .join(', ')}
      </p>
      <p className={styles.facts}>{[carrier, consignmentNumber, ...eventsOf(delivery)].filter(Boolean).join(' · ')}</p>
      <Proof orderId={order.id} delivery={delivery} />
    </li>
  );
}

/** Links to the pictures of a proof of delivery. */
function Proof({
  orderId,
  delivery: { id, number, hasPhoto, hasSignature },
}: {
  orderId: string;
  delivery: DeliveryOnPage;
}) {
  if (!hasPhoto && !hasSignature) return null;
  const path = `/v1/manage-orders/${orderId}/deliveries/${id}/proof`;
  return (
    <p className={styles.proof}>
      {hasPhoto && (
        <a href={`${path}/photo`} target="_blank" rel="noreferrer" aria-label={`Photo of delivery ${number}`}>
          Photo
        </a>
      )}
      {hasSignature && (
        <a href={`${path}/signature`} target="_blank" rel="noreferrer" aria-label={`Signature of delivery ${number}`}>
          Signature
        </a>
      )}
    </p>
  );
}

const slipUrl = (deliveryId: string): string => urlOf('/v1/manage-orders/delivery-slips', { query: { deliveryId } });

const dispatched = (number: number): string => `Delivery ${number} is on its way. The e-mail to the buyer is, too.`;

const at = (instant: string): string => formatInstant(new Date(instant));

/** What happened to a delivery, in words. */
function eventsOf(delivery: DeliveryOnPage): string[] {
  const { state, plannedDay, dispatchedAt, deliveredAt, receivedBy, failedAt, failure } = delivery;
  return [
    ...(plannedDay && (state === 'packing' || state === 'dispatched') ? [`Planned for ${dayText(plannedDay)}`] : []),
    ...(dispatchedAt ? [`Left ${at(dispatchedAt)}`] : []),
    ...(failedAt ? [`Not delivered ${at(failedAt)}: ${failure}`] : []),
    ...(deliveredAt ? [`Delivered ${at(deliveredAt)}${receivedBy && ` to ${receivedBy}`}`] : []),
  ];
}
