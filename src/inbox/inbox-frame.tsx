import type { ReactNode } from 'react';
import { cx } from '#ui/classes.ts';
import styles from './inbox.module.css';

interface InboxFrameProps {
  head: ReactNode;
  list: ReactNode;
  /** What is read; null where nothing is open. */
  pane: ReactNode;
}

/** A list with what is read beside it; on narrow screens what is read takes its place. */
export function InboxFrame({ head, list, pane }: InboxFrameProps) {
  return (
    <div className={cx(styles.frame, pane !== null && styles.reading)}>
      <div className={styles.head}>{head}</div>
      <div className={styles.list}>{list}</div>
      {pane}
    </div>
  );
}
