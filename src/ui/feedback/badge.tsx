import type { ReactNode } from 'react';
import type { To } from 'react-router';
import { Link } from '../link.tsx';
import styles from './badge.module.css';
import { cx } from '../classes.ts';
import { CloseIcon } from '../icons/icons.tsx';

export type Tone = 'neutral' | 'success' | 'warning' | 'danger' | 'info';

interface BadgeProps {
  tone?: Tone;
  /** For a badge on a picture: the tone colours only the words. */
  isRaised?: boolean;
  className?: string;
  children: ReactNode;
}

/** A dot (or an icon among the children) and a word, so that colour is never the only signal. */
export function Badge({ tone = 'neutral', isRaised, className, children }: BadgeProps) {
  return <span className={cx(styles.badge, styles[tone], isRaised && styles.raised, className)}>{children}</span>;
}

interface ChipProps {
  children: ReactNode;
  /** The action's accessible name: `Remove filter Size: 5 L`. */
  label: string;
  isGood?: boolean;
}

/** A filter or code that can be removed. Because it is a link, it works without JavaScript. */
export function ChipLink({ to, children, label, isGood }: ChipProps & { to: To }) {
  return (
    <Link to={to} preventScrollReset className={cx(styles.chip, isGood && styles.good)} aria-label={label}>
      {children}
      <CloseIcon />
    </Link>
  );
}

export function ChipButton({ onPress, children, label, isGood }: ChipProps & { onPress: () => void }) {
  return (
    <button type="button" onClick={onPress} className={cx(styles.chip, isGood && styles.good)} aria-label={label}>
      {children}
      <CloseIcon />
    </button>
  );
}

/** A small number in a filled pill. */
export function Count({ children, className }: { children: ReactNode; className?: string }) {
  return <span className={cx(styles.count, className)}>{children}</span>;
}
