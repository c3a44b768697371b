import type { ReactNode } from 'react';
import { cx } from '#ui/classes.ts';
import layout from '#ui/layout.module.css';
import styles from './illustrated-page.module.css';

/** The class of the page's row of buttons. */
export const illustratedPageActions = styles.actions;

interface IllustratedPageProps {
  /** A drawing of 960 by 600 units. */
  art: string;
  alt?: string;
  /** A class that sets the spacing, through the custom properties listed in the stylesheet. */
  className: string | undefined;
  children: ReactNode;
}

/** A page with a short text and a drawing beside it; on small screens the drawing is above. */
export function IllustratedPage({ art, alt = '', className, children }: IllustratedPageProps) {
  return (
    <div className={cx(layout.wide, styles.page, className)}>
      <div className={styles.copy}>{children}</div>
      <img className={cx(styles.art, layout.scene)} src={art} alt={alt} width={960} height={600} />
    </div>
  );
}
