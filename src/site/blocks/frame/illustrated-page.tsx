import type { ReactNode } from 'react';
import type { DrawingName } from '#company/drawing-paths.ts';
import { useDrawing } from '#company/use-drawing.ts';
import { cx } from '#ui/classes.ts';
import layout from '#ui/layout.module.css';
import styles from './illustrated-page.module.css';

/** The class of the page's row of buttons. */
export const illustratedPageActions = styles.actions;

/** The class of the picture. */
export const illustratedPageArt = cx(styles.art, layout.scene);

/** A drawing of the program, of 960 by 600 units; `own` is the file in the build. */
export const Drawing = ({ name, own, alt = '' }: { name: DrawingName; own: string; alt?: string }) => (
  <img className={illustratedPageArt} src={useDrawing(name, own)} alt={alt} width={960} height={600} />
);

interface IllustratedPageProps {
  /** A `Drawing` or a picture. */
  art: ReactNode;
  id?: string | undefined;
  /** A class that sets the spacing, through the custom properties listed in the stylesheet. */
  className: string | undefined;
  children: ReactNode;
}

/** A page with a short text and a picture beside it; on small screens the picture is above. */
export function IllustratedPage({ art, id, className, children }: IllustratedPageProps) {
  return (
    <div className={cx(layout.wide, styles.page, className)} id={id}>
      <div className={styles.copy}>{children}</div>
      {art}
    </div>
  );
}
