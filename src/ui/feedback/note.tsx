import type { ReactNode } from 'react';
import { cx } from '../classes.ts';
import { CheckIcon, InfoIcon, WarningIcon } from '../icons/icons.tsx';
import styles from './note.module.css';

interface NoteProps {
  tone?: 'info' | 'success' | 'warning' | 'danger';
  /** Announced by screen readers when it appears; for results of an action. */
  isLive?: boolean;
  className?: string;
  children: ReactNode;
}

const icons = { info: InfoIcon, success: CheckIcon, warning: WarningIcon, danger: WarningIcon };

/** A permanent remark in the flow of the page. */
export function Note({ tone = 'info', isLive, className, children }: NoteProps) {
  const Icon = icons[tone];
  const role = tone === 'danger' ? 'alert' : 'status';
  return (
    <div className={cx(styles.note, tone !== 'info' && styles[tone], className)} role={isLive ? role : undefined}>
      <Icon />
      <div>{children}</div>
    </div>
  );
}

/** The server's reason for refusing a form, announced when it appears. Renders nothing without a reason. */
export function Refusal({ isStrong, children }: { isStrong?: boolean; children: string | undefined }) {
  if (!children) return null;
  return (
    <Note tone="danger" isLive>
      {isStrong ? <strong>{children}</strong> : children}
    </Note>
  );
}
