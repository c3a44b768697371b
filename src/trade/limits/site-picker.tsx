import { type ReactNode, useId } from 'react';
import { cx } from '#ui/classes.ts';
import { Link } from '#ui/link.tsx';
import layout from '#ui/layout.module.css';
import { useOwnSites } from '../accounts/own-sites.tsx';
import { chooseSite } from '../site-choice.ts';
import { BudgetLeft } from './budget-left.tsx';
import styles from './site-strip.module.css';

/** The choice of the site to order for, what is left of its budget, and the links of its people. */
export function SitePicker(): ReactNode {
  const id = useId();
  const { accounts = [], choice } = useOwnSites();
  return (
    <div className={cx(layout.wide, styles.bar)}>
      <label htmlFor={id}>Ordering for</label>
      <select
        id={id}
        className={styles.picker}
        value={choice?.siteId ?? ''}
        onChange={({ target }) => chooseSite(target.value || null)}
      >
        {accounts.map((account) => (
          <optgroup key={account.id} label={account.name}>
            {account.sites.map((site) => (
              <option key={site.id} value={site.id} disabled={account.status === 'closed'}>
                {site.name}
              </option>
            ))}
          </optgroup>
        ))}
        <option value="">Myself, not a site</option>
      </select>
      {choice && <BudgetLeft siteId={choice.siteId} />}
      {choice?.account.permissions.includes('Order') && (
        <nav className={styles.links} aria-label="Order for the site">
          <Link to="/trade/lists">Order lists</Link>
          <Link to="/trade/quick-order">Quick order</Link>
          <Link to="/trade/standing-orders">Standing orders</Link>
        </nav>
      )}
      {choice && (
        <Link className={styles.company} to={`/trade/${choice.account.id}`}>
          {choice.account.name}
        </Link>
      )}
    </div>
  );
}
