import { Skeleton } from '#ui/layout/skeleton.tsx';
import styles from './checkout.module.css';

/** Replaces the forms while a pending order is being checked, and while the shop loads after a placed order. */
export function PendingOrderNotice({ orderNumber }: { orderNumber: string | undefined }) {
  return (
    <section className={styles.waiting} role="status">
      {orderNumber === undefined ? (
        <>
          <h2>We are looking up your order</h2>
          <p>Please keep this page open until your payment is confirmed.</p>
        </>
      ) : (
        <>
          <h2>Your order is placed</h2>
          <p>{`Its number is ${orderNumber}.`}</p>
        </>
      )}
      <Skeleton width="9rem" height="0.4rem" />
    </section>
  );
}
