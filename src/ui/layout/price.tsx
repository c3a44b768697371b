import { cx } from '../classes.ts';
import { Hidden } from '../visually-hidden.tsx';
import styles from './price.module.css';

interface PriceProps {
  /** Formatted: `$9.80`. */
  amount: string;
  isFrom?: boolean;
  /** The price before a discount. */
  before?: string;
  /** Words over the price, with the price before: `Your price`. */
  label?: string;
  /** Words under the price: `12+ $9.20`. */
  note?: string | undefined;
  className?: string;
}

/** A price, with the price before the discount if there was one. */
export function Price({ amount, isFrom, before, label, note, className }: PriceProps) {
  const struck = before && (
    <s>
      <Hidden>, before </Hidden>
      {before}
    </s>
  );
  return (
    <p className={cx(styles.price, className)}>
      {label ? (
        <small>
          {label}
          {struck}
        </small>
      ) : (
        isFrom && <small>from</small>
      )}
      {before && !label && <Hidden>now </Hidden>}
      {amount}
      {!label && struck}
      {note && <small className={styles.note}>{note}</small>}
    </p>
  );
}
