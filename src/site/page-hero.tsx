import type { ReactNode } from 'react';
import { Breadcrumbs, type Crumb } from '#ui/layout/breadcrumbs.tsx';
import { cx } from '#ui/classes.ts';
import layout from '#ui/layout.module.css';
import styles from './page-hero.module.css';

interface PageHeroProps {
  title: string;
  lead: ReactNode;
  /** A drawing of 960 by 720 units. */
  art: string;
  alt: string;
  /** The page's name in the breadcrumbs; `crumbs` are the pages between the home page and this one. */
  current: string;
  crumbs?: readonly Crumb[];
  /** Hides the drawing on small screens, where it would push the content too far down. */
  isCompact?: boolean;
  children?: ReactNode;
}

const home: Crumb = { label: 'Home', to: '/' };

/** The top of a page about the company: breadcrumbs, title, lead and a drawing. */
export function PageHero({ title, lead, art, alt, current, crumbs = [], isCompact, children }: PageHeroProps) {
  return (
    <div className={layout.wide}>
      <Breadcrumbs crumbs={[home, ...crumbs]} current={current} />
      <section className={styles.hero}>
        <div className={styles.copy}>
          <h1>{title}</h1>
          <p className={styles.lead}>{lead}</p>
          {children && <div className={styles.actions}>{children}</div>}
        </div>
        <img
          className={cx(styles.art, layout.scene, isCompact && styles.compact)}
          src={art}
          alt={alt}
          width={960}
          height={720}
          fetchPriority="high"
        />
      </section>
    </div>
  );
}
