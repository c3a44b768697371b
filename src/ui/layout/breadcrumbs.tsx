import { Link } from '../link.tsx';
import styles from './breadcrumbs.module.css';

export interface Crumb {
  label: string;
  /** A path of this site. */
  to: string;
}

/** The path from the home page; the last entry is the page itself, without a link. */
export function Breadcrumbs({ crumbs, current }: { crumbs: readonly Crumb[]; current: string }) {
  return (
    <nav className={styles.crumbs} aria-label="Breadcrumb">
      <ol>
        {crumbs.map(({ label, to }) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
        <li aria-current="page">{current}</li>
      </ol>
    </nav>
  );
}
