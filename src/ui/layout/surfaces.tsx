import type { ReactNode } from 'react';
import { cx } from '../classes.ts';
import { Hidden } from '../hidden.tsx';
import styles from './surfaces.module.css';

/** A placeholder for content that is loading; sizes are CSS lengths. Show it only for delays of over 300 ms. */
export function Skeleton(props: { width?: string; height?: string; className?: string }) {
  const { width = '100%', height = '1em', className } = props;
  return <span className={cx(styles.skeleton, className)} style={{ width, height }} aria-hidden="true" />;
}

interface EmptyProps {
  /** A decorative drawing. */
  art?: ReactNode;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
}

/** An empty state, with the action to change it. */
export function Empty({ art, title, children, actions }: EmptyProps) {
  return (
    <div className={styles.empty}>
      {art}
      <h2>{title}</h2>
      {children}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}

interface PriceProps {
  /** Formatted: `$9.80`. */
  amount: string;
  isFrom?: boolean;
  /** The price before a discount. */
  before?: string;
  className?: string;
}

export function Price({ amount, isFrom, before, className }: PriceProps) {
  return (
    <p className={cx(styles.price, className)}>
      {isFrom && <small>from</small>}
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
