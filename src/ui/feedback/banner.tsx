import type { ReactNode } from 'react';
import styles from './banner.module.css';
import { cx } from '../classes.ts';
import layout from '../layout.module.css';

interface BannerProps {
  children: ReactNode;
  /** A button or a bar after the text. */
  aside?: ReactNode;
  /** For a message that requires no action. */
  isCalm?: boolean;
}

/** A message about the whole site, above the page. */
export function Banner({ children, aside, isCalm }: BannerProps) {
  return (
    <div className={cx(styles.banner, isCalm && styles.calm)} role="status">
      <div className={cx(layout.wide, styles.line)}>
        <p>{children}</p>
        {aside}
      </div>
    </div>
  );
}
