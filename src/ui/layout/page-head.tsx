import type { ReactNode } from 'react';
import styles from './page-head.module.css';

interface PageHeadProps {
  title: ReactNode;
  /** Shown beside the title. */
  badge?: ReactNode;
  /** A line under the title. */
  children?: ReactNode;
  /** Buttons at the end of the title's line. */
  actions?: ReactNode;
}

/** The meta tags of a back-office page. */
export const backOfficeMeta = (title: string) => [
  { title: `Spruce | ${title}` },
  { name: 'robots', content: 'noindex' },
];

/** The head of a back-office page. */
export function PageHead({ title, badge, children, actions }: PageHeadProps) {
  return (
    <header className={styles.head}>
      <div>
        <h1>
          {title}
          {badge}
        </h1>
        {children && <p>{children}</p>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}
