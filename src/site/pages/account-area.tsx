import { NavLink, Outlet } from 'react-router';
import { useOwnSites } from '#trade/accounts/own-sites.tsx';
import { cx } from '#ui/classes.ts';
import layout from '#ui/layout.module.css';
import { accountArea } from '../navigation.ts';
import styles from './account-area.module.css';

export default function AccountArea() {
  const { accounts = [] } = useOwnSites();
  return (
    <div className={cx(layout.wrap, styles.area)}>
      <nav className={styles.nav} aria-label="Your account">
        {accountArea.map(({ label, to }) => (
          <NavLink key={to} to={to} end prefetch="intent">
            {label}
          </NavLink>
        ))}
        {accounts.map(({ id, name }) => (
          <NavLink key={id} to={`/trade/${id}`} prefetch="intent">
            {name}
          </NavLink>
        ))}
        <NavLink to="/logout/" reloadDocument className={styles.leave}>
          Sign out
        </NavLink>
      </nav>
      <div className={styles.page}>
        <Outlet />
      </div>
    </div>
  );
}
