import { Skeleton } from '#ui/layout/surfaces.tsx';
import styles from './checkout.module.css';

/** In place of the forms while an order is decided elsewhere, and while the shop is on its way to thank for it. */
export function Waiting({ orderNumber }: { orderNumber: string | undefined }) {
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
