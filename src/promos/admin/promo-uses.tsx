import { Link } from '#ui/link.tsx';
import { hasAccess } from '#lib/api/access.ts';
import { formatDollars } from '#lib/money.ts';
import { useViewer } from '#lib/api/root-data.ts';
import { formatCount } from '#ui/table/table-config.ts';
import styles from './promo-columns.module.css';
import type { PromoOnPage } from './promo-form.ts';
import { usesPath } from './promo-uses-path.ts';

export function Uses({ promo }: { promo: Pick<PromoOnPage, 'id' | 'code' | 'uses' | 'discountGiven'> }) {
  const { code, uses, discountGiven } = promo;
  const mayOpen = hasAccess(useViewer(), 'ManageCartOrders');
  const orders = uses === 1 ? '1 order' : `${formatCount(uses)} orders`;
  if (uses === 0) return <>{orders}</>;
  return (
    <>
      {mayOpen ? (
        <Link to={usesPath(promo)} aria-label={`${orders} with ${code}`}>
          {orders}
        </Link>
      ) : (
        orders
      )}
      <small className={styles.given}>{formatDollars(discountGiven)} off</small>
    </>
  );
}
