import type { ReactNode } from 'react';
import { Link } from '../link.tsx';
import styles from './key-figures.module.css';
import { Hidden } from '../visually-hidden.tsx';

/** A few numbers side by side, each a `Figure`. */
export const Figures = ({ children }: { children: ReactNode }) => <dl className={styles.figures}>{children}</dl>;

interface FigureProps {
  label: string;
  value: ReactNode;
  /** A link to the list that the figure counts. */
  to?: string;
  /** An explanation of the figure. */
  children: ReactNode;
}

export function Figure({ label, value, to, children }: FigureProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className={styles.value}>
        {to === undefined ? (
          value
        ) : (
          <Link to={to}>
            {value}
            <Hidden>, show {label.toLowerCase()}</Hidden>
          </Link>
        )}
      </dd>
      <dd className={styles.note}>{children}</dd>
    </div>
  );
}

interface ChangeProps {
  now: number;
  before: number;
  /** The period to compare with: `a week ago`. */
  than: string;
}

/** `▲ 12.6% on a week ago`, or words if a percentage would be meaningless. */
export function Change({ now, before, than }: ChangeProps) {
  if (before <= 0) return <>None {than}</>;
  if (now > 10 * before)
    return (
      <>
        {Math.round(now / before)} times as much as {than}
      </>
    );
  const change = (now / before - 1) * 100;
  const isUp = change >= 0;
  return (
    <>
      <b className={isUp ? styles.up : styles.down}>
        {isUp ? '▲' : '▼'} {Math.abs(change).toFixed(1)}%
      </b>{' '}
      on {than}
    </>
  );
}
