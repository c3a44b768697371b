import { formatDollars } from '#lib/money.ts';
import { CheckIcon } from '#ui/icons/icons.tsx';
import { Skeleton } from '#ui/layout/skeleton.tsx';
import styles from './free-delivery-meter.module.css';

/** How much is missing for free delivery, as text and as a progress bar. Amounts are dollars. */
export function FreeDelivery({ missing, from }: { missing: number; from: number }) {
  const done = Math.min(100, Math.round(((from - missing) / from) * 100));
  return (
    <div className={styles.meter}>
      {missing > 0 ? (
        <p>
          <strong>{formatDollars(missing)} to go</strong> for free delivery
        </p>
      ) : (
        <p className={styles.free}>
          <CheckIcon />
          <span>
            Standard delivery is <strong>free</strong> for this order
          </span>
        </p>
      )}
      <div
        className={styles.track}
        role="progressbar"
        aria-label="Towards free delivery"
        aria-valuenow={done}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <i style={{ width: `${done}%` }} />
      </div>
    </div>
  );
}

/** A placeholder of the same height, shown until the cart is priced. */
export const FreeDeliveryPlace = () => (
  <div className={styles.meter} aria-hidden="true">
    <p>
      <Skeleton width="11rem" height="1.45em" />
    </p>
    <div className={styles.track} />
  </div>
);
