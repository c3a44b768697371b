import { Link } from 'react-router';
import { LinePicture } from '#storefront/cart/cart-line-picture.tsx';
import type { ReplyOf } from '#lib/api/endpoint.ts';
import { formatDollars } from '#lib/money.ts';
import type { readOrder } from '../contract.ts';
import styles from './order.module.css';
import { formatInstant } from '#lib/day.ts';
import { cx } from '#ui/classes.ts';

type Order = ReplyOf<typeof readOrder>;

export function OrderItems({ order }: { order: Order }) {
  return (
    <section aria-labelledby="items" className={styles.items}>
      <h2 id="items">Items</h2>
      <ul>
        {order.orderItems.map((item) => (
          <li key={item.orderItemId}>
            <span className={styles.picture}>
              {item.productImage && (
                <LinePicture line={{ image: item.productImage, url: item.productUrl }} sizes="72px" />
              )}
            </span>
            <div>
              <h3>
                <Link to={`/shopping/product-detail/${encodeURIComponent(item.productUrl)}`}>{item.productName}</Link>
              </h3>
              <p>
                {item.variation && <span>{item.variation}</span>}
                <span>{item.productCode}</span>
              </p>
              <p>{`${item.quantity} × ${formatDollars(item.price)}`}</p>
            </div>
            <p className={styles.amount}>
              {formatDollars(item.total)}
              {item.discountedAmount > 0 && <small>{`${formatDollars(item.discountedAmount)} off`}</small>}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Refunds({ order, orderKey }: { order: Order; orderKey: string | undefined }) {
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
      <p className={styles.small}>Your bank shows a refund within 5 to 10 business days.</p>
    </section>
  );
}
