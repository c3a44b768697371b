import { useId } from 'react';
import { useLocation } from 'react-router';
import { cx } from '#ui/classes.ts';
import { Link } from '#ui/link.tsx';
import layout from '#ui/layout.module.css';
import { chooseSite } from '../site-choice.ts';
import { useOwnSites } from '../accounts/own-sites.tsx';
import { BudgetLeft } from './budget-left.tsx';
import styles from './site-strip.module.css';

const isOfShop = (pathname: string): boolean => /^\/(shopping|trade)(\/|$)/.test(pathname);

/**
 * For which site the reader orders, under the header of the shop. Everybody's page has it; a script of the head shows it, still empty, to
 * those who have chosen a site, so that nothing moves when their sites arrive.
 */
export function SiteStrip() {
  const { pathname } = useLocation();
  const id = useId();
  const { accounts = [], choice } = useOwnSites();
  if (!isOfShop(pathname)) return null;
  const hasSites = accounts.some(({ sites }) => sites.length > 0);
  return (
    <div className={cx(styles.strip, hasSites && styles.shown)}>
      {hasSites && (
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
            </nav>
          )}
          {choice && (
            <Link className={styles.company} to={`/trade/${choice.account.id}`}>
              {choice.account.name}
            </Link>
          )}
        </div>
      )}
    </div>
  );
}
