import { Link } from '#ui/link.tsx';
import { orderPath } from '#stock/contract.ts';
import { Badge } from '#ui/feedback/badge.tsx';
import panel from '#ui/layout/back-office-panel.module.css';
import type { DashboardOnPage } from '../contract.ts';
import styles from './dashboard.module.css';
import { DashboardPanel } from './dashboard-panel.tsx';

/** The items that are lowest in stock, with links to reorder them. */
export function LowStock({ lowest }: NonNullable<DashboardOnPage['stock']>) {
  return (
    <DashboardPanel
      id="low"
      title="Low stock"
      about={
        <Link to="/admin/manage-product-stocks/?stock=low&displayedOnline=true&sort=stockOnHand">All low stock</Link>
      }
    >
      {lowest.length === 0 && <p className={panel.none}>No items are low in stock.</p>}
      <ul className={styles.list}>
        {lowest.map(({ id, supplierId, name, variation, code, onHand, image }) => (
          <li key={id}>
            {image ? (
              <img src={`${image}?w=160`} alt="" width="36" height="36" loading="lazy" />
            ) : (
              <span className={styles.tile} />
            )}
            <span>
              <strong>
                <Link to={`/admin/manage-product-stocks/${id}/`}>{name}</Link>
              </strong>
              <span>{[variation, code].filter(Boolean).join(' · ')}</span>
            </span>
            <span className={styles.aside}>
              <Badge tone={onHand < 1 ? 'danger' : 'warning'}>{onHand < 1 ? 'Out of Stock' : `${onHand} left`}</Badge>
              {supplierId !== null && (
                <Link to={orderPath({ id, supplierId })} aria-label={`Order ${name} from its supplier`}>
                  Order
                </Link>
              )}
            </span>
          </li>
        ))}
      </ul>
    </DashboardPanel>
  );
}
