import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

interface EmptyStateProps {
  /** A decorative drawing. */
  art?: ReactNode;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
}

/** Shown instead of a list that is empty, with the actions that would fill it. */
export function EmptyState({ art, title, children, actions }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      {art}
      <h2>{title}</h2>
      {children}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
