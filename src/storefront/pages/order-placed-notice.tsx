import { useEffect, useState } from 'react';
import { Link } from '#ui/link.tsx';
import { type PlacedOrder, readPlaced, storePlaced } from '../cart/placed-order.ts';
import { Button } from '#ui/button/button.tsx';
import { CheckIcon, CloseIcon } from '#ui/icons/icons.tsx';
import styles from './order-placed-notice.module.css';
import { orderCompleted } from '../list/sentences.ts';

/** The confirmation after a checkout, with the order's number and link, until it is closed or the page is left. */
export function OrderPlaced() {
  const [order, setOrder] = useState<PlacedOrder>();
  useEffect(() => {
    const placed = readPlaced();
    if (!placed) return;
    setOrder(placed);
    storePlaced(undefined);
  }, []);
  return (
    <div role="status" className={styles.region}>
      {order && (
        <div className={styles.placed}>
          <span className={styles.mark}>
            <CheckIcon />
          </span>
          <div>
            <h2>{orderCompleted}</h2>
            <p>
              Your order is <Link to={order.orderUrl}>{order.orderNumber}</Link>. The tax invoice is on its way to your
              mailbox.
            </p>
          </div>
          <Button look="plain" aria-label="Close this notice" onClick={() => setOrder(undefined)}>
            <CloseIcon />
          </Button>
        </div>
      )}
    </div>
  );
}
