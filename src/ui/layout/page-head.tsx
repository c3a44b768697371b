import type { ReactNode } from 'react';
import { type MetaArgs, titleOnPage } from '#lib/api/page-meta.ts';
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

/** The meta tags of a back-office page: `export const meta = backOfficeMeta('Orders')`. */
export const backOfficeMeta = (title: string) => (args: MetaArgs) => [
  { title: titleOnPage(args, title) },
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
