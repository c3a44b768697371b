import { useId } from 'react';
import type { ReplyOf } from '#lib/api/endpoint.ts';
import { format as formatDay, formatInstant, isDay } from '#lib/day.ts';
import { asSentence } from '#lib/text/as-sentence.ts';
import { itemName } from '#lib/text/item-name.ts';
import { cx } from '#ui/classes.ts';
import { Badge, type Tone } from '#ui/feedback/badge.tsx';
import { Note } from '#ui/feedback/note.tsx';
import { StepDot } from '#ui/layout/step-dot.tsx';
import { Hidden } from '#ui/visually-hidden.tsx';
import type { readTracking } from './track-contract.ts';
import styles from './tracking.module.css';

type Tracking = ReplyOf<typeof readTracking>;
type Tracked = Tracking['deliveries'][number];
type Line = Tracked['lines'][number];

const states: Record<Tracked['state'], { label: string; tone: Tone; step: number }> = {
  packing: { label: 'Being packed', tone: 'warning', step: 0 },
  dispatched: { label: 'On its way', tone: 'info', step: 1 },
  failed: { label: 'Not delivered yet', tone: 'danger', step: 1 },
  delivered: { label: 'Delivered', tone: 'success', step: 2 },
};

const dayText = (day: string): string => (isDay(day) ? formatDay(day) : day);
const instantText = (at: string): string => formatInstant(new Date(at));

/** What the holder of the link may see of an order: its deliveries, and what is still to come. */
export function TrackingView({ tracking }: { tracking: Tracking }) {
  const { orderNumber, orderDate, ended, destination, deliveries, backOrders, waiting } = tracking;
  return (
    <article className={styles.view}>
      <header className={styles.head}>
        <h1>Order {orderNumber}</h1>
        <p>
          {destination && `To ${destination}. `}Placed <time dateTime={orderDate}>{instantText(orderDate)}</time>.
        </p>
      </header>
      {ended && <Note tone="warning">{`This order is ${ended.toLowerCase()}. Nothing more will be sent.`}</Note>}
      {deliveries.map((delivery) => (
        <DeliveryCard key={delivery.id} delivery={delivery} count={deliveries.length} />
      ))}
      <Lines title="Being prepared" about="We write to you when it is on its way." lines={waiting} />
      <Lines
        title="On back order"
        about="We send the rest as soon as it is here, and write to you if a date changes."
        lines={backOrders}
      />
    </article>
  );
}

function DeliveryCard({ delivery, count }: { delivery: Tracked; count: number }) {
  const { number, state, lines, photo, failedAt, failure } = delivery;
  const id = useId();
  const { label, tone } = states[state];
  return (
    <section className={styles.card} aria-labelledby={id}>
      <header className={styles.cardHead}>
        <h2 id={id}>{count === 1 ? 'Delivery' : `Delivery ${number}`}</h2>
        <Badge tone={tone}>{label}</Badge>
      </header>
      {state === 'failed' && failedAt && (
        <Note tone="warning">{`We could not deliver on ${instantText(failedAt)}: ${asSentence(failure)} We will try again.`}</Note>
      )}
      <Steps delivery={delivery} />
      <LineList lines={lines} />
      {photo && (
        <figure className={styles.photo}>
          <img src={photo} alt="The goods where they were left" loading="lazy" />
          <figcaption>Photo of the delivery</figcaption>
        </figure>
      )}
    </section>
  );
}

/** Packed, on its way, delivered: each with its time and details once it is reached. */
function Steps({ delivery }: { delivery: Tracked }) {
  const { state, carrier, consignmentNumber, plannedDay, dispatchedAt, deliveredAt, receivedBy } = delivery;
  const reached = states[state].step;
  const planned = plannedDay && state !== 'delivered' ? `Planned for ${dayText(plannedDay)}` : '';
  const steps: { name: string; details: string[] }[] = [
    { name: 'Packed', details: state === 'packing' ? ['We are packing it now', planned] : [] },
    {
      name: 'On its way',
      details: [
        dispatchedAt ? instantText(dispatchedAt) : '',
        carrier && `Carrier: ${carrier}`,
        consignmentNumber && `Consignment ${consignmentNumber}`,
        reached === 1 ? planned : '',
      ],
    },
    {
      name: 'Delivered',
      details: [deliveredAt ? instantText(deliveredAt) : '', receivedBy && `Received by ${receivedBy}`],
    },
  ];
  return (
    <ol className={styles.steps} aria-label="Progress">
      {steps.map(({ name, details }, place) => {
        const isReached = place <= reached;
        const isDone = place < reached || (place === 2 && reached === 2);
        return (
          <li
            key={name}
            className={cx(isReached && styles.reached)}
            aria-current={place === reached ? 'step' : undefined}
          >
            <StepDot number={place + 1} isDone={isDone} isNow={place === reached} />
            <span>
              <strong>{name}</strong>
              {isReached && <Hidden>, reached</Hidden>}
              {isReached && details.filter(Boolean).map((detail) => <small key={detail}>{detail}</small>)}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

function Lines({
  title,
  about,
  lines,
}: {
  title: string;
  about: string;
  lines: readonly (Line & { expectedDay?: string | null })[];
}) {
  const id = useId();
  if (lines.length === 0) return null;
  return (
    <section className={styles.card} aria-labelledby={id}>
      <header className={styles.cardHead}>
        <h2 id={id}>{title}</h2>
      </header>
      <p className={styles.about}>{about}</p>
      <LineList lines={lines} />
    </section>
  );
}

function LineList({ lines }: { lines: readonly (Line & { expectedDay?: string | null })[] }) {
  return (
    <ul className={styles.lines}>
      {lines.map(({ productName, variation, quantity, expectedDay }) => (
        <li key={`${productName} ${variation}`}>
          <span>
            <b>{quantity}</b> × {itemName(productName, variation)}
          </span>
          {expectedDay !== undefined && (
            <small>{expectedDay === null ? 'Date not known yet' : `Expected ${dayText(expectedDay)}`}</small>
          )}
        </li>
      ))}
    </ul>
  );
}
