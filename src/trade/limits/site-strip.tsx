import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router';
import { cx } from '#ui/classes.ts';
import { useOwnSites } from '../accounts/own-sites.tsx';
import styles from './site-strip.module.css';

const isOfShop = (pathname: string): boolean => /^\/(shopping|trade)(\/|$)/.test(pathname);

/** Loaded for people of trade accounts only. If it cannot be loaded, the strip stays empty. */
const SitePicker = lazy(() =>
  import('./site-picker.tsx').then(
    (file) => ({ default: file.SitePicker }),
    () => ({ default: () => null }),
  ),
);

/**
 * For which site the reader orders, under the header of the shop. Everybody's page has it; a script of the head shows it, still empty, to
 * those who have chosen a site, so that nothing moves when their sites arrive.
 */
export function SiteStrip() {
  const { pathname } = useLocation();
  const { accounts = [] } = useOwnSites();
  if (!isOfShop(pathname)) return null;
  const hasSites = accounts.some(({ sites }) => sites.length > 0);
  return (
    <div className={cx(styles.strip, hasSites && styles.shown)}>
      {hasSites && (
        <Suspense>
          <SitePicker />
        </Suspense>
      )}
    </div>
  );
}
