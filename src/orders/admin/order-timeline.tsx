import type { ReactNode } from 'react';
import { formatInstant } from '#lib/day.ts';
import type { ReplyOf } from '#lib/api/endpoint.ts';
import { orderStatuses } from '../contract.ts';
import type { listStatusEvents } from '../status/status-contract.ts';
import { cx } from '#ui/classes.ts';
import { Badge } from '#ui/feedback/badge.tsx';
import { Hidden } from '#ui/visually-hidden.tsx';
import { StepDot } from '#ui/layout/step-dot.tsx';
import type { OrderOnPage } from './contract.ts';
import { StatusBadge } from './status-badge.tsx';
import panel from '#ui/layout/back-office-panel.module.css';
import styles from './order-timeline.module.css';

type Event = ReplyOf<typeof listStatusEvents>[number];

/** The steps of the timeline (specification of the shop, section 4). */
const { newOrder, picking, completed } = orderStatuses;
const steps = [newOrder, picking, completed];

/** An order's progress with the time and author of each step. A cancelled or refunded order also shows that status. */
export function OrderTimeline({ order, events }: { order: OrderOnPage; events: readonly Event[] }) {
  const reached = steps.findIndex(({ value }) => value === order.orderStatus);
  const latest = (status: number) =>
    events.findLast(({ fromStatus, toStatus }) => toStatus === status && fromStatus !== status);
  const hasLeft = reached < 0;
  const ended = hasLeft ? latest(order.orderStatus) : undefined;
  return (
    <section className={cx(panel.card, styles.timeline)} aria-label="Status">
      <ol className={styles.line}>
        {steps.map(({ value, name }, place) => {
          const event = latest(value);
          const hasBeen = hasLeft && (place === 0 || event !== undefined);
          const isDone = hasBeen || place < reached || (place === reached && value === completed.value);
          return (
            <li
              key={value}
              className={cx((place <= reached || hasBeen) && styles.reached, place < reached && styles.passed)}
              aria-current={place === reached ? 'step' : undefined}
            >
              <StepDot number={place + 1} isDone={isDone} isNow={place === reached} />
              <span>
                <strong>{name}</strong>
                {(place <= reached || hasBeen) && <Hidden>, reached</Hidden>}
                <small>{noteOf({ event, order, isFirst: place === 0, isReached: place <= reached || hasBeen })}</small>
              </span>
            </li>
          );
        })}
      </ol>
      {hasLeft && (
        <p className={styles.ended}>
          <StatusBadge status={order.orderStatus} />
          {ended && `${formatInstant(new Date(ended.at))}, ${ended.by}`}
        </p>
      )}
      {events.map(
        ({ id, note, at }) =>
          note && (
            <p key={id} className={styles.ended}>
              <Badge tone="danger">Refund came back</Badge>
              {`${formatInstant(new Date(at))}. ${note}`}
            </p>
          ),
      )}
    </section>
  );
}

interface StepNoteProps {
  event: Event | undefined;
  order: OrderOnPage;
  isFirst: boolean;
  isReached: boolean;
}

/** When a step was reached and by whom; the first step has no author, because the buyer took it. Neither part breaks across lines. */
function noteOf({ event, order, isFirst, isReached }: StepNoteProps): ReactNode {
  if (isFirst && !event) return <span>{formatInstant(new Date(order.orderDate))}</span>;
  if (!event || !isReached) return null;
  return (
    <>
      <span>{formatInstant(new Date(event.at))},</span> <span>{event.by}</span>
    </>
  );
}
