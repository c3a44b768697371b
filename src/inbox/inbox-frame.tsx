import type { ReactNode } from 'react';
import { cx } from '#ui/classes.ts';
import styles from './inbox.module.css';

interface InboxFrameProps {
  head: ReactNode;
  list: ReactNode;
  /** The reading pane; null if nothing is open. */
  pane: ReactNode;
}

/** A list with the reading pane beside it; on narrow screens the pane replaces the list. */
export function InboxFrame({ head, list, pane }: InboxFrameProps) {
  return (
    <div className={cx(styles.frame, pane !== null && styles.reading)}>
      <div className={styles.head}>{head}</div>
      <div className={styles.list}>{list}</div>
      {pane}
    </div>
  );
}
