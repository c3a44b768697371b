import type { ReplyOf } from '#lib/api/endpoint.ts';
import { formatInstant } from '#lib/day.ts';
import { formatDollars } from '#lib/money.ts';
import { cx } from '#ui/classes.ts';
import type { readOrder } from '../contract.ts';
import styles from './order.module.css';

/** The refunds that the buyer has received, each with its adjustment note to download. */
export function OrderRefunds({ order, orderKey }: { order: ReplyOf<typeof readOrder>; orderKey: string | undefined }) {
  const paid = order.refunds.filter(({ amount }) => amount > 0);
  if (paid.length === 0) return null;
  const query = orderKey === undefined ? '' : `?key=${encodeURIComponent(orderKey)}`;
  return (
    <section className={cx(styles.card, styles.returned)} aria-labelledby="refunds">
      <h2 id="refunds">{paid.length === 1 ? 'Refund' : 'Refunds'}</h2>
      <ul className={styles.refunds}>
        {paid.map(({ id, amount, refundDate, adjustmentNoteId, adjustmentNoteNumber }) => (
          <li key={id}>
            <p>
              <strong>{formatDollars(amount)}</strong>
              <time dateTime={refundDate}>{formatInstant(new Date(refundDate))}</time>
            </p>
            {adjustmentNoteId && (
              <a href={`/v1/shopping-cart/adjustmentNote/${adjustmentNoteId}/download${query}`} download>
                {`Download ${adjustmentNoteNumber}`}
              </a>
            )}
          </li>
        ))}
      </ul>
      <p className={styles.small}>
        {order.trade?.dueDay
          ? 'Credited to your account.'
          : 'Refunds appear on your statement within 5 to 10 business days.'}
      </p>
    </section>
  );
}
