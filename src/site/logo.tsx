import { Link } from 'react-router';
import { cx } from '#ui/classes.ts';
import styles from './logo.module.css';

export function Mark({ isOnInk, size }: { isOnInk?: boolean | undefined; size: number }) {
  return (
    <svg
      viewBox="0 0 48 48"
      width={size}
      height={size}
      className={isOnInk ? styles.onInk : undefined}
      aria-hidden="true"
    >
      <rect className={styles.ground} width="48" height="48" rx="13" />
      <path
        className={styles.bright}
        d="M24 6.5 16.2 18.6Q19.9 20.8 24 20.8ZM24 15.5 12.7 29.3Q18 32.3 24 32.3ZM24 25.5 9.3 38.3Q16 42 24 42Z"
      />
      <path
        className={styles.shaded}
        d="M24 6.5 31.8 18.6Q28.1 20.8 24 20.8ZM24 15.5 35.3 29.3Q30 32.3 24 32.3ZM24 25.5 38.7 38.3Q32 42 24 42Z"
      />
    </svg>
  );
}

export function Logo({ isOnInk }: { isOnInk?: boolean }) {
  return (
    <Link className={cx(styles.logo, isOnInk && styles.onInk)} to="/" aria-label="Spruce, home">
      <Mark isOnInk={isOnInk} size={36} />
      <span>Spruce</span>
    </Link>
  );
}
