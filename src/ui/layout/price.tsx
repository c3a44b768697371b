import { cx } from '../classes.ts';
import { Hidden } from '../visually-hidden.tsx';
import styles from './price.module.css';

interface PriceProps {
  /** Formatted: `$9.80`. */
  amount: string;
  isFrom?: boolean;
  /** Words over the price, instead of those of `isFrom`: `Your price`. */
  label?: string;
  /** The price before a discount. */
  before?: string;
  className?: string;
}

/** A price, with the price before the discount if there was one. */
export function Price({ amount, isFrom, label, before, className }: PriceProps) {
  return (
    <p className={cx(styles.price, className)}>
      {label ? <small>{label}</small> : isFrom && <small>from</small>}
      {before && <Hidden>now </Hidden>}
      {amount}
      {before && (
        <s>
          <Hidden>, before </Hidden>
          {before}
        </s>
      )}
    </p>
  );
}
