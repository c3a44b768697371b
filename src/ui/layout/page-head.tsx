import type { ReactNode } from 'react';
import styles from './page-head.module.css';

interface PageHeadProps {
  title: ReactNode;
  /** Beside the title. */
  badge?: ReactNode;
  /** Under it. */
  children?: ReactNode;
  /** At the end of the line. */
  actions?: ReactNode;
}

/** What `meta` of a back-office page returns. */
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
