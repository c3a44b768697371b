import type { ReactNode } from 'react';
import { formatDollars } from '#lib/money.ts';
import { cx } from '#ui/classes.ts';
import { Skeleton } from '#ui/layout/skeleton.tsx';
import type { Priced } from './priced-cart.ts';
import styles from './cart-totals.module.css';

interface TotalsProps {
  priced: Priced | undefined;
  /** Label of the discount: `You save`, or the code. */
  saving: string;
  /** Label of the delivery. */
  delivery: string;
}

/** Subtotal, discount, delivery, total and included GST. Shows placeholders until the cart is priced. */
export function Totals({ priced, saving, delivery }: TotalsProps) {
  return (
    <div>
      <dl className={styles.totals}>
        <Row name="Subtotal">{priced ? formatDollars(priced.subTotal) : <Skeleton width="4.5rem" />}</Row>
        {priced !== undefined && priced.discount > 0 && (
          <Row name={saving} className={styles.save}>
            {`−${formatDollars(priced.discount)}`}
          </Row>
        )}
        <Row name={delivery}>{priced ? fee(priced.shippingFee) : <Skeleton width="3.5rem" />}</Row>
        <Row name="Total" className={styles.total}>
          {priced ? formatDollars(priced.total) : <Skeleton width="6rem" />}
        </Row>
      </dl>
      <p className={styles.gst}>
        {priced ? `Includes ${formatDollars(priced.totalIncludedGst)} GST` : <Skeleton width="8rem" />}
      </p>
    </div>
  );
}

const fee = (amount: number | undefined): string => (amount ? formatDollars(amount) : 'Free');

function Row({ name, className, children }: { name: string; className?: string | undefined; children: ReactNode }) {
  return (
    <div className={cx(styles.row, className)}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
